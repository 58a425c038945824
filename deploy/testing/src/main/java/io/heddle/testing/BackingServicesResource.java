package io.heddle.testing;

import io.heddle.message.Topics;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * Gives a {@code @QuarkusTest} the shared broker and store, a bucket of its own, and topics that
 * exist before the application starts.
 *
 * <p>The topics stand under the default prefix, unless the init argument {@code topics} is {@code
 * fresh}.
 */
public final class BackingServicesResource implements QuarkusTestResourceLifecycleManager {
  private boolean freshTopics;

  @Override
  public void init(Map<String, String> arguments) {
    freshTopics = "fresh".equals(arguments.get("topics"));
  }

  @Override
  public Map<String, String> start() {
    BackingServices services = BackingServices.shared();
    Topics topics;
    if (freshTopics) {
      topics = services.newTopics();
    } else {
      topics = Topics.DEFAULT;
      services.createTopics(topics);
    }
    return services.configuration(services.newBucket(), topics);
  }

  @Override
  public void stop() {
    // The services are shared by all tests of the JVM and end with it.
  }
}
