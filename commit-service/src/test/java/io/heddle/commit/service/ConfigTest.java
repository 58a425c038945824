package io.heddle.commit.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigTest {
  private static final Map<String, String> REQUIRED =
      Map.of(
          "heddle.s3.endpoint", "http://localhost:9000",
          "heddle.s3.bucket", "chains",
          "heddle.s3.access-key", "key",
          "heddle.s3.secret-key", "secret");

  @Test
  void defaultsAreUsable() {
    SmallRyeConfig config = config(REQUIRED, Map.of());

    CommitConfig commit = config.getConfigMapping(CommitConfig.class);
    assertThat(commit.writers()).isEqualTo(2);
    assertThat(commit.sliceMemory().asLongValue()).isEqualTo(256L << 20);
    assertThat(commit.stagingLimit().asLongValue()).isEqualTo(20L << 30);
    assertThat(commit.stuckAfter()).isEqualTo(Duration.ofMinutes(5));
    assertThat(commit.overdueAfter()).isEqualTo(Duration.ofMinutes(15));
    assertThat(commit.storePatience()).isEqualTo(Duration.ofMinutes(30));
    assertThat(commit.trimAfter()).isEqualTo(Duration.ofHours(1));
    assertThat(commit.startPatience()).isEqualTo(Duration.ofMinutes(1));
    StoreConfig store = config.getConfigMapping(StoreConfig.class);
    assertThat(store.region()).isEqualTo("us-east-1");
    assertThat(store.pathStyle()).isTrue();
    assertThat(store.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.getConfigMapping(TopicsConfig.class).prefix()).isEqualTo("odf.");
  }

  @Test
  void everythingCanBeSet() {
    SmallRyeConfig config =
        config(
            REQUIRED,
            Map.ofEntries(
                Map.entry("heddle.s3.region", "eu-central-1"),
                Map.entry("heddle.s3.path-style", "false"),
                Map.entry("heddle.s3.timeout", "5s"),
                Map.entry("heddle.topics.prefix", "x."),
                Map.entry("heddle.commit.writers", "7"),
                Map.entry("heddle.commit.slice-memory", "1G"),
                Map.entry("heddle.commit.staging-limit", "3G"),
                Map.entry("heddle.commit.stuck-after", "1m"),
                Map.entry("heddle.commit.overdue-after", "3m"),
                Map.entry("heddle.commit.store-patience", "4m"),
                Map.entry("heddle.commit.trim-after", "2h"),
                Map.entry("heddle.commit.start-patience", "2s")));

    StoreConfig store = config.getConfigMapping(StoreConfig.class);
    assertThat(store.endpoint()).isEqualTo(URI.create("http://localhost:9000"));
    assertThat(store.bucket()).isEqualTo("chains");
    assertThat(store.accessKey()).isEqualTo("key");
    assertThat(store.secretKey()).isEqualTo("secret");
    assertThat(store.region()).isEqualTo("eu-central-1");
    assertThat(store.pathStyle()).isFalse();
    assertThat(store.timeout()).isEqualTo(Duration.ofSeconds(5));
    CommitConfig commit = config.getConfigMapping(CommitConfig.class);
    assertThat(commit.writers()).isEqualTo(7);
    assertThat(commit.sliceMemory().asLongValue()).isEqualTo(1L << 30);
    assertThat(commit.stagingLimit().asLongValue()).isEqualTo(3L << 30);
    assertThat(commit.stuckAfter()).isEqualTo(Duration.ofMinutes(1));
    assertThat(commit.overdueAfter()).isEqualTo(Duration.ofMinutes(3));
    assertThat(commit.storePatience()).isEqualTo(Duration.ofMinutes(4));
    assertThat(commit.trimAfter()).isEqualTo(Duration.ofHours(2));
    assertThat(commit.startPatience()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.getConfigMapping(TopicsConfig.class).prefix()).isEqualTo("x.");
  }

  private static SmallRyeConfig config(Map<String, String> some, Map<String, String> more) {
    return new SmallRyeConfigBuilder()
        .withSources(
            new PropertiesConfigSource(some, "some", 100),
            new PropertiesConfigSource(more, "more", 200))
        .withConverter(MemorySize.class, 300, new MemorySizeConverter())
        .withConverter(Duration.class, 300, new DurationConverter())
        .withMapping(StoreConfig.class)
        .withMapping(TopicsConfig.class)
        .withMapping(CommitConfig.class)
        .build();
  }
}
