package io.heddle.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heddle.kafka.TopicCheck;
import io.heddle.kafka.TopicLayout;
import io.heddle.kafka.TopicMismatchException;
import io.heddle.kafka.TopicSetup;
import io.heddle.message.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker, and on it the steps of {@code io.heddle.kafka} that need a real one. */
class EmbeddedBrokerTest {
  @TempDir static Path folder;
  private static EmbeddedBroker broker;
  private static Admin admin;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start(folder);
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    broker.close();
  }

  @Test
  void createsTopicsOnceAndFindsThemFit() {
    // Given
    var layout = new TopicLayout(new Topics("once."), 3);

    // When
    List<String> first = TopicSetup.ensure(admin, layout, 1);
    List<String> second = TopicSetup.ensure(admin, layout, 1);

    // Then
    assertThat(first).hasSameSizeAs(layout.inner());
    assertThat(second).isEmpty();
    assertThat(TopicCheck.datasetPartitions(admin, layout.topics())).isEqualTo(3);
  }

  @Test
  void refusesAnotherPartitionCount() {
    // Given
    var topics = new Topics("count.");
    TopicSetup.ensure(admin, new TopicLayout(topics, 2), 1);

    // When, then
    assertThatThrownBy(() -> TopicSetup.ensure(admin, new TopicLayout(topics, 3), 1))
        .isInstanceOf(TopicMismatchException.class)
        .hasMessageContaining("topic count.changes has 2 partitions, not 3");
  }

  @Test
  void refusesToStartOnTopicsThatDisagree() throws Exception {
    // Given
    var topics = new Topics("differ.");
    TopicSetup.ensure(admin, new TopicLayout(topics, 2), 1);
    admin.createPartitions(Map.of(topics.replies(), NewPartitions.increaseTo(4))).all().get();

    // When, then
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> TopicCheck.datasetPartitions(admin, topics))
                    .isInstanceOf(TopicMismatchException.class)
                    .hasMessageContaining("differ.replies=4"));
  }

  @Test
  void refusesToStartWithoutTopics() {
    assertThatThrownBy(() -> TopicCheck.datasetPartitions(admin, new Topics("none.")))
        .isInstanceOf(TopicMismatchException.class)
        .hasMessageContaining("none.changes")
        .hasMessageContaining("heddle topics");
  }
}
