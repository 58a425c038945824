package io.heddle.merge.service;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;

import io.heddle.testing.BackingServicesResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The service starts, is alive and becomes ready. */
@QuarkusTest
@QuarkusTestResource(
    value = BackingServicesResource.class,
    initArgs = @ResourceArg(name = "topics", value = "fresh"))
class MergeServiceIT {
  @Test
  void isAliveAndBecomesReady() {
    given().get("/health/live").then().statusCode(200);

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> given().get("/health/ready").then().statusCode(200));
    given().get("/health/started").then().statusCode(200);
  }

  @Test
  void tellsHowTheStreamsAreDoing() {
    given().get("/metrics").then().statusCode(200).body(containsString("kafka_stream"));
  }
}
