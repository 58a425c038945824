package io.heddle.ingress.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.encoding.OdfTypes;
import io.heddle.hash.Sha3;
import io.heddle.ingress.follow.TopicFollower;
import io.heddle.message.MessageJson;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.MultiformatException;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.FetchStep;
import io.heddle.odf.Ingress;
import io.heddle.odf.SourceState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers which content came with the last states of a source (sources, "Url: http, https"):
 * validators are hints, bytes are facts. A server that makes up a new ETag for the same bytes must
 * not add them twice, one that keeps its ETag for other bytes must not have them dropped, and an
 * ETag in the chain does not say which bytes it stood for.
 *
 * <p>The memory is a view of the compacted topic of source contents, so that every instance has it.
 * An entry counts only if the dataset's chain holds its state, so one whose ingestion failed does
 * no harm. Losing the topic means that such content is offered once more.
 *
 * <p>Safe for use by several threads, one at a time for each source.
 */
public final class ContentMemory implements TopicFollower.Handler {
  /** Writes to the topic. */
  @FunctionalInterface
  public interface Writer {
    /**
     * Returns once the record is there for good.
     *
     * @throws io.heddle.problem.IngestException when it is not
     */
    void write(byte[] key, byte[] value) throws InterruptedException;
  }

  /** What to think of something that was fetched. */
  public sealed interface Verdict {
    /** Content and state are those that the dataset has. */
    record NothingNew() implements Verdict {}

    /** The content is in the dataset, under another state: only the state moves. */
    record SameContent(SourceState state) implements Verdict {}

    /** The content is not known to be in the dataset. */
    record NewContent(SourceState state) implements Verdict {}
  }

  /**
   * What one source brought to one dataset.
   *
   * @param definition hash of the ingress that it was fetched by
   * @param contents by the hash of the state with which they came
   */
  private record Memory(Multihash definition, Map<String, Multihash> contents) {}

  private static final Logger log = LoggerFactory.getLogger(ContentMemory.class);
  private static final ObjectMapper JSON = MessageJson.mapper();

  private final ConcurrentMap<String, Memory> memories = new ConcurrentHashMap<>();
  private final Writer writer;

  public ContentMemory(Writer writer) {
    this.writer = writer;
  }

  @Override
  public void accept(ConsumerRecord<byte[], byte[]> record) {
    String key = record.key() == null ? "" : new String(record.key(), UTF_8);
    if (record.value() == null) {
      memories.remove(key);
      return;
    }
    try {
      memories.put(key, JSON.readValue(record.value(), Memory.class));
    } catch (IOException e) {
      log.warn("Content of a source not understood offset={}", record.offset(), e);
    }
  }

  /**
   * The state whose validators may be shown to the source: {@code previous}, unless it came from
   * another URL, whose validators say nothing about what is fetched now. Positions in files are no
   * validators.
   */
  public @Nullable SourceState validators(
      DatasetId dataset, String sourceName, Ingress ingress, @Nullable SourceState previous) {
    Memory memory = memories.get(key(dataset, sourceName));
    return memory == null
            || !(ingress instanceof FetchStep.Url)
            || memory.definition().equals(definition(ingress))
        ? previous
        : null;
  }

  /**
   * Compares what was fetched with what the dataset has.
   *
   * @param previous the last state of the source in the dataset
   * @param state that came with the content
   * @param content null for what is known by its position rather than by its bytes
   * @param ignoreCache never takes content for known
   */
  public Verdict judge(
      DatasetId dataset,
      @Nullable SourceState previous,
      SourceState state,
      @Nullable Multihash content,
      boolean ignoreCache) {
    if (content == null) {
      return state.equals(previous) && !ignoreCache
          ? new Verdict.NothingNew()
          : new Verdict.NewContent(state);
    }
    boolean same =
        contentOf(dataset, state.sourceName(), previous).filter(content::equals).isPresent();
    if (same && ignoreCache) {
      return new Verdict.NewContent(state);
    }
    if (same) {
      return state.equals(previous) ? new Verdict.NothingNew() : new Verdict.SameContent(state);
    }
    // A validator that stayed while the bytes did not, as far as anybody knows, is none.
    return new Verdict.NewContent(
        state.equals(previous)
            ? StoredPosition.contentHash(state.sourceName(), content.toString())
            : state);
  }

  private Optional<Multihash> contentOf(
      DatasetId dataset, String sourceName, @Nullable SourceState state) {
    if (state == null) {
      return Optional.empty();
    }
    if (StoredPosition.of(state) instanceof StoredPosition.ContentHash(String hash)) {
      return parse(hash);
    }
    Memory memory = memories.get(key(dataset, sourceName));
    return memory == null
        ? Optional.empty()
        : Optional.ofNullable(memory.contents().get(hash(state)));
  }

  private static Optional<Multihash> parse(String hash) {
    try {
      return Optional.of(Multihash.parse(hash));
    } catch (MultiformatException e) {
      return Optional.empty();
    }
  }

  /**
   * Notes what came with {@code next}, before it is offered to the dataset. What came with {@code
   * previous} stays known, since {@code next} reaches the chain only with the commit.
   */
  public void remember(
      DatasetId dataset,
      Ingress ingress,
      @Nullable SourceState previous,
      SourceState next,
      Multihash content)
      throws InterruptedException {
    Map<String, Multihash> contents = new TreeMap<>();
    if (previous != null) {
      contentOf(dataset, next.sourceName(), previous)
          .ifPresent(known -> contents.put(hash(previous), known));
    }
    contents.put(hash(next), content);
    String key = key(dataset, next.sourceName());
    Memory memory = new Memory(definition(ingress), contents);
    if (!memory.equals(memories.get(key))) {
      writer.write(key.getBytes(UTF_8), bytes(memory));
      memories.put(key, memory);
    }
  }

  private static byte[] bytes(Memory memory) {
    try {
      return JSON.writeValueAsBytes(memory);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String key(DatasetId dataset, String sourceName) {
    return dataset + " " + sourceName;
  }

  private static Multihash definition(Ingress ingress) {
    return hash(OdfTypes.INGRESS.toJson(ingress).toString());
  }

  private static String hash(SourceState state) {
    return hash(state.kind() + " " + state.value()).toString();
  }

  private static Multihash hash(String text) {
    return new Multihash(HashFunction.SHA3_256, Sha3.newDigest().digest(text.getBytes(UTF_8)));
  }
}
