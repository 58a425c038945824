package io.heddle.resource;

import org.jspecify.annotations.Nullable;

/** The parts of the short form of a reference or selector. */
record RefText(@Nullable String typeText, @Nullable AccountRef account, String target) {

  /** Splits at the first colon, of a type URI at the first one after the scheme. */
  static RefText split(String text) {
    String type = null;
    String rest = text.strip();
    if (!rest.startsWith("did:")) {
      int from = rest.startsWith("http") ? rest.indexOf("://") + 3 : 0;
      int colon = rest.indexOf(':', Math.max(from, 0));
      int slash = rest.indexOf('/');
      boolean inAccount = from == 0 && slash >= 0 && slash < colon;
      if (colon >= 0 && !inAccount) {
        type = rest.substring(0, colon);
        rest = rest.substring(colon + 1);
      }
    }
    AccountRef account = null;
    int slash = rest.indexOf('/');
    if (slash >= 0) {
      account = AccountRef.parse(rest.substring(0, slash));
      rest = rest.substring(slash + 1);
    }
    if (rest.isEmpty()) {
      throw new IllegalArgumentException("'%s' names no target".formatted(text));
    }
    return new RefText(type, account, rest);
  }

  @Nullable ResourceType type(@Nullable ResourceType implied) {
    if (typeText == null) {
      return implied;
    }
    ResourceType written = typeOf(typeText);
    if (implied != null && implied != written) {
      throw new IllegalArgumentException(
          "a %s is meant here, not a %s".formatted(implied, written));
    }
    return written;
  }

  /** A short name or a type URI. */
  static ResourceType typeOf(String text) {
    if (text.startsWith("http")
        && ResourceType.resolve(text) instanceof ResourceType.Resolution.Known known) {
      return known.type();
    }
    return ResourceType.ofName(text)
        .orElseThrow(
            () -> new IllegalArgumentException("'%s' is not a resource type".formatted(text)));
  }
}
