package io.heddle.sql;

import java.util.Properties;

/** How an embedded engine is started that sees only what it is given. */
public final class EngineSettings {
  private EngineSettings() {}

  /**
   * Properties of a connection without files, network and extensions. Who opens it still has to
   * lock the configuration, after the settings of its own.
   *
   * @param memoryBytes that the engine may use
   * @param threads that it may use
   */
  public static Properties closed(long memoryBytes, int threads) {
    Properties properties = new Properties();
    properties.setProperty("enable_external_access", "false");
    properties.setProperty("autoinstall_known_extensions", "false");
    properties.setProperty("autoload_known_extensions", "false");
    properties.setProperty("memory_limit", memoryBytes + "B");
    properties.setProperty("threads", Integer.toString(threads));
    return properties;
  }
}
