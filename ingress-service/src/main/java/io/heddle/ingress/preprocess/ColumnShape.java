package io.heddle.ingress.preprocess;

import io.heddle.schema.DataField;

/**
 * What becomes of one column.
 *
 * @param field name and type afterwards
 */
record ColumnShape(DataField field, Conversion conversion) {
  enum Conversion {
    /** The values stay as they are. */
    KEEP,
    /** A timestamp of any unit to milliseconds. */
    TO_MILLISECONDS,
    /** An integer that counts seconds since 1970 to a timestamp in milliseconds. */
    FROM_EPOCH_SECONDS,
    /** A text in the form of RFC 3339 to a timestamp in milliseconds. */
    FROM_RFC3339
  }

  static ColumnShape keep(DataField field) {
    return new ColumnShape(field, Conversion.KEEP);
  }
}
