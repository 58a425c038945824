package io.heddle.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.ChainFixture;
import io.heddle.chain.DatasetStorage;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.ExecuteTransformInput;
import io.heddle.odf.MetadataEvent.SetTransform;
import io.heddle.odf.MetadataEvent.TransformInput;
import io.heddle.odf.Transform;
import io.heddle.verify.Finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputCheckTest {
  private static final DatasetId INPUT = ChainFixture.dataset(2);

  private final InMemoryObjectStore bucket = new InMemoryObjectStore();

  /** A chain of the input dataset in the bucket; its head. */
  private Multihash input() {
    return new ChainFixture(DatasetStorage.of(bucket, INPUT).store())
        .add(new MetadataEvent.Seed(INPUT, DatasetKind.Root))
        .schema()
        .head();
  }

  /** Verifies a derivative dataset that was made up to this block of the input. */
  private VerificationReport verify(Multihash upTo) {
    Transform transform =
        new Transform.Sql(
            "engine",
            null,
            null,
            List.of(new Transform.SqlQueryStep(null, "select * from input")),
            null);
    ChainFixture derivative =
        new ChainFixture()
            .add(new MetadataEvent.Seed(ChainFixture.DATASET, DatasetKind.Derivative))
            .schema()
            .add(new SetTransform(List.of(new TransformInput(INPUT.toString(), "in")), transform))
            .add(
                new ExecuteTransform(
                    List.of(new ExecuteTransformInput(INPUT, null, upTo, null, null)),
                    null,
                    null,
                    null,
                    null,
                    ChainFixture.START));
    return new ChainVerifier(
            new DatasetStorage(derivative.store()),
            VerifyOptions.DEFAULT.withInputs(InputDatasets.in(bucket)))
        .verify(derivative.head());
  }

  @Test
  void findsTheBlocksOfAnInputInTheSameBucket() {
    VerificationReport report = verify(input());

    assertThat(report.findings()).isEmpty();
  }

  @Test
  void missesABlockThatTheInputDoesNotHave() {
    input();

    assertThat(verify(ChainFixture.hash("elsewhere")).errors())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.OBJECT_MISSING);
              assertThat(finding.message()).contains(INPUT.toString());
            });
  }

  @Test
  void saysThatItCouldNotLookWhereTheInputIsNotAtHand() {
    VerificationReport report = verify(ChainFixture.hash("elsewhere"));

    assertThat(report.errors()).isEmpty();
    assertThat(report.of(Severity.WARNING))
        .singleElement()
        .satisfies(finding -> assertThat(finding.code()).isEqualTo(FindingCode.NOT_CHECKED));
  }
}
