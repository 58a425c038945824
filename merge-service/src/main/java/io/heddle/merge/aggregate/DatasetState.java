package io.heddle.merge.aggregate;

import io.heddle.chain.ChainSummary;
import io.heddle.message.TaskCommits;
import io.heddle.odf.MetadataEvent;
import io.heddle.schema.DataSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that an aggregate must not forget. The row state it speaks of is that of {@code chain}'s head
 * plus what the phase says.
 *
 * @param number of the dataset in the stores of its partition
 * @param chain up to the last acknowledged block; null: no block yet
 * @param descriptions the last of each event that rules do not look at, by its kind
 * @param resourceId the Dataset resource that created the dataset, as far as known
 * @param schemas under which rows were written, by version
 * @param views all of them, complete unless the phase says otherwise
 * @param lastIngestions the last committed one of each source
 * @param needs the view that each source looks into; a source that looks into none is not there
 * @param garbage spaces that are to be emptied
 */
record DatasetState(
    int number,
    @Nullable ChainSummary chain,
    Map<String, MetadataEvent> descriptions,
    @Nullable String resourceId,
    List<DataSchema> schemas,
    List<View> views,
    Map<String, LastIngestion> lastIngestions,
    Map<String, View.Need> needs,
    List<Integer> garbage,
    Phase phase) {
  DatasetState {
    descriptions = Map.copyOf(descriptions);
    schemas = List.copyOf(schemas);
    views = List.copyOf(views);
    lastIngestions = Map.copyOf(lastIngestions);
    needs = Map.copyOf(needs);
    garbage = List.copyOf(garbage);
  }

  /** The task that ingested a source last, and what came of it. */
  record LastIngestion(String taskId, TaskCommits commits) {
    /** This, and what {@code taskId} committed now. */
    static LastIngestion of(@Nullable LastIngestion before, String taskId, TaskCommits commits) {
      return new LastIngestion(
          taskId,
          before != null && before.taskId.equals(taskId) ? before.commits.and(commits) : commits);
    }
  }

  static DatasetState unknown(int number) {
    return new DatasetState(
        number,
        null,
        Map.of(),
        null,
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        new Phase.Idle());
  }

  Optional<View> view(View.Need need) {
    return views.stream().filter(view -> view.serves(need)).findFirst();
  }

  /** Whether the dataset has rows. */
  boolean hasRows() {
    return chain != null && chain.lastOffset() != null;
  }

  DatasetState with(Phase newPhase) {
    return new DatasetState(
        number,
        chain,
        descriptions,
        resourceId,
        schemas,
        views,
        lastIngestions,
        needs,
        garbage,
        newPhase);
  }

  DatasetState with(@Nullable ChainSummary newChain) {
    return new DatasetState(
        number,
        newChain,
        descriptions,
        resourceId,
        schemas,
        views,
        lastIngestions,
        needs,
        garbage,
        phase);
  }

  DatasetState withDescription(MetadataEvent event) {
    Map<String, MetadataEvent> more = new HashMap<>(descriptions);
    more.put(event.getClass().getSimpleName(), event);
    return new DatasetState(
        number, chain, more, resourceId, schemas, views, lastIngestions, needs, garbage, phase);
  }

  DatasetState withResourceId(@Nullable String id) {
    return new DatasetState(
        number, chain, descriptions, id, schemas, views, lastIngestions, needs, garbage, phase);
  }

  /** With a schema as the version under which rows are written from now on. */
  DatasetState writingUnder(@Nullable DataSchema schema) {
    if (schema == null || !schemas.isEmpty() && schemas.getLast().equals(schema)) {
      return this;
    }
    List<DataSchema> more = new ArrayList<>(schemas);
    more.add(schema);
    return new DatasetState(
        number,
        chain,
        descriptions,
        resourceId,
        more,
        views,
        lastIngestions,
        needs,
        garbage,
        phase);
  }

  DatasetState withViews(List<View> newViews) {
    return new DatasetState(
        number,
        chain,
        descriptions,
        resourceId,
        schemas,
        newViews,
        lastIngestions,
        needs,
        garbage,
        phase);
  }

  DatasetState withGarbage(List<Integer> spaces) {
    return new DatasetState(
        number,
        chain,
        descriptions,
        resourceId,
        schemas,
        views,
        lastIngestions,
        needs,
        spaces,
        phase);
  }

  DatasetState withLastIngestion(String sourceName, LastIngestion ingestion) {
    Map<String, LastIngestion> more = new HashMap<>(lastIngestions);
    more.put(sourceName, ingestion);
    return new DatasetState(
        number, chain, descriptions, resourceId, schemas, views, more, needs, garbage, phase);
  }

  DatasetState withSchemas(List<DataSchema> newSchemas) {
    return new DatasetState(
        number,
        chain,
        descriptions,
        resourceId,
        newSchemas,
        views,
        lastIngestions,
        needs,
        garbage,
        phase);
  }

  /** With the view that a source looks into from now on; empty: none. */
  DatasetState withNeed(String sourceName, Optional<View.Need> need) {
    Map<String, View.Need> more = new HashMap<>(needs);
    more.remove(sourceName);
    need.ifPresent(view -> more.put(sourceName, view));
    return new DatasetState(
        number,
        chain,
        descriptions,
        resourceId,
        schemas,
        views,
        lastIngestions,
        more,
        garbage,
        phase);
  }

  /** With these views alone; the rows of the others are garbage. */
  DatasetState keepingViews(List<View> kept) {
    List<Integer> spaces = new ArrayList<>(garbage);
    for (View view : views) {
      if (kept.stream().noneMatch(each -> each.space() == view.space())) {
        spaces.add(view.space());
      }
    }
    return withViews(kept).withGarbage(spaces);
  }
}
