package io.heddle.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The explicit, repeatable step that creates the topics of an installation. Topics that exist stay
 * as they are.
 */
public final class TopicSetup {
  private static final Logger log = LoggerFactory.getLogger(TopicSetup.class);
  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(20);

  private TopicSetup() {}

  /**
   * Creates what is missing of a layout's inner topics.
   *
   * @param replication replicas of each new topic
   * @return the names of the topics that were created
   * @throws TopicMismatchException when a topic exists with another partition count; nothing is
   *     created then
   */
  public static List<String> ensure(Admin admin, TopicLayout layout, int replication) {
    return ensure(admin, layout.inner(), replication);
  }

  /** As {@link #ensure(Admin, TopicLayout, int)}, for topics of one's own choice. */
  public static List<String> ensure(Admin admin, List<TopicSpec> specs, int replication) {
    List<String> names = specs.stream().map(TopicSpec::name).toList();
    var broker = new BrokerAdmin(admin);
    Map<String, Integer> found = broker.partitionCounts(names);
    refuseOtherCounts(specs, found);

    List<TopicSpec> missing =
        specs.stream().filter(spec -> !found.containsKey(spec.name())).toList();
    List<String> created = create(admin, missing, replication);
    refuseOtherCounts(specs, awaitVisible(broker, names));
    return created;
  }

  private static List<String> create(Admin admin, List<TopicSpec> missing, int replication) {
    List<NewTopic> topics =
        missing.stream()
            .map(
                spec ->
                    new NewTopic(spec.name(), spec.partitions(), (short) replication)
                        .configs(spec.settings(replication)))
            .toList();
    List<String> created = new ArrayList<>();
    admin
        .createTopics(topics)
        .values()
        .forEach(
            (name, answer) -> {
              try {
                BrokerAdmin.await(answer);
                created.add(name);
                log.info("Topic created topic={}", name);
              } catch (TopicExistsException raced) {
                // Somebody else took the same step at the same time; counts are compared
                // afterwards.
                log.debug("Topic exists meanwhile topic={}", name, raced);
              }
            });
    return created;
  }

  /** A created topic is known to all brokers only a moment later. */
  private static Map<String, Integer> awaitVisible(BrokerAdmin broker, List<String> names) {
    long deadline = System.nanoTime() + VISIBLE_WITHIN.toNanos();
    while (true) {
      Map<String, Integer> found = broker.partitionCounts(names);
      List<String> absent = names.stream().filter(name -> !found.containsKey(name)).toList();
      if (absent.isEmpty()) {
        return found;
      }
      if (System.nanoTime() > deadline) {
        throw new TopicMismatchException(
            List.of("created but not to be seen: " + String.join(", ", absent)),
            "Look at the brokers' state.");
      }
    }
  }

  private static void refuseOtherCounts(List<TopicSpec> specs, Map<String, Integer> found) {
    List<String> findings = new ArrayList<>();
    for (TopicSpec spec : specs) {
      int partitions = found.getOrDefault(spec.name(), spec.partitions());
      if (partitions != spec.partitions()) {
        findings.add(
            "topic %s has %d partitions, not %d"
                .formatted(spec.name(), partitions, spec.partitions()));
      }
    }
    if (!findings.isEmpty()) {
      throw new TopicMismatchException(
          findings,
          "Partition counts are fixed at installation; set the count the installation was made"
              + " with.");
    }
  }
}
