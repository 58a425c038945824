package io.heddle.encoding;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;

/** JSON that one part of Heddle writes and another one reads, in messages and resources. */
public final class StoredJson {
  private StoredJson() {}

  /**
   * Without limits to names and texts: those of columns, labels and settings may be long. What
   * bounds a text is the size of its record; a writer knows no other limit, so a reader must not
   * have one.
   */
  public static JsonFactory factory() {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNameLength(Integer.MAX_VALUE)
                .maxStringLength(Integer.MAX_VALUE)
                .build())
        .build();
  }
}
