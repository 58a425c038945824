package io.heddle.testing;

import static java.util.Objects.requireNonNull;

import io.heddle.kafka.TopicLayout;
import io.heddle.kafka.TopicSetup;
import io.heddle.local.InstallationSetup;
import io.heddle.local.S3Keys;
import io.heddle.message.Topics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker and an S3 server for all tests of this JVM. They start at the first use and end with the
 * JVM; tests keep apart by fresh buckets and, where they like, fresh topics.
 *
 * <p>The system property {@code heddle.it.infra} chooses: {@code embedded} (the default), those of
 * the local stack in this JVM, or {@code containers}, the images of Kafka and MinIO.
 */
public record BackingServices(
    String kind, String bootstrapServers, String s3Endpoint, S3Keys s3Keys) {
  public static final String REGION = "us-east-1";

  private static final Logger log = LoggerFactory.getLogger(BackingServices.class);
  private static final String PROPERTY = "heddle.it.running.";

  /** Those of this JVM. */
  public static BackingServices shared() {
    // Quarkus loads this class once for each application it starts: what must exist once for the
    // JVM is remembered where all of them look.
    Properties properties = System.getProperties();
    synchronized (properties) {
      BackingServices running = remembered();
      if (running == null) {
        running = start(System.getProperty("heddle.it.infra", "embedded"));
        running.remember();
        log.info(
            "Integration tests run against kind={} bootstrap={} s3={}",
            running.kind(),
            running.bootstrapServers(),
            running.s3Endpoint());
      }
      return running;
    }
  }

  static BackingServices start(String choice) {
    return switch (choice) {
      case "embedded" -> EmbeddedServices.start();
      case "containers" -> ContainerServices.start();
      default ->
          throw new IllegalArgumentException(
              "heddle.it.infra is embedded or containers, not " + choice);
    };
  }

  /** Creates an empty bucket with a name of its own. */
  public String newBucket() {
    String bucket = "it-" + ProcessHandle.current().pid() + "-" + nextNumber();
    InstallationSetup.createBucket(s3Endpoint, REGION, s3Keys, bucket);
    return bucket;
  }

  /** Creates all inner topics under a prefix of its own. */
  public Topics newTopics() {
    var topics = new Topics("it" + nextNumber() + ".odf.");
    createTopics(topics);
    return topics;
  }

  /** Creates all inner topics under a prefix, as far as they are missing. */
  public void createTopics(Topics topics) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      TopicSetup.ensure(admin, new TopicLayout(topics), 1);
    }
  }

  /** What a service has to be configured with to use a bucket and topics here. */
  public Map<String, String> configuration(String bucket, Topics topics) {
    Map<String, String> configuration = new LinkedHashMap<>();
    configuration.put("kafka.bootstrap.servers", bootstrapServers);
    configuration.put("heddle.topics.prefix", topics.prefix());
    configuration.put("heddle.s3.endpoint", s3Endpoint);
    configuration.put("heddle.s3.bucket", bucket);
    configuration.put("heddle.s3.access-key", s3Keys.accessKey());
    configuration.put("heddle.s3.secret-key", s3Keys.secretKey());
    configuration.put("heddle.s3.region", REGION);
    return configuration;
  }

  private static int nextNumber() {
    Properties properties = System.getProperties();
    synchronized (properties) {
      int number = Integer.getInteger(PROPERTY + "number", 0) + 1;
      properties.setProperty(PROPERTY + "number", Integer.toString(number));
      return number;
    }
  }

  private static @Nullable BackingServices remembered() {
    String kind = System.getProperty(PROPERTY + "kind");
    return kind == null
        ? null
        : new BackingServices(
            kind,
            recall("bootstrap"),
            recall("s3"),
            new S3Keys(recall("access-key"), recall("secret-key")));
  }

  private static String recall(String fact) {
    return requireNonNull(System.getProperty(PROPERTY + fact));
  }

  private void remember() {
    System.setProperty(PROPERTY + "kind", kind);
    System.setProperty(PROPERTY + "bootstrap", bootstrapServers);
    System.setProperty(PROPERTY + "s3", s3Endpoint);
    System.setProperty(PROPERTY + "access-key", s3Keys.accessKey());
    System.setProperty(PROPERTY + "secret-key", s3Keys.secretKey());
  }
}
