package io.heddle.local;

import io.heddle.kafka.TopicLayout;
import io.heddle.kafka.TopicSetup;
import io.heddle.message.Topics;
import io.minio.BucketExistsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * The step before the first start of an installation, to be repeated at will: creates the topics
 * and the bucket, as far as they are missing.
 */
public final class InstallationSetup {
  private InstallationSetup() {}

  /** Gives the names of the topics that were missing. */
  public static List<String> createTopics(
      String bootstrapServers, TopicLayout layout, int replication) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      return TopicSetup.ensure(admin, layout, replication);
    }
  }

  /** Tells whether the bucket was missing. */
  public static boolean createBucket(String endpoint, String region, S3Keys keys, String bucket) {
    // Unless it is closed, its threads keep the process for a minute.
    try (MinioClient client =
        MinioClient.builder()
            .endpoint(endpoint)
            .credentials(keys.accessKey(), keys.secretKey())
            .region(region)
            .build()) {
      boolean missing = !client.bucketExists(BucketExistsArgs.builder().bucket(bucket).build());
      if (missing) {
        client.makeBucket(MakeBucketArgs.builder().bucket(bucket).build());
      }
      return missing;
    } catch (Exception e) {
      throw new IllegalStateException(
          "cannot create the bucket %s at %s: %s".formatted(bucket, endpoint, e.getMessage()), e);
    }
  }

  /** Takes the services' settings from the environment. */
  public static void main(String[] args) {
    var layout =
        new TopicLayout(
            new Topics(setting("HEDDLE_TOPICS_PREFIX")),
            Integer.parseInt(setting("HEDDLE_TOPICS_PARTITIONS")));
    List<String> topics =
        createTopics(
            setting("KAFKA_BOOTSTRAP_SERVERS"),
            layout,
            Integer.parseInt(setting("HEDDLE_TOPICS_REPLICATION")));
    boolean bucket =
        createBucket(
            setting("HEDDLE_S3_ENDPOINT"),
            setting("HEDDLE_S3_REGION"),
            new S3Keys(setting("HEDDLE_S3_ACCESS_KEY"), setting("HEDDLE_S3_SECRET_KEY")),
            setting("HEDDLE_S3_BUCKET"));
    System.out.println(
        topics.isEmpty() ? "All topics exist." : "Created topics: " + String.join(", ", topics));
    System.out.println(bucket ? "Created the bucket." : "The bucket exists.");
  }

  private static String setting(String name) {
    String value = System.getenv(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("the environment variable " + name + " is not set");
    }
    return value;
  }
}
