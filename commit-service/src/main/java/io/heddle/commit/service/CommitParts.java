package io.heddle.commit.service;

import io.heddle.chain.DatasetStorage;
import io.heddle.commit.decision.Answers;
import io.heddle.commit.decision.CommitEvents;
import io.heddle.commit.decision.DecisionDesk;
import io.heddle.commit.decision.DeskTools;
import io.heddle.commit.decision.Positions;
import io.heddle.commit.decision.SliceWorkers;
import io.heddle.commit.staging.SliceFiles;
import io.heddle.commit.staging.StagingFolder;
import io.heddle.kafka.TopicLayout;
import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.Retries;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import io.heddle.objectstore.StoreWatch;
import io.heddle.process.DataFolder;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Puts the parts together. */
@ApplicationScoped
public class CommitParts {
  /** How long rows wait for room on the disk while none is freed. */
  private static final Duration ROOM_PATIENCE = Duration.ofMinutes(2);

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
  StoreWatch storeWatch(ObjectStore store) {
    return new StoreWatch(store);
  }

  void closeStoreWatch(@Disposes StoreWatch watch) {
    watch.close();
  }

  @Produces
  @Singleton
  BufferAllocator allocator() {
    return new RootAllocator();
  }

  @Produces
  @Singleton
  DataFolder dataFolder(@ConfigProperty(name = "heddle.data-dir") Path dataDir) {
    try {
      return DataFolder.lock(dataDir);
    } catch (IllegalStateException | UncheckedIOException e) {
      throw StartRefusal.because(e);
    }
  }

  void closeDataFolder(@Disposes DataFolder folder) {
    folder.close();
  }

  @Produces
  @Singleton
  StagingFolder stagingFolder(DataFolder data) {
    return new StagingFolder(data);
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
      StoreWatch watch,
      InstantSource clock,
      CommitConfig config) {
    DeskTools tools =
        new DeskTools(
            folder,
            workers,
            dataset -> DatasetStorage.of(bucket, dataset),
            answers,
            positions,
            events,
            watch::answers,
            config.stagingLimit().asLongValue(),
            config.storePatience(),
            clock);
    return new DecisionDesk(tools, ROOM_PATIENCE);
  }

  @Produces
  @Singleton
  Producer<byte[], byte[]> producer(
      @Identifier("default-kafka-broker") Map<String, Object> broker) {
    Map<String, Object> settings = new HashMap<>(broker);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicLayout.MAX_MESSAGE_BYTES);
    try {
      return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      throw StartRefusal.ofBroker(broker, e);
    }
  }

  void closeProducer(@Disposes Producer<byte[], byte[]> producer) {
    producer.close();
  }

  @Produces
  @Singleton
  Admin admin(@Identifier("default-kafka-broker") Map<String, Object> broker) {
    try {
      return Admin.create(new HashMap<>(broker));
    } catch (KafkaException e) {
      throw StartRefusal.ofBroker(broker, e);
    }
  }

  void closeAdmin(@Disposes Admin admin) {
    admin.close();
  }
}
