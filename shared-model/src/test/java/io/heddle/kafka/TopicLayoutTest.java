package io.heddle.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.kafka.TopicSpec.Cleanup;
import io.heddle.kafka.TopicSpec.Placement;
import io.heddle.message.Topics;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicLayoutTest {
  private final TopicLayout layout = new TopicLayout(new Topics("x."), 4);

  @Test
  void holdsEveryInnerTopicOfTheContract() throws Exception {
    // Given
    Method[] accessors = Topics.class.getDeclaredMethods();
    List<String> names =
        Arrays.stream(accessors)
            .filter(method -> method.getParameterCount() == 0)
            .filter(method -> method.getReturnType() == String.class)
            .filter(method -> !List.of("prefix", "toString").contains(method.getName()))
            .map(method -> name(method))
            .toList();

    // When
    List<String> inner = layout.inner().stream().map(TopicSpec::name).toList();

    // Then
    assertThat(inner).containsExactlyInAnyOrderElementsOf(names);
  }

  private static String name(Method accessor) {
    try {
      return (String) accessor.invoke(new Topics("x."));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void givesTopicsKeyedByDatasetOneCount() {
    assertThat(layout.inner())
        .filteredOn(spec -> spec.placement() == Placement.DATASET)
        .extracting(TopicSpec::partitions)
        .containsOnly(4)
        .hasSize(5);
  }

  @Test
  void keepsTheHistoryOfResourcesAndCommits() {
    assertThat(layout.inner())
        .filteredOn(spec -> spec.retention() == null)
        .extracting(TopicSpec::name)
        .containsExactlyInAnyOrder(
            "x.resource-events", "x.resources", "x.source-contents", "x.commits");
  }

  @Test
  void asksForTwoReplicasInSyncWhereThereAreThree() {
    TopicSpec spec = layout.push("alice", "orders", 1);
    assertThat(spec.settings(3)).containsEntry("min.insync.replicas", "2");
    assertThat(spec.settings(1))
        .containsEntry("min.insync.replicas", "1")
        .containsEntry("retention.ms", "-1")
        .containsEntry("max.message.bytes", "4194304")
        .containsEntry("unclean.leader.election.enable", "false");
  }

  @Test
  void refusesSeveralPartitionsForATotalOrder() {
    assertThatThrownBy(
            () -> new TopicSpec("t", "k", Placement.SINGLE, 2, Cleanup.DELETE, null, null))
        .hasMessage("topic t has a total order and so one partition, not 2");
  }
}
