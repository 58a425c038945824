package io.heddle.ingress.service;

import io.heddle.ingress.push.PushConfig;
import io.heddle.ingress.reach.ReachConfig;
import io.heddle.testing.reference.ConfigurationReference;
import io.heddle.testing.reference.ReferencePage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The settings of this service stand in docs/configuration.md as the code has them. */
class ConfigurationReferenceTest {
  @Test
  void isUpToDate() throws Exception {
    new ReferencePage("configuration.md")
        .assertSection(
            "ingress-service",
            ConfigurationReference.table(
                "ingress-service",
                List.of(
                    TopicsConfig.class,
                    StoreConfig.class,
                    WebConfig.class,
                    ReachConfig.class,
                    FetchConfig.class,
                    RowsConfig.class,
                    TasksConfig.class,
                    PushConfig.class)));
  }
}
