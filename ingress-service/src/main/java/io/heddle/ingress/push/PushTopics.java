package io.heddle.ingress.push;

import io.heddle.kafka.TopicLayout;
import io.heddle.kafka.TopicSetup;
import io.heddle.message.Topics;
import io.heddle.odf.Ingress;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.resource.Resource;
import io.heddle.resource.SourceSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topics of push sources: their names, and their creation once a source appears. */
public final class PushTopics implements Consumer<Resource> {
  private static final Logger log = LoggerFactory.getLogger(PushTopics.class);

  private final Admin admin;
  private final Topics topics;
  private final int partitions;

  /**
   * @param partitions of a new topic; one keeps the order of all pushes
   */
  public PushTopics(Admin admin, Topics topics, int partitions) {
    this.admin = admin;
    this.topics = topics;
    this.partitions = partitions;
  }

  /** The topic of a push source, named by its account and its name at creation. */
  public String name(Resource source) {
    String named = source.status().pushTopic();
    return named == null
        ? topics.push(source.headers().account().name().text(), stateName(source))
        : named;
  }

  static String stateName(Resource source) {
    String name = source.status().sourceName();
    return name == null ? source.headers().name().text() : name;
  }

  /** Creates the topic of a push source that was seen; the caller does not wait for it. */
  @Override
  public void accept(Resource resource) {
    if (resource.spec() instanceof SourceSpec spec
        && spec.effectiveIngress() instanceof Ingress.RestEndpoint
        && !resource.isDeleted()) {
      Thread.ofVirtual()
          .name("push-topic")
          .start(
              () -> {
                try {
                  ensure(resource);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                } catch (RuntimeException e) {
                  // Whoever needs the topic creates it then.
                  log.warn("Push topic cannot be created yet source={}", resource.handle(), e);
                }
              });
    }
  }

  /** The topic of a push source, created if need be. Every instance may do so. */
  public TopicDescription ensure(Resource source) throws InterruptedException {
    String topic = name(source);
    Optional<TopicDescription> found = describe(topic);
    if (found.isPresent()) {
      return found.get();
    }
    TopicSetup.ensure(
        admin,
        List.of(
            new TopicLayout(topics)
                .push(source.headers().account().name().text(), stateName(source), partitions)),
        replication());
    return describe(topic)
        .orElseThrow(
            () ->
                new IngestException(
                    FailureKind.Unreachable,
                    "topic %s was created but is not seen".formatted(topic)));
  }

  /** As safe as the inner topics are. */
  private int replication() throws InterruptedException {
    return describe(topics.changes())
        .map(description -> description.partitions().getFirst().replicas().size())
        .orElse(1);
  }

  public Optional<TopicDescription> describe(String topic) throws InterruptedException {
    try {
      return Optional.ofNullable(
          admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw new IngestException(
          FailureKind.Unreachable,
          "topic %s cannot be looked at: %s".formatted(topic, e.getMessage()),
          Map.of("topic", topic));
    }
  }
}
