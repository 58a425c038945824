package io.heddle.chain;

import static io.heddle.chain.ChainRules.none;
import static io.heddle.chain.ChainRules.violation;

import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.ExecuteTransformInput;
import io.heddle.odf.MetadataEvent.SetTransform;
import io.heddle.odf.MetadataEvent.TransformInput;
import io.heddle.odf.Transform;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules 18 to 27: definition and runs of a derivative dataset's transformation. */
final class TransformRules {
  private TransformRules() {}

  static Optional<Violation> alone(SetTransform event) {
    return ChainRules.first(
        () -> inputs(event.inputs()),
        () -> normalized(event.transform(), ChainRule.TRANSFORM_NORMALIZED));
  }

  private static Optional<Violation> inputs(List<TransformInput> inputs) {
    if (inputs.isEmpty()) {
      return violation(ChainRule.TRANSFORM_HAS_INPUT, "a transformation needs an input");
    }
    Set<String> seen = new HashSet<>();
    for (TransformInput input : inputs) {
      // References that are not resolved cannot be told apart, hence count as equal.
      if (!seen.add(isId(input) ? input.datasetRef() : "")) {
        return violation(
            ChainRule.TRANSFORM_INPUTS_DISTINCT,
            "input %s occurs more than once".formatted(input.datasetRef()));
      }
    }
    for (TransformInput input : inputs) {
      if (!isId(input) || input.alias() == null) {
        return violation(
            ChainRule.TRANSFORM_INPUTS_RESOLVED,
            "input %s must be given by dataset id and have an alias".formatted(input.datasetRef()));
      }
    }
    return none();
  }

  private static boolean isId(TransformInput input) {
    return input.datasetRef().startsWith(DatasetId.DID_PREFIX);
  }

  /** Queries as a list in which exactly the last one, the output, has no alias. */
  static Optional<Violation> normalized(Transform transform, ChainRule rule) {
    return switch (transform) {
      case Transform.Sql sql -> {
        if (sql.query() != null) {
          yield violation(rule, "\"query\" must be given as \"queries\"");
        }
        if (sql.queries() == null || sql.queries().isEmpty()) {
          yield violation(rule, "a transformation needs a query");
        }
        int last = sql.queries().size() - 1;
        for (int i = 0; i <= last; i++) {
          boolean named = sql.queries().get(i).alias() != null;
          if (named == (i == last)) {
            yield violation(
                rule,
                named
                    ? "the last query is the output and has no alias"
                    : "query %d of %d needs an alias".formatted(i + 1, last + 1));
          }
        }
        yield none();
      }
    };
  }

  static Optional<Violation> execute(ChainSummary before, ExecuteTransform event) {
    ExecuteTransform last = before.lastExecuteTransform();
    return ChainRules.first(
        () -> DataEventRules.schemaBeforeData(before, event),
        () -> DataEventRules.previousCheckpoint(last, event),
        () -> inputDatasets(before, event),
        () -> inputs(last, event),
        () -> progress(last, event));
  }

  private static Optional<Violation> inputDatasets(ChainSummary before, ExecuteTransform event) {
    List<String> expected;
    if (before.transform() != null) {
      expected = before.transform().inputs().stream().map(TransformInput::datasetRef).toList();
    } else if (before.lastExecuteTransform() != null) {
      expected = ids(before.lastExecuteTransform());
    } else {
      return violation(
          ChainRule.INPUT_DATASETS, "a SetTransform event must come before the first run");
    }
    List<String> actual = ids(event);
    return actual.equals(expected)
        ? none()
        : Optional.of(
            Violation.differs(ChainRule.INPUT_DATASETS, "the list of inputs", expected, actual));
  }

  private static List<String> ids(ExecuteTransform event) {
    return event.queryInputs().stream().map(input -> input.datasetId().toString()).toList();
  }

  private static Optional<Violation> inputs(
      @Nullable ExecuteTransform last, ExecuteTransform event) {
    for (int i = 0; i < event.queryInputs().size(); i++) {
      ExecuteTransformInput previous =
          last == null || i >= last.queryInputs().size() ? null : last.queryInputs().get(i);
      Optional<Violation> found = input(previous, event.queryInputs().get(i));
      if (found.isPresent()) {
        return found;
      }
    }
    return none();
  }

  private static Optional<Violation> input(
      @Nullable ExecuteTransformInput last, ExecuteTransformInput input) {
    String name = "input " + input.datasetId() + ": ";
    if (input.newBlockHash() != null
        && Objects.equals(input.newBlockHash(), input.prevBlockHash())) {
      return violation(
          ChainRule.INPUT_MOVES, name + "newBlockHash repeats prevBlockHash; leave it out");
    }
    if (input.newOffset() != null
        && input.prevOffset() != null
        && Long.compareUnsigned(input.newOffset(), input.prevOffset()) <= 0) {
      return violation(
          ChainRule.INPUT_MOVES,
          name
              + "newOffset %s is not after prevOffset %s"
                  .formatted(
                      Long.toUnsignedString(input.newOffset()),
                      Long.toUnsignedString(input.prevOffset())));
    }
    Multihash lastBlock = last == null ? null : orElse(last.newBlockHash(), last.prevBlockHash());
    if (!Objects.equals(input.prevBlockHash(), lastBlock)) {
      return Optional.of(
          Violation.differs(
              ChainRule.INPUT_PREVIOUS_BLOCK,
              name + "prevBlockHash",
              lastBlock,
              input.prevBlockHash()));
    }
    Long lastOffset = last == null ? null : orElse(last.newOffset(), last.prevOffset());
    if (!Objects.equals(input.prevOffset(), lastOffset)) {
      return Optional.of(
          Violation.differs(
              ChainRule.INPUT_PREVIOUS_OFFSET,
              name + "prevOffset",
              lastOffset,
              input.prevOffset()));
    }
    return input.newOffset() != null && input.newBlockHash() == null
        ? violation(
            ChainRule.INPUT_OFFSET_NEEDS_BLOCK, name + "newOffset needs a newBlockHash beside it")
        : none();
  }

  private static <T> @Nullable T orElse(@Nullable T value, @Nullable T other) {
    return value == null ? other : value;
  }

  private static Optional<Violation> progress(
      @Nullable ExecuteTransform last, ExecuteTransform event) {
    boolean progress =
        event.newData() != null
            || DataEventRules.checkpointMoves(event)
            || !Objects.equals(event.newWatermark(), last == null ? null : last.newWatermark())
            || event.queryInputs().stream().anyMatch(input -> input.newBlockHash() != null);
    return progress
        ? none()
        : violation(
            ChainRule.TRANSFORM_PROGRESS,
            "the run has no rows and neither checkpoint, watermark nor any input moves");
  }
}
