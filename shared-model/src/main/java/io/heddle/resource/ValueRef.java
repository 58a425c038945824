package io.heddle.resource;

import org.jspecify.annotations.Nullable;

/** Names a value of a VariableSet or SecretSet; without a path the whole set. */
public record ValueRef(ResourceRef set, @Nullable String path) {
  public ValueRef {
    if (set.type() != ResourceType.VariableSet && set.type() != ResourceType.SecretSet) {
      throw new IllegalArgumentException(
          "values come from a VariableSet or a SecretSet, not from a " + set.type());
    }
  }

  /** Reads {@code Type:[account/]target[#path]}. */
  public static ValueRef parse(String text) {
    int hash = text.indexOf('#');
    return hash < 0
        ? new ValueRef(ResourceRef.parse(text, null), null)
        : new ValueRef(ResourceRef.parse(text.substring(0, hash), null), text.substring(hash + 1));
  }
}
