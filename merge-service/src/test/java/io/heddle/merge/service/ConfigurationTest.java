package io.heddle.merge.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.aggregate.AggregateSettings;
import io.heddle.merge.ingest.SliceLimits;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigurationTest {

  private static <T> T mapped(Class<T> type, Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withConverter(MemorySize.class, 100, new MemorySizeConverter())
        .withConverter(Duration.class, 100, new DurationConverter())
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .withMapping(type)
        .build()
        .getConfigMapping(type);
  }

  @Test
  void theDefaultsAreThoseOfTheAggregates() {
    assertThat(mapped(MergeConfig.class, Map.of()).aggregates())
        .isEqualTo(AggregateSettings.DEFAULT);
  }

  @Test
  void everyLimitCanBeSet() {
    MergeConfig config =
        mapped(
            MergeConfig.class,
            Map.ofEntries(
                Map.entry("heddle.merge.silence", "1m"),
                Map.entry("heddle.merge.overdue", "2m"),
                Map.entry("heddle.merge.unreadable", "3m"),
                Map.entry("heddle.merge.step", "50ms"),
                Map.entry("heddle.merge.undo-limit", "10M"),
                Map.entry("heddle.merge.snapshot-rows", "1000"),
                Map.entry("heddle.merge.on-top-of-unknown-events", "true"),
                Map.entry("heddle.merge.slice-rows", "2000"),
                Map.entry("heddle.merge.slice-bytes", "3M"),
                Map.entry("heddle.merge.row-memory", "64M"),
                Map.entry("heddle.merge.readers", "3")));

    assertThat(config.aggregates())
        .isEqualTo(
            new AggregateSettings(
                Duration.ofMinutes(1),
                Duration.ofMinutes(2),
                Duration.ofMinutes(3),
                Duration.ofMillis(50),
                10 << 20,
                1000,
                true,
                AggregateSettings.DEFAULT.entryBytes(),
                new SliceLimits(
                    2000,
                    3 << 20,
                    SliceLimits.DEFAULT.batchBytes(),
                    SliceLimits.DEFAULT.messageBytes())));
    assertThat(config.rowMemory().asLongValue()).isEqualTo(64 << 20);
    assertThat(config.readers()).isEqualTo(3);
  }

  @Test
  void streamsHaveModestDefaults() {
    StreamsConfiguration config = mapped(StreamsConfiguration.class, Map.of());

    assertThat(config.threads()).isEqualTo(2);
    assertThat(config.standbyReplicas()).isZero();
    assertThat(config.commitInterval()).isEqualTo(Duration.ofMillis(100));
    assertThat(config.transactionTimeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.keepRead()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void theStoreIsDescribedByItsAddressAndKeys() {
    StoreConfig config =
        mapped(
            StoreConfig.class,
            Map.of(
                "heddle.s3.endpoint", "http://localhost:9000",
                "heddle.s3.bucket", "odf",
                "heddle.s3.access-key", "key",
                "heddle.s3.secret-key", "secret"));

    assertThat(config.settings().region()).isEqualTo("us-east-1");
    assertThat(config.settings().pathStyle()).isTrue();
    assertThat(config.settings().toString()).doesNotContain("secret");
  }
}
