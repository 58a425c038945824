package io.heddle.ingress.service;

import io.heddle.ingress.fetch.FetchSettings;
import io.heddle.ingress.prepare.PrepareSettings;
import io.heddle.ingress.reach.ReachConfig;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Limits and habits of fetching and preparing. */
@ConfigMapping(prefix = "heddle.fetch")
public interface FetchConfig {
  /** What HTTP requests call us; empty: nothing is sent. */
  @WithDefault("Heddle")
  Optional<String> userAgent();

  /** How long a connection may take to stand. */
  @WithDefault("30s")
  Duration connectTimeout();

  /** How long a source may be silent in the middle of an answer. */
  @WithDefault("60s")
  Duration stallTimeout();

  /** How many redirects in a row are followed. */
  @WithDefault("10")
  int maxRedirects();

  /** The largest download, and the largest output of a prepare step; bounds the disk of a task. */
  @WithDefault("10G")
  MemorySize maxBytes();

  /** The longest wait in one poll that a source may ask for; zero: such an answer fails at once. */
  @WithDefault("30s")
  Duration maxRetryWait();

  /** A local file written more recently than this is looked at again before it is taken. */
  @WithDefault("1s")
  Duration quietPeriod();

  /** Retired: {@code heddle.reach.folders} took its place. */
  Optional<String> localFolders();

  /** The largest ratio of output to input of a decompression. */
  @WithDefault("1000")
  long maxRatio();

  /** How many entries of an archive are looked at. */
  @WithDefault("100000")
  int maxEntries();

  /** How long a piped program may run. */
  @WithDefault("10m")
  Duration pipeTimeout();

  /**
   * @throws IllegalStateException when a retired option is said
   */
  default FetchSettings fetchSettings(ReachConfig reach) {
    if (localFolders().isPresent()) {
      throw new IllegalStateException(
          "heddle.fetch.local-folders is called heddle.reach.folders now; say that instead");
    }
    return new FetchSettings(
        userAgent().orElse(""),
        connectTimeout(),
        stallTimeout(),
        maxRedirects(),
        maxBytes().asLongValue(),
        maxRatio(),
        maxRetryWait(),
        quietPeriod(),
        reach.network(),
        reach.folderReach());
  }

  default PrepareSettings prepareSettings() {
    return new PrepareSettings(maxBytes().asLongValue(), maxRatio(), maxEntries(), pipeTimeout());
  }
}
