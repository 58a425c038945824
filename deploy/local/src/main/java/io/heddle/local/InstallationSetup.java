package io.heddle.local;

import io.heddle.kafka.TopicLayout;
import io.heddle.kafka.TopicSetup;
import io.heddle.message.Topics;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
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

  /** Creates the bucket if it is missing. */
  public static void createBucket(String endpoint, String region, S3Keys keys, String bucket) {
    var settings =
        new S3Settings(URI.create(endpoint), bucket, keys.accessKey(), keys.secretKey())
            .withRegion(region);
    // Unless it is closed, its threads keep the process for a minute.
    try (var store = new S3ObjectStore(settings)) {
      store.createBucket();
    } catch (IOException e) {
      throw new UncheckedIOException("the connections to " + endpoint + " stay open", e);
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
    createBucket(
        setting("HEDDLE_S3_ENDPOINT"),
        setting("HEDDLE_S3_REGION"),
        new S3Keys(setting("HEDDLE_S3_ACCESS_KEY"), setting("HEDDLE_S3_SECRET_KEY")),
        setting("HEDDLE_S3_BUCKET"));
    System.out.println(
        topics.isEmpty() ? "All topics exist." : "Created topics: " + String.join(", ", topics));
    System.out.println("The bucket exists.");
  }

  private static String setting(String name) {
    String value = System.getenv(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("the environment variable " + name + " is not set");
    }
    return value;
  }
}
