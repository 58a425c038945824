package io.heddle.ingress.push;

import io.heddle.chain.MetadataChain;
import io.heddle.chain.StoredBlock;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.OffsetInterval;
import io.heddle.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How far the datasets that a source feeds have ingested its topic, as their chains tell. */
public final class PushProgress {
  /** A block that brought the records of a push into a dataset. */
  record Commit(Resource dataset, StoredBlock block, @Nullable OffsetInterval offsets) {}

  private final PushSources sources;
  private final Function<DatasetId, MetadataChain> chains;

  public PushProgress(PushSources sources, Function<DatasetId, MetadataChain> chains) {
    this.sources = sources;
    this.chains = chains;
  }

  /**
   * The positions behind which all datasets have everything.
   *
   * @return empty when no dataset has anything of this topic, or none is fed
   */
  Optional<TopicPositions> behindAll(Resource source, String stateName, String topicId) {
    SortedMap<Integer, Long> least = null;
    for (DatasetId dataset : fed(source)) {
      Optional<TopicPositions> positions = positions(dataset, stateName, topicId);
      if (positions.isEmpty()) {
        return Optional.empty();
      }
      if (least == null) {
        least = new TreeMap<>(positions.get().next());
      } else {
        SortedMap<Integer, Long> other = positions.get().next();
        least.replaceAll((partition, next) -> Math.min(next, other.getOrDefault(partition, 0L)));
      }
    }
    return Optional.ofNullable(least).map(next -> new TopicPositions(topicId, next));
  }

  private List<DatasetId> fed(Resource source) {
    return sources.fedBy(source).stream().flatMap(d -> PushSources.idOf(d).stream()).toList();
  }

  private Optional<TopicPositions> positions(DatasetId dataset, String stateName, String topicId) {
    return chains
        .apply(dataset)
        .summary()
        .flatMap(summary -> summary.state(stateName))
        .flatMap(TopicPositions::of)
        .filter(positions -> positions.topicId().equals(topicId));
  }

  /** Whether every dataset that the source feeds has the records; false if it feeds none. */
  boolean isCommitted(Resource source, String stateName, String topicId, Receipt receipt) {
    List<DatasetId> datasets = fed(source);
    return !datasets.isEmpty()
        && datasets.stream()
            .allMatch(
                dataset ->
                    positions(dataset, stateName, topicId)
                        .filter(positions -> isBehind(positions, receipt))
                        .isPresent());
  }

  private static boolean isBehind(TopicPositions positions, Receipt receipt) {
    return positions.isBehind(receipt.partition(), receipt.lastOffset(), receipt.body());
  }

  /** The blocks that brought the records, one for each dataset that has them. */
  List<Commit> commits(Resource source, String stateName, String topicId, Receipt receipt) {
    List<Commit> commits = new ArrayList<>();
    for (Resource dataset : sources.fedBy(source)) {
      PushSources.idOf(dataset)
          .map(chains)
          .flatMap(chain -> firstBehind(chain, stateName, topicId, receipt))
          .ifPresent(block -> commits.add(commit(dataset, block)));
    }
    return commits;
  }

  private static Commit commit(Resource dataset, StoredBlock block) {
    OffsetInterval offsets =
        block.block().event() instanceof AddData data && data.newData() != null
            ? data.newData().offsetInterval()
            : null;
    return new Commit(dataset, block, offsets);
  }

  /** The oldest block whose state lies behind the records, found from the head. */
  private static Optional<StoredBlock> firstBehind(
      MetadataChain chain, String stateName, String topicId, Receipt receipt) {
    StoredBlock found = null;
    var head = chain.head();
    if (head.isEmpty()) {
      return Optional.empty();
    }
    for (StoredBlock block : chain.backwards(head.get().target())) {
      if (!(block.block().event() instanceof AddData data)
          || data.newSourceState() == null
          || !data.newSourceState().sourceName().equals(stateName)) {
        continue;
      }
      boolean behind =
          TopicPositions.of(data.newSourceState())
              .filter(positions -> positions.topicId().equals(topicId))
              .filter(positions -> isBehind(positions, receipt))
              .isPresent();
      if (!behind) {
        break;
      }
      found = block;
    }
    return Optional.ofNullable(found);
  }
}
