package io.heddle.chain;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.multiformats.MultiformatException;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.objectstore.PutOutcome;
import io.heddle.objectstore.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The references of one dataset: {@code refs/NAME} with the text of a block hash. */
public final class References {
  private static final String FOLDER = "refs/";
  private static final int PAGE = 1000;

  private final ObjectStore store;

  References(ObjectStore store) {
    this.store = store;
  }

  /** The head of the accepted chain; empty for a dataset that is not (completely) created. */
  public Optional<BlockRef> head() {
    return get(RefName.HEAD);
  }

  /**
   * @throws ChainException (BlockMalformed) when the reference holds no block hash
   */
  public Optional<BlockRef> get(RefName name) {
    return store.get(FOLDER + name).map(object -> parse(name, object));
  }

  /**
   * All references in the order of their names.
   *
   * @throws ChainException (BlockMalformed) when one of them holds no block hash
   */
  public List<BlockRef> list() {
    List<BlockRef> refs = new ArrayList<>();
    String after = null;
    for (List<ObjectInfo> page = page(after); !page.isEmpty(); page = page(after)) {
      for (ObjectInfo info : page) {
        after = info.key();
        String name = info.key().substring(FOLDER.length());
        if (RefName.isValid(name)) {
          get(new RefName(name)).ifPresent(refs::add);
        }
      }
    }
    return refs;
  }

  private List<ObjectInfo> page(@Nullable String after) {
    return store.list(FOLDER, after, PAGE);
  }

  /**
   * Points a reference to a block if it still is as it was read.
   *
   * @param expected as it was read; null: it must not exist yet
   */
  public RefMove move(RefName name, @Nullable BlockRef expected, Multihash target) {
    byte[] content = target.toString().getBytes(UTF_8);
    PutOutcome outcome =
        expected == null
            ? store.putIfAbsent(FOLDER + name, content)
            : store.putIfMatch(FOLDER + name, content, expected.version());
    return switch (outcome) {
      case PutOutcome.Stored(var version) -> new RefMove.Moved(new BlockRef(name, target, version));
      case PutOutcome.Refused refused -> new RefMove.Conflict(get(name).orElse(null));
      case PutOutcome.Unknown(ObjectStoreException cause) -> look(name, target, cause);
    };
  }

  /** Removes a reference; there being none is fine. Not conditional: S3 has no such deletion. */
  public void delete(RefName name) {
    store.delete(FOLDER + name);
  }

  private RefMove look(RefName name, Multihash target, ObjectStoreException cause) {
    BlockRef found = get(name).orElse(null);
    return found != null && found.target().equals(target)
        ? new RefMove.Moved(found)
        : new RefMove.Unknown(found, cause);
  }

  private static BlockRef parse(RefName name, StoredObject object) {
    String text = new String(object.content(), UTF_8).strip();
    try {
      return new BlockRef(name, Multihash.parse(text), object.etag());
    } catch (MultiformatException e) {
      throw new ChainException(
          RuleCategory.BlockMalformed,
          "reference \"%s\" holds no block hash: %s".formatted(name, e.getMessage()));
    }
  }
}
