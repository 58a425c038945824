package io.heddle.resources.service;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;

/** What the process needs of its machine. */
@ConfigMapping(prefix = "heddle")
public interface ProcessConfig {
  /**
   * Folder of this instance alone. It holds the state stores of the writer; without it they are
   * read again from their changelog.
   */
  @WithDefault(".heddle/resource-service")
  Path dataDir();
}
