package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.odf.CompressionFormat;
import io.heddle.odf.Ingress;
import io.heddle.odf.PrepStep;
import io.heddle.odf.Transform;
import io.heddle.odf.Vocabulary;
import io.heddle.resource.SourceSpec;
import io.heddle.schema.DataSchema;
import io.heddle.sql.EngineColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What must hold in a Source. */
final class SourceChecks {
  private static final Pattern CONFIG_KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  private SourceChecks() {}

  static void check(SourceSpec source, JsonNode spec, Remarks remarks) {
    source.config().keySet().stream()
        .filter(key -> !CONFIG_KEY.matcher(key).matches())
        .forEach(
            key ->
                remarks.refuse(
                    "/spec/config/" + key,
                    "'%s' is not a key: letters, digits, _ and -, not beginning with a digit"
                        .formatted(key)));
    new IngressChecks(remarks).check(source.effectiveIngress());
    checkPrepare(source.effectivePrepare(), remarks);
    new ReadChecks(remarks).check(source.read());
    if (source.vocab() != null) {
      VocabularyChecks.check(Vocabulary.of(source.vocab()), "/spec/vocab", remarks);
    }
    new MergeChecks(source, remarks).check(merged(source, remarks));
    TemplateChecks.check(source.config(), spec, remarks);
  }

  /** The columns that come to the merge; null when they only show at the run. */
  private static @Nullable List<MergedColumn> merged(SourceSpec source, Remarks remarks) {
    DataSchema declared = ReadChecks.declared(source.read()).orElse(null);
    boolean sound = remarks.findings().isEmpty();
    if (source.preprocess() instanceof Transform.Sql sql) {
      List<EngineColumn> result = PreprocessChecks.check(sql, sound ? declared : null, remarks);
      return result == null ? null : MergedColumn.of(result);
    }
    if (declared == null) {
      return null;
    }
    if (sound) {
      SchemaChecks.notStorable(declared).ifPresent(why -> remarks.refuse("/spec/read/schema", why));
    }
    List<MergedColumn> columns = new ArrayList<>(MergedColumn.of(declared));
    String eventTime = Vocabulary.of(source.vocab()).eventTimeColumn();
    if (source.effectiveIngress() instanceof Ingress.RestEndpoint
        && declared.field(eventTime).isEmpty()) {
      // A pushed record without one gets the time of its message.
      columns.add(new MergedColumn(eventTime, true));
    }
    return columns;
  }

  private static void checkPrepare(List<PrepStep> steps, Remarks remarks) {
    for (int i = 0; i < steps.size(); i++) {
      String pointer = "/spec/prepare/" + i;
      switch (steps.get(i)) {
        case PrepStep.Pipe(var command) when command.isEmpty() ->
            remarks.refuse(pointer + "/command", "a program, and what it is started with");
        case PrepStep.Decompress(var format, var subPath)
            when format == CompressionFormat.Gzip && subPath != null ->
            remarks.notInEffect(pointer + "/subPath", "a gzip file holds one file, which is taken");
        case PrepStep.Pipe(var command) ->
            remarks.warn(
                "depends-on-operator",
                pointer + "/command",
                "'%s' runs only where the operator of ingress-service allows it (heddle.reach.commands)"
                    .formatted(command.getFirst()));
        case PrepStep.Decompress decompress -> {}
      }
    }
  }
}
