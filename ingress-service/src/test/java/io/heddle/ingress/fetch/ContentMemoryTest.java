package io.heddle.ingress.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.fetch.ContentMemory.Verdict.NewContent;
import io.heddle.ingress.fetch.ContentMemory.Verdict.NothingNew;
import io.heddle.ingress.fetch.ContentMemory.Verdict.SameContent;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.FetchStep;
import io.heddle.odf.SourceState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Validators are hints, bytes are facts. */
class ContentMemoryTest {
  private static final DatasetId DATASET = new DatasetId(new byte[DatasetId.KEY_LENGTH]);
  private static final FetchStep.Url URL = url("http://localhost/x.csv");
  private static final SourceState FIRST = new SourceState("s", SourceState.ETAG, "\"1\"");
  private static final SourceState SECOND = new SourceState("s", SourceState.ETAG, "\"2\"");
  private static final Multihash OLD = content(1);
  private static final Multihash NEW = content(2);

  private final List<ConsumerRecord<byte[], byte[]>> topic = new ArrayList<>();
  private final ContentMemory contents = new ContentMemory(this::append);

  @Test
  void passesOverEqualContentUnderTheSameState() throws Exception {
    contents.remember(DATASET, URL, null, FIRST, OLD);
    assertThat(judge(FIRST, FIRST, OLD)).isEqualTo(new NothingNew());
  }

  @Test
  void movesTheStateForEqualContentUnderANewValidator() throws Exception {
    contents.remember(DATASET, URL, null, FIRST, OLD);
    assertThat(judge(FIRST, SECOND, OLD)).isEqualTo(new SameContent(SECOND));
  }

  @ParameterizedTest
  @CsvSource({
    "odf/etag, '\"1\"'",
    "odf/etag, ''",
    "odf/etag, W/\"0\"",
    "odf/last-modified, 1970-01-01T00:00:00Z",
    "odf/last-modified, 1980-01-01T00:00:00Z"
  })
  void takesOtherContentUnderTheSameValidator(String kind, String value) throws Exception {
    // Given
    SourceState constant = new SourceState("s", kind, value);
    contents.remember(DATASET, URL, null, constant, OLD);
    // When
    ContentMemory.Verdict verdict = judge(constant, constant, NEW);
    // Then
    assertThat(verdict)
        .isEqualTo(new NewContent(new SourceState("s", SourceState.CONTENT_HASH, NEW.toString())));
  }

  @Test
  void takesContentUnderTheSameValidatorWhenNothingIsRemembered() {
    assertThat(judge(FIRST, FIRST, NEW))
        .isEqualTo(new NewContent(new SourceState("s", SourceState.CONTENT_HASH, NEW.toString())));
  }

  @Test
  void readsAContentHashFromTheStateItself() {
    SourceState state = new SourceState("s", SourceState.CONTENT_HASH, OLD.toString());
    assertThat(judge(state, state, OLD)).isEqualTo(new NothingNew());
    assertThat(judge(state, FIRST, OLD)).isEqualTo(new SameContent(FIRST));
    assertThat(judge(state, FIRST, NEW)).isEqualTo(new NewContent(FIRST));
  }

  @Test
  void takesEverythingWhenTheCacheIsIgnored() throws Exception {
    contents.remember(DATASET, URL, null, FIRST, OLD);
    assertThat(contents.judge(DATASET, FIRST, SECOND, OLD, true)).isEqualTo(new NewContent(SECOND));
    // The validator stays one, since the bytes stayed with it.
    assertThat(contents.judge(DATASET, FIRST, FIRST, OLD, true)).isEqualTo(new NewContent(FIRST));
  }

  @Test
  void leavesWhatIsKnownByItsPositionToTheState() {
    assertThat(judge(FIRST, FIRST, null)).isEqualTo(new NothingNew());
    assertThat(judge(FIRST, SECOND, null)).isEqualTo(new NewContent(SECOND));
  }

  @Test
  void doesNotTakeAFetchForACommit() throws Exception {
    contents.remember(DATASET, URL, null, FIRST, OLD);
    contents.remember(DATASET, URL, FIRST, SECOND, NEW);
    // The ingestion failed: the chain still holds the first state.
    assertThat(judge(FIRST, SECOND, NEW)).isEqualTo(new NewContent(SECOND));
    assertThat(judge(FIRST, FIRST, OLD)).isEqualTo(new NothingNew());
    // It did not: the chain holds the second one.
    assertThat(judge(SECOND, SECOND, NEW)).isEqualTo(new NothingNew());
  }

  @Test
  void isKnownToEveryInstance() throws Exception {
    // Given
    contents.remember(DATASET, URL, null, FIRST, OLD);
    contents.remember(DATASET, URL, FIRST, SECOND, NEW);
    ContentMemory other = new ContentMemory((key, value) -> {});
    // When
    topic.forEach(other::accept);
    // Then
    assertThat(other.judge(DATASET, SECOND, SECOND, NEW, false)).isEqualTo(new NothingNew());
    other.accept(new ConsumerRecord<>("t", 0, 2, topic.getFirst().key(), null));
    assertThat(other.judge(DATASET, SECOND, SECOND, NEW, false)).isInstanceOf(NewContent.class);
  }

  @Test
  void passesOverWhatItDoesNotUnderstand() {
    contents.accept(new ConsumerRecord<>("t", 0, 0, "k".getBytes(UTF_8), "[".getBytes(UTF_8)));
    assertThat(topic).isEmpty();
  }

  @Test
  void writesNothingThatIsThere() throws Exception {
    contents.remember(DATASET, URL, null, FIRST, OLD);
    contents.remember(DATASET, URL, FIRST, FIRST, OLD);
    assertThat(topic).hasSize(1);
  }

  @Test
  void remembersNothingThatCouldNotBeWritten() {
    ContentMemory failing =
        new ContentMemory(
            (key, value) -> {
              throw new IllegalStateException("no broker");
            });
    assertThatThrownBy(() -> failing.remember(DATASET, URL, null, FIRST, OLD))
        .hasMessage("no broker");
    assertThat(failing.judge(DATASET, FIRST, SECOND, OLD, false)).isInstanceOf(NewContent.class);
  }

  @Test
  void keepsSourcesAndDatasetsApart() throws Exception {
    contents.remember(DATASET, URL, null, FIRST, OLD);
    SourceState other = new SourceState("other", FIRST.kind(), FIRST.value());
    assertThat(judge(other, other, OLD)).isInstanceOf(NewContent.class);
    byte[] key = new byte[DatasetId.KEY_LENGTH];
    key[0] = 1;
    assertThat(contents.judge(new DatasetId(key), FIRST, SECOND, OLD, false))
        .isInstanceOf(NewContent.class);
  }

  @Test
  void doesNotShowValidatorsOfOneUrlToAnother() throws Exception {
    contents.remember(DATASET, URL, null, FIRST, OLD);
    assertThat(contents.validators(DATASET, "s", URL, FIRST)).isEqualTo(FIRST);
    FetchStep.Url moved = url("file:///data/z.csv");
    assertThat(contents.validators(DATASET, "s", moved, FIRST)).isNull();
    assertThat(contents.validators(DATASET, "new", moved, FIRST)).isEqualTo(FIRST);
    FetchStep.FilesGlob glob = new FetchStep.FilesGlob("/data/*.csv", null, null, null);
    assertThat(contents.validators(DATASET, "s", glob, FIRST)).isEqualTo(FIRST);
  }

  private ContentMemory.Verdict judge(
      @Nullable SourceState previous, SourceState state, @Nullable Multihash content) {
    return contents.judge(DATASET, previous, state, content, false);
  }

  private void append(byte[] key, byte[] value) {
    topic.add(new ConsumerRecord<>("t", 0, topic.size(), key, value));
  }

  private static FetchStep.Url url(String url) {
    return new FetchStep.Url(url, null, null, null);
  }

  private static Multihash content(int value) {
    byte[] digest = new byte[Multihash.DIGEST_LENGTH];
    Arrays.fill(digest, (byte) value);
    return new Multihash(HashFunction.SHA3_256, digest);
  }
}
