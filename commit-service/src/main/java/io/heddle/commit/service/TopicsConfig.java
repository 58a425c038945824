package io.heddle.commit.service;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Names of the inner topics. */
@ConfigMapping(prefix = "heddle.topics")
public interface TopicsConfig {
  /** Stands before every name, with its dot. The same in all services of an installation. */
  @WithDefault("odf.")
  String prefix();
}
