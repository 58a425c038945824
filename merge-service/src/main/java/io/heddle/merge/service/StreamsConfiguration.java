package io.heddle.merge.service;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How the topology runs. */
@ConfigMapping(prefix = "heddle.streams")
public interface StreamsConfiguration {
  /** Threads of this instance; partitions are shared out among those of all instances. */
  @WithDefault("2")
  int threads();

  /** Copies of the state on other instances, so that one that fails is replaced at once. */
  @WithDefault("0")
  int standbyReplicas();

  /** Replicas of the topics that hold the state; -1: as many as the broker thinks right. */
  @WithDefault("-1")
  int replicationFactor();

  /** How long rows may be on their way before they are committed to Kafka. */
  @WithDefault("100ms")
  Duration commitInterval();

  /** A transaction that is open for longer is aborted by the broker, for one after a crash. */
  @WithDefault("60s")
  Duration transactionTimeout();

  /** An instance that is not heard of for longer loses its partitions to others. */
  @WithDefault("10s")
  Duration sessionTimeout();

  /** Memory of all RocksDB stores together for blocks that were read. */
  @WithDefault("64M")
  MemorySize blockCache();

  /** Memory of all RocksDB stores together for rows that were written. */
  @WithDefault("96M")
  MemorySize writeBuffers();

  /** Proposals are deleted from their topic so long after they were read. */
  @WithDefault("1h")
  Duration keepRead();

  /** How long the start waits for the broker before it gives up. */
  @WithDefault("1m")
  Duration startPatience();
}
