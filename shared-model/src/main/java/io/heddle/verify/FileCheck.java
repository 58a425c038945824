package io.heddle.verify;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.hash.HashingOutputStream;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.objectstore.ObjectStoreException;
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

  private final DatasetStorage storage;
  private final VerifyOptions options;
  private final Findings findings;
  private final StoredBlock block;
  private final StorageArea area;
  private @Nullable Path copy;

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

  StoredBlock block() {
    return block;
  }

  /** The copy that {@link #fetch} made. */
  Path copy() {
    if (copy == null) {
      throw new IllegalStateException("no copy was asked for");
    }
    return copy;
  }

  /** Looks at the file; true when there is something to look at further. */
  boolean fetch(Multihash hash, long size, boolean keepCopy) {
    String name = area.folder() + "/" + hash;
    try {
      Optional<ObjectInfo> found = storage.stat(area, hash);
      if (found.isEmpty()) {
        findings.error(FindingCode.OBJECT_MISSING, block, name, "the file is not in the store");
        return false;
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
      Multihash actual = read(found.get(), keepCopy);
      if (options.wants(Check.PhysicalHash) && !actual.equals(hash)) {
        findings.differs(
            FindingCode.PHYSICAL_HASH_MISMATCH,
            block,
            name,
            hash,
            actual,
            "the file does not match its recorded hash");
      }
      return true;
    } catch (ObjectStoreException | UncheckedIOException e) {
      findings.unchecked(block, name, "the file could not be read: " + e.getMessage());
      return false;
    }
  }

  private Multihash read(ObjectInfo info, boolean keepCopy) {
    for (int attempt = 1; ; attempt++) {
      try (InputStream content =
              storage
                  .store()
                  .open(info.key())
                  .orElseThrow(() -> new IOException("it went away meanwhile"));
          HashingOutputStream target =
              new HashingOutputStream(
                  keepCopy ? Files.newOutputStream(newCopy()) : OutputStream.nullOutputStream())) {
        content.transferTo(target);
        return target.hash();
      } catch (IOException e) {
        if (attempt == TRIES) {
          throw new UncheckedIOException(e);
        }
      }
    }
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
