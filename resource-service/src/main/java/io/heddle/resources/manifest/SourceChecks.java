package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.resource.Finding;
import io.heddle.resource.SourceSpec;
import io.heddle.source.FetchStep;
import io.heddle.source.Ingress;
import io.heddle.source.MergeStrategy;
import io.heddle.source.ReadStep;
import io.heddle.source.Transform;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What must hold in a Source. */
final class SourceChecks {
  private static final Pattern CONFIG_KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  private SourceChecks() {}

  static void check(SourceSpec source, JsonNode spec, List<Finding> findings) {
    source.config().keySet().stream()
        .filter(key -> !CONFIG_KEY.matcher(key).matches())
        .forEach(
            key ->
                findings.add(
                    new Finding(
                        "/spec/config/" + key,
                        Finding.INVALID_VALUE,
                        "'%s' is not a key: letters, digits, _ and -, not beginning with a digit"
                            .formatted(key))));
    checkIngress(source.effectiveIngress(), findings);
    checkRead(source.read(), findings);
    checkPreprocess(source.preprocess(), findings);
    checkMerge(source.effectiveMerge(), findings);
    TemplateChecks.check(source.config(), spec, findings);
  }

  private static void checkIngress(Ingress ingress, List<Finding> findings) {
    switch (ingress) {
      case Ingress.EvmLogs logs when logs.chainId() == null && logs.nodeUrl() == null ->
          refuse("/spec/ingress", "EvmLogs needs 'chainId' or 'nodeUrl'", findings);
      case FetchStep.Mqtt mqtt when mqtt.topics().isEmpty() ->
          refuse("/spec/ingress/topics", "at least one topic", findings);
      case FetchStep.Mqtt mqtt when mqtt.port() < 1 || mqtt.port() > 65535 ->
          refuse("/spec/ingress/port", "a port from 1 to 65535", findings);
      default -> {
        // The shape says everything.
      }
    }
  }

  private static void checkRead(ReadStep read, List<Finding> findings) {
    if (read.schema() != null && read.ddlSchema() != null) {
      refuse("/spec/read", "either 'schema' or 'ddlSchema', not both", findings);
    }
    if (read.schema() != null) {
      SchemaChecks.check(read.schema(), "/spec/read/schema", findings);
    }
    if (read instanceof ReadStep.Csv csv) {
      checkLength(csv.separator(), 1, "separator", findings);
      checkLength(csv.escape(), 1, "escape", findings);
      checkLength(csv.quote(), 0, "quote", findings);
    }
  }

  private static void checkLength(
      @Nullable String text, int least, String key, List<Finding> findings) {
    if (text != null && (text.length() > 1 || text.length() < least)) {
      refuse(
          "/spec/read/" + key,
          "'%s' is not one character%s".formatted(text, least == 0 ? " or empty" : ""),
          findings);
    }
  }

  private static void checkPreprocess(@Nullable Transform transform, List<Finding> findings) {
    if (!(transform instanceof Transform.Sql sql)) {
      return;
    }
    if ((sql.query() == null) == (sql.queries() == null)) {
      refuse("/spec/preprocess", "exactly one of 'query' and 'queries'", findings);
      return;
    }
    List<Transform.SqlQueryStep> steps = sql.queries() == null ? List.of() : sql.queries();
    if (sql.queries() != null && steps.isEmpty()) {
      refuse("/spec/preprocess/queries", "at least one query", findings);
    }
    for (int i = 0; i < steps.size(); i++) {
      boolean last = i == steps.size() - 1;
      if (last != (steps.get(i).alias() == null)) {
        refuse(
            "/spec/preprocess/queries/" + i,
            last ? "the last query has no alias" : "only the last query goes without an alias",
            findings);
      }
    }
  }

  private static void checkMerge(MergeStrategy merge, List<Finding> findings) {
    switch (merge) {
      case MergeStrategy.Append append -> {}
      case MergeStrategy.Ledger(var key) -> checkColumns(key, "primaryKey", findings);
      case MergeStrategy.ChangelogStream(var key) -> checkColumns(key, "primaryKey", findings);
      case MergeStrategy.UpsertStream(var key) -> checkColumns(key, "primaryKey", findings);
      case MergeStrategy.Snapshot(var key, var compared) -> {
        checkColumns(key, "primaryKey", findings);
        if (compared != null) {
          checkColumns(compared, "compareColumns", findings);
        }
      }
    }
  }

  private static void checkColumns(List<String> columns, String key, List<Finding> findings) {
    if (columns.isEmpty()) {
      refuse("/spec/merge/" + key, "at least one column", findings);
    } else if (new HashSet<>(columns).size() < columns.size()) {
      refuse("/spec/merge/" + key, "a column occurs twice", findings);
    }
  }

  private static void refuse(String pointer, String message, List<Finding> findings) {
    findings.add(new Finding(pointer, Finding.INVALID_VALUE, message));
  }
}
