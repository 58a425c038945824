package io.heddle.resources.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resource.ResourceType;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of a command.
 *
 * @param rejection of the command as a whole
 * @param items of an Apply or a Delete, by document
 * @param runs of a Trigger or a StartRun
 */
public record CommandOutcome(
    String commandId, @Nullable Rejection rejection, List<Item> items, List<Run> runs) {
  public CommandOutcome {
    items = List.copyOf(items);
    runs = List.copyOf(runs);
  }

  public static CommandOutcome rejected(String commandId, Rejection rejection) {
    return new CommandOutcome(commandId, rejection, List.of(), List.of());
  }

  /** The same without what changed in the items. */
  public CommandOutcome withoutChanges() {
    return new CommandOutcome(
        commandId, rejection, items.stream().map(Item::withoutChanges).toList(), runs);
  }

  public boolean anyRejected() {
    return items.stream().anyMatch(item -> item.rejection() != null);
  }

  public enum Operation {
    Created,
    Updated,
    Untouched,
    Deleted,
    Rejected
  }

  /**
   * @param generation and {@code statusGeneration} of the written form, for which a reader may wait
   * @param changes what differs from before
   */
  public record Item(
      int document,
      Operation operation,
      ResourceType type,
      @Nullable String name,
      @Nullable UUID id,
      long generation,
      long statusGeneration,
      @Nullable Phase phase,
      List<Change> changes,
      List<Warning> warnings,
      @Nullable Rejection rejection) {
    public Item {
      changes = List.copyOf(changes);
      warnings = List.copyOf(warnings);
    }

    private Item withoutChanges() {
      return new Item(
          document,
          operation,
          type,
          name,
          id,
          generation,
          statusGeneration,
          phase,
          List.of(),
          warnings,
          rejection);
    }
  }

  /** {@code kind} is Generation, Headers or Spec; {@code path} is a JSON pointer below it. */
  public record Change(
      String kind, String path, @Nullable JsonNode before, @Nullable JsonNode after) {}

  public record Warning(String code, String pointer, String message) {}

  /**
   * A run that was started, or that was waiting already.
   *
   * @param generation and {@code statusGeneration} of the FlowRun
   */
  public record Run(
      UUID flowRun,
      @Nullable UUID target,
      @Nullable String targetName,
      String status,
      boolean joined,
      long generation,
      long statusGeneration) {}
}
