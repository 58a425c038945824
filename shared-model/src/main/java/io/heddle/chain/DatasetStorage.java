package io.heddle.chain;

import io.heddle.encoding.BlockCodec;
import io.heddle.encoding.MalformedBlockException;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.objectstore.PutOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The objects of one dataset: {@code blocks/}, {@code data/} and {@code checkpoints/} under their
 * hashes, {@code refs/} under names ("Storage layout of a dataset"). Nothing under a hash is ever
 * overwritten; writing what is there already is a no-op.
 *
 * <p>Safe for any thread. Trouble with the store is an {@link ObjectStoreException}.
 */
public final class DatasetStorage {
  /** No honest block comes near; keeps a hostile store from filling the heap. */
  static final int MAX_BLOCK_BYTES = 32 * 1024 * 1024;

  private final ObjectStore store;
  private final ObjectNames names = new ObjectNames();
  private final References references;

  /**
   * @param store whose root is the dataset's root
   */
  public DatasetStorage(ObjectStore store) {
    this.store = store;
    this.references = new References(store);
  }

  /** The storage of a dataset below its own folder in a bucket. */
  public static DatasetStorage of(ObjectStore bucket, DatasetId dataset) {
    return new DatasetStorage(bucket.under(dataset.multibase()));
  }

  public ObjectStore store() {
    return store;
  }

  public References references() {
    return references;
  }

  /** Reads a block and checks its bytes against its name. */
  public BlockLookup block(Multihash hash) {
    Optional<byte[]> found = stored(hash);
    if (found.isEmpty()) {
      return new BlockLookup.Missing(hash);
    }
    byte[] bytes = found.get();
    if (bytes.length > MAX_BLOCK_BYTES) {
      return new BlockLookup.Malformed(hash, "more than %d bytes".formatted(MAX_BLOCK_BYTES));
    }
    Multihash actual = BlockCodec.hash(bytes);
    if (!actual.equals(hash)) {
      return new BlockLookup.WrongBytes(hash, actual);
    }
    try {
      return new BlockLookup.Found(new StoredBlock(hash, BlockCodec.decode(bytes)), bytes.length);
    } catch (MalformedBlockException e) {
      return new BlockLookup.Malformed(hash, String.valueOf(e.getMessage()));
    }
  }

  /**
   * The bytes of a block as they are stored, if there are any.
   *
   * @throws ChainException (BlockMalformed) when they are not those of the block
   */
  public Optional<byte[]> blockBytes(Multihash hash) {
    Optional<byte[]> found = stored(hash);
    if (found.isPresent() && !BlockCodec.hash(found.get()).equals(hash)) {
      throw new ChainException(
          RuleCategory.BlockMalformed, "what is stored as block %s is not it".formatted(hash));
    }
    return found;
  }

  private Optional<byte[]> stored(Multihash hash) {
    return names.find(StorageArea.BLOCKS, hash, key -> store.getRange(key, 0, MAX_BLOCK_BYTES + 1));
  }

  /** Stores a block under its hash, which is the result. */
  public Multihash putBlock(byte[] bytes) {
    Multihash hash = BlockCodec.hash(bytes);
    String key = ObjectNames.canonical(StorageArea.BLOCKS, hash);
    PutOutcome outcome = store.putIfAbsent(key, bytes);
    if (!(outcome instanceof PutOutcome.Stored)) {
      Optional<byte[]> there = store.getRange(key, 0, bytes.length + 1);
      if (there.isEmpty() || !Arrays.equals(there.get(), bytes)) {
        throw notStored(key, outcome, there.isPresent());
      }
    }
    return hash;
  }

  /** Whether the object is there, and its size. */
  public Optional<ObjectInfo> stat(StorageArea area, Multihash hash) {
    return names.find(area, hash, store::stat);
  }

  /** The content of an object as a stream that the caller closes and checks. */
  public Optional<InputStream> open(StorageArea area, Multihash hash) {
    return names.find(area, hash, store::open);
  }

  /**
   * Stores a file under its physical hash, which the caller has computed, and makes sure that all
   * of it is there.
   */
  public void put(StorageArea area, Multihash hash, Path file) {
    String key = ObjectNames.canonical(area, hash);
    long size;
    try {
      size = Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    PutOutcome outcome = store.putFileIfAbsent(key, file);
    Optional<ObjectInfo> there = store.stat(key);
    if (there.isEmpty() || there.get().size() != size) {
      throw notStored(key, outcome, there.isPresent());
    }
  }

  private ObjectStoreException notStored(String key, PutOutcome outcome, boolean present) {
    String where = "\"%s\" in %s".formatted(key, store);
    if (present) {
      return new ObjectStoreException(
          ObjectStoreException.Kind.CORRUPT,
          where + " holds other bytes than its name says; it must be repaired by hand");
    }
    if (outcome instanceof PutOutcome.Unknown(ObjectStoreException cause)) {
      return cause;
    }
    return new ObjectStoreException(
        ObjectStoreException.Kind.UNAVAILABLE, where + " is gone right after it was written");
  }
}
