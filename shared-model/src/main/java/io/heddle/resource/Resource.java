package io.heddle.resource;

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
