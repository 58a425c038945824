package io.heddle.ingress.read;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/** Integers of 8 to 64 bits, signed or not. */
final class IntegerWriter implements ValueWriter {
  /** Longer numbers are out of range whatever they say. */
  private static final int MOST_DIGITS = 20;

  private final BaseIntVector vector;
  private final FieldVector field;
  private final String typeName;
  private final BigInteger least;
  private final BigInteger greatest;
  private final long leastLong;
  private final long greatestLong;
  private final NumberText number = new NumberText();

  <V extends FieldVector & BaseIntVector> IntegerWriter(V vector, int bits, boolean signed) {
    this.vector = vector;
    this.field = vector;
    this.typeName = (signed ? "Int" : "UInt") + bits;
    this.least = signed ? BigInteger.ONE.shiftLeft(bits - 1).negate() : BigInteger.ZERO;
    this.greatest = BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
    this.leastLong = least.longValueExact();
    this.greatestLong =
        greatest.bitLength() < Long.SIZE ? greatest.longValueExact() : Long.MAX_VALUE;
  }

  @Override
  public @Nullable String write(int row, char[] chars, int from, int to) {
    if (!number.scan(chars, from, to) || !number.isPlainInteger()) {
      return "is not an integer";
    }
    return number.fitsLong()
        ? store(row, number.unscaled())
        : store(row, NumberText.exact(chars, from, to));
  }

  @Override
  public @Nullable String writeNumber(int row, char[] chars, int from, int to) {
    if (!number.scan(chars, from, to)) {
      return "is not a number";
    }
    if (number.fitsLong() && number.scale() == 0) {
      return store(row, number.unscaled());
    }
    return store(row, NumberText.exact(chars, from, to));
  }

  private @Nullable String store(int row, long value) {
    if (value < leastLong || value > greatestLong) {
      return outOfRange();
    }
    vector.setWithPossibleTruncate(row, value);
    return null;
  }

  private @Nullable String store(int row, @Nullable BigDecimal value) {
    if (value != null && value.signum() == 0) {
      return store(row, 0);
    }
    if (value == null || value.precision() - (long) value.scale() > MOST_DIGITS) {
      return outOfRange();
    }
    if (value.stripTrailingZeros().scale() > 0) {
      return "has a fraction, where the column holds " + expects();
    }
    BigInteger integer = value.toBigIntegerExact();
    if (integer.compareTo(least) < 0 || integer.compareTo(greatest) > 0) {
      return outOfRange();
    }
    vector.setWithPossibleTruncate(row, integer.longValue());
    return null;
  }

  private String outOfRange() {
    return "is out of the range of " + typeName;
  }

  @Override
  public void writeNull(int row) {
    field.setNull(row);
  }

  @Override
  public String expects() {
    return typeName + " values";
  }
}
