package io.heddle.chain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The legacy source events of a chain as far as they still matter.
 *
 * @param newestFirst the latest event of each kind and name, back to the last polling event
 * @param pushSeen whether there is any AddPushSource, however old
 */
public record SourceHistory(List<MetadataEvent> newestFirst, boolean pushSeen) {
  public static final SourceHistory NONE = new SourceHistory(List.of(), false);

  public SourceHistory {
    newestFirst = List.copyOf(newestFirst);
  }

  /** The active push sources, newest first. */
  public List<MetadataEvent.AddPushSource> pushSources() {
    List<MetadataEvent.AddPushSource> active = new ArrayList<>();
    Set<String> disabled = new HashSet<>();
    for (MetadataEvent event : newestFirst) {
      switch (event) {
        case MetadataEvent.DisablePushSource(String name) -> disabled.add(name);
        case MetadataEvent.AddPushSource source when !disabled.contains(source.sourceName()) ->
            active.add(source);
        default -> {}
      }
    }
    return active;
  }

  /** The active polling source. */
  public Optional<MetadataEvent.SetPollingSource> pollingSource() {
    return !newestFirst.isEmpty()
            && newestFirst.getFirst() instanceof MetadataEvent.SetPollingSource source
        ? Optional.of(source)
        : Optional.empty();
  }

  /** This history as the older part behind {@code newer}. */
  SourceHistory behind(SourceHistory newer) {
    boolean seen = pushSeen || newer.pushSeen;
    if (!newer.newestFirst.isEmpty() && endsSearch(newer.newestFirst.getLast())) {
      return new SourceHistory(newer.newestFirst, seen);
    }
    List<MetadataEvent> merged = new ArrayList<>(newer.newestFirst);
    for (MetadataEvent event : newestFirst) {
      if (merged.stream().noneMatch(known -> sameSource(known, event))) {
        merged.add(event);
      }
    }
    return new SourceHistory(merged, seen);
  }

  /** The history of a chain of this one event, if it concerns a source. */
  static SourceHistory of(MetadataEvent event) {
    return switch (event) {
      case MetadataEvent.AddPushSource e -> new SourceHistory(List.of(e), true);
      case MetadataEvent.SetPollingSource e -> new SourceHistory(List.of(e), false);
      case MetadataEvent.DisablePushSource e -> new SourceHistory(List.of(e), false);
      case MetadataEvent.DisablePollingSource e -> new SourceHistory(List.of(e), false);
      default -> NONE;
    };
  }

  private static boolean endsSearch(MetadataEvent event) {
    return event instanceof MetadataEvent.SetPollingSource
        || event instanceof MetadataEvent.DisablePollingSource;
  }

  private static boolean sameSource(MetadataEvent newer, MetadataEvent older) {
    return switch (newer) {
      case MetadataEvent.AddPushSource e ->
          older instanceof MetadataEvent.AddPushSource o && e.sourceName().equals(o.sourceName());
      case MetadataEvent.DisablePushSource e -> e.equals(older);
      default -> false;
    };
  }
}
