package io.heddle.ingress.read;

import java.util.Locale;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.jspecify.annotations.Nullable;

/**
 * Floats: the nearest value of the width; only what is no number or beyond the range is refused.
 */
final class FloatWriter implements ValueWriter {
  /** Up to here a long is a double, and a power of ten is one: one operation rounds once. */
  private static final long EXACT_DOUBLE = 1L << 53;

  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private final FieldVector vector;
  private final NumberText number = new NumberText();

  FloatWriter(FieldVector vector) {
    this.vector = vector;
  }

  @Override
  public @Nullable String write(int row, char[] chars, int from, int to) {
    if (!number.scan(chars, from, to)) {
      return writeSpecial(row, new String(chars, from, to - from));
    }
    return writeScanned(row, chars, from, to);
  }

  @Override
  public @Nullable String writeNumber(int row, char[] chars, int from, int to) {
    return number.scan(chars, from, to) ? writeScanned(row, chars, from, to) : "is not a number";
  }

  private @Nullable String writeScanned(int row, char[] chars, int from, int to) {
    boolean finite =
        switch (vector) {
          case Float8Vector doubles -> {
            double value = toDouble(chars, from, to);
            doubles.setSafe(row, value);
            yield Double.isFinite(value);
          }
          case Float4Vector floats -> {
            float value = Float.parseFloat(new String(chars, from, to - from));
            floats.setSafe(row, value);
            yield Float.isFinite(value);
          }
          default -> {
            float value = nearestHalf(toDouble(chars, from, to));
            ((Float2Vector) vector).setSafe(row, Float.floatToFloat16(value));
            yield Float.isFinite(Float.float16ToFloat(Float.floatToFloat16(value)));
          }
        };
    return finite ? null : "is beyond the finite range of " + typeName();
  }

  private double toDouble(char[] chars, int from, int to) {
    long unscaled = number.unscaled();
    int scale = number.scale();
    if (number.fitsLong()
        && unscaled != 0
        && Math.abs(unscaled) <= EXACT_DOUBLE
        && Math.abs(scale) < POWERS.length) {
      return scale >= 0 ? unscaled / POWERS[scale] : unscaled * POWERS[-scale];
    }
    return Double.parseDouble(new String(chars, from, to - from));
  }

  /** Rounds once, where going by way of a float would round twice. */
  private static float nearestHalf(double value) {
    double unit = Math.scalb(1.0, Math.max(Math.getExponent(value), -14) - 10);
    return (float) (Math.rint(value / unit) * unit);
  }

  private @Nullable String writeSpecial(int row, String text) {
    Double value = special(text);
    if (value == null) {
      return "is not a number";
    }
    switch (vector) {
      case Float8Vector doubles -> doubles.setSafe(row, value);
      case Float4Vector floats -> floats.setSafe(row, value.floatValue());
      default -> ((Float2Vector) vector).setSafe(row, Float.floatToFloat16(value.floatValue()));
    }
    return null;
  }

  /** The value of the words that are floats but no digits, or null. */
  static @Nullable Double special(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> null;
    };
  }

  @Override
  public void writeNull(int row) {
    vector.setNull(row);
  }

  @Override
  public String expects() {
    return typeName() + " values";
  }

  private String typeName() {
    return switch (vector) {
      case Float8Vector ignored -> "Float64";
      case Float4Vector ignored -> "Float32";
      default -> "Float16";
    };
  }
}
