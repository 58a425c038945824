package io.heddle.kafka;

import io.heddle.message.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;

/**
 * What every service makes sure of before it starts to work: the inner topics exist, those keyed by
 * dataset agree in their partition count, and each takes records as large as we send.
 */
public final class TopicCheck {
  private TopicCheck() {}

  /**
   * @return how many partitions the topics keyed by dataset have
   * @throws TopicMismatchException when the installation's topics are not fit for work
   */
  public static int datasetPartitions(Admin admin, Topics topics) {
    List<TopicSpec> specs = new TopicLayout(topics).inner();
    List<String> names = specs.stream().map(TopicSpec::name).toList();
    var broker = new BrokerAdmin(admin);
    Map<String, Integer> found = new TreeMap<>(broker.partitionCounts(names));

    List<String> absent = names.stream().filter(name -> !found.containsKey(name)).toList();
    if (!absent.isEmpty()) {
      throw new TopicMismatchException(
          List.of("missing topics: " + String.join(", ", absent)),
          "Create them with: heddle topics");
    }
    int count = agreedCount(specs, found);
    refuseSmallRecords(broker.maxMessageBytes(found.keySet()));
    return count;
  }

  private static int agreedCount(List<TopicSpec> specs, Map<String, Integer> found) {
    Map<String, Integer> counts = new TreeMap<>();
    List<String> findings = new ArrayList<>();
    for (TopicSpec spec : specs) {
      int partitions = found.getOrDefault(spec.name(), 0);
      switch (spec.placement()) {
        case DATASET -> counts.put(spec.name(), partitions);
        case SINGLE -> {
          if (partitions != 1) {
            findings.add("topic %s has %d partitions, not 1".formatted(spec.name(), partitions));
          }
        }
        case OWN_KEY -> {}
      }
    }
    if (new TreeSet<>(counts.values()).size() > 1) {
      findings.add("topics keyed by dataset differ in partitions: " + counts);
    }
    if (!findings.isEmpty()) {
      throw new TopicMismatchException(
          findings,
          "A dataset's records would be handled in several places; create the topics anew with"
              + " one count.");
    }
    return counts.values().iterator().next();
  }

  private static void refuseSmallRecords(Map<String, Integer> limits) {
    List<String> findings =
        new TreeMap<>(limits)
            .entrySet().stream()
                .filter(limit -> limit.getValue() < TopicLayout.MAX_MESSAGE_BYTES)
                .map(
                    limit ->
                        "topic %s takes records of %d bytes at most, less than %d"
                            .formatted(
                                limit.getKey(), limit.getValue(), TopicLayout.MAX_MESSAGE_BYTES))
                .toList();
    if (!findings.isEmpty()) {
      throw new TopicMismatchException(findings, "Raise max.message.bytes of these topics.");
    }
  }
}
