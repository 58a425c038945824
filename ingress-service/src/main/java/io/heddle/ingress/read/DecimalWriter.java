package io.heddle.ingress.read;

import io.heddle.schema.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Decimals, made of the digits of the text and never by way of a float. */
final class DecimalWriter implements ValueWriter {
  private final FieldVector vector;
  private final int precision;
  private final int scale;
  private final long longLimit;
  private final NumberText number = new NumberText();

  DecimalWriter(FieldVector vector, DataType.Decimal type) {
    this.vector = vector;
    this.precision = type.precision();
    this.scale = type.scale();
    this.longLimit =
        precision <= NumberText.LONG_DIGITS
            ? BigInteger.TEN.pow(precision).longValueExact()
            : Long.MAX_VALUE;
  }

  @Override
  public @Nullable String write(int row, char[] chars, int from, int to) {
    if (!number.scan(chars, from, to)) {
      return "is not a decimal number";
    }
    if (number.fitsLong()) {
      Long unscaled = number.unscaledAt(scale);
      if (unscaled != null && Math.abs(unscaled) < longLimit) {
        store(row, unscaled);
        return null;
      }
    }
    return store(row, NumberText.exact(chars, from, to));
  }

  @Override
  public @Nullable String writeNumber(int row, char[] chars, int from, int to) {
    return write(row, chars, from, to);
  }

  private @Nullable String store(int row, @Nullable BigDecimal value) {
    if (value != null && value.signum() == 0) {
      store(row, 0L);
      return null;
    }
    // Looked at before the digits are written out: 1e99999 has too many of them.
    if (value == null || value.precision() - (long) value.scale() > (long) precision - scale) {
      return "has more than %d digits before the point".formatted(precision - scale);
    }
    if (value.stripTrailingZeros().scale() > scale) {
      return "has more than %d digits after the point".formatted(scale);
    }
    BigDecimal scaled = value.setScale(scale, RoundingMode.UNNECESSARY);
    if (vector instanceof DecimalVector narrow) {
      narrow.setSafe(row, scaled);
    } else {
      ((Decimal256Vector) vector).setSafe(row, scaled);
    }
    return null;
  }

  private void store(int row, long unscaled) {
    if (vector instanceof DecimalVector narrow) {
      narrow.setSafe(row, unscaled);
    } else {
      ((Decimal256Vector) vector).setSafe(row, unscaled);
    }
  }

  @Override
  public void writeNull(int row) {
    vector.setNull(row);
  }

  @Override
  public String expects() {
    return "Decimal(%d,%d) values".formatted(precision, scale);
  }
}
