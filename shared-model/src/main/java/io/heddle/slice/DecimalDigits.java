package io.heddle.slice;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * The check that decimals have no more digits than their type says. The bytes of a vector have room
 * for more, and a file that holds such a number is refused by its readers.
 */
final class DecimalDigits {
  private DecimalDigits() {}

  /**
   * @throws IngestException (ExecutionError) naming column and value
   */
  static void check(VectorSchemaRoot batch) {
    for (FieldVector column : batch.getFieldVectors()) {
      check(column, column.getName());
    }
  }

  private static void check(FieldVector vector, String column) {
    switch (vector) {
      case DecimalVector decimals -> check(decimals, column);
      case Decimal256Vector decimals -> check(decimals, column);
      default -> vector.getChildrenFromFields().forEach(part -> check(part, column));
    }
  }

  private static void check(DecimalVector decimals, String column) {
    BigInteger bound = BigInteger.TEN.pow(decimals.getPrecision());
    long boundHigh = bound.shiftRight(Long.SIZE).longValue();
    long boundLow = bound.longValue();
    ArrowBuf data = decimals.getDataBuffer();
    for (int row = 0; row < decimals.getValueCount(); row++) {
      if (decimals.isNull(row)) {
        continue;
      }
      long low = data.getLong((long) row * DecimalVector.TYPE_WIDTH);
      long high = data.getLong((long) row * DecimalVector.TYPE_WIDTH + Long.BYTES);
      if (high < 0) {
        // The absolute value; that of the least number of all is above every bound.
        low = -low;
        high = low == 0 ? -high : ~high;
      }
      if (high < 0
          || high > boundHigh
          || (high == boundHigh && Long.compareUnsigned(low, boundLow) >= 0)) {
        throw tooLong(decimals, decimals.getObject(row), column);
      }
    }
  }

  private static void check(Decimal256Vector decimals, String column) {
    BigInteger bound = BigInteger.TEN.pow(decimals.getPrecision());
    for (int row = 0; row < decimals.getValueCount(); row++) {
      if (!decimals.isNull(row)) {
        BigDecimal value = decimals.getObjectNotNull(row);
        if (value.unscaledValue().abs().compareTo(bound) >= 0) {
          throw tooLong(decimals, value, column);
        }
      }
    }
  }

  private static IngestException tooLong(FieldVector decimals, BigDecimal value, String column) {
    ArrowType.Decimal type = (ArrowType.Decimal) decimals.getField().getType();
    return new IngestException(
        FailureKind.ExecutionError,
        "column \"%s\": %s has more digits than a Decimal(%d,%d) holds"
            .formatted(column, value.toPlainString(), type.getPrecision(), type.getScale()),
        Map.of("column", column));
  }
}
