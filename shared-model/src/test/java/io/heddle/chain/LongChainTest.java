package io.heddle.chain;

import static io.heddle.chain.ChainFixture.addData;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.encoding.BlockCodec;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.DataEvent;
import io.heddle.odf.SourceState;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What it costs to open a chain does not depend on how long it is. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongChainTest {
  private static final int BLOCKS = 100_000;
  private static final int FEW = 20;
  private static final SourceState STATE = new SourceState("weather", SourceState.ETAG, "17");

  private final CountedReads reads = new CountedReads();
  private final ChainFixture fixture = new ChainFixture(reads.of(new InMemoryObjectStore()));

  /** Blocks 0 and 1 set up the dataset; block n, from 2 on, adds the row at offset n - 2. */
  @BeforeAll
  void buildsTheChain() {
    fixture.seed().schema();
    BlockRef second = fixture.chain().head().orElseThrow();
    Multihash last = second.target();
    for (long number = 2; number < BLOCKS; number++) {
      last = fixture.chain().storage().putBlock(BlockCodec.encode(oneRow(number, last)));
    }
    fixture.chain().storage().references().move(RefName.HEAD, second, last);
  }

  @Test
  void findsWhatTheLastEventCarriesWithoutReadingOn() {
    // Given
    Multihash head = fixture.head();
    reads.reset();

    // When
    DataEvent last = fixture.chain().lastData(head).orElseThrow();

    // Then
    assertThat(((AddData) last).newSourceState()).isEqualTo(STATE);
    assertThat(reads.count()).isEqualTo(1);
  }

  @Test
  void opensWithFewReadsOnceItWasOpenedBefore() {
    // Given
    fixture.chain().summary();

    long next = nextNumber();
    for (long number = next; number < next + 30; number++) {
      // Given
      fixture.add(oneRow(number, fixture.head()));
      MetadataChain opened = new MetadataChain(new DatasetStorage(fixture.store()));
      reads.reset();

      // When
      ChainSummary summary = opened.summary().orElseThrow();

      // Then
      assertThat(summary.sequenceNumber()).isEqualTo(number);
      assertThat(summary.lastOffset()).isEqualTo(number - 2);
      assertThat(summary.schema()).contains(ChainFixture.SCHEMA);
      assertThat(summary.state("weather")).contains(STATE);
      assertThat(reads.count()).isLessThanOrEqualTo(FEW);
    }
  }

  @Test
  void opensWithFewReadsOnceItsWritersTookNotes() {
    // Given
    fixture.chain().noteGrowth(fixture.head(), BLOCKS, BLOCKS);
    MetadataChain reader = MetadataChain.readOnly(fixture.chain().storage());

    long next = nextNumber();
    for (long number = next; number < next + 30; number++) {
      // Given
      fixture.add(oneRow(number, fixture.head()));
      fixture.chain().noteGrowth(fixture.head(), number, 1);
      reads.reset();

      // When
      ChainSummary summary = reader.summary().orElseThrow();

      // Then
      assertThat(summary.sequenceNumber()).isEqualTo(number);
      assertThat(reads.count()).isLessThanOrEqualTo(FEW);
    }
  }

  private long nextNumber() {
    return fixture.chain().block(fixture.head()).block().sequenceNumber() + 1;
  }

  private static MetadataBlock oneRow(long number, Multihash previous) {
    Instant time = ChainFixture.START.plusSeconds(number);
    return new MetadataBlock(time, previous, number, addData(number - 2, number - 2, null, STATE));
  }
}
