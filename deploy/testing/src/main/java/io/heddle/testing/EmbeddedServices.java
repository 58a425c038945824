package io.heddle.testing;

import io.heddle.local.EmbeddedBroker;
import io.heddle.local.EmbeddedS3;
import io.heddle.local.S3Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.stream.Stream;

/** The local stack's broker and S3 server inside the test JVM. */
final class EmbeddedServices {
  private EmbeddedServices() {}

  static BackingServices start() {
    try {
      Path folder = Files.createTempDirectory("heddle-it-");
      S3Keys keys = S3Keys.random(new SecureRandom());
      EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("kafka"));
      EmbeddedS3 s3 = new EmbeddedS3(folder.resolve("s3"), 0, keys);
      // No orderly stop: both end with the JVM, and nobody reads their folder again.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "it-folder-delete"));
      return new BackingServices(
          "embedded", broker.bootstrapServers(), s3.endpoint().toString(), keys);
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder for the tests' broker and store", e);
    }
  }

  /** As far as possible: the broker still writes. */
  private static void delete(Path folder) {
    try (Stream<Path> content = Files.walk(folder)) {
      content.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      System.err.println("leftovers stay in " + folder + ": " + e.getMessage());
    }
  }
}
