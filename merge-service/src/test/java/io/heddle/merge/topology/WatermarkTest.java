package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.topology.Cities.City;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.odf.MergeStrategy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatermarkTest {
  private static final MergeStrategy LEDGER = new MergeStrategy.Ledger(List.of("city"));
  private static final Instant LATER = Instant.parse("2031-05-05T00:00:00Z");

  private MergeHarness merge;

  @BeforeEach
  void start(@TempDir Path folder) {
    merge = new MergeHarness(folder);
    merge.createDataset();
    merge.ingest("r0", null, "a", LEDGER, new City("Ulm", 1));
  }

  @AfterEach
  void stop() {
    merge.close();
  }

  private Proposal.IngestBegin begin(
      @Nullable Instant explicitWatermark, @Nullable Instant watermarkWithoutRows) {
    Proposal.IngestBegin begin = merge.begin("r1", "source", "a", LEDGER);
    return new Proposal.IngestBegin(
        DATASET,
        "r1",
        begin.taskId(),
        null,
        begin.datasetResourceId(),
        "source",
        begin.expectedState(),
        LEDGER,
        begin.vocabulary(),
        begin.schema(),
        false,
        null,
        explicitWatermark,
        watermarkWithoutRows,
        null);
  }

  private @Nullable Instant watermark() {
    return merge.chain().summary().orElseThrow().watermark();
  }

  private void ingest(Proposal.IngestBegin begin, City city) {
    merge.send(begin);
    assertThat(merge.await("r1")).isInstanceOf(Reply.Begun.class);
    merge.send(merge.batch("r1", 0, city));
    merge.send(merge.end("r1", "source", 1, 1, "b"));
  }

  @Test
  void movesWithoutRowsWhereTheSourceNamesItsEventTime() {
    ingest(begin(null, LATER), new City("Ulm", 1));

    assertThat(merge.rows()).hasSize(1);
    assertThat(watermark()).isEqualTo(LATER);
  }

  @Test
  void staysWithoutRowsWhereItDoesNot() {
    Instant before = watermark();

    ingest(begin(null, null), new City("Ulm", 1));

    assertThat(watermark()).isEqualTo(before);
  }

  @Test
  void neverGoesBack() {
    Instant before = watermark();

    ingest(begin(null, Instant.EPOCH), new City("Ulm", 1));

    assertThat(watermark()).isEqualTo(before);
  }

  @Test
  void outsideTheYears0000To9999IsRefused() {
    merge.send(begin(Instant.parse("+10000-01-01T00:00:00Z"), null));

    assertThat(merge.await("r1")).isInstanceOf(Reply.Refused.class);
  }
}
