package io.heddle.ingress.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.prepare.PrepareSettings;
import io.heddle.ingress.reach.Programs;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.Readers;
import io.heddle.odf.CompressionFormat;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.odf.SourceState;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PushDocumentsTest {
  private static final DataSchema SCHEMA =
      new DataSchema(
          List.of(
              new DataField("at", new DataType.Timestamp(TimeUnit.Microsecond, "UTC")),
              new DataField("n", new DataType.Option(new DataType.UInt64())),
              new DataField("price", new DataType.Decimal(20, 6)),
              new DataField("x", new DataType.Float64()),
              new DataField("day", new DataType.Option(new DataType.Date()))));

  private static final MergeStrategy APPEND = new MergeStrategy.Append();
  private static final MergeStrategy SNAPSHOT = new MergeStrategy.Snapshot(List.of("a"), null);

  private final BufferAllocator allocator = new RootAllocator();
  private final PushDocuments documents =
      new PushDocuments(
          new Preparation(
              new PrepareSettings(1 << 20, 200, 100, Duration.ofSeconds(20)),
              new Programs(List.of(Path.of("/usr/bin/tr")), java.util.Map.of())),
          Readers.standard(),
          new ReadContext(allocator, 2, 1000, 1000));

  @TempDir Path folder;

  @AfterEach
  void everyByteIsGivenBack() {
    allocator.close();
  }

  @Test
  void rowsOfCsvBecomeLinesThatHoldTheExactValues() throws Exception {
    assertThat(
            lines(
                new ReadStep.NdJson(null, null, null, null, SCHEMA),
                "text/csv",
                "2025-07-01T06:00:00.000001Z,18446744073709551615,12345678901234.567890,NaN,2025-07-01\n"
                    + "2025-07-01T06:00:00Z,,1,0.1,\n"
                    + "2025-07-01T06:00:00Z,7,1,2,\n"))
        .containsExactly(
            "{\"at\":\"2025-07-01T06:00:00.000001000Z\",\"n\":18446744073709551615,"
                + "\"price\":\"12345678901234.567890\",\"x\":\"NaN\",\"day\":\"2025-07-01\"}",
            "{\"at\":\"2025-07-01T06:00:00.000000000Z\",\"n\":null,\"price\":\"1.000000\",\"x\":0.1,\"day\":null}",
            "{\"at\":\"2025-07-01T06:00:00.000000000Z\",\"n\":7,\"price\":\"1.000000\",\"x\":2.0,\"day\":null}");
  }

  @Test
  void onlyALineFeedEndsARecord() throws Exception {
    String body = "{\"a\":1,\r\"b\":2}\r\n{\"a\":\r3}\n\r\n{\"c\":\"\u2028\u0085\"}\r";

    PushDocuments.Read read =
        read(
            new ReadStep.NdJson(null, null, null, null, null),
            null,
            body.getBytes(UTF_8),
            new MergeStrategy.Append());

    assertThat(documentsOf(read))
        .hasSize((int) read.records())
        .containsExactly("{\"a\":1,\r\"b\":2}\r", "{\"a\":\r3}", "{\"c\":\"\u2028\u0085\"}\r");
  }

  /** What would become a dead letter is better refused at the door, unless a query changes it. */
  @Test
  void anEventTimeThatNoDatasetHoldsIsRefused() throws Exception {
    ReadStep step =
        new ReadStep.NdJson(
            null,
            null,
            null,
            null,
            new DataSchema(
                List.of(
                    new DataField(
                        "event_time", new DataType.Timestamp(TimeUnit.Millisecond, "UTC")))));
    byte[] body =
        ("{\"event_time\":\"2025-07-01T06:00:00Z\"}\n"
                + "{\"event_time\":\"9999-12-31T23:59:59-05:00\"}\n")
            .getBytes(UTF_8);
    MergeStrategy append = new MergeStrategy.Append();

    assertThatThrownBy(
            () -> read(new PushDefinition(step, List.of(), append, "event_time"), null, body))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.detail().code()).isEqualTo(Problem.RECORDS_INVALID.code());
              assertThat(e.detail().errors()).singleElement().asString().contains("event_time");
            });
    assertThat(read(new PushDefinition(step, List.of(), append, null), null, body).records())
        .isEqualTo(2);
  }

  @Test
  void aSignatureIsNoPartOfTheFirstRecord() throws Exception {
    assertThat(lines(new ReadStep.NdJson(null, null, null, null, null), null, "\uFEFF{\"a\":1}\n"))
        .containsExactly("{\"a\":1}");
  }

  @Test
  void aCharsetThatComesWithTheBodyIsWhatTheBodyHas() throws Exception {
    ReadStep step =
        new ReadStep.Csv(
            null,
            null,
            "windows-1252",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            new DataSchema(List.of(new DataField("name", new DataType.Text()))));

    assertThat(documentsOf(read(step, "text/csv; charset=utf-8", "café\n".getBytes(UTF_8), APPEND)))
        .containsExactly("{\"name\":\"café\"}");
    assertThat(documentsOf(read(step, null, "café\n".getBytes("windows-1252"), APPEND)))
        .containsExactly("{\"name\":\"café\"}");
    assertThatThrownBy(() -> read(step, "text/csv;charset=nobody", new byte[] {'a'}, APPEND))
        .hasMessageContaining("unsupported-media-type");
  }

  @Test
  void saysWhichMediaTypesThereAre() {
    ReadStep step = new ReadStep.NdJson(null, null, null, null, null);

    for (String type : List.of("application/x-weird", "application/geo+json")) {
      assertThatThrownBy(() -> read(step, type, new byte[] {'a'}, APPEND))
          .hasMessageContaining("supported: text/csv, application/json, application/x-ndjson")
          .hasMessageNotContaining("parquet");
    }
  }

  @Test
  void countsRecordsInOneWay() {
    ReadStep step =
        new ReadStep.NdJson(
            null,
            null,
            null,
            null,
            new DataSchema(List.of(new DataField("n", new DataType.Int64()))));

    assertThatThrownBy(
            () ->
                read(
                    step,
                    null,
                    "{\"n\":1}\n\n{\"n\":\"x\"}\n{\"n\":\"y\"}\n".getBytes(UTF_8),
                    APPEND))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.detail().detail()).contains("record 2");
              assertThat(e.detail().errors())
                  .extracting(finding -> finding.record())
                  .containsExactly(1L, 2L);
              assertThat(e.detail().errors().get(0).message()).contains("record 2");
              assertThat(e.detail().errors().get(1).message()).contains("record 3");
            });
  }

  @Test
  void preparesABodyBeforeItReadsIt() throws Exception {
    PushDefinition gzipped =
        new PushDefinition(
            new ReadStep.NdJson(null, null, null, null, null),
            List.of(new PrepStep.Decompress(CompressionFormat.Gzip, null)),
            APPEND,
            null);
    PushDefinition piped =
        new PushDefinition(
            new ReadStep.Csv(
                null,
                ";",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                new DataSchema(List.of(new DataField("x", new DataType.Float64())))),
            List.of(new PrepStep.Pipe(List.of("/usr/bin/tr", ",", "."))),
            APPEND,
            null);
    byte[] packed = gzip("{\"a\":1}\n{\"a\":2}\n");

    assertThat(documentsOf(read(gzipped, "application/gzip", packed)))
        .containsExactly("{\"a\":1}", "{\"a\":2}");
    assertThat(documentsOf(read(gzipped, null, packed))).hasSize(2);
    assertThat(documentsOf(read(piped, "text/csv", "1,5\n".getBytes(UTF_8))))
        .containsExactly("{\"x\":1.5}");
    assertThatThrownBy(() -> read(gzipped, null, "{\"a\":1}\n".getBytes(UTF_8)))
        .hasMessageContaining("records-invalid")
        .hasMessageContaining("prepare");
  }

  @Test
  void aHeaderAloneIsAnEmptyExport() throws Exception {
    ReadStep step =
        new ReadStep.Csv(
            null,
            null,
            null,
            null,
            null,
            true,
            null,
            null,
            null,
            null,
            new DataSchema(List.of(new DataField("a", new DataType.Text()))));

    PushDocuments.Read read = read(step, null, "a\n".getBytes(UTF_8), SNAPSHOT);

    assertThat(read.records()).isZero();
    assertThat(read.documents()).isZero();
  }

  @Test
  void ndJsonGoesAsItCame() throws Exception {
    String body = "{\"a\": 1.50}\n\n{\"a\": 2, \"extra\": [1]}";

    assertThat(lines(new ReadStep.NdJson(null, null, null, null, null), null, body))
        .containsExactly("{\"a\": 1.50}", "{\"a\": 2, \"extra\": [1]}");
  }

  @Test
  void withoutASchemaOtherFormatsStayOneDocument() throws Exception {
    ReadStep step =
        new ReadStep.Csv(null, null, null, null, null, true, null, null, null, null, null);

    assertThat(lines(step, null, "a,b\n1,2\n3,4\n")).containsExactly("a,b\n1,2\n3,4\n");
  }

  @Test
  void anEmptyBodyIsNoRecordAndNoEmptySnapshot() throws Exception {
    ReadStep step = new ReadStep.NdJson(null, null, null, null, null);

    assertThat(read(step, null, new byte[0], new MergeStrategy.Append()).records()).isZero();
    assertThatThrownBy(
            () -> read(step, null, new byte[0], new MergeStrategy.Snapshot(List.of("a"), null)))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> assertThat(e.detail().code()).isEqualTo(Problem.RECORDS_INVALID.code()));
  }

  @Test
  void unpacksGzipAndRefusesDamagedAndLargeBodies() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("{\"a\":1}\n".repeat(1000).getBytes(UTF_8));
    }
    byte[] whole = packed.toByteArray();

    assertThat(receive(whole, "gzip", 10_000).bytes()).isEqualTo(8000);
    assertThat(receive(joined(whole, whole), "gzip", 20_000).bytes()).isEqualTo(16_000);
    for (byte[] more : List.of("more".getBytes(UTF_8), java.util.Arrays.copyOf(whole, 5))) {
      assertThatThrownBy(() -> receive(joined(whole, more), "gzip", 20_000))
          .hasMessageContaining("malformed-request");
    }
    assertThatThrownBy(() -> receive(whole, "gzip", 7999))
        .hasMessageContaining("payload-too-large");
    assertThatThrownBy(() -> receive(java.util.Arrays.copyOf(whole, 20), "gzip", 10_000))
        .hasMessageContaining("malformed-request");
    assertThatThrownBy(() -> receive(whole, "br", 10_000))
        .hasMessageContaining("unsupported-media-type");
  }

  @Test
  void positionsReadBack() {
    TopicPositions positions =
        new TopicPositions("id", new TreeMap<>(java.util.Map.of(0, 5L, 1, 0L)));

    TopicPositions interleaved =
        new TopicPositions(
            "id",
            new TreeMap<>(java.util.Map.of(0, 5L)),
            new TreeMap<>(
                java.util.Map.of(
                    "over", new TopicPositions.Taken(0, 4), "on", new TopicPositions.Taken(0, 9))));
    assertThat(interleaved.toState("pushed").value())
        .isEqualTo("{\"topic\":\"id\",\"next\":{\"0\":5},\"taken\":{\"0\":{\"on\":9}}}");
    assertThat(TopicPositions.of(interleaved.toState("pushed"))).contains(interleaved);
    assertThat(interleaved.isBehind(0, 9, "on")).isTrue();
    assertThat(interleaved.isBehind(0, 10, "on")).isFalse();
    SourceState state = positions.toState("pushed");
    assertThat(state.value()).isEqualTo("{\"topic\":\"id\",\"next\":{\"0\":5,\"1\":0}}");
    assertThat(TopicPositions.of(state)).contains(positions);
    assertThat(TopicPositions.of(new SourceState("pushed", SourceState.TOPIC_POSITIONS, "?")))
        .isEmpty();
  }

  private PushBody receive(byte[] body, String encoding, long maxBytes) throws IOException {
    return PushBody.receive(
        new ByteArrayInputStream(body), encoding, null, maxBytes, folder.resolve("body"));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return packed.toByteArray();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private PushDocuments.Read read(PushDefinition source, @Nullable String contentType, byte[] body)
      throws Exception {
    return documents.read(receive(body, "identity", 1_000_000), source, contentType, folder);
  }

  private PushDocuments.Read read(
      ReadStep step, @Nullable String contentType, byte[] body, MergeStrategy merge)
      throws Exception {
    return read(new PushDefinition(step, List.of(), merge, null), contentType, body);
  }

  private List<String> lines(ReadStep step, @Nullable String contentType, String body)
      throws Exception {
    return documentsOf(read(step, contentType, body.getBytes(UTF_8), APPEND));
  }

  private static List<String> documentsOf(PushDocuments.Read read) throws IOException {
    List<String> texts = new ArrayList<>();
    read.forEach(document -> texts.add(new String(document, UTF_8)));
    return texts;
  }
}
