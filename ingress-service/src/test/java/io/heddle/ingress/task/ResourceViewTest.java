package io.heddle.ingress.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class ResourceViewTest {
  private final ResourceView view = new ResourceView(List.of());

  @Test
  void aFormThatCannotBeReadIsNotReplacedByTheOneBefore() {
    view.accept(
        new ConsumerRecord<>(
            "resources",
            0,
            0,
            "id".getBytes(StandardCharsets.UTF_8),
            "{\"of\": \"a later version\"}".getBytes(StandardCharsets.UTF_8)));

    assertThatThrownBy(() -> view.await("id", 1, Duration.ofMinutes(1)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.Internal))
        .hasMessageContaining("id");
  }
}
