package io.heddle.merge.service;

import io.heddle.objectstore.Retries;
import io.heddle.objectstore.S3Settings;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;

/** The bucket that holds the chains. */
@ConfigMapping(prefix = "heddle.s3")
public interface StoreConfig {
  /** Address of the S3 service, such as {@code http://localhost:9000}. */
  URI endpoint();

  /** Must exist; datasets lie in it under their ids. */
  String bucket();

  /** The region that requests are signed for. */
  @WithDefault(S3Settings.DEFAULT_REGION)
  String region();

  /** The name of the key. */
  String accessKey();

  /** The secret of the key; never shown. */
  String secretKey();

  /** Whether the bucket stands in the path of the URL; every server but AWS needs that. */
  @WithDefault("true")
  boolean pathStyle();

  /** For connecting, and for each wait for bytes to come. */
  @WithDefault("30s")
  Duration timeout();

  default S3Settings settings() {
    return new S3Settings(
        endpoint(),
        bucket(),
        region(),
        accessKey(),
        secretKey(),
        pathStyle(),
        timeout(),
        Retries.DEFAULT);
  }
}
