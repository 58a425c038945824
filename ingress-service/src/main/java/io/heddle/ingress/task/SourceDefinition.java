package io.heddle.ingress.task;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.chain.ChainSummary;
import io.heddle.encoding.OdfType;
import io.heddle.encoding.OdfTypes;
import io.heddle.ingress.push.PushDefinition;
import io.heddle.odf.Ingress;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.odf.SourceState;
import io.heddle.odf.Transform;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.resource.Resource;
import io.heddle.resource.SourceSpec;
import io.heddle.resource.Template;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Source as one task uses it: templates expanded, defaults resolved.
 *
 * @param stateName under which its state stands in the chains
 * @param vocabulary the names that its data uses for the system columns; null: the dataset's
 */
public record SourceDefinition(
    String stateName,
    Ingress ingress,
    List<PrepStep> prepare,
    ReadStep read,
    Transform.@Nullable Sql preprocess,
    MergeStrategy merge,
    @Nullable Vocabulary vocabulary) {

  /**
   * @throws IngestException when the resource is no Source, or a template has no value
   */
  public static SourceDefinition of(Resource resource) {
    if (!(resource.spec() instanceof SourceSpec spec)) {
      throw new IngestException(
          FailureKind.InvalidTarget, "%s is not a source".formatted(resource.handle()));
    }
    return new SourceDefinition(
        stateName(resource),
        expand(OdfTypes.INGRESS, spec.effectiveIngress()),
        spec.effectivePrepare().stream().map(step -> expand(OdfTypes.PREP_STEP, step)).toList(),
        expand(OdfTypes.READ_STEP, spec.read()),
        switch (spec.preprocess()) {
          case null -> null;
          case Transform.Sql sql -> (Transform.Sql) expand(OdfTypes.TRANSFORM, sql);
        },
        spec.effectiveMerge(),
        spec.vocab() == null ? null : Vocabulary.of(spec.vocab()));
  }

  /** The name at creation, so that a rename keeps the state. */
  public static String stateName(Resource source) {
    String name = source.status().sourceName();
    return name == null ? source.headers().name().text() : name;
  }

  private static <T> T expand(OdfType<T> type, T value) {
    JsonNode json = type.toJson(value);
    // Sets of variables and secrets are resources that cannot be kept yet, so no name has a value.
    JsonNode expanded = Template.expand(json, "config", name -> Optional.empty());
    return expanded.equals(json) ? value : type.fromJson(expanded);
  }

  /** Whether the columns are named by the source itself rather than found in the input. */
  public boolean declaresColumns() {
    return preprocess != null || read.schema() != null || read.ddlSchema() != null;
  }

  /** How what is pushed to the source is read. */
  public PushDefinition pushed() {
    Vocabulary names = vocabulary == null ? Vocabulary.DEFAULT : vocabulary;
    return new PushDefinition(
        read, prepare, merge, preprocess == null ? names.eventTimeColumn() : null);
  }

  /** The last state of this source in a dataset. */
  public Optional<SourceState> stateIn(ChainSummary chain) {
    return chain.state(stateName);
  }

  /**
   * Where a poll starts from: a source that replaces the legacy polling source and has no state of
   * its own goes on where that one stood.
   */
  public Optional<SourceState> resumeFrom(ChainSummary chain) {
    return stateIn(chain).or(() -> chain.state(SourceState.LEGACY_POLLING_SOURCE));
  }
}
