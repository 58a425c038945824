package io.heddle.resource;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A resource in its canonical form. */
public record Resource(
    ResourceType type, ResourceHeaders headers, ResourceSpec spec, ResourceStatus status) {

  public boolean isDeleted() {
    return headers.deletedAt() != null;
  }

  /** The DID of a dataset, in its canonical text. */
  public @Nullable String did() {
    return spec instanceof DatasetSpec dataset && dataset.did() != null
        ? dataset.did().toString()
        : null;
  }

  /** The resource with another status, written at {@code time}. */
  public Resource withStatus(ResourceStatus status, Instant time) {
    return new Resource(type, headers.afterStatus(time), spec, status);
  }

  /**
   * The resource asking for something else from {@code time} on; nothing of it is in effect yet.
   */
  public Resource withIntent(ResourceHeaders headers, ResourceSpec spec, Instant time) {
    return new Resource(
        type, headers.afterIntent(time), spec, status.withPhase(ResourceStatus.Phase.Pending));
  }

  /** The same intent in another form; the generation stays. */
  public Resource withSpec(ResourceSpec spec) {
    return new Resource(type, headers, spec, status);
  }

  public Resource withHeaders(ResourceHeaders headers) {
    return new Resource(type, headers, spec, status);
  }

  @Nullable String datasetKind() {
    return spec instanceof DatasetSpec dataset ? dataset.kind().name() : null;
  }

  /** A reference that holds everything that identifies the resource. */
  public ResourceRef handle() {
    Account account = headers.account();
    return new ResourceRef(
        type,
        new AccountRef(account.id(), account.did(), account.name()),
        headers.id(),
        did(),
        headers.name());
  }
}
