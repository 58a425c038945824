package io.heddle.resources.dataset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.RefName;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.encoding.OdfTypes;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.MultiformatException;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.objectstore.ObjectStore;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.verify.InputDatasets;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What can be read of one dataset, as JSON or bytes (REST, routes 26 to 35). */
@ApplicationScoped
public class DatasetReads {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String REFS_FOLDER = "refs/";
  private static final int MAX_REFS = 1000;

  private final DatasetResolver datasets;
  private final ObjectStore bucket;

  DatasetReads(DatasetResolver datasets, ObjectStore bucket) {
    this.datasets = datasets;
    this.bucket = bucket;
  }

  /**
   * The chain of the dataset that a path names.
   *
   * @throws ProblemException (dataset-not-found) when there is none
   */
  public MetadataChain chain(String ref) {
    return DatasetStores.chain(bucket, datasets.resolve(ref));
  }

  /** The datasets that others are made of, as far as they lie in the bucket. */
  InputDatasets inputs() {
    return InputDatasets.in(bucket);
  }

  /** The summary of the chain up to {@code asOf}, a block hash or the name of a reference. */
  ObjectNode metadata(String ref, String asOf) {
    MetadataChain chain = chain(ref);
    ChainSummary summary = chain.summary(target(chain, asOf));
    return ChainJson.metadata(
        summary,
        last(chain, summary.head(), MetadataEvent.SetInfo.class),
        last(chain, summary.head(), MetadataEvent.SetLicense.class));
  }

  private static <E extends MetadataEvent> Optional<E> last(
      MetadataChain chain, Multihash head, Class<E> type) {
    return chain.last(head, type::isInstance).map(block -> type.cast(block.block().event()));
  }

  ArrayNode refs(String ref) {
    MetadataChain chain = chain(ref);
    ArrayNode refs = JSON.arrayNode();
    for (ObjectInfo object : chain.storage().store().list(REFS_FOLDER, null, MAX_REFS)) {
      String name = object.key().substring(REFS_FOLDER.length());
      Multihash target = reference(chain, name).target();
      refs.add(ChainJson.ref(name, target, chain.block(target).block().sequenceNumber()));
    }
    return refs;
  }

  BlockRef reference(MetadataChain chain, String name) {
    RefName refName;
    try {
      refName = new RefName(name);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(Problem.MALFORMED_REQUEST, String.valueOf(e.getMessage()));
    }
    return chain
        .storage()
        .references()
        .get(refName)
        .orElseThrow(
            () ->
                new ProblemException(
                    Problem.REF_NOT_FOUND, "the dataset has no reference \"%s\"".formatted(name)));
  }

  /**
   * One page of the log, newest first.
   *
   * @param from the block to start with: a hash or the name of a reference
   * @param kinds only events of these kinds; empty: all
   */
  ObjectNode log(String ref, String from, int limit, Set<String> kinds) {
    MetadataChain chain = chain(ref);
    Multihash head = reference(chain, RefName.HEAD.value()).target();
    Predicate<StoredBlock> wanted =
        kinds.isEmpty()
            ? block -> true
            : block -> kinds.contains(OdfTypes.kindOf(block.block().event()));
    ObjectNode page = JSON.objectNode();
    ArrayNode items = page.putArray("items");
    Multihash next = null;
    for (StoredBlock block : chain.backwards(target(chain, from))) {
      if (!wanted.test(block)) {
        continue;
      }
      if (items.size() == limit) {
        next = block.hash();
        break;
      }
      items.add(ChainJson.logItem(block));
    }
    ObjectNode paging = page.putObject("page");
    paging.put("limit", limit);
    if (next != null) {
      paging.put("nextToken", next.toString());
    }
    page.put("head", head.toString());
    return page;
  }

  /**
   * The last records as an array of objects, with the schema in force.
   *
   * @param asOf a block hash or the name of a reference
   */
  ObjectNode tail(String ref, String asOf, long skip, int limit) {
    MetadataChain chain = chain(ref);
    ChainSummary summary = chain.summary(target(chain, asOf));
    ObjectNode json = JSON.objectNode();
    ArrayNode data = json.putArray("data");
    if (summary.schema().isPresent()) {
      data.addAll(LastRecords.read(chain, summary, skip, limit));
    }
    json.put("dataFormat", "JsonAoS");
    summary.schema().ifPresent(schema -> json.set("schema", OdfTypes.DATA_SCHEMA.toJson(schema)));
    json.put("schemaFormat", "OdfJson");
    return json;
  }

  /** The stored bytes of a block that belongs to the dataset's storage. */
  byte[] blockBytes(MetadataChain chain, Multihash hash) {
    return chain
        .storage()
        .blockBytes(hash)
        .orElseThrow(
            () ->
                new ProblemException(
                    Problem.BLOCK_NOT_FOUND, "the dataset has no block %s".formatted(hash)));
  }

  StoredBlock block(MetadataChain chain, Multihash hash) {
    blockBytes(chain, hash);
    return chain.block(hash);
  }

  /** Where a data or checkpoint file lies and how long it is. */
  ObjectInfo file(DatasetStorage storage, StorageArea area, Multihash hash) {
    return storage
        .stat(area, hash)
        .orElseThrow(
            () ->
                new ProblemException(
                    Problem.OBJECT_NOT_FOUND,
                    "the dataset has no object %s/%s".formatted(area.folder(), hash)));
  }

  Multihash target(MetadataChain chain, String hashOrRef) {
    return isReference(hashOrRef)
        ? reference(chain, hashOrRef).target()
        : block(chain, hash(hashOrRef)).hash();
  }

  private static boolean isReference(String text) {
    try {
      Multihash.parse(text);
      return false;
    } catch (MultiformatException e) {
      return true;
    }
  }

  /** A hash in any of the readable encodings. */
  static Multihash hash(@Nullable String text) {
    try {
      return Multihash.parse(text == null ? "" : text);
    } catch (MultiformatException e) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST,
          "\"%s\" is not a hash: %s".formatted(text, e.getMessage()),
          List.of());
    }
  }

  /** The identity of the dataset that a path names. */
  DatasetId id(String ref) {
    return datasets.resolve(ref);
  }
}
