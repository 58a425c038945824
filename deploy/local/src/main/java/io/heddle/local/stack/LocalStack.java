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
  static final String SUPERVISOR = "supervisor";

  /** What the services rely on. */
  static final List<String> BACKING = List.of(S3, BROKER);

  /** The build writes it whenever it compiles this module. */
  private static final String OWN_CLASS =
      "deploy/local/target/classes/io/heddle/local/stack/LocalStack.class";

  private static final int BROKER_HEAP_MEBIBYTES = 512;
  private static final int S3_HEAP_MEBIBYTES = 256;
  private static final int SUPERVISOR_HEAP_MEBIBYTES = 128;

  private final Path projectRoot;
  private final StackFolder folder;
  private final StackState state;
  private final Processes processes;
  private final Readiness readiness;
  private final StartWatch startWatch;
  private final S3Keys s3Keys;

  /** Waits for its processes as long as they live, and tells nobody. */
  public LocalStack(Path projectRoot, StackFolder folder) {
    this(projectRoot, folder, Patience.endless(line -> {}));
  }

  /**
   * @param projectRoot where the services were built
   * @param patience with processes that are started
   */
  public LocalStack(Path projectRoot, StackFolder folder, Patience patience) {
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
    readiness = new Readiness(state);
    startWatch = new StartWatch(readiness, patience);
  }

  /** Starts everything, after stopping what a former launcher may have left behind. */
  public void up() {
    down();
    startBacking();
    for (Service service : Service.values()) {
      launch(service, 1);
    }
    await(Arrays.stream(Service.values()).map(Service::title).toList());
  }

  /** Starts broker and S3 server, and creates the topics and the bucket. */
  public void startBacking() {
    BACKING.forEach(this::launch);
    await(BACKING);
    prepare();
  }

  /** Creates the topics and the bucket, as far as they are missing. */
  void prepare() {
    InstallationSetup.createTopics(bootstrapServers(), new TopicLayout(Topics.DEFAULT), 1);
    InstallationSetup.createBucket(s3Endpoint().toString(), REGION, s3Keys, BUCKET);
  }

  /** Stops everything: whoever would start it again, then services, then what they rely on. */
  public void down() {
    processes.stop(List.of(SUPERVISOR));
    processes.stop(
        state.processes().stream()
            .map(ProcessRecord::name)
            .filter(name -> !BACKING.contains(name))
            .toList());
    processes.stop(BACKING);
  }

  /** Starts one instance of a service and waits until it is ready. */
  public void start(Service service, int instance) {
    launch(service, instance);
    await(List.of(name(service, instance)));
  }

  /** Starts a process by its name, the first instance of a service, without waiting. */
  void launch(String name) {
    switch (name) {
      case S3 -> launchS3();
      case BROKER -> launchBroker();
      default ->
          launch(
              Service.titled(name)
                  .orElseThrow(() -> new IllegalArgumentException("no process " + name)),
              1);
    }
  }

  private void await(List<String> names) {
    startWatch.await(names, this::refuseDead);
  }

  private void refuseDead(String name) {
    if (state.running(name).isEmpty()) {
      throw new IllegalStateException(
          name + " ended by itself; it said:\n" + processes.lastWords(name));
    }
  }

  /** Starts one instance of a service without waiting. */
  public void launch(Service service, int instance) {
    Path jar = service.jar(projectRoot);
    if (!Files.exists(jar)) {
      throw new IllegalStateException(jar + " is missing: build the project first");
    }
    String name = name(service, instance);
    Map<String, String> environment = new TreeMap<>();
    configuration().forEach((key, value) -> environment.put(variable(key), value));
    environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    environment.put("QUARKUS_HTTP_PORT", Integer.toString(state.choosePort(name)));
    environment.put("HEDDLE_DATA_DIR", folder.work(name).toString());
    processes.start(name, JavaCommand.jar(jar, service.heapMebibytes()), environment, "");
  }

  /** Stops an instance in order. */
  public void stop(Service service, int instance) {
    processes.stop(List.of(name(service, instance)));
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
    launchBroker();
    await(List.of(BROKER));
  }

  private void launchBroker() {
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
  }

  /** Ends the broker as a crash would. */
  public void killBroker() {
    processes.kill(BROKER);
  }

  private void launchS3() {
    int port = state.choosePort(S3);
    var command =
        JavaCommand.mainClass(
            EmbeddedS3.class,
            S3_HEAP_MEBIBYTES,
            List.of(folder.s3().toString(), Integer.toString(port)));
    processes.start(S3, command, classPath(), s3Keys.lines());
  }

  /** Starts what keeps the others running; see {@link Supervisor}. */
  void launchSupervisor(List<String> names) {
    List<String> arguments =
        Stream.concat(Stream.of(projectRoot.toString(), folder.root().toString()), names.stream())
            .toList();
    processes.start(
        SUPERVISOR,
        JavaCommand.mainClass(Supervisor.class, SUPERVISOR_HEAP_MEBIBYTES, arguments),
        classPath(),
        "");
  }

  /** Whether what a process runs was built again since it started. */
  boolean isOutdated(ProcessRecord process) {
    Path built =
        Service.titled(process.name())
            .map(service -> service.jar(projectRoot))
            .orElseGet(() -> projectRoot.resolve(OWN_CLASS));
    return process.isOlderThan(built);
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
    // Sources may read what the user of this machine can: files, and servers that run here.
    configuration.put("heddle.reach.addresses", "any");
    configuration.put("heddle.reach.folders", "/");
    return configuration;
  }

  /** The environment variable of a key. */
  static String variable(String key) {
    return key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
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

  StackState state() {
    return state;
  }

  Processes processes() {
    return processes;
  }

  Readiness readiness() {
    return readiness;
  }

  static String name(Service service, int instance) {
    return instance == 1 ? service.title() : service.title() + "-" + instance;
  }
}
