package io.heddle.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.chain.DatasetStorage;
import io.heddle.hash.Sha3;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.FlakyStore;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.SetInfo;
import io.heddle.odf.OffsetInterval;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommitterTest {
  private static final MetadataEvent INFO = new SetInfo("cities", null);
  private static final MetadataEvent FOREIGN = new SetInfo("foreign", null);

  private final FlakyStore store = new FlakyStore(new InMemoryObjectStore());
  private final DatasetStorage storage = DatasetStorage.of(store, Chains.dataset(1));
  private final Committer committer = new Committer(storage);

  @Test
  void blocksBecomeVisibleByOneMoveOfTheHead() {
    BlockPointer base = Chains.seed(storage, Chains.dataset(1));
    PlannedCommit plan = plan(base, schema(), INFO);

    CommitOutcome outcome = committer.commit(plan);

    assertThat(hashes(outcome))
        .containsExactly(plan.blocks().get(0).hash(), plan.blocks().get(1).hash());
    assertThat(head()).isEqualTo(plan.last().hash());
    assertThat(plan.last().block().sequenceNumber()).isEqualTo(2);
    assertThat(plan.last().block().prevBlockHash()).isEqualTo(plan.blocks().get(0).hash());
  }

  @Test
  void firstBlockNeedsADatasetWithoutHead() {
    PlannedCommit plan =
        plan(null, new MetadataEvent.Seed(Chains.dataset(1), DatasetKind.Root), INFO);

    assertThat(committer.commit(plan)).isInstanceOf(CommitOutcome.Committed.class);
    assertThat(committer.commit(plan)).isEqualTo(new CommitOutcome.Committed(blocks(plan), true));
    assertThat(
            committer.commit(
                plan(null, new MetadataEvent.Seed(Chains.dataset(1), DatasetKind.Derivative))))
        .isInstanceOf(CommitOutcome.Rejected.class);
  }

  @Test
  void repeatedCommitFindsItsBlocksAtTheHead() {
    PlannedCommit plan = plan(Chains.seed(storage, Chains.dataset(1)), schema(), INFO);
    committer.commit(plan);

    assertThat(committer.commit(plan)).isEqualTo(new CommitOutcome.Committed(blocks(plan), true));
  }

  @Test
  void repeatedCommitFindsItsBlocksAmongTheAncestors() {
    PlannedCommit plan = plan(Chains.seed(storage, Chains.dataset(1)), schema(), INFO);
    committer.commit(plan);
    BlockPointer mine = new BlockPointer(plan.last().hash(), 2);
    Chains.append(storage, mine, FOREIGN, Chains.TIME);

    assertThat(committer.commit(plan)).isEqualTo(new CommitOutcome.Committed(blocks(plan), true));
  }

  @Test
  void lostAnswerIsLookedUp() {
    PlannedCommit plan = plan(Chains.seed(storage, Chains.dataset(1)), INFO);
    store.loseNextAnswer();

    assertThat(hashes(committer.commit(plan))).containsExactly(plan.last().hash());
    assertThat(head()).isEqualTo(plan.last().hash());
  }

  @Test
  void aStoreThatRefusesTheVersionItReportsIsTroubleNotAnEndlessLoop() {
    PlannedCommit plan = plan(Chains.seed(storage, Chains.dataset(1)), INFO);
    store.setStubborn(true);

    assertThatThrownBy(() -> committer.commit(plan))
        .isInstanceOf(ObjectStoreException.class)
        .hasMessageContaining("refuses to move refs/head");

    store.setStubborn(false);
    assertThat(committer.commit(plan)).isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void aNoteForReadersGrowsWithTheChain() {
    BlockPointer base = Chains.seed(storage, Chains.dataset(1));
    for (int number = 1; number <= 12; number++) {
      PlannedCommit plan = plan(base, INFO);
      committer.commit(plan);
      base = new BlockPointer(plan.last().hash(), number);
    }

    assertThat(storage.store().list("info/", null, 2)).hasSize(1);
  }

  @Test
  void foreignHeadRejects() {
    BlockPointer base = Chains.seed(storage, Chains.dataset(1));
    BlockPointer foreign = Chains.append(storage, base, FOREIGN, Chains.TIME);

    CommitOutcome outcome = committer.commit(plan(base, INFO));

    assertThat(outcome)
        .isEqualTo(
            new CommitOutcome.Rejected(foreign.hash(), "the head was moved by somebody else"));
    assertThat(head()).isEqualTo(foreign.hash());
  }

  @Test
  void headThatWentBackRejects() {
    BlockPointer seed = Chains.seed(storage, Chains.dataset(1));
    PlannedCommit plan = plan(new BlockPointer(Sha3.hash(new byte[] {1}), 7), INFO);

    assertThat(committer.commit(plan))
        .isInstanceOfSatisfying(
            CommitOutcome.Rejected.class,
            rejected -> assertThat(rejected.headFound()).isEqualTo(seed.hash()));
  }

  @Test
  void datasetThatIsGoneRejects() {
    PlannedCommit plan = plan(new BlockPointer(Sha3.hash(new byte[] {1}), 7), INFO);

    assertThat(committer.commit(plan))
        .isInstanceOfSatisfying(
            CommitOutcome.Rejected.class, rejected -> assertThat(rejected.headFound()).isNull());
  }

  @Test
  void sameRowsInOtherBytesAreTheSameCommit() {
    BlockPointer base = Chains.seed(storage, Chains.dataset(1));
    PlannedCommit before = plan(base, schema(), data("rows", "old library"));
    committer.commit(before);

    assertThat(committer.commit(plan(base, schema(), data("rows", "new library"))))
        .isEqualTo(new CommitOutcome.Committed(blocks(before), true));
    assertThat(committer.commit(plan(base, schema(), data("other rows", "new library"))))
        .isInstanceOf(CommitOutcome.Rejected.class);
  }

  @Test
  void storeThatIsAwayDecidesNothing() {
    PlannedCommit plan = plan(Chains.seed(storage, Chains.dataset(1)), INFO);
    store.setAway(true);

    assertThatThrownBy(() -> committer.commit(plan)).isInstanceOf(ObjectStoreException.class);
    store.setAway(false);
    assertThat(hashes(committer.commit(plan))).containsExactly(plan.last().hash());
  }

  private static MetadataEvent schema() {
    return new MetadataEvent.SetDataSchema(Chains.SCHEMA);
  }

  private static AddData data(String rows, String bytes) {
    DataSlice slice =
        new DataSlice(
            new Multihash(HashFunction.ARROW0_SHA3_256, Sha3.hash(rows.getBytes()).digest()),
            Sha3.hash(bytes.getBytes()),
            new OffsetInterval(0, 9),
            bytes.length());
    return new AddData(null, null, slice, null, Chains.TIME, null, null);
  }

  private static PlannedCommit plan(@Nullable BlockPointer base, MetadataEvent... events) {
    return PlannedCommit.of(base, Chains.TIME, List.of(events), List.of());
  }

  private Multihash head() {
    return storage.references().head().orElseThrow().target();
  }

  private static List<CommittedBlock> blocks(PlannedCommit plan) {
    return plan.blocks().stream()
        .map(block -> new CommittedBlock(block.hash(), block.block()))
        .toList();
  }

  private static List<Multihash> hashes(CommitOutcome outcome) {
    assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
    return ((CommitOutcome.Committed) Objects.requireNonNull(outcome))
        .blocks().stream().map(CommittedBlock::hash).toList();
  }
}
