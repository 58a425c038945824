package io.heddle.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.ChainFixture;
import io.heddle.chain.DatasetStorage;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.FolderObjectStore;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.odf.MetadataEvent;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.verify.Finding.Severity;
import io.heddle.verify.SampleChain.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChainVerifierTest {
  private static final int ROUNDS_OF_EACH = 26;
  private static final VerifyOptions OPTIONS = VerifyOptions.DEFAULT.withParallelSlices(2);

  @TempDir Path folder;
  private SampleChain chain;

  @BeforeEach
  void build() {
    chain = SampleChain.random(folder, new Random(7));
  }

  @Test
  void findsNothingInAHealthyChain() {
    VerificationReport report = verify(chain, chain.head(), OPTIONS);

    assertThat(report.findings()).isEmpty();
    assertThat(report.ok()).isTrue();
    assertThat(report.checkedBlocks()).isEqualTo(chain.blocks.size());
    assertThat(report.checkedSlices()).isEqualTo(3);
    assertThat(report.checkedRecords()).isEqualTo(chain.data(2).lastOffset() + 1);
  }

  /** Every class of corruption, each in many random chains; none may go unreported. */
  @ParameterizedTest
  @EnumSource
  void findsEveryCorruption(Corruption corruption) {
    for (int seed = 0; seed < ROUNDS_OF_EACH; seed++) {
      Random random = new Random(seed * 1000L + corruption.ordinal());
      SampleChain damaged = seed % 9 == 0 ? SampleChain.random(folder, random) : chain.copy();
      Multihash head = corruption.apply(damaged, random);

      VerificationReport report = verify(damaged, head, OPTIONS);

      assertThat(report.ok()).as("%s, seed %d", corruption, seed).isFalse();
      assertThat(report.errors())
          .as("%s, seed %d", corruption, seed)
          .extracting(Finding::code)
          .containsAnyElementsOf(corruption.expected());
    }
  }

  @Test
  void triesAThousandCorruptions() {
    assertThat(Corruption.values().length * ROUNDS_OF_EACH).isGreaterThanOrEqualTo(1000);
  }

  @Test
  void saysWhereItIsBroken() {
    int block = chain.dataBlock(1);
    Multihash file = chain.data(1).newData().physicalHash();
    chain.store.delete("data/" + file);

    VerificationReport report = verify(chain, chain.head(), OPTIONS);

    assertThat(report.findings())
        .singleElement()
        .returns(FindingCode.OBJECT_MISSING, Finding::code)
        .returns(Severity.ERROR, Finding::severity)
        .returns((long) block, Finding::sequenceNumber)
        .returns(chain.hash(block), Finding::blockHash)
        .returns("data/" + file, Finding::object);
    assertThat(FindingCode.OBJECT_MISSING.code()).isEqualTo("object-missing");
  }

  @Test
  void stopsAtTheFirstErrorOnRequest() {
    chain.store.delete("data/" + chain.data(0).newData().physicalHash());
    chain.store.delete("data/" + chain.data(1).newData().physicalHash());
    chain.store.delete("data/" + chain.data(2).newData().physicalHash());

    VerificationReport report =
        verify(chain, chain.head(), OPTIONS.withStopOnFirst(true).withParallelSlices(1));

    assertThat(report.errors()).hasSize(1);
    assertThat(report.complete()).isFalse();
    assertThat(report.ok()).isFalse();
  }

  @Test
  void checksOnlyWhatItIsAskedFor() {
    chain.store.delete("data/" + chain.data(0).newData().physicalHash());

    assertThat(verify(chain, chain.head(), OPTIONS.withChecks(EnumSet.of(Check.Chain))).ok())
        .isTrue();
    assertThat(verify(chain, chain.head(), OPTIONS.withFrom(chain.dataBlock(1))).ok()).isTrue();
    assertThat(verify(chain, chain.head(), OPTIONS.withChecks(EnumSet.of(Check.PhysicalHash))).ok())
        .isFalse();
  }

  @Test
  void knowsWhoseChainItMustBe() {
    assertThat(verify(chain, chain.head(), OPTIONS.withDataset(ChainFixture.DATASET)).ok())
        .isTrue();
    assertThat(verify(chain, chain.head(), OPTIONS.withDataset(ChainFixture.dataset(5))).errors())
        .extracting(Finding::code)
        .containsExactly(FindingCode.SEED_MISPLACED);
  }

  @Test
  void checksAllFilesOfAChainWhoseBeginningIsLost() {
    chain.store.delete("blocks/" + chain.hash(0));
    chain.store.delete("data/" + chain.data(2).newData().physicalHash());

    assertThat(verify(chain, chain.head(), OPTIONS).errors())
        .extracting(Finding::code)
        .containsExactly(FindingCode.BLOCK_MISSING, FindingCode.OBJECT_MISSING);
  }

  @Test
  void endsOnAChainThatIsMadeToBiteItsTail() {
    // The only way to a circle is a block under a name that is not its hash.
    chain.replace("blocks/" + chain.hash(0), chain.object("blocks/" + chain.head()));

    assertThat(verify(chain, chain.head(), OPTIONS).errors())
        .extracting(Finding::code)
        .contains(FindingCode.BLOCK_HASH_MISMATCH);
  }

  @Test
  void saysThatTheHeadIsMissing() {
    VerificationReport report = verify(chain, ChainFixture.hash("nowhere"), OPTIONS);

    assertThat(report.errors())
        .extracting(Finding::code)
        .containsExactly(FindingCode.BLOCK_MISSING);
    assertThat(report.checkedBlocks()).isZero();
  }

  @Test
  void followsASchemaThatGrows() {
    // Given
    List<DataField> fields = new ArrayList<>(ChainFixture.SCHEMA.fields());
    fields.add(new DataField("later", new DataType.Option(new DataType.Text())));
    chain.add(new MetadataEvent.SetDataSchema(new DataSchema(fields)));

    // When
    VerificationReport report =
        verify(chain, chain.head(), OPTIONS.withChecks(Set.of(Check.values())));

    // Then
    assertThat(report.findings()).isEmpty();
  }

  @Test
  void followsTheHistoryOfRowsOnRequest() {
    // Given
    VerifyOptions all = OPTIONS.withChecks(EnumSet.allOf(Check.class));
    assertThat(verify(chain, chain.head(), all).ok()).isTrue();
    chain.addRows(List.of(new Row(1, 5, "never seen", null), new Row(0, 5, "new", null)));

    // When, then
    assertThat(verify(chain, chain.head(), OPTIONS).ok()).isTrue();
    assertThat(verify(chain, chain.head(), all).errors())
        .extracting(Finding::code)
        .containsExactly(FindingCode.OP_ORDER_INVALID);
  }

  @Test
  void warnsOfSystemColumnsThatWeWouldNotWrite() {
    SampleChain foreign = new SampleChain(folder);
    foreign.add(chain.blocks.getFirst().event());
    foreign.add(
        new MetadataEvent.SetDataSchema(
            new DataSchema(List.of(new DataField("offset", new DataType.Text())))));

    VerificationReport report = verify(foreign, foreign.head(), OPTIONS);

    assertThat(report.ok()).isTrue();
    assertThat(report.of(Severity.WARNING))
        .extracting(Finding::code)
        .containsExactly(FindingCode.SCHEMA_MISMATCH);
  }

  @Test
  void verifiesAPlainFolder(@TempDir Path copy) {
    FolderObjectStore store = new FolderObjectStore(copy);
    for (ObjectInfo info : chain.store.list("", null, Integer.MAX_VALUE)) {
      store.putIfAbsent(info.key(), chain.object(info.key()));
    }

    assertThat(new ChainVerifier(new DatasetStorage(store), OPTIONS).verify(chain.head()).ok())
        .isTrue();
  }

  @Test
  void tellsHowFarItIs() {
    AtomicLong blocks = new AtomicLong();
    AtomicLong records = new AtomicLong();
    VerifyProgress progress =
        new VerifyProgress() {
          @Override
          public void blocksRead(long number) {
            blocks.set(number);
          }

          @Override
          public void slicesChecked(long slices, long number) {
            records.accumulateAndGet(number, Math::max);
          }
        };

    new ChainVerifier(chain.storage, OPTIONS).verify(chain.head(), progress);

    assertThat(blocks.get()).isEqualTo(chain.blocks.size());
    assertThat(records.get()).isEqualTo(chain.data(2).lastOffset() + 1);
  }

  private static VerificationReport verify(
      SampleChain chain, Multihash head, VerifyOptions options) {
    return new ChainVerifier(chain.storage, options).verify(head);
  }
}
