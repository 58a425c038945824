package io.heddle.commit.service;

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
            "commit-service",
            ConfigurationReference.table(
                "commit-service",
                List.of(TopicsConfig.class, StoreConfig.class, CommitConfig.class)));
  }
}
