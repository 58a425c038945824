package io.heddle.resources.writer;

import io.heddle.message.Topics;
import io.heddle.resource.Account;
import io.heddle.resources.store.Output;
import io.heddle.resources.store.WriterStores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/**
 * The topology: one task that writes, fed by the single partition of the commands, and tasks that
 * bring the messages of other services into that partition.
 */
public final class ResourceTopology {
  private static final String WRITER = "writer";
  private static final String COMMANDS = "commands";
  private static final String FEEDBACK = "feedback";

  private ResourceTopology() {}

  /**
   * @param account the owner of everything
   * @param retention how long what was deleted can still be read
   */
  public static Topology create(Account account, Topics topics, Duration retention) {
    Topology topology = new Topology();
    addWriter(topology, account, topics, retention);
    addBridges(topology, topics);
    return topology;
  }

  private static void addWriter(
      Topology topology, Account account, Topics topics, Duration retention) {
    topology.addSource(
        COMMANDS, new StringDeserializer(), new ByteArrayDeserializer(), topics.resourceCommands());
    topology.addProcessor(WRITER, () -> new ResourceWriter(account, topics, retention), COMMANDS);
    for (String store :
        List.of(
            WriterStores.RESOURCES, WriterStores.INDEX, WriterStores.DATASETS, WriterStores.RUNS)) {
      topology.addStateStore(
          Stores.keyValueStoreBuilder(
                  Stores.persistentKeyValueStore(store), Serdes.String(), Serdes.ByteArray())
              .withCachingDisabled()
              .withLoggingEnabled(Map.of()),
          WRITER);
    }
    for (Output.Sink sink : Output.Sink.values()) {
      topology.addSink(
          sinkName(sink),
          topic(sink, topics),
          new StringSerializer(),
          new ByteArraySerializer(),
          WRITER);
    }
  }

  private static void addBridges(Topology topology, Topics topics) {
    for (String topic : List.of(topics.commits(), topics.replies(), topics.taskEvents())) {
      topology.addSource(topic, new StringDeserializer(), new ByteArrayDeserializer(), topic);
      topology.addProcessor("bridge-" + topic, FeedbackBridge::new, topic);
      topology.addSink(
          FEEDBACK + "-" + topic,
          topics.resourceCommands(),
          new StringSerializer(),
          new ByteArraySerializer(),
          "bridge-" + topic);
    }
  }

  static String sinkName(Output.Sink sink) {
    return "to-" + sink.name().toLowerCase(java.util.Locale.ROOT);
  }

  private static String topic(Output.Sink sink, Topics topics) {
    return switch (sink) {
      case EVENTS -> topics.resourceEvents();
      case RESOURCES -> topics.resources();
      case OUTCOMES -> topics.resourceOutcomes();
      case CHANGES -> topics.changes();
      case INGEST_REQUESTS -> topics.ingestRequests();
      case DEAD_LETTERS -> topics.deadLetters();
    };
  }
}
