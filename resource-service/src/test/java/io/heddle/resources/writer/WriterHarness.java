package io.heddle.resources.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.document.DocumentLimits;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestCommand;
import io.heddle.message.IngestRequest;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.MessageHeaders;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.message.TaskEvent;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import io.heddle.multiformats.DatasetKeyPair;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.resource.Account;
import io.heddle.resource.Manifest;
import io.heddle.resource.ManifestJson;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceRef;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.command.WriterJson;
import io.heddle.resources.manifest.ManifestChecks;
import io.heddle.resources.manifest.ManifestParser;
import io.heddle.resources.manifest.ManifestReader;
import io.heddle.resources.manifest.Reading;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The writer's topology in memory, with the messages of other services made by hand. */
public final class WriterHarness implements AutoCloseable {
  static final Topics TOPICS = Topics.DEFAULT;
  static final Account ACCOUNT = new Account(new UUID(0, 1), null, new ResourceName("heddle"));
  public static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
  static final Duration RETENTION = Duration.ofDays(10);

  private final TopologyTestDriver driver;
  private final TestInputTopic<String, byte[]> commands;
  private final Map<String, TestInputTopic<String, byte[]>> inputs = new HashMap<>();
  private final TestOutputTopic<String, byte[]> outcomes;
  private final TestOutputTopic<String, byte[]> resources;
  private final TestOutputTopic<String, byte[]> changes;
  private final TestOutputTopic<String, byte[]> requests;
  private final TestOutputTopic<String, byte[]> events;
  private final TestOutputTopic<String, byte[]> deadLetters;
  private final MessageCodec codec = new MessageCodec("test", InstantSource.fixed(START));
  private final Map<UUID, Resource> latest = new HashMap<>();
  private int nextCommand;

  public WriterHarness(Path folder) {
    Properties settings = new Properties();
    settings.put("application.id", "test");
    settings.put("bootstrap.servers", "none:1");
    settings.put("state.dir", folder.toString());
    settings.put("processing.guarantee", "exactly_once_v2");
    driver =
        new TopologyTestDriver(
            ResourceTopology.create(ACCOUNT, TOPICS, RETENTION), settings, START);
    commands = input(TOPICS.resourceCommands());
    for (String topic : List.of(TOPICS.commits(), TOPICS.replies(), TOPICS.taskEvents())) {
      inputs.put(topic, input(topic));
    }
    outcomes = output(TOPICS.resourceOutcomes());
    resources = output(TOPICS.resources());
    changes = output(TOPICS.changes());
    requests = output(TOPICS.ingestRequests());
    events = output(TOPICS.resourceEvents());
    deadLetters = output(TOPICS.deadLetters());
  }

  private TestInputTopic<String, byte[]> input(String topic) {
    return driver.createInputTopic(
        topic, new StringSerializer(), new ByteArraySerializer(), START, Duration.ofSeconds(1));
  }

  private TestOutputTopic<String, byte[]> output(String topic) {
    return driver.createOutputTopic(topic, new StringDeserializer(), new ByteArrayDeserializer());
  }

  public String newCommandId() {
    return "c" + nextCommand++;
  }

  public CommandOutcome send(ResourceCommand command) {
    commands.pipeInput(
        new TestRecord<>(
            command.commandId(),
            WriterJson.bytes(command),
            KafkaRecords.toHeaders(Map.of(MessageHeaders.TYPE, ResourceCommand.CE_TYPE))));
    assertThat(outcomes.isEmpty()).isFalse();
    return WriterJson.read(outcomes.readValue(), CommandOutcome.class);
  }

  CommandOutcome sendUnreadable() {
    unreadable();
    assertThat(outcomes.isEmpty()).isFalse();
    return WriterJson.read(outcomes.readValue(), CommandOutcome.class);
  }

  public CommandOutcome apply(String manifests) {
    return send(applyCommand(manifests, true, false));
  }

  ResourceCommand.Apply applyCommand(String manifests, boolean atomic, boolean dryRun) {
    List<ResourceCommand.Item> items = new ArrayList<>();
    for (Manifest manifest : parse(manifests)) {
      items.add(
          new ResourceCommand.Item(
              items.size(),
              ManifestJson.write(manifest),
              UUID.randomUUID(),
              DatasetKeyPair.generate(new SecureRandom()).id().toString(),
              ResourceCommand.Precondition.NONE));
    }
    return new ResourceCommand.Apply(newCommandId(), "tester", atomic, dryRun, items);
  }

  static List<Manifest> parse(String text) {
    var parser = new ManifestParser(new ManifestChecks());
    return parser
        .parse(new ManifestReader(DocumentLimits.DEFAULT).read(text.getBytes(UTF_8), null), true)
        .stream()
        .map(
            reading -> {
              assertThat(reading).isInstanceOf(Reading.Good.class);
              return ((Reading.Good) reading).manifest();
            })
        .toList();
  }

  CommandOutcome delete(ResourceRef ref) {
    return send(
        new ResourceCommand.Delete(
            newCommandId(),
            "tester",
            RefTexts.write(ref),
            ResourceCommand.Precondition.NONE,
            false));
  }

  CommandOutcome trigger(String flow) {
    return send(
        new ResourceCommand.Trigger(
            newCommandId(),
            "tester",
            RefTexts.write(ResourceRef.parse("Flow:" + flow, null)),
            null,
            null,
            ResourceCommand.RunParameters.NONE,
            null,
            false));
  }

  /** The latest form of a resource on its topic. */
  public Resource resource(UUID id) {
    readResources();
    return latest.get(id);
  }

  /** How many forms came since the last look. */
  int readResources() {
    int count = 0;
    while (!resources.isEmpty()) {
      TestRecord<String, byte[]> record = resources.readRecord();
      UUID id = UUID.fromString(record.key());
      if (record.value() == null) {
        latest.remove(id);
      } else {
        latest.put(id, ResourceJson.fromBytes(record.value()));
      }
      count++;
    }
    return count;
  }

  List<JsonNode> events() {
    return events.readValuesToList().stream()
        .map(bytes -> WriterJson.read(bytes, JsonNode.class))
        .toList();
  }

  public List<Proposal.Metadata> proposals() {
    return allProposals().stream().map(Proposal.Metadata.class::cast).toList();
  }

  List<Proposal> allProposals() {
    return changes.readRecordsToList().stream()
        .map(
            record -> {
              try {
                return codec.decodeProposal(
                    record.key(), KafkaRecords.toTexts(record.headers()), record.value());
              } catch (MessageException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  List<IngestRequest> requests() {
    return commands().stream().map(IngestRequest.class::cast).toList();
  }

  /** Requests and cancellations. */
  List<IngestCommand> commands() {
    return requests.readRecordsToList().stream()
        .map(
            record -> {
              try {
                return codec.decodeIngestCommand(
                    record.key(), KafkaRecords.toTexts(record.headers()), record.value());
              } catch (MessageException e) {
                throw new AssertionError(e);
              }
            })
        .toList();
  }

  int deadLetters() {
    return deadLetters.readRecordsToList().size();
  }

  public void commitResult(CommitResult result) {
    pipe(TOPICS.commits(), codec.encode(result));
  }

  public void reply(Reply reply) {
    pipe(TOPICS.replies(), codec.encode(reply));
  }

  void taskEvent(TaskEvent event) {
    pipe(TOPICS.taskEvents(), codec.encode(event));
  }

  private void pipe(String topic, WireMessage message) {
    inputs
        .get(topic)
        .pipeInput(
            new TestRecord<>(
                message.key(), message.value(), KafkaRecords.toHeaders(message.headers())));
  }

  private void unreadable() {
    commands.pipeInput(
        new TestRecord<>(
            "x",
            "{".getBytes(UTF_8),
            KafkaRecords.toHeaders(Map.of(MessageHeaders.TYPE, ResourceCommand.CE_TYPE))));
  }

  /** What commit-service says once a proposal is in the chain. */
  static CommitResult.Committed committed(Proposal.Metadata proposal, long firstSequence) {
    List<CommitResult.CommittedBlock> blocks = new ArrayList<>();
    for (MetadataEvent event : proposal.events()) {
      long sequence = firstSequence + blocks.size();
      blocks.add(
          new CommitResult.CommittedBlock(
              hash(sequence), new MetadataBlock(START, null, sequence, event)));
    }
    return new CommitResult.Committed(
        proposal.dataset(), "d", proposal.requestId(), null, blocks, null);
  }

  public static Multihash hash(long number) {
    byte[] digest = new byte[Multihash.DIGEST_LENGTH];
    digest[31] = (byte) number;
    return new Multihash(HashFunction.SHA3_256, digest);
  }

  void advance(Duration duration) {
    driver.advanceWallClockTime(duration);
  }

  @Override
  public void close() {
    driver.close();
  }
}
