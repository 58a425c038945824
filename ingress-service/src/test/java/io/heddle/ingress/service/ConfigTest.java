package io.heddle.ingress.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.push.PushConfig;
import io.heddle.ingress.reach.Programs;
import io.heddle.ingress.reach.ReachConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigTest {
  private static final int CONVERTER_PRIORITY = 200;
  private static final long MIB = 1024 * 1024;

  @Test
  void hasDefaultsForAllButTheStore() {
    SmallRyeConfig config = config(Map.of());

    TasksConfig tasks = config.getConfigMapping(TasksConfig.class);
    RowsConfig rows = config.getConfigMapping(RowsConfig.class);
    assertThat(config.getConfigMapping(TopicsConfig.class).prefix()).isEqualTo("odf.");
    assertThat(tasks.offerSettings().aheadBytes()).isEqualTo(8 * MIB);
    PushConfig push = config.getConfigMapping(PushConfig.class);
    assertThat(tasks.taskSettings(rows, push).pushRecordsPerSlice()).isEqualTo(10_000);
    assertThat(tasks.taskSettings(rows, push).exportPatience()).isEqualTo(Duration.ofMinutes(10));
    assertThat(rows.sqlSettings().timeLimit()).isEqualTo(Duration.ofMinutes(10));
    assertThat(rows.sqlWorkers()).isEqualTo(2);
    assertThat(rows.spoolSettings().batchBytes()).isEqualTo(MIB);
    assertThat(rows.spoolSettings().maxRowBytes()).isLessThan((int) (4 * MIB));
    FetchConfig fetch = config.getConfigMapping(FetchConfig.class);
    assertThat(fetch.fetchSettings(config.getConfigMapping(ReachConfig.class)).maxRedirects())
        .isEqualTo(10);
    ReachConfig reach = config.getConfigMapping(ReachConfig.class);
    assertThat(reach.schemes()).containsExactly("http", "https", "file");
    assertThat(reach.hosts()).containsExactly("*");
    assertThat(reach.addresses()).containsExactly("public");
    assertThat(reach.folders()).isEmpty();
    assertThat(reach.programs()).isEqualTo(new Programs(List.of(), Map.of()));
    assertThat(push.bufferSize()).isEqualTo(100_000);
    assertThat(config.getConfigMapping(WebConfig.class).ownNames()).containsExactly("localhost");
  }

  @Test
  void mapsWhatIsSaid() {
    SmallRyeConfig config =
        config(
            Map.ofEntries(
                Map.entry("heddle.topics.prefix", "mine."),
                Map.entry("heddle.s3.region", "north"),
                Map.entry("heddle.tasks.overdue", "2m"),
                Map.entry("heddle.rows.sql-memory", "64M"),
                Map.entry("heddle.rows.sql-time-limit", "90s"),
                Map.entry("heddle.reach.folders", "/data,/more"),
                Map.entry("heddle.reach.commands", "/usr/bin/jq"),
                Map.entry("heddle.reach.environment", "PATH=/usr/bin,LANG=C"),
                Map.entry("heddle.reach.addresses", "public,10.1.0.0/16"),
                Map.entry("heddle.push.export-patience", "1h"),
                Map.entry("heddle.push.partitions", "3")));

    assertThat(config.getConfigMapping(TopicsConfig.class).prefix()).isEqualTo("mine.");
    assertThat(config.getConfigMapping(StoreConfig.class).settings().region()).isEqualTo("north");
    assertThat(config.getConfigMapping(StoreConfig.class).settings().toString())
        .doesNotContain("hidden");
    assertThat(config.getConfigMapping(TasksConfig.class).overdue())
        .isEqualTo(Duration.ofMinutes(2));
    assertThat(config.getConfigMapping(RowsConfig.class).sqlSettings().memoryBytes())
        .isEqualTo(64 * MIB);
    assertThat(config.getConfigMapping(RowsConfig.class).sqlSettings().timeLimit())
        .isEqualTo(Duration.ofSeconds(90));
    ReachConfig reach = config.getConfigMapping(ReachConfig.class);
    assertThat(reach.folders().orElseThrow()).containsExactly(Path.of("/data"), Path.of("/more"));
    assertThat(reach.addresses()).containsExactly("public", "10.1.0.0/16");
    assertThat(reach.programs())
        .isEqualTo(
            new Programs(List.of(Path.of("/usr/bin/jq")), Map.of("PATH", "/usr/bin", "LANG", "C")));
    assertThat(config.getConfigMapping(PushConfig.class).partitions()).isEqualTo(3);
    assertThat(config.getConfigMapping(PushConfig.class).exportPatience())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void mapsThePatienceWithExports() {
    SmallRyeConfig config = config(Map.of("heddle.push.export-patience", "1h"));

    assertThat(config.getConfigMapping(PushConfig.class).exportPatience())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void namesTheSuccessorOfARetiredOption() {
    SmallRyeConfig config = config(Map.of("heddle.fetch.local-folders", "/data"));
    assertThatThrownBy(
            () ->
                config
                    .getConfigMapping(FetchConfig.class)
                    .fetchSettings(config.getConfigMapping(ReachConfig.class)))
        .hasMessageContaining("heddle.reach.folders");
  }

  private static SmallRyeConfig config(Map<String, String> said) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withConverter(MemorySize.class, CONVERTER_PRIORITY, new MemorySizeConverter())
        .withConverter(Duration.class, CONVERTER_PRIORITY, new DurationConverter())
        .withMapping(TopicsConfig.class)
        .withMapping(StoreConfig.class)
        .withMapping(FetchConfig.class)
        .withMapping(ReachConfig.class)
        .withMapping(RowsConfig.class)
        .withMapping(TasksConfig.class)
        .withMapping(PushConfig.class)
        .withMapping(WebConfig.class)
        .withDefaultValues(
            Map.of(
                "heddle.s3.endpoint", "http://localhost:9000",
                "heddle.s3.bucket", "datasets",
                "heddle.s3.access-key", "key",
                "heddle.s3.secret-key", "hidden"))
        .withDefaultValues(said)
        .build();
  }
}
