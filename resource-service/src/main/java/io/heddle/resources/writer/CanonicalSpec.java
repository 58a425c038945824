package io.heddle.resources.writer;

import io.heddle.odf.FetchStep;
import io.heddle.odf.Ingress;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MqttQos;
import io.heddle.odf.ReadStep;
import io.heddle.odf.SourceOrdering;
import io.heddle.odf.Transform;
import io.heddle.odf.Vocabulary;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.FlowSpec;
import io.heddle.resource.FlowTrigger;
import io.heddle.resource.ResourceSpec;
import io.heddle.resource.SourceSpec;
import io.heddle.resources.store.References;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The forms in which specs are stored and compared. */
final class CanonicalSpec {
  private CanonicalSpec() {}

  /** As it is stored: one query is a list of one. Defaults stay as they were written. */
  static ResourceSpec stored(ResourceSpec spec) {
    return switch (spec) {
      case SourceSpec source -> withPreprocess(source, steps(source.preprocess()));
      case DatasetSpec dataset ->
          dataset.withMetadata(dataset.metadata().stream().map(CanonicalSpec::stored).toList());
      case ResourceSpec other -> other;
    };
  }

  private static MetadataEvent stored(MetadataEvent event) {
    return event instanceof MetadataEvent.SetTransform(var inputs, Transform.Sql sql)
        ? new MetadataEvent.SetTransform(inputs, steps(sql))
        : event;
  }

  /** Whether two specs ask for the same; what is absent and what is the default are equal. */
  static boolean same(ResourceSpec one, ResourceSpec other) {
    return compared(one).equals(compared(other));
  }

  private static ResourceSpec compared(ResourceSpec spec) {
    return switch (References.identities(stored(spec))) {
      case SourceSpec source ->
          new SourceSpec(
              source.config(),
              ingress(source.effectiveIngress()),
              source.effectivePrepare().isEmpty() ? null : source.effectivePrepare(),
              read(source.read()),
              source.preprocess(),
              merge(source.effectiveMerge()),
              vocab(source.vocab()));
      case FlowSpec flow ->
          new FlowSpec(
              flow.target(),
              flow.triggers().stream().map(CanonicalSpec::trigger).toList(),
              flow.tasks(),
              flow.retryPolicy(),
              flow.serviceAccount(),
              flow.recentRunsRetention(),
              flow.maxRecentBindings());
      case ResourceSpec other -> other;
    };
  }

  private static @Nullable Transform steps(@Nullable Transform transform) {
    return transform instanceof Transform.Sql sql ? steps(sql) : transform;
  }

  private static Transform.Sql steps(Transform.Sql sql) {
    return sql.query() == null
        ? sql
        : new Transform.Sql(
            sql.engine(),
            sql.version(),
            null,
            List.of(new Transform.SqlQueryStep(null, sql.query())),
            sql.temporalTables());
  }

  private static SourceSpec withPreprocess(SourceSpec source, @Nullable Transform preprocess) {
    return new SourceSpec(
        source.config(),
        source.ingress(),
        source.prepare(),
        source.read(),
        preprocess,
        source.merge(),
        source.vocab());
  }

  private static Ingress ingress(Ingress ingress) {
    return switch (ingress) {
      case FetchStep.Url url ->
          new FetchStep.Url(url.url(), url.eventTime(), url.cache(), nonEmpty(url.headers()));
      case FetchStep.FilesGlob glob ->
          new FetchStep.FilesGlob(
              glob.path(),
              glob.eventTime(),
              glob.cache(),
              unless(glob.order(), SourceOrdering.ByName));
      case FetchStep.Container container ->
          new FetchStep.Container(
              container.image(), container.command(), container.args(), nonEmpty(container.env()));
      case FetchStep.Mqtt mqtt ->
          new FetchStep.Mqtt(
              mqtt.host(),
              mqtt.port(),
              mqtt.username(),
              mqtt.password(),
              mqtt.topics().stream()
                  .map(
                      topic ->
                          new FetchStep.MqttTopicSubscription(
                              topic.path(), unless(topic.qos(), MqttQos.AtMostOnce)))
                  .toList());
      case Ingress.EvmLogs logs -> logs;
      case Ingress.RestEndpoint endpoint -> new Ingress.RestEndpoint(buffer(endpoint.buffer()));
    };
  }

  private static Ingress.@Nullable Buffer buffer(Ingress.@Nullable Buffer buffer) {
    if (!(buffer instanceof Ingress.Buffer.Memory(Long size, Ingress.OverflowPolicy policy))) {
      return null;
    }
    Long otherSize = unless(size, 100_000L);
    Ingress.OverflowPolicy otherPolicy = unless(policy, Ingress.OverflowPolicy.Reject);
    return otherSize == null && otherPolicy == null
        ? null
        : new Ingress.Buffer.Memory(otherSize, otherPolicy);
  }

  private static ReadStep read(ReadStep read) {
    return switch (read) {
      case ReadStep.Csv csv ->
          new ReadStep.Csv(
              csv.ddlSchema(),
              unless(csv.separator(), ","),
              unless(csv.encoding(), "utf8"),
              unless(csv.quote(), "\""),
              unless(csv.escape(), "\\"),
              unless(csv.header(), false),
              unless(csv.inferSchema(), false),
              unless(csv.nullValue(), ""),
              unless(csv.dateFormat(), "rfc3339"),
              unless(csv.timestampFormat(), "rfc3339"),
              csv.schema());
      case ReadStep.Json json ->
          new ReadStep.Json(
              json.subPath(),
              json.ddlSchema(),
              unless(json.dateFormat(), "rfc3339"),
              unless(json.encoding(), "utf8"),
              unless(json.timestampFormat(), "rfc3339"),
              json.schema());
      case ReadStep.NdJson json ->
          new ReadStep.NdJson(
              json.ddlSchema(),
              unless(json.dateFormat(), "rfc3339"),
              unless(json.encoding(), "utf8"),
              unless(json.timestampFormat(), "rfc3339"),
              json.schema());
      case ReadStep.GeoJson json -> json;
      case ReadStep.NdGeoJson json -> json;
      case ReadStep.EsriShapefile shapefile -> shapefile;
      case ReadStep.Parquet parquet -> parquet;
    };
  }

  private static @Nullable MergeStrategy merge(MergeStrategy merge) {
    return merge instanceof MergeStrategy.Append ? null : merge;
  }

  private static MetadataEvent.@Nullable SetVocab vocab(MetadataEvent.@Nullable SetVocab vocab) {
    if (vocab == null) {
      return null;
    }
    Vocabulary names = Vocabulary.of(vocab);
    return new MetadataEvent.SetVocab(
        names.offsetColumn(),
        names.operationTypeColumn(),
        names.systemTimeColumn(),
        names.eventTimeColumn());
  }

  private static FlowTrigger trigger(FlowTrigger trigger) {
    return switch (trigger) {
      case FlowTrigger.Schedule schedule ->
          new FlowTrigger.Schedule(
              unless(schedule.enabled(), true), schedule.cooldown(), schedule.cron());
      case FlowTrigger.Manual manual ->
          new FlowTrigger.Manual(unless(manual.enabled(), true), manual.cooldown());
      case FlowTrigger.Source source ->
          new FlowTrigger.Source(
              unless(source.enabled(), true),
              source.cooldown(),
              source.source(),
              unless(source.minRecordsToAwait(), 1L),
              source.maxAwaitInterval());
      case FlowTrigger other -> other;
    };
  }

  private static <T> @Nullable T unless(@Nullable T value, T byDefault) {
    return Objects.equals(value, byDefault) ? null : value;
  }

  private static <T> @Nullable List<T> nonEmpty(@Nullable List<T> list) {
    return list == null || list.isEmpty() ? null : list;
  }
}
