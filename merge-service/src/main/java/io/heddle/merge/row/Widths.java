package io.heddle.merge.row;

import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;

/** Bytes of a value, where they depend on the type's parameters. */
final class Widths {
  private static final int MAX_DECIMAL128_PRECISION = 38;

  private Widths() {}

  static int time(DataType.Time time) {
    TimeUnit unit = time.unit();
    return unit == TimeUnit.Microsecond || unit == TimeUnit.Nanosecond ? 8 : 4;
  }

  static int decimal(DataType.Decimal decimal) {
    return decimal.precision() <= MAX_DECIMAL128_PRECISION ? 16 : 32;
  }
}
