package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/** A point in time; RFC 3339 in texts. */
final class TimestampType extends InlineType<Instant> {
  private static final int SIZE = 16;
  private static final int ALIGNMENT = 4;
  private static final int ORDINAL = 4;
  private static final int SECONDS = 8;
  private static final int NANOSECONDS = 12;

  TimestampType() {
    super("Timestamp");
  }

  @Override
  JsonNode writeJson(Instant value) {
    return TextNode.valueOf(Rfc3339.format(value));
  }

  @Override
  Instant readJson(JsonNode node, Place place) {
    if (!node.isTextual()) {
      throw place.expected("an RFC 3339 timestamp", node);
    }
    try {
      return Rfc3339.parse(node.textValue());
    } catch (DateTimeException e) {
      throw place.expected(
          "an RFC 3339 timestamp", Place.quote(node.textValue()) + " (" + e.getMessage() + ")");
    }
  }

  @Override
  void add(BufferWriter writer, int slot, Instant value, boolean evenZero) {
    writer.addTimestamp(slot, value);
  }

  @Override
  Instant read(TableReader table, int slot) {
    int position = table.field(slot, SIZE, ALIGNMENT);
    BufferReader buffer = table.buffer();
    try {
      return LocalDate.ofYearDay(
              buffer.int32(position), Short.toUnsignedInt(buffer.int16(position + ORDINAL)))
          .atTime(LocalTime.ofSecondOfDay(Integer.toUnsignedLong(buffer.int32(position + SECONDS))))
          .with(ChronoField.NANO_OF_SECOND, buffer.int32(position + NANOSECONDS))
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw BufferReader.malformed("no such time: " + e.getMessage());
    }
  }
}
