package io.heddle.objectstore;

import java.net.URI;
import java.time.Duration;

/**
 * Where the bucket is and how to get in.
 *
 * @param pathStyle whether the bucket stands in the path of the URL (every server but AWS needs
 *     that) or before the host name
 * @param timeout for connecting, and for each wait for bytes to come or go
 */
public record S3Settings(
    URI endpoint,
    String bucket,
    String region,
    String accessKey,
    String secretKey,
    boolean pathStyle,
    Duration timeout,
    Retries retries) {
  public static final String DEFAULT_REGION = "us-east-1";

  /** Path style, region us-east-1, usual patience. */
  public S3Settings(URI endpoint, String bucket, String accessKey, String secretKey) {
    this(
        endpoint,
        bucket,
        DEFAULT_REGION,
        accessKey,
        secretKey,
        true,
        Duration.ofSeconds(30),
        Retries.DEFAULT);
  }

  public S3Settings withRegion(String newRegion) {
    return new S3Settings(
        endpoint, bucket, newRegion, accessKey, secretKey, pathStyle, timeout, retries);
  }

  public S3Settings withRetries(Retries newRetries) {
    return new S3Settings(
        endpoint, bucket, region, accessKey, secretKey, pathStyle, timeout, newRetries);
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return "S3Settings[%s, bucket %s, region %s]".formatted(endpoint, bucket, region);
  }
}
