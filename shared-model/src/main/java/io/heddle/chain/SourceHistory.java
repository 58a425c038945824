package io.heddle.chain;

import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddPushSource;
import io.heddle.odf.MetadataEvent.DisablePollingSource;
import io.heddle.odf.MetadataEvent.DisablePushSource;
import io.heddle.odf.MetadataEvent.SetPollingSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The legacy source events of a chain as far as they still matter: of each push source, by its
 * name, the last event, and the last one of the polling source.
 */
public record SourceHistory(List<MetadataEvent> newestFirst) {
  public static final SourceHistory NONE = new SourceHistory(List.of());

  public SourceHistory {
    newestFirst = List.copyOf(newestFirst);
  }

  /** The active push sources, newest first. */
  public List<AddPushSource> pushSources() {
    List<AddPushSource> active = new ArrayList<>();
    for (MetadataEvent event : newestFirst) {
      if (isPolling(event)) {
        break;
      }
      if (event instanceof AddPushSource source) {
        active.add(source);
      }
    }
    return active;
  }

  /** The active polling source. */
  public Optional<SetPollingSource> pollingSource() {
    return !newestFirst.isEmpty() && newestFirst.getFirst() instanceof SetPollingSource source
        ? Optional.of(source)
        : Optional.empty();
  }

  /** Whether there is or was a push source of this name. */
  boolean knowsPushSource(String name) {
    return newestFirst.stream().anyMatch(event -> name.equals(pushName(event)));
  }

  /** The name of the push source that an event is about. */
  static @Nullable String pushName(MetadataEvent event) {
    return switch (event) {
      case AddPushSource e -> e.sourceName();
      case DisablePushSource(String name) -> name;
      default -> null;
    };
  }

  /** This history as the older part behind {@code newer}. */
  SourceHistory behind(SourceHistory newer) {
    List<MetadataEvent> merged = new ArrayList<>(newer.newestFirst);
    for (MetadataEvent event : newestFirst) {
      if (merged.stream().noneMatch(known -> sameSource(known, event))) {
        merged.add(event);
      }
    }
    return new SourceHistory(merged);
  }

  /** The history of a chain of this one event, if it concerns a source. */
  static SourceHistory of(MetadataEvent event) {
    return isPolling(event) || pushName(event) != null ? new SourceHistory(List.of(event)) : NONE;
  }

  private static boolean isPolling(MetadataEvent event) {
    return event instanceof SetPollingSource || event instanceof DisablePollingSource;
  }

  private static boolean sameSource(MetadataEvent newer, MetadataEvent older) {
    String name = pushName(newer);
    return name == null ? isPolling(older) : name.equals(pushName(older));
  }
}
