package io.heddle.local.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.kafka.TopicCheck;
import io.heddle.kafka.TopicLayout;
import io.heddle.local.FreePorts;
import io.heddle.local.InstallationSetup;
import io.heddle.message.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broker and S3 server as processes; the services join them in the system tests. */
class LocalStackIT {
  private static final String PARTITIONS = Integer.toString(TopicLayout.DEFAULT_DATASET_PARTITIONS);

  @TempDir static Path home;

  /** Knows no more of what runs than a new launcher would. */
  private static LocalStack stack() {
    return new LocalStack(ProjectRoot.find(), new StackFolder(home));
  }

  /** Starting takes seconds, so what another test left running will do. */
  private static LocalStack running() {
    LocalStack stack = stack();
    if (stack.running().isEmpty()) {
      stack.startBacking();
    }
    return stack;
  }

  @AfterAll
  static void stop() {
    stack().down();
  }

  @Test
  void leavesNoOrphansWhenItsLauncherDied() {
    // Given
    LocalStack left = running();
    List<ProcessHandle> orphans =
        left.running().values().stream().map(pid -> ProcessHandle.of(pid).orElseThrow()).toList();

    // When
    LocalStack next = stack();
    next.down();

    // Then
    assertThat(orphans).hasSize(2).noneMatch(ProcessRecord::runs);
    assertThat(next.running()).isEmpty();
    assertThat(FreePorts.isFree(left.s3Endpoint().getPort())).isTrue();
  }

  @Test
  void keepsTopicsAndPortsWhenTheBrokerIsKilled() {
    // Given
    LocalStack stack = running();
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

  /** Once, idle threads of its clients kept it for a minute longer. */
  @Test
  void setUpEndsWhenNothingIsLeftToDo() throws Exception {
    // Given
    LocalStack stack = running();
    var builder =
        new ProcessBuilder(JavaCommand.mainClass(InstallationSetup.class, 128, List.of()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(home.resolve("set-up.log").toFile());
    stack
        .configuration()
        .forEach((key, value) -> builder.environment().put(LocalStack.variable(key), value));
    builder.environment().put("HEDDLE_TOPICS_PARTITIONS", PARTITIONS);
    builder.environment().put("HEDDLE_TOPICS_REPLICATION", "1");
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));

    // When
    Process setUp = builder.start();
    boolean ended = setUp.waitFor(55, TimeUnit.SECONDS);
    setUp.destroyForcibly();

    // Then
    assertThat(ended).isTrue();
    assertThat(home.resolve("set-up.log")).hasContent("All topics exist.\nThe bucket exists.\n");
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
