package io.heddle.objectstore;

import java.util.Arrays;

/** The content of an object and the version it belongs to. */
public record StoredObject(byte[] content, ETag etag) {
  public StoredObject {
    content = content.clone();
  }

  @Override
  public byte[] content() {
    return content.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredObject(byte[] otherContent, ETag otherTag)
        && etag.equals(otherTag)
        && Arrays.equals(content, otherContent);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(content) + etag.hashCode();
  }

  @Override
  public String toString() {
    return "StoredObject[%d bytes, %s]".formatted(content.length, etag);
  }
}
