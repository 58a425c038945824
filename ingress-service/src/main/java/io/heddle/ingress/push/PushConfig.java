package io.heddle.ingress.push;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Limits of pushing. */
@ConfigMapping(prefix = "heddle.push")
public interface PushConfig {
  /** Partitions of a new push topic. One keeps the order of all pushes of a source. */
  @WithDefault("1")
  int partitions();

  /** The largest body, as it comes and unpacked. */
  @WithDefault("64M")
  MemorySize maxBody();

  /** How many records wait in a source's topic if the source does not say. */
  @WithDefault("100000")
  long bufferSize();

  /**
   * How long a Snapshot waits for the rest of an export that is produced in several messages,
   * counted from the time of the last one that came. Exports that are pushed by REST are complete
   * from the start. Too short: slow producers' exports become dead letters; too long: what follows
   * a broken one waits.
   */
  @WithDefault("10m")
  Duration exportPatience();

  /** How long {@code wait=committed} waits if the request does not say. */
  @WithDefault("30s")
  Duration commitWait();

  /** How long a request may ask to wait. */
  @WithDefault("5m")
  Duration maxCommitWait();
}
