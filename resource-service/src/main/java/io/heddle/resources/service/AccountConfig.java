package io.heddle.resources.service;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The account that owns everything while there is only one. */
@ConfigMapping(prefix = "heddle.account")
public interface AccountConfig {
  /** Its name. It becomes part of the names of push topics and must not change afterwards. */
  @WithDefault("heddle")
  String name();
}
