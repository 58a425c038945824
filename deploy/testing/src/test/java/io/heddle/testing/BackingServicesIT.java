package io.heddle.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.heddle.kafka.TopicCheck;
import io.heddle.kafka.TopicLayout;
import io.heddle.message.Topics;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

class BackingServicesIT {
  @Test
  void areTheSameForTheWholeJvm() {
    assertThat(BackingServices.shared()).isEqualTo(BackingServices.shared());
  }

  @Test
  void areEmbeddedUnlessAskedForOtherwise() {
    assumeThat(System.getProperty("heddle.it.infra")).isNull();

    assertThat(BackingServices.shared().kind()).isEqualTo("embedded");
  }

  @Test
  void refuseAnUnknownKind() {
    assertThatThrownBy(() -> BackingServices.start("auto"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("heddle.it.infra is embedded or containers, not auto");
  }

  @Test
  void giveAQuarkusTestAllItNeeds() {
    // When
    Map<String, String> configuration = new BackingServicesResource().start();

    // Then
    assertThat(configuration)
        .containsEntry("heddle.topics.prefix", "odf.")
        .containsKeys(
            "heddle.s3.endpoint",
            "heddle.s3.bucket",
            "heddle.s3.access-key",
            "heddle.s3.secret-key",
            "heddle.s3.region");
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", configuration.get("kafka.bootstrap.servers")))) {
      assertThat(TopicCheck.datasetPartitions(admin, Topics.DEFAULT))
          .isEqualTo(TopicLayout.DEFAULT_DATASET_PARTITIONS);
    }
  }

  @Test
  void giveBucketsAndTopicsThatNobodyElseUses() {
    BackingServices services = BackingServices.shared();
    assertThat(services.newBucket()).isNotEqualTo(services.newBucket());
    assertThat(services.newTopics()).isNotEqualTo(services.newTopics());
  }
}
