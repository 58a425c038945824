package io.heddle.ingress.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.SourceState;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentMemoryTest {
  private static final DatasetId DATASET = new DatasetId(new byte[DatasetId.KEY_LENGTH]);
  private static final SourceState FIRST = new SourceState("s", SourceState.ETAG, "\"1\"");
  private static final SourceState SECOND = new SourceState("s", SourceState.ETAG, "\"2\"");
  private static final Multihash OLD = content(1);
  private static final Multihash NEW = content(2);

  @TempDir private Path folder;
  private ContentMemory contents;

  @BeforeEach
  void setUp() {
    contents = new ContentMemory(folder);
  }

  @Test
  void knowsTheContentOfTheLastState() {
    contents.remember(DATASET, null, FIRST, OLD);
    contents = new ContentMemory(folder);
    assertThat(contents.isSame(DATASET, FIRST, OLD)).isTrue();
    assertThat(contents.isSame(DATASET, FIRST, NEW)).isFalse();
    assertThat(contents.isSame(DATASET, SECOND, OLD)).isFalse();
    assertThat(contents.isSame(DATASET, null, OLD)).isFalse();
  }

  @Test
  void doesNotTakeAFetchForACommit() {
    contents.remember(DATASET, null, FIRST, OLD);
    contents.remember(DATASET, FIRST, SECOND, NEW);
    // The ingestion failed: the chain still holds the first state.
    assertThat(contents.isSame(DATASET, FIRST, NEW)).isFalse();
    assertThat(contents.isSame(DATASET, FIRST, OLD)).isTrue();
    contents.remember(DATASET, SECOND, new SourceState("s", SourceState.ETAG, "\"3\""), OLD);
    assertThat(contents.isSame(DATASET, FIRST, OLD)).isFalse();
    assertThat(contents.isSame(DATASET, SECOND, NEW)).isTrue();
  }

  @Test
  void keepsSourcesAndDatasetsApart() {
    contents.remember(DATASET, null, FIRST, OLD);
    SourceState other = new SourceState("other", FIRST.kind(), FIRST.value());
    assertThat(contents.isSame(DATASET, other, OLD)).isFalse();
    byte[] key = new byte[DatasetId.KEY_LENGTH];
    key[0] = 1;
    assertThat(contents.isSame(new DatasetId(key), FIRST, OLD)).isFalse();
  }

  @Test
  void readsAContentHashFromTheStateItself() {
    SourceState state = new SourceState("s", SourceState.CONTENT_HASH, OLD.toString());
    assertThat(contents.isSame(DATASET, state, OLD)).isTrue();
    assertThat(contents.isSame(DATASET, state, NEW)).isFalse();
  }

  private static Multihash content(int value) {
    byte[] digest = new byte[Multihash.DIGEST_LENGTH];
    Arrays.fill(digest, (byte) value);
    return new Multihash(HashFunction.SHA3_256, digest);
  }
}
