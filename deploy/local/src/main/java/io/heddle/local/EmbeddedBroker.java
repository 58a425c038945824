package io.heddle.local;

import io.heddle.kafka.TopicLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * One Kafka node, broker and controller in one, on the loopback address. Its folder survives
 * restarts and kills.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final int NODE_ID = 1;

  /** Held on to, since the log manager only knows loggers weakly. */
  private static final Logger[] CHATTY = {
    Logger.getLogger("kafka"), Logger.getLogger("org.apache.kafka"), Logger.getLogger("state")
  };

  private final Path folder;
  private final int port;
  private final KafkaRaftServer server;

  /**
   * Starts the node; it is ready when this returns.
   *
   * @param folder of its data; formatted at the first start
   */
  public EmbeddedBroker(Path folder, int port, int controllerPort) {
    this.folder = folder;
    this.port = port;
    for (Logger logger : CHATTY) {
      logger.setLevel(Level.WARNING);
    }
    format();
    server = new KafkaRaftServer(new KafkaConfig(settings(controllerPort)), Time.SYSTEM);
    server.startup();
  }

  /** A node of this process on ports of its own choice. */
  public static EmbeddedBroker start(Path folder) {
    var ports = FreePorts.take(2);
    return new EmbeddedBroker(folder, ports.getFirst(), ports.getLast());
  }

  public String bootstrapServers() {
    return "localhost:" + port;
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  private void format() {
    if (Files.exists(folder.resolve("meta.properties"))) {
      return;
    }
    try {
      Files.createDirectories(folder);
      new Formatter()
          .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
          .setNodeId(NODE_ID)
          .setClusterId(Uuid.randomUuid().toString())
          .addDirectory(folder.toString())
          .setMetadataLogDirectory(folder.toString())
          .setControllerListenerName("CONTROLLER")
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setIgnoreFormatted(true)
          .run();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare the broker's folder " + folder, e);
    } catch (Exception e) {
      throw new IllegalStateException("cannot format the broker's folder " + folder, e);
    }
  }

  private Properties settings(int controllerPort) {
    Properties settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", Integer.toString(NODE_ID));
    settings.put("controller.quorum.voters", NODE_ID + "@localhost:" + controllerPort);
    settings.put(
        "listeners", "PLAINTEXT://localhost:" + port + ",CONTROLLER://localhost:" + controllerPort);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("log.dirs", folder.toString());
    settings.put("auto.create.topics.enable", "false");
    settings.put("message.max.bytes", Integer.toString(TopicLayout.MAX_MESSAGE_BYTES));
    // One node: inner topics of Kafka itself cannot have replicas.
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("log.cleaner.dedupe.buffer.size", "2097152");
    // Restarted after a kill, a node waits until its former self has timed out.
    settings.put("broker.session.timeout.ms", "2000");
    settings.put("broker.heartbeat.interval.ms", "500");
    return settings;
  }

  /**
   * The node as a process: {@code FOLDER PORT CONTROLLER_PORT}. Stops on SIGTERM.
   *
   * @throws InterruptedException never: nobody interrupts the main thread
   */
  public static void main(String[] args) throws InterruptedException {
    var broker =
        new EmbeddedBroker(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "broker-stop"));
    broker.server.awaitShutdown();
  }
}
