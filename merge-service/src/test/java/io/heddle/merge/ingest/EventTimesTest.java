package io.heddle.merge.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.time.Instant;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampSecTZVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventTimesTest {
  private static final Field TIMES =
      new Field(
          "event_time",
          FieldType.notNullable(new ArrowType.Timestamp(TimeUnit.MILLISECOND, "UTC")),
          null);
  private static final Field DAYS =
      new Field("event_time", FieldType.notNullable(new ArrowType.Date(DateUnit.DAY)), null);
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void nothingLeaks() {
    allocator.close();
  }

  @Test
  void theLastMillisecondOfTheYear9999IsTaken() {
    long last = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
    try (TimeStampSecTZVector given = new TimeStampSecTZVector("event_time", allocator, "UTC")) {
      given.setSafe(0, last);
      given.setValueCount(1);
      try (FieldVector filled = new EventTimes(TIMES, NOW, allocator).fill(given, 1, 0)) {
        assertThat(filled.getObject(0)).isEqualTo(last * 1000);
      }
    }
  }

  @Test
  void aTimeThatNoReaderOfTheChainCouldReadIsRefusedWithItsRow() {
    try (TimeStampSecTZVector given = new TimeStampSecTZVector("event_time", allocator, "UTC")) {
      given.setSafe(0, NOW.getEpochSecond());
      given.setSafe(1, Instant.parse("9999-12-31T23:59:59Z").getEpochSecond() + 1);
      given.setValueCount(2);
      assertThatThrownBy(() -> new EventTimes(TIMES, NOW, allocator).fill(given, 2, 10))
          .isInstanceOfSatisfying(
              IngestException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(FailureKind.ExecutionError);
                assertThat(e.failure().details()).containsEntry("row", 12L);
              });
    }
  }

  @Test
  void soIsADate() {
    try (DateDayVector given = new DateDayVector("event_time", allocator)) {
      given.setSafe(0, -800_000);
      given.setValueCount(1);
      assertThatThrownBy(() -> new EventTimes(DAYS, NOW, allocator).fill(given, 1, 0))
          .isInstanceOf(IngestException.class)
          .hasMessageContaining("row 1");
    }
  }
}
