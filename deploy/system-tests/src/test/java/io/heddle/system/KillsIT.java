package io.heddle.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.local.bench.LedgerRows;
import io.heddle.local.rest.HeddleRest;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Service;
import io.heddle.message.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * While a large ingestion is under way, a process is killed and started again: the dataset holds
 * every row once.
 */
class KillsIT {
  private static final long ROWS = 200_000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** How many records have to lie on a topic before the kill, so that it hits in the middle. */
  private static final long UNDER_WAY = 5;

  private final LocalStack stack = SharedStack.get();
  private final HeddleRest rest = SharedStack.rest();

  /** Who is killed, and on which topic it shows that the ingestion has come that far. */
  enum Victim {
    INGRESS(Service.INGRESS, Topics.DEFAULT.changes()),
    MERGE(Service.MERGE, Topics.DEFAULT.changes()),
    COMMIT(Service.COMMIT, Topics.DEFAULT.commitRequests()),
    RESOURCE(Service.RESOURCE, Topics.DEFAULT.changes()),
    BROKER(null, Topics.DEFAULT.changes());

    private final Optional<Service> service;
    private final String topic;

    Victim(Service service, String topic) {
      this.service = Optional.ofNullable(service);
      this.topic = topic;
    }

    /** Those that share their work between copies get a second one for the round. */
    boolean hasCopy() {
      return service.filter(s -> s != Service.RESOURCE).isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyRowIsThereOnceAfterAKill(Victim victim, @TempDir Path folder) throws Exception {
    // Given
    String name = "kill-" + victim.name().toLowerCase(Locale.ROOT);
    Path csv = SharedStack.file(name + ".csv");
    LedgerRows.write(csv, 0, ROWS);
    rest.apply(LedgerRows.manifests(name, csv));
    if (victim.hasCopy()) {
      stack.start(victim.service.orElseThrow(), 2);
    }

    // When
    long before = records(victim.topic);
    String run = rest.trigger(name);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> records(victim.topic) > before + UNDER_WAY);
    killAndRestart(victim);
    JsonNode finished = rest.awaitRun(name, run, PATIENCE);

    // Then
    assertThat(finished.path("outcome").asText())
        .as(finished.toPrettyString())
        .isEqualTo("Success");
    try (var rows = new StoredRows(rest, name, folder)) {
      assertThat(rows.number("select count(*) from stored")).isEqualTo(ROWS);
      assertThat(rows.number("select count(distinct \"offset\") from stored")).isEqualTo(ROWS);
      assertThat(rows.number("select max(\"offset\") from stored")).isEqualTo(ROWS - 1);
      assertThat(rows.differencesFrom(csv)).isZero();
    }
    JsonNode verdict = rest.verify(name);
    assertThat(verdict.path("ok").asBoolean()).as(verdict.toPrettyString()).isTrue();
    if (victim.hasCopy()) {
      stack.stop(victim.service.orElseThrow(), 2);
    }
  }

  private void killAndRestart(Victim victim) {
    if (victim.service.isPresent()) {
      stack.kill(victim.service.get(), 1);
      stack.start(victim.service.get(), 1);
    } else {
      stack.killBroker();
      stack.startBroker();
    }
  }

  private long records(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
      int partitions =
          admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions().size();
      var ends =
          IntStream.range(0, partitions)
              .boxed()
              .collect(
                  Collectors.toMap(
                      partition -> new TopicPartition(topic, partition),
                      partition -> OffsetSpec.latest()));
      return admin.listOffsets(ends).all().get().values().stream()
          .mapToLong(end -> end.offset())
          .sum();
    }
  }
}
