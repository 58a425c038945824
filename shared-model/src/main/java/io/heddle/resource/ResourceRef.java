package io.heddle.resource;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How one resource names another: by one or more of id, DID and name. A stored reference has the id
 * when its target was found; account and name then are a readable copy.
 */
public record ResourceRef(
    ResourceType type,
    @Nullable AccountRef account,
    @Nullable UUID id,
    @Nullable String did,
    @Nullable ResourceName name) {
  public ResourceRef {
    if (id == null && did == null && name == null) {
      throw new IllegalArgumentException("a reference has at least one of id, did and name");
    }
  }

  public static ResourceRef byName(ResourceType type, String name) {
    return new ResourceRef(type, null, null, null, new ResourceName(name));
  }

  public static ResourceRef byId(ResourceType type, UUID id) {
    return new ResourceRef(type, null, id, null, null);
  }

  /**
   * Reads the short form {@code [Type:][account/](uuid|did|name)}.
   *
   * @param implied the type that the place of use fixes, or null: the text has to say it
   * @throws IllegalArgumentException with a message for the user
   */
  public static ResourceRef parse(String text, @Nullable ResourceType implied) {
    RefText parts = RefText.split(text);
    ResourceType type = parts.type(implied);
    if (type == null) {
      throw new IllegalArgumentException(
          "'%s' does not say the type of what it names, as in Source:%s".formatted(text, text));
    }
    String target = parts.target();
    if (target.startsWith("did:")) {
      return new ResourceRef(type, parts.account(), null, target, null);
    }
    if (UuidText.isUuid(target)) {
      return new ResourceRef(type, parts.account(), UUID.fromString(target), null, null);
    }
    return new ResourceRef(type, parts.account(), null, null, new ResourceName(target));
  }

  /** Whether both name the same target: by id when both have one. */
  public boolean sameTarget(ResourceRef other) {
    if (type != other.type) {
      return false;
    }
    return id != null && other.id != null ? id.equals(other.id) : equals(other);
  }

  /** The short form. */
  @Override
  public String toString() {
    Object target = name != null ? name : did != null ? did : id;
    String owner = account == null || account.name() == null ? "" : account.name() + "/";
    return type + ":" + owner + target;
  }
}
