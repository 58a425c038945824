package io.heddle.resource;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a manifest names an account: by one or more of id, DID and name. */
public record AccountRef(@Nullable UUID id, @Nullable String did, @Nullable ResourceName name) {
  public AccountRef {
    if (id == null && did == null && name == null) {
      throw new IllegalArgumentException("an account is named by id, did or name");
    }
  }

  /** Whether every part that is given agrees with the account. */
  public boolean matches(Account account) {
    return (id == null || id.equals(account.id()))
        && (did == null || did.equals(account.did()))
        && (name == null || name.equals(account.name()));
  }

  /** A name, a DID or a UUID. */
  public static AccountRef parse(String text) {
    if (text.startsWith("did:")) {
      return new AccountRef(null, text, null);
    }
    return UuidText.isUuid(text)
        ? new AccountRef(UUID.fromString(text), null, null)
        : new AccountRef(null, null, new ResourceName(text));
  }
}
