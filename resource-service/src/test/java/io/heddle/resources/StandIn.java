package io.heddle.resources;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.kafka.KafkaRecords;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestRequest;
import io.heddle.message.IngestSummary;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Proposal;
import io.heddle.message.TaskEvent;
import io.heddle.message.Topics;
import io.heddle.message.WireMessage;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Stands in for the other services: commits every proposal of metadata, and does every ingest
 * request with two rows.
 */
final class StandIn implements AutoCloseable {
  private final Topics topics;
  private final MessageCodec codec = new MessageCodec("test", InstantSource.system());
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Map<String, Long> sequences = new ConcurrentHashMap<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("stand-in").unstarted(this::run);
  private volatile boolean running = true;

  StandIn(String bootstrapServers, Topics topics) {
    this.topics = topics;
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    List<TopicPartition> partitions =
        Stream.of(topics.changes(), topics.ingestRequests())
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    thread.start();
  }

  private void run() {
    while (running) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
        try {
          handle(record);
        } catch (MessageException e) {
          throw new AssertionError(e);
        }
      }
    }
    consumer.close();
    producer.close();
  }

  private void handle(ConsumerRecord<byte[], byte[]> record) throws MessageException {
    String key = new String(record.key(), UTF_8);
    Map<String, String> headers = KafkaRecords.toTexts(record.headers());
    if (record.topic().equals(topics.ingestRequests())) {
      if (codec.decodeIngestCommand(key, headers, record.value())
          instanceof IngestRequest request) {
        ingest(request);
      }
    } else if (codec.decodeProposal(key, headers, record.value())
        instanceof Proposal.Metadata metadata) {
      commit(metadata);
    }
  }

  private void commit(Proposal.Metadata proposal) {
    List<CommitResult.CommittedBlock> blocks = new ArrayList<>();
    for (MetadataEvent event : proposal.events()) {
      long sequence = sequences.merge(proposal.dataset().toString(), 1L, Long::sum) - 1;
      blocks.add(
          new CommitResult.CommittedBlock(
              hash(sequence), new MetadataBlock(Instant.now(), null, sequence, event)));
    }
    send(
        topics.commits(),
        codec.encode(
            new CommitResult.Committed(
                proposal.dataset(), "d", proposal.requestId(), null, blocks, null)));
  }

  private void ingest(IngestRequest request) {
    send(
        topics.taskEvents(),
        codec.encode(new TaskEvent.Started(request.taskId(), Instant.now(), "stand-in")));
    send(
        topics.taskEvents(),
        codec.encode(
            new TaskEvent.Finished(
                request.taskId(),
                Instant.now(),
                new TaskEvent.Outcome.Success(
                    request.dataset(),
                    null,
                    hash(99),
                    1,
                    null,
                    new IngestSummary(2, 2, 0, 0, null, List.of()),
                    null,
                    null,
                    false),
                List.of())));
  }

  private static Multihash hash(long number) {
    byte[] digest = new byte[Multihash.DIGEST_LENGTH];
    digest[31] = (byte) number;
    return new Multihash(HashFunction.SHA3_256, digest);
  }

  private void send(String topic, WireMessage message) {
    producer.send(
        new ProducerRecord<>(
            topic,
            null,
            message.key().getBytes(UTF_8),
            message.value(),
            KafkaRecords.toHeaders(message.headers())));
  }

  @Override
  public void close() throws InterruptedException {
    running = false;
    thread.join();
  }
}
