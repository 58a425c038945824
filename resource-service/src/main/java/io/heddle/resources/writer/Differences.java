package io.heddle.resources.writer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.resources.command.CommandOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What differs between two trees, down to the smallest parts. */
final class Differences {
  private Differences() {}

  static List<CommandOutcome.Change> between(String kind, JsonNode before, JsonNode after) {
    List<CommandOutcome.Change> changes = new ArrayList<>();
    compare(kind, "", before, after, changes);
    return changes;
  }

  private static void compare(
      String kind,
      String path,
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      List<CommandOutcome.Change> changes) {
    if (before instanceof ObjectNode one && after instanceof ObjectNode other) {
      Set<String> keys = new TreeSet<>();
      one.fieldNames().forEachRemaining(keys::add);
      other.fieldNames().forEachRemaining(keys::add);
      for (String key : keys) {
        String below = path + "/" + key.replace("~", "~0").replace("/", "~1");
        compare(kind, below, one.get(key), other.get(key), changes);
      }
    } else if (before instanceof ArrayNode one
        && after instanceof ArrayNode other
        && one.size() == other.size()) {
      for (int i = 0; i < one.size(); i++) {
        compare(kind, path + "/" + i, one.get(i), other.get(i), changes);
      }
    } else if (before == null || !before.equals(after)) {
      changes.add(new CommandOutcome.Change(kind, path, before, after));
    }
  }
}
