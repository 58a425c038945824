package io.heddle.resources.dataset;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;

/** The bucket that the datasets lie in. */
@ConfigMapping(prefix = "heddle.s3")
public interface StoreConfig {
  /** Address of the S3 server. */
  URI endpoint();

  /** The bucket; it must exist. */
  String bucket();

  /** Region that requests are signed for. */
  @WithDefault("us-east-1")
  String region();

  /** Access key id. */
  String accessKey();

  /** Secret key. */
  String secretKey();
}
