package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.topology.Cities.City;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.FailureKind;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of a dataset: one entry for each thing, none of them too large. */
class KeptStateTest {
  private static final MergeStrategy LEDGER = new MergeStrategy.Ledger(List.of("city"));
  private static final MergeStrategy SNAPSHOT = new MergeStrategy.Snapshot(List.of("city"), null);

  private MergeHarness merge;

  @BeforeEach
  void start(@TempDir Path folder) {
    merge = new MergeHarness(folder);
    merge.createDataset();
  }

  @AfterEach
  void stop() {
    merge.close();
  }

  private List<KeyValue<Bytes, byte[]>> entries() {
    List<KeyValue<Bytes, byte[]>> entries = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all = merge.store(MergeTopology.AGGREGATES).all()) {
      all.forEachRemaining(entries::add);
    }
    return entries;
  }

  /** The names of all parts; the number of the dataset and of spaces left out. */
  private TreeSet<String> parts() {
    TreeSet<String> names = new TreeSet<>();
    for (KeyValue<Bytes, byte[]> entry : entries()) {
      byte[] key = entry.key.get();
      if (key[0] == 'P') {
        names.add(
            new String(key, 5, key.length - 5, StandardCharsets.UTF_8)
                .replaceAll("(view|garbage)/\\d+", "$1"));
      }
    }
    return names;
  }

  private int mainBytes() {
    return entries().stream()
        .filter(entry -> entry.key.get()[0] == (byte) 0xed)
        .mapToInt(entry -> entry.value.length)
        .sum();
  }

  private void refuseOnce(String requestId, String expected, MergeStrategy strategy) {
    DataSchema wider =
        new DataSchema(
            List.of(
                Cities.SCHEMA.fields().get(0),
                Cities.SCHEMA.fields().get(1),
                new DataField("more", new DataType.Option(new DataType.Text()))));
    merge.send(merge.cities.begin(requestId, "source", expected, strategy, wider));
    assertThat(merge.await(requestId)).isInstanceOf(Reply.Begun.class);
    merge.send(new Proposal.IngestAbort(DATASET, requestId, "given up"));
  }

  @Test
  void eachThingIsAnEntryOfItsOwn() {
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));
    merge.send(
        new Proposal.Metadata(
            DATASET, "info", null, List.of(new MetadataEvent.SetInfo("x".repeat(10_000), null))));
    merge.send(merge.begin("r2", "source", "a", LEDGER));
    merge.await("r2");
    merge.send(merge.batch("r2", 0, new City("Ede", 2)));

    assertThat(parts())
        .containsExactlyInAnyOrder(
            "begun",
            "chain",
            "description/SetInfo",
            "last/source",
            "need/source",
            "schema/0",
            "view");
    assertThat(mainBytes()).isLessThan(2_000);
  }

  @Test
  void whatCameWithAnIngestionGoesWithIt() {
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));
    for (int i = 0; i < 5; i++) {
      refuseOnce("refused-" + i, "a", LEDGER);
    }

    assertThat(parts()).doesNotContain("schema/1", "begun");
    merge.ingest("r2", "a", "b", LEDGER, new City("Ede", 2));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
  }

  @Test
  void theViewOfARefusedFirstIngestionGoes() {
    merge.send(merge.begin("r1", "source", null, SNAPSHOT));
    merge.await("r1");
    merge.send(merge.batch("r1", 0, new City("Ulm", 1), new City("Ulm", 2)));
    assertThat(merge.await("r1")).isInstanceOf(Reply.Refused.class);

    merge.advance(Duration.ofMillis(100));

    assertThat(parts()).doesNotContain("view", "garbage", "schema/0");
  }

  @Test
  void aViewThatNoSourceLooksIntoIsDropped() {
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));
    merge.ingestPatiently("r2", "a", "b", SNAPSHOT, new City("Ulm", 1));
    merge.advance(Duration.ofMillis(200));

    assertThat(merge.storedRows()).isOne();
  }

  @Test
  void proposalsThatWaitOutliveAnUnreadableStateAndItsRowsGo() {
    merge.ingest("r1", null, "a", LEDGER, new City("Ulm", 1));
    merge.send(merge.begin("r2", "source", "a", LEDGER));
    merge.await("r2");
    merge.send(merge.batch("r2", 0, new City("Ede", 2)));
    merge.send(
        new Proposal.Metadata(
            DATASET, "info", null, List.of(new MetadataEvent.SetInfo("cities", null))));
    for (KeyValue<Bytes, byte[]> entry : entries()) {
      if (entry.key.get()[0] == (byte) 0xed) {
        entry.value[0] = 99;
        merge.store(MergeTopology.AGGREGATES).put(entry.key, entry.value);
      }
    }

    merge.restart(true);
    merge.touch();
    merge.awaitUntil(
        () ->
            merge.chain().block(merge.chain().head().orElseThrow().target()).block().event()
                instanceof MetadataEvent.SetInfo);
    merge.advance(Duration.ofMillis(200));

    assertThat(merge.storedRows()).isZero();
    KeyValueStore<Bytes, byte[]> journal = merge.store(MergeTopology.JOURNAL);
    try (KeyValueIterator<Bytes, byte[]> all = journal.all()) {
      assertThat(all.hasNext()).isFalse();
    }
    merge.ingestPatiently("r3", "a", "b", LEDGER, new City("Ulm", 1), new City("Ede", 2));
    assertThat(merge.rows()).containsExactly("+A Ulm 1", "+A Ede 2");
  }

  @Test
  void aSchemaThatIsTooLargeIsRefused() {
    List<DataField> fields = new ArrayList<>(Cities.SCHEMA.fields());
    IntStream.range(0, 20_000)
        .forEach(
            i ->
                fields.add(
                    new DataField(
                        "column-with-a-rather-long-name-" + i,
                        new DataType.Option(new DataType.Text()))));

    merge.send(merge.cities.begin("r1", "source", null, LEDGER, new DataSchema(fields)));

    assertThat(merge.await("r1"))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            reply -> {
              assertThat(reply.failure().kind()).isEqualTo(FailureKind.LimitExceeded);
              assertThat(reply.failure().message()).contains("may take");
            });
  }

  @Test
  void metadataThatCouldNotBeAnnouncedIsRefused() {
    List<MetadataEvent> events = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      events.add(new MetadataEvent.SetInfo("info " + i, null));
    }
    merge.send(new Proposal.Metadata(DATASET, "many", null, events));

    assertThat(merge.await("many"))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            reply -> assertThat(reply.failure().kind()).isEqualTo(FailureKind.LimitExceeded));
  }

  @Test
  void slicesThatCouldNotBeAnnouncedTogetherAreRefused() {
    Proposal.IngestBegin begin = merge.begin("r1", "source", null, LEDGER);
    merge.send(
        new Proposal.IngestBegin(
            DATASET,
            "r1",
            begin.taskId(),
            null,
            begin.datasetResourceId(),
            "source",
            null,
            LEDGER,
            begin.vocabulary(),
            begin.schema(),
            false,
            null,
            null,
            null,
            1L));
    merge.await("r1");

    merge.send(
        merge.batch(
            "r1",
            0,
            IntStream.range(0, 3_000).mapToObj(i -> new City("c" + i, i)).toArray(City[]::new)));

    assertThat(merge.await("r1"))
        .isInstanceOfSatisfying(
            Reply.Refused.class,
            reply -> assertThat(reply.failure().message()).contains("targetRecordsPerSlice"));
  }
}
