package io.heddle.ingress.service;

import io.heddle.objectstore.Retries;
import io.heddle.objectstore.S3Settings;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;

/** Where the datasets' chains lie. */
@ConfigMapping(prefix = "heddle.s3")
public interface StoreConfig {
  /** The server's URL. */
  URI endpoint();

  /** The bucket of all datasets. */
  String bucket();

  /** The region that requests are signed for. */
  @WithDefault(S3Settings.DEFAULT_REGION)
  String region();

  /** The name of the key. */
  String accessKey();

  /** The secret of the key; never shown. */
  String secretKey();

  /** Whether the bucket stands in the path of URLs, as every server but AWS wants it. */
  @WithDefault("true")
  boolean pathStyle();

  /** How long a connection may take, and each wait for bytes. */
  @WithDefault("30s")
  Duration timeout();

  /** The same as settings of the client. */
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
