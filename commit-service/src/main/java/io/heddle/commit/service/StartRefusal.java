package io.heddle.commit.service;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Why the service does not start. Thrown without its cause, so that one line on the standard error
 * says what is wrong and what to do, and nothing buries it.
 */
final class StartRefusal {
  private StartRefusal() {}

  static ConfigurationException because(String reason) {
    return new ConfigurationException("commit-service does not start: " + reason);
  }

  static ConfigurationException because(Exception e) {
    Throwable cause = e.getCause();
    String said = String.valueOf(e.getMessage());
    return because(cause == null ? said : "%s: %s".formatted(said, cause));
  }

  /** The broker's client says in its causes what it meant. */
  static ConfigurationException ofBroker(Map<String, Object> broker, Exception e) {
    Throwable innermost = e;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return because(
        "the broker at %s cannot be reached: %s; check that it runs and that kafka.bootstrap.servers is its address"
            .formatted(
                broker.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG), innermost.getMessage()));
  }
}
