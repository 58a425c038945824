package io.heddle.resources.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.resources.rest.ResourcesConfig;
import io.heddle.resources.rest.WebConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigTest {
  private static final int CONVERTER_PRIORITY = 1000;

  @Test
  void whatIsNotSaidHasDefaults() {
    SmallRyeConfig config = config(Map.of());

    ResourcesConfig resources = config.getConfigMapping(ResourcesConfig.class);
    assertThat(resources.retention()).isEqualTo(Duration.ofDays(10));
    assertThat(resources.commandTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(resources.maxRequestSize().asLongValue()).isEqualTo(16L << 20);
    assertThat(resources.maxDocumentSize().asLongValue()).isEqualTo(1L << 20);
    assertThat(resources.maxDocuments()).isEqualTo(1000);
    assertThat(config.getConfigMapping(AccountConfig.class).name()).isEqualTo("heddle");
    assertThat(config.getConfigMapping(TopicsConfig.class).prefix()).isEqualTo("odf.");
    assertThat(config.getConfigMapping(ProcessConfig.class).dataDir())
        .isEqualTo(Path.of(".heddle/resource-service"));
    assertThat(config.getConfigMapping(WebConfig.class).ownNames()).containsExactly("localhost");
  }

  @Test
  void whatIsSaidIsRead() {
    SmallRyeConfig config =
        config(
            Map.of(
                "heddle.resources.retention", "1h",
                "heddle.resources.command-timeout", "5s",
                "heddle.resources.max-request-size", "2M",
                "heddle.resources.max-document-size", "1K",
                "heddle.resources.max-documents", "3",
                "heddle.account.name", "acme",
                "heddle.topics.prefix", "t.",
                "heddle.data-dir", "/var/lib/heddle",
                "heddle.web.own-names", "heddle.example.com,resource-service"));

    ResourcesConfig resources = config.getConfigMapping(ResourcesConfig.class);
    assertThat(resources.retention()).isEqualTo(Duration.ofHours(1));
    assertThat(resources.commandTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(resources.maxRequestSize().asLongValue()).isEqualTo(2L << 20);
    assertThat(resources.maxDocumentSize().asLongValue()).isEqualTo(1L << 10);
    assertThat(resources.maxDocuments()).isEqualTo(3);
    assertThat(config.getConfigMapping(AccountConfig.class).name()).isEqualTo("acme");
    assertThat(config.getConfigMapping(TopicsConfig.class).prefix()).isEqualTo("t.");
    assertThat(config.getConfigMapping(ProcessConfig.class).dataDir())
        .isEqualTo(Path.of("/var/lib/heddle"));
    assertThat(config.getConfigMapping(WebConfig.class).ownNames())
        .containsExactly("heddle.example.com", "resource-service");
  }

  @Test
  void theDefaultNameIsTheAddressThatTheServiceIsBoundTo() {
    SmallRyeConfig config = config(Map.of("quarkus.http.host", "heddle.internal"));

    assertThat(config.getConfigMapping(WebConfig.class).ownNames())
        .containsExactly("heddle.internal");
  }

  private static SmallRyeConfig config(Map<String, String> said) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withConverter(MemorySize.class, CONVERTER_PRIORITY, new MemorySizeConverter())
        .withConverter(Duration.class, CONVERTER_PRIORITY, new DurationConverter())
        .withMapping(ResourcesConfig.class)
        .withMapping(AccountConfig.class)
        .withMapping(TopicsConfig.class)
        .withMapping(ProcessConfig.class)
        .withMapping(WebConfig.class)
        .withDefaultValues(said)
        .build();
  }
}
