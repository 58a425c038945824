package io.heddle.resources.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.document.Document;
import io.heddle.document.TextPosition;
import io.heddle.problem.ProblemDetail;
import io.heddle.resource.Account;
import io.heddle.resource.ResourceJson;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.Rejection;
import io.heddle.resources.command.WriterJson;
import io.heddle.resources.manifest.Reading;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of documents, as users see it. */
public final class Outcomes {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Outcomes() {}

  /** A rejection as a problem, with its place in the document where it speaks of one. */
  public static ProblemDetail problem(
      Rejection rejection, @Nullable Document document, @Nullable String handle) {
    ProblemDetail problem =
        rejection.pointer() == null
            ? ProblemDetail.of(rejection.problem(), rejection.detail())
            : ProblemDetail.of(
                rejection.problem(),
                rejection.detail(),
                List.of(finding(rejection, document, handle)));
    for (Map.Entry<String, Object> member : rejection.members().entrySet()) {
      problem = problem.with(member.getKey(), member.getValue());
    }
    return problem;
  }

  private static ProblemDetail.Finding finding(
      Rejection rejection, @Nullable Document document, @Nullable String handle) {
    String pointer = rejection.pointer() == null ? "" : rejection.pointer();
    TextPosition place = document == null ? null : document.placeOf(pointer);
    return new ProblemDetail.Finding(
        document == null ? null : document.index(),
        null,
        null,
        handle,
        pointer,
        place == null ? null : place.line(),
        place == null ? null : place.column(),
        rejection.problem().code(),
        rejection.detail(),
        null);
  }

  /** The answer of an apply. */
  static ObjectNode answer(
      List<Applying.Result> results, boolean atomic, boolean dryRun, ResourceView view) {
    ObjectNode json = JSON.objectNode();
    json.put("dryRun", dryRun);
    json.put("atomic", atomic);
    json.set("summary", summary(results));
    json.set("items", items(results, view));
    json.put("resourceVersion", view.version());
    return json;
  }

  private static ObjectNode summary(List<Applying.Result> results) {
    ObjectNode summary = JSON.objectNode();
    for (CommandOutcome.Operation operation : CommandOutcome.Operation.values()) {
      long count =
          results.stream().filter(result -> operation(result).equals(operation.name())).count();
      summary.put(operation.name().toLowerCase(Locale.ROOT), count);
    }
    return summary;
  }

  static ArrayNode items(List<Applying.Result> results, ResourceView view) {
    ArrayNode items = JSON.arrayNode();
    results.forEach(result -> items.add(item(result, view)));
    return items;
  }

  private static ObjectNode item(Applying.Result result, ResourceView view) {
    ObjectNode json = JSON.objectNode();
    json.put("document", result.document());
    json.put("operation", operation(result));
    CommandOutcome.Item item = result.item();
    if (item != null && !result.isRejected() && item.id() != null) {
      json.set("resource", handle(item, view.account()));
      json.put("generation", item.generation());
      json.put(
          "phase",
          view.find(item.id())
              .map(resource -> resource.status().phase().name())
              .orElse(item.phase() == null ? "Pending" : item.phase().name()));
      json.set("changes", WriterJson.tree(item.changes()));
    } else {
      json.put("manifest", result.handle());
    }
    json.set("warnings", warnings(result));
    if (result.problem() != null) {
      json.set("problem", WriterJson.tree(result.problem()));
    }
    return json;
  }

  private static ObjectNode handle(CommandOutcome.Item item, Account account) {
    ObjectNode handle = JSON.objectNode();
    handle.put("type", item.type().uri());
    handle.put("id", String.valueOf(item.id()));
    handle.put("name", item.name());
    handle.set("account", ResourceJson.write(account));
    return handle;
  }

  private static ArrayNode warnings(Applying.Result result) {
    ArrayNode warnings = JSON.arrayNode();
    for (Reading.Warning warning : result.warnings()) {
      warnings.add(WriterJson.tree(warning));
    }
    if (result.item() != null) {
      for (CommandOutcome.Warning warning : result.item().warnings()) {
        warnings.add(WriterJson.tree(warning));
      }
    }
    return warnings;
  }

  /** Of a document that was left alone since another one of an atomic batch was rejected. */
  private static final String SKIPPED = "Skipped";

  static String operation(Applying.Result result) {
    if (result.isRejected()) {
      return CommandOutcome.Operation.Rejected.name();
    }
    return result.item() == null ? SKIPPED : result.item().operation().name();
  }

  /** Lines for scripts: {@code source/ca.bankofcanada created}. */
  static String lines(List<Applying.Result> results, boolean dryRun) {
    StringBuilder lines = new StringBuilder();
    for (Applying.Result result : results) {
      CommandOutcome.Item item = result.item();
      String handle =
          item != null && item.name() != null
              ? item.type().segment() + "/" + item.name()
              : result.handle();
      lines
          .append(handle)
          .append(' ')
          .append(operation(result).toLowerCase(Locale.ROOT))
          .append(dryRun ? " (dry run)" : "");
      if (result.problem() != null) {
        lines.append(": ").append(result.problem().detail());
      }
      lines.append('\n');
    }
    return lines.toString();
  }

  /** A resource with those that will miss it. */
  static JsonNode withReferrers(ObjectNode resource, List<CommandOutcome.Warning> referrers) {
    ArrayNode list = resource.putArray("referrers");
    referrers.forEach(referrer -> list.add(WriterJson.tree(referrer)));
    return resource;
  }
}
