package io.heddle.local.stack;

import io.heddle.kafka.TopicLayout;
import io.heddle.local.EmbeddedBroker;
import io.heddle.local.EmbeddedS3;
import io.heddle.local.InstallationSetup;
import io.heddle.local.S3Keys;
import io.heddle.message.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The stack of one folder. Its processes outlive the object and even the JVM that started them;
 * another object on the same folder takes them over.
 */
public final class LocalStack {
  public static final String BUCKET = "heddle";
  public static final String REGION = "us-east-1";

  static final String BROKER = "kafka";
  static final String S3 = "s3";
  private static final int BROKER_HEAP_MEBIBYTES = 512;
  private static final int S3_HEAP_MEBIBYTES = 256;

  private final Path projectRoot;
  private final StackFolder folder;
  private final StackState state;
  private final Processes processes;
  private final Readiness readiness;
  private final S3Keys s3Keys;

  /**
   * @param projectRoot where the services were built
   */
  public LocalStack(Path projectRoot, StackFolder folder) {
    this.projectRoot = projectRoot;
    this.folder = folder;
    try {
      folder.create();
      s3Keys = S3Keys.inFile(folder.s3Keys());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use the folder " + folder.root(), e);
    }
    state = new StackState(folder.state());
    processes = new Processes(folder, state);
    readiness = new Readiness(processes, state);
  }

  /** Starts everything, after stopping what a former launcher may have left behind. */
  public void up() {
    down();
    startBacking();
    for (Service service : Service.values()) {
      launch(service, 1);
    }
    for (Service service : Service.values()) {
      readiness.awaitService(name(service, 1));
    }
  }

  /** Starts broker and S3 server, and creates the topics and the bucket. */
  public void startBacking() {
    startS3();
    startBroker();
    InstallationSetup.createTopics(bootstrapServers(), new TopicLayout(Topics.DEFAULT), 1);
    InstallationSetup.createBucket(s3Endpoint().toString(), REGION, s3Keys, BUCKET);
  }

  /** Stops everything: services first, those that others rely on last. */
  public void down() {
    List<String> order = new ArrayList<>();
    for (ProcessRecord process : state.processes()) {
      if (!List.of(BROKER, S3).contains(process.name())) {
        order.add(process.name());
      }
    }
    order.addAll(List.of(BROKER, S3));
    order.forEach(processes::stop);
  }

  /** Starts one instance of a service and waits until it is ready. */
  public void start(Service service, int instance) {
    launch(service, instance);
    readiness.awaitService(name(service, instance));
  }

  /** Starts one instance of a service without waiting. */
  public void launch(Service service, int instance) {
    Path jar = service.jar(projectRoot);
    if (!Files.exists(jar)) {
      throw new IllegalStateException(jar + " is missing: build the project first");
    }
    String name = name(service, instance);
    Map<String, String> environment = new TreeMap<>();
    configuration()
        .forEach(
            (key, value) ->
                environment.put(
                    key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT), value));
    environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    environment.put("QUARKUS_HTTP_PORT", Integer.toString(state.choosePort(name)));
    environment.put("HEDDLE_DATA_DIR", folder.work(name).toString());
    processes.start(name, JavaCommand.jar(jar, service.heapMebibytes()), environment, "");
  }

  /** Stops an instance in order. */
  public void stop(Service service, int instance) {
    processes.stop(name(service, instance));
  }

  /** Ends an instance as a crash would. */
  public void kill(Service service, int instance) {
    processes.kill(name(service, instance));
  }

  /** Where an instance keeps what it can do without. */
  public Path workFolder(Service service, int instance) {
    return folder.work(name(service, instance));
  }

  /** Starts the broker and waits until it answers; after a kill it is where it was. */
  public void startBroker() {
    int port = state.choosePort(BROKER);
    int controllerPort = state.choosePort(BROKER + "-controller");
    var command =
        JavaCommand.mainClass(
            EmbeddedBroker.class,
            BROKER_HEAP_MEBIBYTES,
            List.of(
                folder.kafka().toString(),
                Integer.toString(port),
                Integer.toString(controllerPort)));
    processes.start(BROKER, command, classPath(), "");
    readiness.awaitBroker(BROKER, bootstrapServers());
  }

  /** Ends the broker as a crash would. */
  public void killBroker() {
    processes.kill(BROKER);
  }

  private void startS3() {
    int port = state.choosePort(S3);
    var command =
        JavaCommand.mainClass(
            EmbeddedS3.class,
            S3_HEAP_MEBIBYTES,
            List.of(folder.s3().toString(), Integer.toString(port)));
    processes.start(S3, command, classPath(), s3Keys.lines());
    readiness.awaitPort(S3, port);
  }

  private static Map<String, String> classPath() {
    return Map.of("CLASSPATH", System.getProperty("java.class.path"));
  }

  /** What every service is configured with, by the keys of its documentation. */
  public Map<String, String> configuration() {
    Map<String, String> configuration = new TreeMap<>();
    configuration.put("kafka.bootstrap.servers", bootstrapServers());
    configuration.put("heddle.topics.prefix", Topics.DEFAULT.prefix());
    configuration.put("heddle.s3.endpoint", s3Endpoint().toString());
    configuration.put("heddle.s3.bucket", BUCKET);
    configuration.put("heddle.s3.region", REGION);
    configuration.put("heddle.s3.access-key", s3Keys.accessKey());
    configuration.put("heddle.s3.secret-key", s3Keys.secretKey());
    return configuration;
  }

  public String bootstrapServers() {
    return "localhost:" + state.port(BROKER);
  }

  public URI s3Endpoint() {
    return URI.create("http://127.0.0.1:" + state.port(S3));
  }

  /** Where an instance's REST interface is. */
  public URI url(Service service, int instance) {
    return URI.create("http://127.0.0.1:" + state.port(name(service, instance)));
  }

  /** What runs, by name and process id. */
  public Map<String, Long> running() {
    Map<String, Long> running = new TreeMap<>();
    for (ProcessRecord process : state.processes()) {
      process.alive().ifPresent(handle -> running.put(process.name(), handle.pid()));
    }
    return running;
  }

  /** Whether broker, S3 server and one instance of each service serve. */
  public boolean isUp() {
    return Stream.concat(
            Stream.of(BROKER, S3), Arrays.stream(Service.values()).map(service -> name(service, 1)))
        .allMatch(name -> state.process(name).filter(readiness::isReady).isPresent());
  }

  /** Every process with its port, and whether it serves. */
  public List<String> status() {
    return state.processes().stream()
        .map(
            process ->
                "%-20s %-8s port %-6d pid %d"
                    .formatted(
                        process.name(),
                        readiness.isReady(process) ? "ready" : "down",
                        state.port(process.name()),
                        process.pid()))
        .toList();
  }

  static String name(Service service, int instance) {
    return instance == 1 ? service.title() : service.title() + "-" + instance;
  }
}
