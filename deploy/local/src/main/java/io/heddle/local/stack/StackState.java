package io.heddle.local.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.local.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Which processes of a stack were started, on which ports; read at each question and written at
 * each change, so that every launcher sees what the others did. Who changes it while others may do
 * the same holds the {@link StackLock}.
 */
final class StackState {
  /** A process that was killed may hold its ports for a moment after it counts as ended. */
  private static final Duration PORT_PATIENCE = Duration.ofSeconds(5);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path file;

  /**
   * @throws IllegalStateException when the file cannot be understood
   */
  StackState(Path file) {
    this.file = file;
    read();
  }

  List<ProcessRecord> processes() {
    return List.copyOf(read().processes.values());
  }

  Optional<ProcessRecord> process(String name) {
    return Optional.ofNullable(read().processes.get(name));
  }

  /** The process of a name, as long as it runs. */
  Optional<ProcessHandle> running(String name) {
    return process(name).flatMap(ProcessRecord::alive);
  }

  void started(ProcessRecord process) {
    change(
        content -> {
          content.add(process);
          content.abandoned.remove(process.name());
        });
  }

  /** Forgets a process: nobody has to wonder why it does not run. */
  void stopped(String name) {
    change(
        content -> {
          content.processes.remove(name);
          content.abandoned.remove(name);
        });
  }

  /** Notes that nobody starts a process any more, until somebody asks for it. */
  void abandon(String name, String reason) {
    change(content -> content.abandoned.put(name, reason));
  }

  /** Why nobody starts a process any more. */
  Optional<String> abandoned(String name) {
    return Optional.ofNullable(read().abandoned.get(name));
  }

  /** The port of a listener: the one it had before, as long as nobody else took it. */
  int choosePort(String listener) {
    Optional<Integer> former = formerPort(listener);
    if (former.filter(port -> FreePorts.becomesFree(port, PORT_PATIENCE)).isPresent()) {
      return former.get();
    }
    int port = FreePorts.take(1).getFirst();
    change(content -> content.ports.put(listener, port));
    return port;
  }

  /** The port of a listener, if it was ever started. */
  Optional<Integer> formerPort(String listener) {
    return Optional.ofNullable(read().ports.get(listener));
  }

  /** The port of a listener that was started before. */
  int port(String listener) {
    return formerPort(listener)
        .orElseThrow(() -> new IllegalStateException(listener + " was never started"));
  }

  /** The file is written aside and renamed, so it is never half. */
  private synchronized void change(Consumer<Content> change) {
    Content content = read();
    change.accept(content);
    try {
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      Files.write(draft, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(content.toJson()));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private Content read() {
    try {
      return Content.of(JSON.readTree(Files.readAllBytes(file)));
    } catch (NoSuchFileException nothingStartedYet) {
      return new Content();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          file + " is damaged: stop the processes of this stack by hand and delete it", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static final class Content {
    private final Map<String, ProcessRecord> processes = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, String> abandoned = new LinkedHashMap<>();

    static Content of(JsonNode json) {
      Content content = new Content();
      json.path("ports")
          .properties()
          .forEach(port -> content.ports.put(port.getKey(), port.getValue().asInt()));
      for (JsonNode node : json.path("processes")) {
        content.add(
            new ProcessRecord(
                node.path("name").asText(),
                node.path("pid").asLong(),
                Instant.parse(node.path("startedAt").asText())));
      }
      json.path("abandoned")
          .properties()
          .forEach(one -> content.abandoned.put(one.getKey(), one.getValue().asText()));
      return content;
    }

    void add(ProcessRecord process) {
      processes.put(process.name(), process);
    }

    ObjectNode toJson() {
      ObjectNode json = JSON.createObjectNode();
      ObjectNode portsJson = json.putObject("ports");
      ports.forEach(portsJson::put);
      var list = json.putArray("processes");
      for (ProcessRecord process : processes.values()) {
        list.addObject()
            .put("name", process.name())
            .put("pid", process.pid())
            .put("startedAt", process.startedAt().toString());
      }
      ObjectNode abandonedJson = json.putObject("abandoned");
      abandoned.forEach(abandonedJson::put);
      return json;
    }
  }
}
