package io.heddle.commit.service;

import io.heddle.chain.DatasetStorage;
import io.heddle.commit.decision.Answers;
import io.heddle.commit.decision.CommitEvents;
import io.heddle.commit.decision.DecisionDesk;
import io.heddle.commit.decision.Positions;
import io.heddle.commit.decision.SliceWorkers;
import io.heddle.commit.staging.SliceFiles;
import io.heddle.commit.staging.StagingFolder;
import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.Retries;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Puts the parts together. */
@ApplicationScoped
public class CommitParts {
  @Produces
  @Singleton
  Topics topics(TopicsConfig config) {
    return new Topics(config.prefix());
  }

  @Produces
  @Singleton
  InstantSource clock() {
    return InstantSource.system();
  }

  @Produces
  @Singleton
  MessageCodec codec(InstantSource clock) {
    return new MessageCodec("heddle/commit-service", clock);
  }

  @Produces
  @Singleton
  ObjectStore store(StoreConfig config) {
    return new S3ObjectStore(
        new S3Settings(
            config.endpoint(),
            config.bucket(),
            config.region(),
            config.accessKey(),
            config.secretKey(),
            config.pathStyle(),
            config.timeout(),
            Retries.DEFAULT));
  }

  void closeStore(@Disposes ObjectStore store) throws Exception {
    if (store instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }

  @Produces
  @Singleton
  BufferAllocator allocator() {
    return new RootAllocator();
  }

  @Produces
  @Singleton
  StagingFolder stagingFolder(@ConfigProperty(name = "heddle.data-dir") Path dataDir) {
    return new StagingFolder(dataDir.resolve("staging"));
  }

  @Produces
  @Singleton
  SliceWorkers workers(StagingFolder folder, BufferAllocator allocator, CommitConfig config) {
    return new SliceWorkers(
        new SliceFiles(folder, allocator, config.sliceMemory().asLongValue()), config.writers());
  }

  void closeWorkers(@Disposes SliceWorkers workers) {
    workers.close();
  }

  @Produces
  @Singleton
  DecisionDesk desk(
      StagingFolder folder,
      SliceWorkers workers,
      ObjectStore bucket,
      Answers answers,
      Positions positions,
      CommitEvents events,
      CommitConfig config) {
    return new DecisionDesk(
        folder,
        workers,
        dataset -> DatasetStorage.of(bucket, dataset),
        answers,
        positions,
        events,
        config.stagingLimit().asLongValue());
  }

  @Produces
  @Singleton
  Producer<byte[], byte[]> producer(
      @Identifier("default-kafka-broker") Map<String, Object> broker) {
    Map<String, Object> settings = new HashMap<>(broker);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 4 * 1024 * 1024);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  void closeProducer(@Disposes Producer<byte[], byte[]> producer) {
    producer.close();
  }

  @Produces
  @Singleton
  Admin admin(@Identifier("default-kafka-broker") Map<String, Object> broker) {
    return Admin.create(new HashMap<>(broker));
  }

  void closeAdmin(@Disposes Admin admin) {
    admin.close();
  }
}
