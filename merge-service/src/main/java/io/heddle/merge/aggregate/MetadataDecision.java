package io.heddle.merge.aggregate;

import io.heddle.chain.ChainRules;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.RuleCategory;
import io.heddle.chain.Violation;
import io.heddle.encoding.BlockCodec;
import io.heddle.encoding.Rfc3339;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.schema.DataSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What becomes of proposed events, held against the chain. */
sealed interface MetadataDecision {
  /** These are to be appended; none of them is without effect. */
  record Append(List<MetadataEvent> events) implements MetadataDecision {}

  /** The chain says all that already. */
  record NothingNew() implements MetadataDecision {}

  record Refused(Failure failure) implements MetadataDecision {}

  static MetadataDecision of(
      DatasetId dataset, List<MetadataEvent> proposed, DatasetState state, Instant systemTime) {
    return new Weighing(dataset, state, systemTime).weigh(proposed);
  }

  /** Whether an event only describes the dataset, the last of its kind counting. */
  static boolean isDescription(MetadataEvent event) {
    return event instanceof MetadataEvent.SetInfo
        || event instanceof MetadataEvent.SetLicense
        || event instanceof MetadataEvent.SetAttachments;
  }

  /** Goes through the events one after another, with the chain as it would be. */
  final class Weighing {
    private final DatasetId dataset;
    private final Instant systemTime;
    private @Nullable ChainSummary chain;
    private DatasetState state;
    private final List<MetadataEvent> events = new ArrayList<>();

    private Weighing(DatasetId dataset, DatasetState state, Instant systemTime) {
      this.dataset = dataset;
      this.state = state;
      this.chain = state.chain();
      this.systemTime = systemTime;
    }

    private MetadataDecision weigh(List<MetadataEvent> proposed) {
      for (MetadataEvent event : proposed) {
        Optional<Failure> failure = weigh(event);
        if (failure.isPresent()) {
          return new Refused(failure.get());
        }
      }
      return events.isEmpty() ? new NothingNew() : new Append(events);
    }

    private Optional<Failure> weigh(MetadataEvent event) {
      return switch (event) {
        case MetadataEvent.Seed seed -> seed(seed);
        case MetadataEvent.SetVocab vocab -> vocabulary(vocab);
        case MetadataEvent.SetInfo info -> description(info);
        case MetadataEvent.SetLicense license -> description(license);
        case MetadataEvent.SetAttachments attachments -> description(attachments);
        case MetadataEvent.AddData data -> watermark(data);
        case MetadataEvent.ExecuteTransform ignored ->
            invalid("results of transformations are not taken as metadata");
        case MetadataEvent.Unknown ignored -> invalid("an event of an unknown kind");
        default -> append(event);
      };
    }

    private Optional<Failure> seed(MetadataEvent.Seed seed) {
      if (!seed.datasetId().equals(dataset)) {
        return invalid(
            "the Seed is for %s, the proposal for %s".formatted(seed.datasetId(), dataset));
      }
      if (chain == null) {
        return append(seed);
      }
      return chain.datasetKind() == seed.datasetKind()
          ? Optional.empty()
          : invalid(
              "the dataset exists as %s and cannot become %s"
                  .formatted(chain.datasetKind(), seed.datasetKind()));
    }

    private Optional<Failure> vocabulary(MetadataEvent.SetVocab event) {
      if (chain == null) {
        return append(event);
      }
      Vocabulary names = Vocabulary.of(event);
      if (names.equals(chain.vocabulary())) {
        return Optional.empty();
      }
      DataSchema schema = chain.schema().orElse(null);
      if (schema != null && !hasColumns(schema, names)) {
        return invalid(
            "the vocabulary names system columns that the dataset's schema does not have: "
                + String.join(", ", names.columns()));
      }
      if (chain.lastOffset() != null) {
        return invalid("the vocabulary cannot change once there is data");
      }
      return append(event);
    }

    private static boolean hasColumns(DataSchema schema, Vocabulary names) {
      return names.columns().stream().allMatch(name -> schema.field(name).isPresent());
    }

    private Optional<Failure> description(MetadataEvent event) {
      if (event.equals(state.descriptions().get(event.getClass().getSimpleName()))) {
        return Optional.empty();
      }
      state = state.withDescription(event);
      return append(event);
    }

    /** A manual advance of the watermark; all else is carried over. */
    private Optional<Failure> watermark(MetadataEvent.AddData data) {
      if (data.newData() != null) {
        return invalid("rows are not taken as metadata");
      }
      Instant wanted = data.newWatermark();
      if (chain == null || wanted == null) {
        return invalid("an AddData without rows can only advance the watermark of a dataset");
      }
      if (!Rfc3339.canExpress(wanted)) {
        return invalid("the watermark %s lies outside the years 0000 to 9999".formatted(wanted));
      }
      Instant current = chain.watermark();
      if (current != null && !wanted.isAfter(current)) {
        return Optional.empty();
      }
      return append(
          new MetadataEvent.AddData(
              chain.checkpoint().map(checkpoint -> checkpoint.physicalHash()).orElse(null),
              chain.lastOffset(),
              null,
              chain.checkpoint().orElse(null),
              wanted,
              chain.carriedState().orElse(null),
              data.extra()));
    }

    private Optional<Failure> append(MetadataEvent event) {
      ChainSummary before = chain;
      MetadataBlock block =
          new MetadataBlock(
              systemTime,
              before == null ? null : before.head(),
              before == null ? 0 : before.sequenceNumber() + 1,
              event);
      Optional<Violation> violation = ChainRules.check(block, before);
      if (violation.isPresent()) {
        return violation.get().category() == RuleCategory.NoOpEvent
            ? Optional.empty()
            : Optional.of(failure(violation.get()));
      }
      Multihash hash = BlockCodec.hash(BlockCodec.encode(block));
      chain = before == null ? ChainSummary.first(hash, block) : before.after(hash, block);
      events.add(event);
      return Optional.empty();
    }

    private static Failure failure(Violation violation) {
      FailureKind kind =
          switch (violation.category()) {
            case WatermarkIsNotMonotonic -> FailureKind.WatermarkNotMonotonic;
            case OffsetsAreNotSequential -> FailureKind.OffsetsNotSequential;
            default -> FailureKind.InvalidEvent;
          };
      return new Failure(
          kind, violation.message(), Map.of("category", violation.category().name()));
    }

    private static Optional<Failure> invalid(String why) {
      return Optional.of(new Failure(FailureKind.InvalidEvent, why));
    }
  }
}
