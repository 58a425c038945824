package io.heddle.ingress.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.chain.SourceState;
import io.heddle.ingress.read.CsvFormat;
import io.heddle.ingress.read.JsonFormat;
import io.heddle.ingress.read.NdJsonFormat;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.Readers;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import io.heddle.source.MergeStrategy;
import io.heddle.source.ReadStep;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
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

  private final BufferAllocator allocator = new RootAllocator();
  private final PushDocuments documents =
      new PushDocuments(
          new Readers(List.of(new CsvFormat(), new JsonFormat(), new NdJsonFormat())),
          new ReadContext(allocator, 2, 1000, 1000));

  @TempDir Path folder;

  @AfterEach
  void everyByteIsGivenBack() {
    allocator.close();
  }

  @Test
  void rowsOfCsvBecomeLinesThatHoldTheExactValues() throws IOException {
    assertThat(
            lines(
                new ReadStep.NdJson(null, null, null, null, SCHEMA),
                "text/csv",
                "2025-07-01T06:00:00.000001Z,18446744073709551615,12345678901234.567890,NaN,2025-07-01\n"
                    + "2025-07-01T06:00:00Z,,1,0.1,\n"
                    + "2025-07-01T06:00:00Z,7,1,2,\n"))
        .containsExactly(
            "{\"at\":\"2025-07-01T06:00:00.000001Z\",\"n\":18446744073709551615,"
                + "\"price\":\"12345678901234.567890\",\"x\":\"NaN\",\"day\":\"2025-07-01\"}",
            "{\"at\":\"2025-07-01T06:00:00Z\",\"n\":null,\"price\":\"1.000000\",\"x\":0.1,\"day\":null}",
            "{\"at\":\"2025-07-01T06:00:00Z\",\"n\":7,\"price\":\"1.000000\",\"x\":2.0,\"day\":null}");
  }

  @Test
  void linesThatWereMadeOfRowsReadBackToTheSameRows() throws IOException {
    ReadStep step = new ReadStep.NdJson(null, null, null, null, SCHEMA);
    List<String> once = lines(step, "text/csv", "2025-07-01T06:00:00.5Z,3,1.5,inf,2025-07-01\n");

    assertThat(lines(step, "application/json", "[" + once.getFirst() + "]")).isEqualTo(once);
  }

  @Test
  void ndJsonGoesAsItCame() throws IOException {
    String body = "{\"a\": 1.50}\n\n{\"a\": 2, \"extra\": [1]}";

    assertThat(lines(new ReadStep.NdJson(null, null, null, null, null), null, body))
        .containsExactly("{\"a\": 1.50}", "{\"a\": 2, \"extra\": [1]}");
  }

  @Test
  void withoutASchemaOtherFormatsStayOneDocument() throws IOException {
    ReadStep step =
        new ReadStep.Csv(null, null, null, null, null, true, null, null, null, null, null);

    assertThat(lines(step, null, "a,b\n1,2\n3,4\n")).containsExactly("a,b\n1,2\n3,4\n");
  }

  @Test
  void anEmptyBodyIsNoRecordAndNoEmptySnapshot() throws IOException {
    ReadStep step = new ReadStep.NdJson(null, null, null, null, null);

    assertThat(read(step, null, new byte[0], new MergeStrategy.Append()).records()).isZero();
    assertThatThrownBy(
            () -> read(step, null, new byte[0], new MergeStrategy.Snapshot(List.of("a"), null)))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> assertThat(e.detail().code()).isEqualTo(Problem.RECORDS_INVALID.code()));
  }

  @Test
  void unpacksGzipAndRefusesDamagedAndLargeBodies() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("{\"a\":1}\n".repeat(1000).getBytes(UTF_8));
    }
    byte[] whole = packed.toByteArray();

    assertThat(receive(whole, "gzip", 10_000).bytes()).isEqualTo(8000);
    assertThatThrownBy(() -> receive(whole, "gzip", 7999))
        .hasMessageContaining("payload-too-large");
    assertThatThrownBy(() -> receive(java.util.Arrays.copyOf(whole, 20), "gzip", 10_000))
        .hasMessageContaining("malformed-request");
    assertThatThrownBy(() -> receive(whole, "br", 10_000))
        .hasMessageContaining("unsupported-media-type");
  }

  @Test
  void receiptsAndPositionsReadBack() {
    Receipt receipt =
        new Receipt(3, 0, 1L << 40, 17, 1234, Instant.ofEpochMilli(1_764_000_000_000L));
    TopicPositions positions =
        new TopicPositions("id", new TreeMap<>(java.util.Map.of(0, 5L, 1, 0L)));

    assertThat(Receipt.parse(receipt.id())).contains(receipt);
    assertThat(Receipt.parse("r1-0-0")).isEmpty();
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

  private PushDocuments.Read read(
      ReadStep step, @Nullable String contentType, byte[] body, MergeStrategy merge)
      throws IOException {
    return documents.read(receive(body, "identity", 1_000_000), step, merge, contentType, folder);
  }

  private List<String> lines(ReadStep step, @Nullable String contentType, String body)
      throws IOException {
    List<String> lines = new ArrayList<>();
    read(step, contentType, body.getBytes(UTF_8), new MergeStrategy.Append())
        .forEach((document, type) -> lines.add(new String(document, UTF_8)));
    return lines;
  }
}
