package io.heddle.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.heddle.local.stack.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComposeFileTest {
  private static final List<String> SERVICES =
      List.of("merge-service", "commit-service", "ingress-service", "resource-service");

  private final Path file = ProjectRoot.find().resolve("deploy/compose/docker-compose.yaml");

  @Test
  void givesEachServiceWhatItNeeds() throws IOException {
    // When
    JsonNode services = parsed().path("services");

    // Then
    for (String service : SERVICES) {
      JsonNode entry = services.path(service);
      assertThat(entry.path("build").path("args").path("SERVICE").asText()).isEqualTo(service);
      assertThat(entry.has("environment")).as(service).isTrue();
      Path dockerfile =
          file.resolveSibling(entry.path("build").path("context").asText())
              .resolve(entry.path("build").path("dockerfile").asText());
      assertThat(dockerfile).exists();
    }
    assertThat(services.properties()).hasSize(SERVICES.size() + 3);
  }

  @Test
  void opensNothingToSourcesButTheInternet() throws IOException {
    JsonNode environment = parsed().path("services").path("ingress-service").path("environment");
    assertThat(environment.path("HEDDLE_REACH_ADDRESSES").asText()).endsWith(":-public}");
    assertThat(environment.path("HEDDLE_REACH_FOLDERS").asText()).endsWith(":-}");
    assertThat(environment.path("HEDDLE_REACH_COMMANDS").asText()).endsWith(":-}");
  }

  /** docker-compose 1.29 refuses these. */
  @Test
  void staysInsideWhatOlderComposeAccepts() throws IOException {
    JsonNode compose = parsed();
    assertThat(compose.has("name")).isFalse();
    assertThat(compose.has("include")).isFalse();
    assertThat(compose.findValues("start_interval")).isEmpty();
    assertThat(compose.findValues("required")).isEmpty();
  }

  @Test
  void passesTheComposeCommandWhereThereIsOne() throws Exception {
    List<String> command = composeCommand();
    assumeThat(command).as("no docker compose and no docker-compose here").isNotEmpty();

    // When
    var builder =
        new ProcessBuilder(
                Stream.concat(command.stream(), List.of("-f", file.toString(), "config").stream())
                    .toList())
            .redirectErrorStream(true);
    builder.environment().put("HEDDLE_S3_ACCESS_KEY", "any");
    builder.environment().put("HEDDLE_S3_SECRET_KEY", "other");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());

    // Then
    assertThat(process.waitFor()).as(output).isZero();
  }

  private JsonNode parsed() throws IOException {
    return new YAMLMapper().readTree(Files.readString(file));
  }

  private static List<String> composeCommand() throws Exception {
    for (List<String> command : List.of(List.of("docker", "compose"), List.of("docker-compose"))) {
      if (answers(command)) {
        return command;
      }
    }
    return List.of();
  }

  private static boolean answers(List<String> command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(Stream.concat(command.stream(), List.of("version").stream()).toList())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
