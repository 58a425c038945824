package io.heddle.local.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.local.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which processes of a stack were started, on which ports; written at each change, so that the next
 * launcher finds them whatever became of this one.
 */
final class StackState {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path file;
  private final Map<String, ProcessRecord> processes = new LinkedHashMap<>();
  private final Map<String, Integer> ports = new LinkedHashMap<>();

  /** The file is written aside and renamed, so it is never half. */
  StackState(Path file) {
    this.file = file;
    if (Files.exists(file)) {
      try {
        JsonNode json = JSON.readTree(file.toFile());
        json.path("ports")
            .properties()
            .forEach(port -> ports.put(port.getKey(), port.getValue().asInt()));
        for (JsonNode node : json.path("processes")) {
          add(
              new ProcessRecord(
                  node.path("name").asText(),
                  node.path("pid").asLong(),
                  Instant.parse(node.path("startedAt").asText())));
        }
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(
            file + " is damaged: stop the processes of this stack by hand and delete it", e);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
    }
  }

  synchronized List<ProcessRecord> processes() {
    return List.copyOf(processes.values());
  }

  synchronized Optional<ProcessRecord> process(String name) {
    return Optional.ofNullable(processes.get(name));
  }

  synchronized void started(ProcessRecord process) {
    add(process);
    write();
  }

  synchronized void stopped(String name) {
    processes.remove(name);
    write();
  }

  /** The port of a listener: the one it had before, as long as nobody else took it. */
  synchronized int choosePort(String listener) {
    Integer former = ports.get(listener);
    if (former != null && FreePorts.isFree(former)) {
      return former;
    }
    int port = FreePorts.take(1).getFirst();
    ports.put(listener, port);
    write();
    return port;
  }

  /** The port of a listener that was started before. */
  synchronized int port(String listener) {
    Integer port = ports.get(listener);
    if (port == null) {
      throw new IllegalStateException(listener + " was never started");
    }
    return port;
  }

  private void add(ProcessRecord process) {
    processes.put(process.name(), process);
  }

  private void write() {
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
    try {
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      Files.write(draft, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
