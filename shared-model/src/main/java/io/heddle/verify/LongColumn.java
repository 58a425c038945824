package io.heddle.verify;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/** A system column of a batch, whatever integer or time type it is stored in. */
interface LongColumn {
  boolean isNull(int row);

  long get(int row);

  /** The value as a time; only for columns that hold one. */
  default Instant instant(int row) {
    return Instant.ofEpochMilli(get(row));
  }

  /** The column, or null when it is of no such type. */
  static @Nullable LongColumn of(FieldVector vector) {
    return switch (vector) {
      case BaseIntVector ints -> new Ints(ints);
      case TimeStampVector times -> new Times(times);
      case DateDayVector days -> new Days(days);
      case DateMilliVector days -> new Millis(days);
      default -> null;
    };
  }

  record Ints(BaseIntVector vector) implements LongColumn {
    @Override
    public boolean isNull(int row) {
      return vector.isNull(row);
    }

    @Override
    public long get(int row) {
      return vector.getValueAsLong(row);
    }
  }

  record Times(TimeStampVector vector) implements LongColumn {
    @Override
    public boolean isNull(int row) {
      return vector.isNull(row);
    }

    @Override
    public long get(int row) {
      return vector.get(row);
    }

    @Override
    public Instant instant(int row) {
      ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
      TimeUnit unit =
          switch (type.getUnit()) {
            case SECOND -> TimeUnit.SECONDS;
            case MILLISECOND -> TimeUnit.MILLISECONDS;
            case MICROSECOND -> TimeUnit.MICROSECONDS;
            case NANOSECOND -> TimeUnit.NANOSECONDS;
          };
      return Instant.EPOCH.plus(get(row), unit.toChronoUnit());
    }
  }

  record Days(DateDayVector vector) implements LongColumn {
    @Override
    public boolean isNull(int row) {
      return vector.isNull(row);
    }

    @Override
    public long get(int row) {
      return vector.get(row);
    }
  }

  record Millis(DateMilliVector vector) implements LongColumn {
    @Override
    public boolean isNull(int row) {
      return vector.isNull(row);
    }

    @Override
    public long get(int row) {
      return vector.get(row);
    }
  }
}
