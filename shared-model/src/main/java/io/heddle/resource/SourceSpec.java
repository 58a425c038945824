package io.heddle.resource;

import io.heddle.odf.FetchStep;
import io.heddle.odf.Ingress;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent.SetVocab;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.odf.Transform;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where data comes from and how it becomes rows.
 *
 * @param config local keys of values of VariableSets and SecretSets
 * @param ingress null: records are pushed
 * @param vocab names that the source's data uses for the system columns; null: those of the dataset
 */
public record SourceSpec(
    Map<String, ValueRef> config,
    @Nullable Ingress ingress,
    @Nullable List<PrepStep> prepare,
    ReadStep read,
    @Nullable Transform preprocess,
    @Nullable MergeStrategy merge,
    @Nullable SetVocab vocab)
    implements ResourceSpec {
  public SourceSpec {
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    prepare = prepare == null ? null : List.copyOf(prepare);
  }

  public List<PrepStep> effectivePrepare() {
    return prepare == null ? List.of() : prepare;
  }

  public MergeStrategy effectiveMerge() {
    return merge == null ? new MergeStrategy.Append() : merge;
  }

  /** The ingress, where an absent one is an endpoint without settings. */
  public Ingress effectiveIngress() {
    return ingress == null ? new Ingress.RestEndpoint(null) : ingress;
  }

  /** Whether the source waits for records rather than looking for them. */
  public boolean isPush() {
    return switch (effectiveIngress()) {
      case Ingress.RestEndpoint endpoint -> true;
      case FetchStep.Mqtt mqtt -> true;
      case FetchStep.Url url -> false;
      case FetchStep.FilesGlob glob -> false;
      case FetchStep.Container container -> false;
      case Ingress.EvmLogs logs -> false;
    };
  }

  /** Whether pushed records wait in a topic of the source; other kinds of push are not built. */
  public boolean hasPushTopic() {
    return effectiveIngress() instanceof Ingress.RestEndpoint;
  }
}
