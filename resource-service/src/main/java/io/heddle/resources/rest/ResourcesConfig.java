package io.heddle.resources.rest;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Keeping resources and taking manifests. */
@ConfigMapping(prefix = "heddle.resources")
public interface ResourcesConfig {
  /**
   * How long deleted resources and finished runs can still be read. All of them are held in memory
   * by every instance.
   */
  @WithDefault("10d")
  Duration retention();

  /**
   * How long a request waits for the writer before it is answered that the outcome is not known.
   * Shorter than the time another instance needs to take over makes requests fail meanwhile.
   */
  @WithDefault("30s")
  Duration commandTimeout();

  /** The largest body of manifests, uncompressed. */
  @WithDefault("16M")
  MemorySize maxRequestSize();

  /** The largest document in it. */
  @WithDefault("1M")
  MemorySize maxDocumentSize();

  /** The most documents in one request. */
  @WithDefault("1000")
  int maxDocuments();
}
