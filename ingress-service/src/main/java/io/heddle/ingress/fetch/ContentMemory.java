package io.heddle.ingress.fetch;

import io.heddle.chain.SourceState;
import io.heddle.hash.Sha3;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Remembers on this machine which content came with the last states of a source. A server that
 * makes up a new ETag for the same bytes must not add them twice, and an ETag in the chain does not
 * say which bytes it stood for.
 *
 * <p>An entry counts only if the dataset's chain holds its state, so one whose ingestion failed
 * does no harm. Losing the folder means that such content is offered once more.
 *
 * <p>Safe for use by several threads, one at a time for each source.
 */
public final class ContentMemory {
  private final Path folder;

  /**
   * @param dataDir the local working folder of the process
   */
  public ContentMemory(Path dataDir) {
    try {
      this.folder = Files.createDirectories(dataDir.resolve("contents"));
    } catch (IOException e) {
      throw new UncheckedIOException("the folder %s cannot be used".formatted(dataDir), e);
    }
  }

  /** Whether {@code content} is what the dataset got when it reached {@code state}. */
  public boolean isSame(DatasetId dataset, @Nullable SourceState state, Multihash content) {
    if (state == null) {
      return false;
    }
    return state.kind().equals(SourceState.CONTENT_HASH)
        ? state.value().equals(content.toString())
        : read(dataset, state.sourceName()).contains(entry(state, content));
  }

  /**
   * Notes what came with {@code next}. What came with {@code previous} stays known, since {@code
   * next} reaches the chain only with the commit.
   */
  public void remember(
      DatasetId dataset, @Nullable SourceState previous, SourceState next, Multihash content) {
    List<String> entries = new ArrayList<>();
    if (previous != null && !previous.equals(next)) {
      read(dataset, next.sourceName()).stream()
          .filter(entry -> entry.startsWith(stateHash(previous)))
          .forEach(entries::add);
    }
    entries.add(entry(next, content));
    Path file = file(dataset, next.sourceName());
    Path aside = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.write(aside, entries);
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.LimitExceeded, "%s cannot be written: %s".formatted(file, e.getMessage()), e);
    }
  }

  private List<String> read(DatasetId dataset, String sourceName) {
    Path file = file(dataset, sourceName);
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.LimitExceeded, "%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private Path file(DatasetId dataset, String sourceName) {
    return folder.resolve(hash(dataset + " " + sourceName));
  }

  private static String entry(SourceState state, Multihash content) {
    return stateHash(state) + " " + content;
  }

  private static String stateHash(SourceState state) {
    return hash(state.kind() + " " + state.value());
  }

  private static String hash(String text) {
    return new Multihash(
            HashFunction.SHA3_256, Sha3.newDigest().digest(text.getBytes(StandardCharsets.UTF_8)))
        .toString();
  }
}
