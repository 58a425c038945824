package io.heddle.resources.command;

import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Vocabulary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A dataset's metadata by slot: of each kind of event, and of each push source, the latest one
 * counts (resources, "Dataset").
 */
public final class MetadataSlots {
  private static final List<Class<? extends MetadataEvent>> ORDER =
      List.of(
          MetadataEvent.SetVocab.class,
          MetadataEvent.SetDataSchema.class,
          MetadataEvent.SetInfo.class,
          MetadataEvent.SetLicense.class,
          MetadataEvent.SetAttachments.class,
          MetadataEvent.SetTransform.class,
          MetadataEvent.SetPollingSource.class,
          MetadataEvent.AddPushSource.class);

  private record PushSource(String name) {}

  private MetadataSlots() {}

  /** What an event takes the place of; empty for those that add to a chain, as data does. */
  static Optional<Object> slot(MetadataEvent event) {
    return switch (event) {
      case MetadataEvent.SetVocab set -> Optional.of(set.getClass());
      case MetadataEvent.SetDataSchema set -> Optional.of(set.getClass());
      case MetadataEvent.SetInfo set -> Optional.of(set.getClass());
      case MetadataEvent.SetLicense set -> Optional.of(set.getClass());
      case MetadataEvent.SetAttachments set -> Optional.of(set.getClass());
      case MetadataEvent.SetTransform set -> Optional.of(set.getClass());
      case MetadataEvent.SetPollingSource set -> Optional.of(set.getClass());
      case MetadataEvent.DisablePollingSource disable ->
          Optional.of(MetadataEvent.SetPollingSource.class);
      case MetadataEvent.AddPushSource add -> Optional.of(new PushSource(add.sourceName()));
      case MetadataEvent.DisablePushSource disable ->
          Optional.of(new PushSource(disable.sourceName()));
      case MetadataEvent.Seed seed -> Optional.empty();
      case MetadataEvent.AddData data -> Optional.empty();
      case MetadataEvent.ExecuteTransform execute -> Optional.empty();
      case MetadataEvent.Unknown unknown -> Optional.empty();
    };
  }

  /** Whether it is a source that a chain itself names, which manifests no longer do. */
  public static boolean isLegacySource(MetadataEvent event) {
    return event instanceof MetadataEvent.SetPollingSource
        || event instanceof MetadataEvent.AddPushSource;
  }

  /** Of several events of one slot the last one, at the place of the first. */
  public static List<MetadataEvent> latest(Collection<MetadataEvent> events) {
    return new ArrayList<>(slots(events).values());
  }

  private static Map<Object, MetadataEvent> slots(Collection<? extends MetadataEvent> events) {
    Map<Object, MetadataEvent> slots = new LinkedHashMap<>();
    events.forEach(event -> slot(event).ifPresent(slot -> slots.put(slot, event)));
    return slots;
  }

  /** {@code events} over {@code base}, in canonical order; what ends a slot is left out with it. */
  public static List<MetadataEvent> merge(
      Collection<MetadataEvent> base, Collection<? extends MetadataEvent> events) {
    Map<Object, MetadataEvent> slots = slots(base);
    slots.putAll(slots(events));
    return slots.values().stream()
        .filter(event -> ORDER.contains(event.getClass()))
        .sorted(Comparator.comparingInt(event -> ORDER.indexOf(event.getClass())))
        .toList();
  }

  /** Those of {@code wanted} that say something else than the slots of {@code current}. */
  public static List<MetadataEvent> differing(
      Collection<MetadataEvent> wanted, Collection<MetadataEvent> current) {
    Map<Object, MetadataEvent> slots = slots(current);
    return latest(wanted).stream()
        .filter(event -> !saysTheSame(event, slot(event).map(slots::get).orElse(null)))
        .toList();
  }

  /** Absent names of a vocabulary are the default ones. */
  private static boolean saysTheSame(MetadataEvent event, @Nullable MetadataEvent current) {
    return event instanceof MetadataEvent.SetVocab one
            && current instanceof MetadataEvent.SetVocab other
        ? Vocabulary.of(one).equals(Vocabulary.of(other))
        : event.equals(current);
  }
}
