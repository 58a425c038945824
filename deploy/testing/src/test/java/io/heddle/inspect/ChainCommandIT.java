package io.heddle.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.ChainFixture;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import io.heddle.testing.BackingServices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChainCommandIT {
  @Test
  void verifiesAPrefixOfABucket() throws IOException {
    // Given
    BackingServices services = BackingServices.shared();
    String bucket = services.newBucket();
    String accessKey = services.s3Keys().accessKey();
    String secretKey = services.s3Keys().secretKey();
    S3Settings settings =
        new S3Settings(URI.create(services.s3Endpoint()), bucket, accessKey, secretKey);
    try (S3ObjectStore store = new S3ObjectStore(settings)) {
      ObjectStore dataset = store.under(ChainFixture.DATASET.multibase());
      new ChainFixture(dataset).seed().schema();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ChainCommand command =
        new ChainCommand(
            new PrintStream(out),
            System.err,
            Map.of(
                "HEDDLE_S3_ENDPOINT", services.s3Endpoint(),
                "HEDDLE_S3_ACCESS_KEY", accessKey,
                "HEDDLE_S3_SECRET_KEY", secretKey));

    // When
    ExitCode exit =
        command.run("verify", "s3://%s/%s/".formatted(bucket, ChainFixture.DATASET.multibase()));

    // Then
    assertThat(exit).isEqualTo(ExitCode.OK);
    assertThat(out.toString(UTF_8)).startsWith("ok; 2 blocks");
  }
}
