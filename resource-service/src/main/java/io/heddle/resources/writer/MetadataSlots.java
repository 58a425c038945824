package io.heddle.resources.writer;

import io.heddle.chain.MetadataEvent;
import io.heddle.chain.Vocabulary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A dataset's metadata by slot: of each kind of event the latest one counts. */
final class MetadataSlots {
  private static final List<Class<? extends MetadataEvent>> ORDER =
      List.of(
          MetadataEvent.SetVocab.class,
          MetadataEvent.SetDataSchema.class,
          MetadataEvent.SetInfo.class,
          MetadataEvent.SetLicense.class,
          MetadataEvent.SetAttachments.class,
          MetadataEvent.SetTransform.class);

  private MetadataSlots() {}

  /** Of several events of one kind the last one, at the place of the first. */
  static List<MetadataEvent> latest(Collection<MetadataEvent> events) {
    Map<Class<?>, MetadataEvent> slots = new LinkedHashMap<>();
    events.forEach(event -> slots.put(event.getClass(), event));
    return new ArrayList<>(slots.values());
  }

  /** {@code events} over {@code base}, in canonical order; what has no slot is left out. */
  static List<MetadataEvent> merge(
      Collection<MetadataEvent> base, Collection<? extends MetadataEvent> events) {
    Map<Class<?>, MetadataEvent> slots = new LinkedHashMap<>();
    base.forEach(event -> slots.put(event.getClass(), event));
    events.forEach(event -> slots.put(event.getClass(), event));
    List<MetadataEvent> merged = new ArrayList<>();
    for (Class<?> slot : ORDER) {
      MetadataEvent event = slots.get(slot);
      if (event != null) {
        merged.add(event);
      }
    }
    return merged;
  }

  /** Those of {@code wanted} that say something else than the slots of {@code current}. */
  static List<MetadataEvent> differing(
      Collection<MetadataEvent> wanted, Collection<MetadataEvent> current) {
    Map<Class<?>, MetadataEvent> slots = new LinkedHashMap<>();
    current.forEach(event -> slots.put(event.getClass(), event));
    return latest(wanted).stream()
        .filter(event -> !saysTheSame(event, slots.get(event.getClass())))
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
