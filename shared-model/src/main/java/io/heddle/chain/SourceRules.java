package io.heddle.chain;

import static io.heddle.chain.ChainRules.none;
import static io.heddle.chain.ChainRules.violation;

import io.heddle.chain.ChainRules.Origin;
import io.heddle.odf.FetchStep;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddPushSource;
import io.heddle.odf.MetadataEvent.DisablePollingSource;
import io.heddle.odf.MetadataEvent.DisablePushSource;
import io.heddle.odf.MetadataEvent.SetPollingSource;
import io.heddle.odf.ReadStep;
import io.heddle.odf.Transform;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rules 28 to 33: the legacy events that define sources. */
final class SourceRules {
  private SourceRules() {}

  static Optional<Violation> alone(MetadataEvent event) {
    return switch (event) {
      case AddPushSource e -> steps(e.preprocess(), e.read());
      case SetPollingSource e ->
          ChainRules.first(() -> steps(e.preprocess(), e.read()), () -> fetch(e.fetch()));
      default -> none();
    };
  }

  private static Optional<Violation> steps(@Nullable Transform preprocess, ReadStep read) {
    Optional<Violation> queries =
        preprocess == null
            ? none()
            : TransformRules.normalized(preprocess, ChainRule.PREPROCESS_NORMALIZED);
    if (queries.isPresent()) {
      return queries;
    }
    return read.schema() != null && read.ddlSchema() != null
        ? violation(
            ChainRule.ONE_READ_SCHEMA, "\"read\" has both \"schema\" and \"ddlSchema\"; keep one")
        : none();
  }

  private static Optional<Violation> fetch(FetchStep fetch) {
    return fetch instanceof FetchStep.EthereumLogs logs
            && logs.chainId() == null
            && logs.nodeUrl() == null
        ? violation(
            ChainRule.LOGS_HAVE_CHAIN_OR_NODE,
            "an EthereumLogs source needs \"chainId\" or \"nodeUrl\"")
        : none();
  }

  static Optional<Violation> against(SourceHistory history, MetadataEvent event, Origin origin) {
    return switch (event) {
      case AddPushSource e -> push(history, e);
      case SetPollingSource e -> polling(history);
      case DisablePushSource e -> disabled(origin);
      case DisablePollingSource e -> disabled(origin);
      default -> none();
    };
  }

  /** Goes back to the first event that decides; what is disabled excludes nothing. */
  private static Optional<Violation> push(SourceHistory history, AddPushSource event) {
    for (MetadataEvent earlier : history.newestFirst()) {
      if (earlier instanceof SetPollingSource) {
        return violation(
            ChainRule.PUSH_SOURCE, "the dataset has a polling source; the two cannot be mixed");
      }
      if (event.sourceName().equals(SourceHistory.pushName(earlier))) {
        return earlier.equals(event)
            ? violation(
                ChainRule.PUSH_SOURCE_REPEATED,
                "push source \"%s\" is defined like this already".formatted(event.sourceName()))
            : none();
      }
    }
    return none();
  }

  private static Optional<Violation> polling(SourceHistory history) {
    for (MetadataEvent earlier : history.newestFirst()) {
      if (earlier instanceof AddPushSource active) {
        return violation(
            ChainRule.POLLING_SOURCE,
            "the dataset has the push source \"%s\"; the two cannot be mixed"
                .formatted(active.sourceName()));
      }
    }
    return none();
  }

  private static Optional<Violation> disabled(Origin origin) {
    return origin == Origin.FOUND
        ? none()
        : violation(ChainRule.SOURCE_DISABLED, "events that disable a source are not supported");
  }
}
