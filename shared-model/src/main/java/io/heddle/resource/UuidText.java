package io.heddle.resource;

import java.util.regex.Pattern;

/** Tells ids from names: a text of the shape of a UUID is always an id. */
public final class UuidText {
  private static final Pattern SHAPE =
      Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private UuidText() {}

  public static boolean isUuid(String text) {
    return SHAPE.matcher(text).matches();
  }
}
