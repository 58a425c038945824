package io.heddle.ingress.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.ingress.follow.TopicFollower;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.resource.InvalidResourceException;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceJson;
import io.heddle.resource.ResourceType;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest form of every resource, as far as this process has read it. Safe for use by several
 * threads.
 */
public final class ResourceView implements TopicFollower.Handler {
  private static final Logger log = LoggerFactory.getLogger(ResourceView.class);

  private final Map<String, Resource> byId = new ConcurrentHashMap<>();
  private final Map<String, String> unreadable = new ConcurrentHashMap<>();
  private final List<Consumer<Resource>> listeners;
  private final Object arrival = new Object();

  /**
   * @param listeners are told each new form of a resource, on the reading thread
   */
  public ResourceView(List<Consumer<Resource>> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  @Override
  public void accept(ConsumerRecord<byte[], byte[]> record) {
    String id = record.key() == null ? "" : new String(record.key(), UTF_8);
    if (record.value() == null) {
      byId.remove(id);
      return;
    }
    try {
      put(id, ResourceJson.fromBytes(record.value()));
    } catch (InvalidResourceException | UncheckedIOException e) {
      log.warn("Resource not understood id={} offset={}", id, record.offset(), e);
      unreadable(id, String.valueOf(e.getMessage()));
    }
  }

  /** A form that this process cannot read, maybe of a newer one. The form before it is outdated. */
  private void unreadable(String id, String reason) {
    byId.remove(id);
    unreadable.put(id, reason);
    synchronized (arrival) {
      arrival.notifyAll();
    }
  }

  private void put(String id, Resource resource) {
    unreadable.remove(id);
    byId.put(id, resource);
    listeners.forEach(listener -> listener.accept(resource));
    synchronized (arrival) {
      arrival.notifyAll();
    }
  }

  /**
   * The resource in the wanted generation or a later one.
   *
   * @throws IngestException (InvalidTarget) when it does not come within {@code patience}, or was
   *     deleted; (Internal) when its latest form cannot be read
   */
  public Resource await(String id, long generation, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    synchronized (arrival) {
      while (true) {
        Resource resource = byId.get(id);
        if (resource != null && resource.headers().generation() >= generation) {
          return live(resource);
        }
        String reason = unreadable.get(id);
        if (reason != null) {
          throw new IngestException(
              FailureKind.Internal,
              "resource %s cannot be read by this version of ingress-service: %s"
                  .formatted(id, reason),
              Map.of("resource", id));
        }
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          throw new IngestException(
              FailureKind.InvalidTarget,
              "resource %s was not seen in generation %d within %s"
                  .formatted(id, generation, patience),
              Map.of("resource", id, "generation", generation));
        }
        arrival.wait(millis);
      }
    }
  }

  private static Resource live(Resource resource) {
    if (resource.isDeleted()) {
      throw new IngestException(
          FailureKind.InvalidTarget, "%s was deleted".formatted(resource.handle()));
    }
    return resource;
  }

  public Optional<Resource> byId(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** All live resources of a type. */
  public Stream<Resource> all(ResourceType type) {
    return byId.values().stream()
        .filter(resource -> resource.type() == type && !resource.isDeleted());
  }
}
