package io.heddle.resources.service;

import io.heddle.resources.dataset.StoreConfig;
import io.heddle.resources.rest.ResourcesConfig;
import io.heddle.resources.rest.WebConfig;
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
            "resource-service",
            ConfigurationReference.table(
                "resource-service",
                List.of(
                    TopicsConfig.class,
                    StoreConfig.class,
                    WebConfig.class,
                    ProcessConfig.class,
                    AccountConfig.class,
                    ResourcesConfig.class)));
  }
}
