package io.heddle.verify;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.hash.HashingOutputStream;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.slice.SliceSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The check of one file: it exists, with the size and the bytes that the block says. */
final class FileCheck implements AutoCloseable {
  private static final int TRIES = 3;

  /** Up to this size a copy is kept in memory. */
  private static final long SMALL_BYTES = 1 << 20;

  private final DatasetStorage storage;
  private final VerifyOptions options;
  private final Findings findings;
  private final StoredBlock block;
  private final StorageArea area;
  private @Nullable Path copy;
  private @Nullable SliceSource content;
  private boolean holdsTheBytes;

  FileCheck(
      DatasetStorage storage,
      VerifyOptions options,
      Findings findings,
      StoredBlock block,
      StorageArea area) {
    this.storage = storage;
    this.options = options;
    this.findings = findings;
    this.block = block;
    this.area = area;
  }

  /** The content as {@link #fetch} has read it, if it was asked to keep it. */
  Optional<SliceSource> content() {
    return Optional.ofNullable(content);
  }

  /** Whether {@link #fetch} found the very bytes that the hash names. */
  boolean holdsTheBytes() {
    return holdsTheBytes;
  }

  /** Looks at the file, and keeps its content for more looks if asked to. */
  void fetch(Multihash hash, long size, boolean keep) {
    String name = area.folder() + "/" + hash;
    try {
      Optional<ObjectInfo> found = storage.stat(area, hash);
      if (found.isEmpty()) {
        findings.error(FindingCode.OBJECT_MISSING, block, name, "the file is not in the store");
        return;
      }
      if (options.wants(Check.PhysicalHash) && found.get().size() != size) {
        findings.differs(
            FindingCode.SIZE_MISMATCH,
            block,
            name,
            Long.toUnsignedString(size),
            found.get().size(),
            "the file has another size than the block says");
      }
      Multihash actual = read(found.get(), keep);
      holdsTheBytes = actual.equals(hash);
      if (options.wants(Check.PhysicalHash) && !holdsTheBytes) {
        findings.differs(
            FindingCode.PHYSICAL_HASH_MISMATCH,
            block,
            name,
            hash,
            actual,
            "the file does not match its recorded hash");
      }
    } catch (ObjectStoreException | UncheckedIOException e) {
      findings.unchecked(block, name, "the file could not be read: " + e.getMessage());
    }
  }

  private Multihash read(ObjectInfo info, boolean keep) {
    for (int attempt = 1; ; attempt++) {
      ByteArrayOutputStream memory = new ByteArrayOutputStream();
      try (InputStream stored =
              storage
                  .store()
                  .open(info.key())
                  .orElseThrow(() -> new IOException("it went away meanwhile"));
          HashingOutputStream target = new HashingOutputStream(target(info, keep, memory))) {
        stored.transferTo(target);
        target.flush();
        if (keep) {
          content = copy == null ? SliceSource.of(memory.toByteArray()) : SliceSource.of(copy);
        }
        return target.hash();
      } catch (IOException e) {
        if (attempt == TRIES) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private OutputStream target(ObjectInfo info, boolean keep, OutputStream memory)
      throws IOException {
    if (!keep) {
      return OutputStream.nullOutputStream();
    }
    return info.size() <= SMALL_BYTES ? memory : Files.newOutputStream(newCopy());
  }

  private Path newCopy() throws IOException {
    if (copy == null) {
      copy =
          options.folder() == null
              ? Files.createTempFile("heddle-verify-", ".parquet")
              : Files.createTempFile(options.folder(), "heddle-verify-", ".parquet");
    }
    return copy;
  }

  @Override
  public void close() {
    try {
      if (copy != null) {
        Files.deleteIfExists(copy);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the copy " + copy, e);
    }
  }
}
