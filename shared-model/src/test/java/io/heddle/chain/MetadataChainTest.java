package io.heddle.chain;

import static io.heddle.chain.ChainFixture.addData;
import static io.heddle.chain.ChainFixture.hash;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.heddle.multiformats.Multihash;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.SourceState;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MetadataChainTest {
  private static final Instant WATERMARK = Instant.parse("2025-12-31T00:00:00Z");

  @Test
  void walksFromTheHeadToTheSeed() {
    ChainFixture fixture = new ChainFixture().seed().schema().rows(0, 9);

    assertThat(fixture.chain().backwards(fixture.head()))
        .extracting(block -> block.block().sequenceNumber())
        .containsExactly(2L, 1L, 0L);
  }

  @Test
  void walksAnIntervalWithoutItsTail() {
    ChainFixture fixture = new ChainFixture().seed();
    Multihash seed = fixture.head();
    fixture.schema().rows(0, 9);
    Multihash head = fixture.head();

    assertThat(fixture.chain().forwards(seed, head)).hasSize(2).last().isEqualTo(head);
    assertThat(fixture.chain().forwards(null, head)).hasSize(3).first().isEqualTo(seed);
    assertThat(fixture.chain().forwards(head, head)).isEmpty();
  }

  @Test
  void refusesAnIntervalWhoseTailIsNoAncestor() {
    ChainFixture fixture = new ChainFixture().seed().schema();

    assertThatThrownBy(() -> fixture.chain().forwards(hash("elsewhere"), fixture.head()))
        .asInstanceOf(type(ChainException.class))
        .returns(RuleCategory.InvalidInterval, ChainException::category);
  }

  @Test
  void findsTheLastEventOfAKind() {
    ChainFixture fixture = new ChainFixture().seed().schema().rows(0, 9).rows(10, 11);

    assertThat(fixture.chain().last(fixture.head(), MetadataEvent.SetDataSchema.class::isInstance))
        .hasValueSatisfying(block -> assertThat(block.block().sequenceNumber()).isEqualTo(1));
    assertThat(fixture.chain().last(fixture.head(), MetadataEvent.SetVocab.class::isInstance))
        .isEmpty();
  }

  @Test
  void saysWhichBlocksItHolds() {
    ChainFixture fixture = new ChainFixture().seed().schema();
    Multihash schema = fixture.head();
    fixture.rows(0, 9);

    assertThat(fixture.chain().contains(fixture.head(), schema, 1)).isTrue();
    assertThat(fixture.chain().contains(fixture.head(), hash("other"), 1)).isFalse();
    assertThat(fixture.chain().contains(schema, fixture.head(), 2)).isFalse();
  }

  @Test
  void sumsUpTheSameAnewAsBlockByBlock() {
    // Given
    SourceState one = new SourceState("one", SourceState.ETAG, "1");
    SourceState two = new SourceState("two", SourceState.ETAG, "2");
    ChainFixture fixture =
        new ChainFixture()
            .seed()
            .add(new MetadataEvent.SetVocab("o", null, null, null))
            .schema()
            .add(addData(0, 9, WATERMARK, one))
            .add(addData(10, 11, WATERMARK, two))
            .add(new MetadataEvent.SetInfo("a dataset", null));

    // When
    ChainSummary grown = null;
    for (Multihash hash : fixture.chain().forwards(null, fixture.head())) {
      MetadataBlock block = fixture.chain().block(hash).block();
      grown = grown == null ? ChainSummary.first(hash, block) : grown.after(hash, block);
    }

    // Then
    ChainSummary anew = fixture.chain().summary().orElseThrow();
    assertThat(anew).isEqualTo(grown);
    assertThat(anew.sequenceNumber()).isEqualTo(5);
    assertThat(anew.nextOffset()).isEqualTo(12);
    assertThat(anew.watermark()).isEqualTo(WATERMARK);
    assertThat(anew.vocabulary().offsetColumn()).isEqualTo("o");
    assertThat(anew.schema()).contains(ChainFixture.SCHEMA);
    assertThat(anew.state("one")).contains(one);
    assertThat(anew.state("two")).contains(two);
    assertThat(anew.state("three")).isEmpty();
    assertThat(anew.carriedState()).contains(two);
  }

  @Test
  void tellsThatTheChainHoldsEventsOfAnUnknownKind() {
    ChainFixture fixture = new ChainFixture().seed().schema();
    ChainSummary known = fixture.chain().summary().orElseThrow();
    fixture.addUnknown(77).rows(0, 9);

    ChainSummary summary = fixture.chain().summary().orElseThrow();

    assertThat(known.unknownEvents()).isEmpty();
    assertThat(summary.unknownEvents()).containsExactly(77);
    assertThat(summary.sequenceNumber()).isEqualTo(3);
  }

  @Test
  void keepsASummaryAsJson() {
    SourceState state = new SourceState("one", SourceState.ETAG, "1");
    ChainSummary summary =
        new ChainFixture()
            .seed()
            .schema()
            .addUnknown(77)
            .add(addData(0, 9, Instant.parse("+12345-01-01T00:00:00Z"), state))
            .chain()
            .summary()
            .orElseThrow();

    assertThat(ChainSummaryJson.read(ChainSummaryJson.write(summary))).isEqualTo(summary);
  }

  @Test
  void leavesNoNoteWhereItOnlyLooks() {
    ChainFixture fixture = new ChainFixture().seed().schema();
    for (int i = 0; i < 50; i++) {
      fixture.rows(i, i);
    }

    MetadataChain.readOnly(fixture.chain().storage()).summary();

    assertThat(fixture.store().list("info/", null, 10)).isEmpty();
  }

  @Test
  void takesNoNoticeOfANoteOfAnotherChain() {
    ChainFixture other = new ChainFixture().seed().schema().rows(0, 99);
    ChainFixture fixture = new ChainFixture().seed().schema().rows(0, 9);
    new SummaryNote(fixture.store()).write(other.chain().summary().orElseThrow());

    assertThat(fixture.chain().summary().orElseThrow().lastOffset()).isEqualTo(9);
  }

  @Test
  void takesNoNoticeOfANoteThatCannotBeRead() {
    ChainFixture fixture = new ChainFixture().seed().schema();
    fixture.store().putIfAbsent(SummaryNote.KEY, "{\"version\": 1".getBytes(UTF_8));

    assertThat(fixture.chain().summary().orElseThrow().sequenceNumber()).isEqualTo(1);
  }

  @Test
  void countsWhatWasAdded() {
    ChainFixture fixture = new ChainFixture().seed().schema();
    Multihash empty = fixture.head();
    fixture.add(addData(0, 9, WATERMARK, null));
    Multihash old = fixture.head();
    fixture.add(addData(10, 14, WATERMARK, null)).add(new MetadataEvent.SetInfo("x", null));

    assertThat(fixture.chain().increment(empty, fixture.head()))
        .isEqualTo(new Increment(3, 15, WATERMARK));
    assertThat(fixture.chain().increment(old, fixture.head())).isEqualTo(new Increment(2, 5, null));
    assertThat(fixture.chain().increment(null, empty)).isEqualTo(new Increment(2, 0, null));
    assertThat(fixture.chain().increment(old, old)).isEqualTo(new Increment(0, 0, null));
  }

  @Test
  void refusesAChainWhoseFirstBlockIsNoSeed() {
    MetadataBlock block =
        new MetadataBlock(
            ChainFixture.START, null, 0, new MetadataEvent.SetInfo("not a seed", null));
    ChainFixture fixture = new ChainFixture().add(block);

    assertThatThrownBy(() -> fixture.chain().summary())
        .asInstanceOf(type(ChainException.class))
        .returns(RuleCategory.FirstBlockMustBeSeed, ChainException::category);
  }

  @Test
  void doesNotWalkInACircle() {
    // Given: the head's bytes under the name of the seed, the only way to close a circle
    ChainFixture fixture = new ChainFixture().seed().schema().rows(0, 9);
    Multihash head = fixture.head();
    Multihash seed = fixture.chain().forwards(null, head).getFirst();
    byte[] bytes = fixture.chain().storage().blockBytes(head).orElseThrow();
    fixture.store().delete("blocks/" + seed);
    fixture.store().putIfAbsent("blocks/" + seed, bytes);

    // When, then
    assertThatThrownBy(() -> fixture.chain().forwards(null, head))
        .asInstanceOf(type(ChainException.class))
        .returns(RuleCategory.BlockMalformed, ChainException::category);
  }

  @Test
  void saysHowTwoChainsRelate() {
    // Given
    ChainFixture one = new ChainFixture().seed().schema();
    ChainFixture two = new ChainFixture().seed().schema();
    StoredBlock common = one.chain().block(one.head());

    // When, then
    assertThat(compare(one, two)).isEqualTo(new Divergence.Same());
    two.rows(0, 9).rows(10, 19);
    assertThat(compare(one, two)).isEqualTo(new Divergence.Behind(2));
    assertThat(compare(two, one)).isEqualTo(new Divergence.Ahead(2));
    one.rows(0, 5);
    assertThat(compare(one, two)).isEqualTo(new Divergence.Diverged(common, 1, 2));
    ChainFixture stranger =
        new ChainFixture()
            .add(new MetadataEvent.Seed(ChainFixture.dataset(2), DatasetKind.Root))
            .schema();
    assertThat(compare(one, stranger)).isEqualTo(new Divergence.Diverged(null, 3, 2));
  }

  @Test
  void leavesTheHeadWhereSomebodyElseMovedIt() {
    ChainFixture fixture = new ChainFixture().seed();
    Multihash seed = fixture.head();
    fixture.schema();
    MetadataBlock late =
        new MetadataBlock(ChainFixture.START, seed, 1, new MetadataEvent.SetInfo("too late", null));

    AppendOutcome outcome = fixture.chain().append(late, AppendOptions.DEFAULT);

    assertThat(outcome)
        .asInstanceOf(type(AppendOutcome.RefMoved.class))
        .returns(fixture.head(), AppendOutcome.RefMoved::found);
  }

  @Test
  void stagesABranchUnderAReferenceOfItsOwn() {
    ChainFixture fixture = new ChainFixture().seed().schema();
    Multihash head = fixture.head();
    RefName review = new RefName("review");
    MetadataBlock block =
        new MetadataBlock(
            ChainFixture.START.plusSeconds(9), head, 2, new MetadataEvent.SetInfo("new", null));

    AppendOptions options =
        AppendOptions.DEFAULT.withRef(review).withRefCheck(new AppendOptions.RefCheck.At(null));
    AppendOutcome outcome = fixture.chain().append(block, options);

    assertThat(outcome).isInstanceOf(AppendOutcome.Appended.class);
    assertThat(fixture.head()).isEqualTo(head);
    assertThat(fixture.chain().storage().references().get(review))
        .hasValueSatisfying(
            ref -> assertThat(ref.target()).isEqualTo(((AppendOutcome.Appended) outcome).hash()));
  }

  private static Divergence compare(ChainFixture one, ChainFixture two) {
    return one.chain().compare(one.head(), two.chain(), two.head());
  }
}
