package io.heddle.resources.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.objectstore.S3Settings;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreConfigTest {
  private static final int CONVERTER_PRIORITY = 1000;
  private static final Map<String, String> REQUIRED =
      Map.of(
          "heddle.s3.endpoint", "http://localhost:9000",
          "heddle.s3.bucket", "odf",
          "heddle.s3.access-key", "key",
          "heddle.s3.secret-key", "secret");

  @Test
  void whatIsNotSaidHasDefaults() {
    S3Settings settings = settings(Map.of());

    assertThat(settings)
        .isEqualTo(new S3Settings(URI.create("http://localhost:9000"), "odf", "key", "secret"));
  }

  @Test
  void whatIsSaidIsRead() {
    S3Settings settings =
        settings(
            Map.of(
                "heddle.s3.region", "eu-central-1",
                "heddle.s3.path-style", "false",
                "heddle.s3.timeout", "5s"));

    assertThat(settings.region()).isEqualTo("eu-central-1");
    assertThat(settings.pathStyle()).isFalse();
    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(5));
  }

  private static S3Settings settings(Map<String, String> said) {
    Map<String, String> all = new HashMap<>(REQUIRED);
    all.putAll(said);
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withConverter(Duration.class, CONVERTER_PRIORITY, new DurationConverter())
        .withMapping(StoreConfig.class)
        .withDefaultValues(all)
        .build()
        .getConfigMapping(StoreConfig.class)
        .settings();
  }
}
