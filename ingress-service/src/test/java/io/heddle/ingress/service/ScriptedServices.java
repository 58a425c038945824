package io.heddle.ingress.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.chain.AppendOptions;
import io.heddle.chain.AppendOutcome;
import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestCommand;
import io.heddle.message.IngestSummary;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.message.TaskEvent;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStore;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceJson;
import io.heddle.schema.ArrowIpc;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * What stands around the service under test: resources and requests come from here, and proposals
 * are answered the way merge-service and commit-service would, down to blocks in the chain. Rows
 * are remembered instead of written.
 */
final class ScriptedServices implements AutoCloseable {
  private final Topics topics;
  private final ObjectStore bucket;
  private final MessageCodec codec = new MessageCodec("test", Clock.systemUTC());
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread = new Thread(this::run, "scripted-services");
  private final Map<DatasetId, List<List<String>>> ingestions = new HashMap<>();
  private final List<Proposal> proposals = new CopyOnWriteArrayList<>();
  private final List<TaskEvent> events = new CopyOnWriteArrayList<>();
  private final List<ConsumerRecord<byte[], byte[]>> deadLetters = new CopyOnWriteArrayList<>();
  private final Map<String, List<String>> open = new HashMap<>();
  private final Map<String, Proposal.IngestBegin> begins = new HashMap<>();
  private volatile Function<Proposal.IngestBegin, @Nullable Reply> instead = begin -> null;
  private volatile @Nullable String refusing;
  private volatile boolean closing;

  ScriptedServices(String bootstrapServers, Topics topics, ObjectStore bucket) {
    this.topics = topics;
    this.bucket = bucket;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    this.consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        Stream.of(topics.changes(), topics.taskEvents(), topics.deadLetters())
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    // Other tests' messages are not ours to answer.
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    thread.start();
  }

  /** Answers the next begins otherwise; null: as usual. */
  void answerInstead(Function<Proposal.IngestBegin, @Nullable Reply> reply) {
    instead = reply;
  }

  void createChain(DatasetId dataset) {
    append(dataset, new MetadataEvent.Seed(dataset, DatasetKind.Root));
  }

  void publish(Resource resource) {
    producer.send(
        new ProducerRecord<>(
            topics.resources(),
            resource.headers().id().toString().getBytes(UTF_8),
            ResourceJson.toBytes(resource)));
    producer.flush();
  }

  void request(IngestCommand request) {
    send(topics.ingestRequests(), codec.encode(request));
  }

  /** Any record anywhere, as an outside producer would write it. */
  void produce(String topic, byte @Nullable [] key, byte[] value, Map<String, String> headers) {
    producer.send(
        new ProducerRecord<>(
            topic, null, key, value, new RecordHeaders(KafkaRecords.toHeaders(headers))));
    producer.flush();
  }

  List<String> rows(DatasetId dataset) {
    return ingestions(dataset).stream().flatMap(List::stream).toList();
  }

  /** The rows of each ingestion that was committed. */
  synchronized List<List<String>> ingestions(DatasetId dataset) {
    return List.copyOf(ingestions.getOrDefault(dataset, List.of()));
  }

  /** Refuses ingestions with a row that holds the text, by the number of the row. */
  void refuseRowsWith(String text) {
    refusing = text;
  }

  List<Proposal> proposals(DatasetId dataset) {
    return proposals.stream().filter(p -> p.dataset().equals(dataset)).toList();
  }

  List<ConsumerRecord<byte[], byte[]>> deadLetters() {
    return deadLetters;
  }

  List<TaskEvent.Finished> finished(String taskId) {
    return events.stream()
        .filter(event -> event.taskId().equals(taskId))
        .filter(event -> event instanceof TaskEvent.Finished)
        .map(event -> (TaskEvent.Finished) event)
        .toList();
  }

  private void run() {
    try (consumer) {
      while (!closing) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
          take(record);
        }
      }
    } catch (MessageException e) {
      throw new IllegalStateException(e);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) throws MessageException {
    String key = record.key() == null ? null : new String(record.key(), UTF_8);
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    if (record.topic().equals(topics.deadLetters())) {
      deadLetters.add(record);
    } else if (record.topic().equals(topics.taskEvents())) {
      events.add(codec.decodeTaskEvent(key, headers, record.value()));
    } else {
      answer(codec.decodeProposal(key, headers, record.value()));
    }
  }

  private void answer(Proposal proposal) {
    proposals.add(proposal);
    String id = proposal.requestId();
    switch (proposal) {
      case Proposal.IngestBegin begin -> {
        Reply other = instead.apply(begin);
        if (other == null) {
          begins.put(id, begin);
          open.put(id, new CopyOnWriteArrayList<>());
          ChainSummary chain = chain(begin.dataset()).summary().orElseThrow();
          reply(
              new Reply.Begun(
                  begin.dataset(), id, new BlockPointer(chain.head(), chain.sequenceNumber())));
        } else {
          reply(other);
        }
      }
      case Proposal.IngestBatch batch -> {
        open.getOrDefault(id, List.of()).addAll(texts(batch.arrow()));
        reply(new Reply.Taken(batch.dataset(), id, batch.batchNumber()));
      }
      case Proposal.IngestEnd end -> commit(end);
      default -> {}
    }
  }

  private synchronized void commit(Proposal.IngestEnd end) {
    List<String> texts = open.getOrDefault(end.requestId(), List.of());
    for (int row = 0; refusing != null && row < texts.size(); row++) {
      if (texts.get(row).contains(refusing)) {
        reply(
            new Reply.Refused(
                end.dataset(),
                end.requestId(),
                new Failure(FailureKind.MergeError, "not this row", Map.of("row", row + 1))));
        return;
      }
    }
    ingestions
        .computeIfAbsent(end.dataset(), d -> new CopyOnWriteArrayList<>())
        .add(List.copyOf(texts));
    Multihash before = chain(end.dataset()).head().orElseThrow().target();
    MetadataEvent.AddData data =
        new MetadataEvent.AddData(null, null, null, null, null, end.newState(), null);
    CommitResult.CommittedBlock block = append(end.dataset(), data);
    CommitResult result =
        new CommitResult.Committed(
            end.dataset(),
            "decision",
            end.requestId(),
            before,
            List.of(block),
            new IngestSummary(texts.size(), texts.size(), 0, 0, null, List.of()));
    send(topics.commits(), codec.encode(result));
  }

  private CommitResult.CommittedBlock append(DatasetId dataset, MetadataEvent event) {
    MetadataChain chain = chain(dataset);
    Multihash previous = chain.head().map(BlockRef::target).orElse(null);
    long sequence = previous == null ? 0 : chain.summary().orElseThrow().sequenceNumber() + 1;
    MetadataBlock block =
        new MetadataBlock(Instant.ofEpochMilli(1_700_000_000_000L), previous, sequence, event);
    return switch (chain.append(block, AppendOptions.DEFAULT)) {
      case AppendOutcome.Appended(Multihash hash) -> new CommitResult.CommittedBlock(hash, block);
      case AppendOutcome other -> throw new IllegalStateException(other.toString());
    };
  }

  private MetadataChain chain(DatasetId dataset) {
    return new MetadataChain(DatasetStorage.of(bucket, dataset));
  }

  private static List<String> texts(byte[] arrow) {
    List<String> texts = new CopyOnWriteArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowIpc.Batches batches = ArrowIpc.decode(arrow, allocator)) {
      while (batches.next()) {
        for (int row = 0; row < batches.root().getRowCount(); row++) {
          StringBuilder text = new StringBuilder();
          for (FieldVector vector : batches.root().getFieldVectors()) {
            text.append(text.isEmpty() ? "" : ",").append(vector.getObject(row));
          }
          texts.add(text.toString());
        }
      }
    }
    return texts;
  }

  private void reply(Reply reply) {
    send(topics.replies(), codec.encode(reply));
  }

  private void send(String topic, WireMessage message) {
    producer.send(
        new ProducerRecord<>(
            topic,
            null,
            message.key().getBytes(UTF_8),
            message.value(),
            KafkaRecords.toHeaders(message.headers())));
    producer.flush();
  }

  @Override
  public void close() throws InterruptedException {
    closing = true;
    thread.join();
    producer.close();
  }
}
