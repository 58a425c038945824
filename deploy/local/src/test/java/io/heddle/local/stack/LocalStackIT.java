package io.heddle.local.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.kafka.TopicCheck;
import io.heddle.local.FreePorts;
import io.heddle.message.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broker and S3 server as processes; the services join them in the system tests. */
class LocalStackIT {
  @TempDir Path home;

  private LocalStack stack() {
    return new LocalStack(ProjectRoot.find(), new StackFolder(home));
  }

  @AfterEach
  void stop() {
    stack().down();
  }

  @Test
  void leavesNoOrphansWhenItsLauncherDied() {
    // Given
    LocalStack left = stack();
    left.startBacking();
    List<ProcessHandle> orphans =
        left.running().values().stream().map(ProcessHandle::of).map(o -> o.orElseThrow()).toList();

    // When
    LocalStack next = stack();
    next.down();

    // Then
    assertThat(orphans).hasSize(2).noneMatch(ProcessHandle::isAlive);
    assertThat(next.running()).isEmpty();
    assertThat(FreePorts.isFree(left.s3Endpoint().getPort())).isTrue();
  }

  @Test
  void keepsTopicsAndPortsWhenTheBrokerIsKilled() {
    // Given
    LocalStack stack = stack();
    stack.startBacking();
    String before = stack.bootstrapServers();

    // When
    stack.killBroker();
    stack.startBroker();

    // Then
    assertThat(stack.bootstrapServers()).isEqualTo(before);
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", before))) {
      assertThat(TopicCheck.datasetPartitions(admin, Topics.DEFAULT)).isPositive();
    }
  }

  @Test
  void keepsItsKeysFromOthers() throws Exception {
    // When
    stack();

    // Then
    assertThat(Files.getPosixFilePermissions(home.resolve("s3-keys")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }
}
