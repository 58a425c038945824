package io.heddle.resources.service;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The topics of the installation. */
@ConfigMapping(prefix = "heddle.topics")
public interface TopicsConfig {
  /** Stands before the name of every topic, with its dot; the same in all services. */
  @WithDefault("odf.")
  String prefix();
}
