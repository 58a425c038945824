package io.heddle.commit.intake;

import io.heddle.commit.decision.Position;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/** Positions as the consumer group keeps them: decisions answered already go into the metadata. */
final class PositionText {
  /** Brokers take 4096 bytes by default. */
  private static final int MAX_LENGTH = 4000;

  private static final String SEPARATOR = "\n";

  private PositionText() {}

  /** Whether a group can keep it; if not, a later position will do. */
  static boolean fits(Position position) {
    return text(position).length() <= MAX_LENGTH;
  }

  static OffsetAndMetadata write(Position position) {
    return new OffsetAndMetadata(position.offset(), text(position));
  }

  /** The position to start from; without a committed one, everything is to be read. */
  static Position read(@Nullable OffsetAndMetadata committed) {
    if (committed == null) {
      return new Position(0, Set.of());
    }
    Set<String> answered =
        Stream.of(committed.metadata().split(SEPARATOR))
            .filter(id -> !id.isEmpty())
            .collect(Collectors.toSet());
    return new Position(committed.offset(), answered);
  }

  private static String text(Position position) {
    return String.join(SEPARATOR, new TreeSet<>(position.answered()));
  }
}
