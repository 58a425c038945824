package io.heddle.resources.catalog;

import io.heddle.resource.Account;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceHeaders;
import io.heddle.resource.ResourceName;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resource.UuidText;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The latest form of every resource, as far as this instance has read the resources topic. Safe for
 * use by several threads.
 */
public final class ResourceView {
  private final Account account;
  private final Map<UUID, Resource> byId = new ConcurrentHashMap<>();
  private final Map<String, UUID> byName = new ConcurrentHashMap<>();
  private final Object arrival = new Object();
  private volatile String version = "r:0-0";

  public ResourceView(Account account) {
    this.account = account;
  }

  public Account account() {
    return account;
  }

  /** Takes in a form that was read; null: it is purged. Only one thread writes. */
  void accept(UUID id, @Nullable Resource resource, String version) {
    Resource before = resource == null ? byId.remove(id) : byId.put(id, resource);
    if (before != null && (resource == null || !key(before).equals(key(resource)))) {
      byName.remove(key(before), id);
    }
    if (resource != null) {
      if (resource.isDeleted()) {
        byName.remove(key(resource), id);
      } else {
        byName.put(key(resource), id);
      }
    }
    this.version = version;
    synchronized (arrival) {
      arrival.notifyAll();
    }
  }

  /** Where in the topic this view stands, for clients an opaque text. */
  public String version() {
    return version;
  }

  /** Live or deleted. */
  public Optional<Resource> find(UUID id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** By id also what is deleted, by name or DID only what is live. */
  public Optional<Resource> find(ResourceRef ref) {
    if (ref.id() != null) {
      return find(ref.id()).filter(resource -> resource.type() == ref.type());
    }
    if (ref.did() != null) {
      return all(ref.type()).filter(resource -> ref.did().equals(resource.did())).findFirst();
    }
    ResourceName name = ref.name();
    return name == null
        ? Optional.empty()
        : Optional.ofNullable(byName.get(key(ref.type(), name))).flatMap(this::find);
  }

  /** What the last segment of a path means: an id, a DID or a name. */
  public Optional<Resource> find(ResourceType type, String segment) {
    if (!UuidText.isUuid(segment)
        && !segment.startsWith("did:")
        && !ResourceName.isValid(segment)) {
      return Optional.empty();
    }
    return find(ResourceRef.parse(segment, type));
  }

  /** All live resources of a type. */
  public Stream<Resource> all(ResourceType type) {
    return byId.values().stream()
        .filter(resource -> resource.type() == type && !resource.isDeleted());
  }

  /** All resources of a type, deleted ones included until they are purged. */
  public Stream<Resource> allWithDeleted(ResourceType type) {
    return byId.values().stream().filter(resource -> resource.type() == type);
  }

  /** Waits until the view has a form that is at least as new. */
  public boolean awaitVersion(UUID id, long generation, long statusGeneration, Duration patience)
      throws InterruptedException {
    return await(
        id,
        resource -> {
          ResourceHeaders headers = resource.headers();
          return headers.generation() + headers.statusGeneration() >= generation + statusGeneration;
        },
        patience);
  }

  /** Waits until a resource is as wanted; false when it is not in time. */
  public boolean await(UUID id, Predicate<Resource> wanted, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    synchronized (arrival) {
      while (true) {
        Resource resource = byId.get(id);
        if (resource != null && wanted.test(resource)) {
          return true;
        }
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          return false;
        }
        arrival.wait(millis);
      }
    }
  }

  private static String key(Resource resource) {
    return key(resource.type(), resource.headers().name());
  }

  private static String key(ResourceType type, ResourceName name) {
    return type + "/" + name.key();
  }
}
