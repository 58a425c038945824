package io.heddle.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.heddle.odf.MergeStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static Resource resource(ResourceType type, String spec) {
    var headers =
        new ResourceHeaders(
            UUID.fromString("9b2e4f1a-3c7d-4e8b-a1f2-6d5e7c8b9a0d"),
            new ResourceName("acme.x"),
            new Account(new UUID(1, 2), null, new ResourceName("heddle")),
            Map.of("env", json("'test'")),
            Map.of("description", json("'what it is'")),
            List.of(ResourceRef.byId(ResourceType.Flow, new UUID(3, 4))),
            4,
            17,
            Instant.parse("2026-01-05T10:00:00Z"),
            Instant.parse("2026-01-06T08:30:00.123Z"),
            null);
    var status =
        new ResourceStatus(
            ResourceStatus.Phase.Ready,
            4L,
            Instant.parse("2026-01-06T08:30:00Z"),
            4L,
            Instant.parse("2026-01-06T08:30:01Z"),
            Map.of("Ready", json("{'value': 'True'}")),
            "acme.x",
            "odf.push.heddle.acme.x");
    return new Resource(type, headers, SpecJson.read(type, json(spec), "/spec"), status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Dataset|{'kind': 'Root', 'metadata': [{'kind': 'SetInfo', 'description': 'd'}]}",
        "Source|{'ingress': {'kind': 'Url', 'url': 'http://x.test/a'}, 'read': {'kind': 'Csv'},"
            + " 'config': {'k': 'SecretSet:s#a.b'}, 'merge': {'kind': 'Ledger', 'primaryKey':"
            + " ['a']}, 'prepare': [{'kind': 'Decompress', 'format': 'Gzip'}], 'vocab':"
            + " {'eventTimeColumn': 'd'}}",
        "Flow|{'target': 'Dataset:acme.%', 'triggers': [{'kind': 'Schedule', 'cron': '@daily'},"
            + " {'kind': 'Source', 'source': 'Source:s', 'maxAwaitInterval': '1h30m'},"
            + " {'kind': 'Dataset', 'dataset': 'a', 'events': ['x']}, {'kind': 'Manual'},"
            + " {'kind': 'Event', 'events': {'type': 't'}, 'cooldown': '10min'}],"
            + " 'tasks': [{'kind': 'Ingest', 'source': 's', 'targetRecordsPerSlice': 10},"
            + " {'kind': 'Compaction', 'params': {'maxSliceSize': '100MiB'}},"
            + " {'kind': 'WebhookCall', 'target': 'hook', 'payload': 'p'}, {'kind': 'Verify'}],"
            + " 'retryPolicy': {'maxAttempts': 3, 'minDelay': '30s', 'backoff': 'exponential'}}",
        "Flow|{'target': {'type': 'Dataset', 'labels': {'kind': 'Root', '$not': {'env': 'prod'},"
            + " '$or': [{'tier': 'gold'}, {'tier': 'silver'}]}}, 'triggers': [], 'tasks': []}",
        "FlowRun|{'target': 'Dataset:d', 'tasks': [{'kind': 'Ingest', 'source': 's'}]}",
        "Task|{'kind': 'Ingest', 'source': 's', 'target': 'd', 'onFailure': 'Continue'}",
      })
  void whatIsWrittenIsReadBack(ResourceType type, String spec) {
    Resource resource = resource(type, spec);

    assertThat(ResourceJson.fromBytes(ResourceJson.toBytes(resource))).isEqualTo(resource);
  }

  @Test
  void bothRevisionsOfATaskMeanTheSame() {
    var seed = "{'kind': 'Ingest', 'source': 'Source:acme.http', 'targetRecordsPerSlice': 10000}";
    var release =
        "{'kind': 'ingest', 'source': 'acme.http', 'params': {'targetSliceRecords': '10_000'}}";

    assertThat(SpecJson.read(ResourceType.Task, json(seed), ""))
        .isEqualTo(SpecJson.read(ResourceType.Task, json(release), ""));
  }

  @Test
  void allMistakesAreToldAtOnce() {
    var document =
        json(
            """
            {'headers': {'name': 'has_underscore', 'generation': 2},
             'spec': {'target': 'Dataset:x', 'trigers': [],
                      'tasks': [{'kind': 'Ingest'}, {'kind': 'Ingset', 'source': 's'}]},
             'status': {}}\
            """);

    var error =
        catchThrowableOfType(
            InvalidResourceException.class,
            () -> ManifestJson.read(ResourceType.Flow, document, false));

    assertThat(error.findings())
        .extracting(Finding::pointer, Finding::code)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("/status", "server-field"),
            org.assertj.core.groups.Tuple.tuple("/headers/name", "invalid-value"),
            org.assertj.core.groups.Tuple.tuple("/headers/generation", "server-field"),
            org.assertj.core.groups.Tuple.tuple("/spec", "missing-field"),
            org.assertj.core.groups.Tuple.tuple("/spec/trigers", "unknown-field"),
            org.assertj.core.groups.Tuple.tuple("/spec/tasks/0", "missing-field"),
            org.assertj.core.groups.Tuple.tuple("/spec/tasks/1/kind", "unknown-variant"));
    assertThat(error.findings())
        .extracting(Finding::hint)
        .contains("did you mean triggers?", "did you mean Ingest?");
  }

  @Test
  void mistakesInUnionsOfTheFormatHaveTheirPlace() {
    assertThatThrownBy(
            () ->
                SpecJson.read(
                    ResourceType.Source,
                    json("{'read': {'kind': 'Cvs'}, 'merge': {'kind': 'Ledger'}}"),
                    "/spec"))
        .isInstanceOfSatisfying(
            InvalidResourceException.class,
            e ->
                assertThat(e.findings())
                    .extracting(Finding::pointer)
                    .containsExactly("/spec/read/kind", "/spec/merge"));
  }

  @Test
  void aServersFieldsMayBeSkipped() {
    JsonNode written =
        ResourceJson.write(
            resource(ResourceType.Flow, "{'target': 'Dataset:x', 'triggers': [], 'tasks': []}"));

    Manifest manifest = ManifestJson.read(ResourceType.Flow, written, true);

    assertThat(manifest.generation()).isEqualTo(4);
    assertThat(manifest.handle()).isEqualTo("Flow:acme.x");
    assertThat(ManifestJson.read(ResourceType.Flow, ManifestJson.write(manifest), true))
        .isEqualTo(manifest);
  }

  @Test
  void absentPartsOfASourceHaveDefaults() {
    var source =
        (SourceSpec) SpecJson.read(ResourceType.Source, json("{'read': {'kind': 'NdJson'}}"), "");

    assertThat(source.effectiveMerge()).isEqualTo(new MergeStrategy.Append());
    assertThat(source.isPush()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"10min, PT10M", "1h30m, PT1H30M", "30d, PT720H", "PT1H, PT1H", "250ms, PT0.25S"})
  void durations(String text, Duration expected) {
    assertThat(Scalars.duration(json("'" + text + "'"), "")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"100MiB, 104857600", "10Gi, 10737418240", "1GB, 1000000000", "12, 12", "1.5K, 1500"})
  void sizes(String text, long expected) {
    assertThat(Scalars.byteSize(json("'" + text + "'"), "")).isEqualTo(expected);
  }
}
