package io.heddle.merge.strategy;

import io.heddle.merge.row.KeyEncoder;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The primary keys of input rows; a null in one is refused. */
final class Keys {
  private final KeyEncoder encoder;

  /** Where the event time is part of the key, the input has to say it: it is not filled in. */
  private final boolean needsEventTime;

  private final String eventTimeColumn;

  Keys(KeyEncoder encoder, String eventTimeColumn) {
    this.encoder = encoder;
    this.eventTimeColumn = eventTimeColumn;
    this.needsEventTime = encoder.names().contains(eventTimeColumn);
  }

  byte[] of(InputBatch batch, int row) {
    String missing =
        needsEventTime && !batch.hasEventTime(row)
            ? eventTimeColumn
            : encoder.firstNull(batch.columns(), row);
    if (missing != null) {
      throw malformed(batch, row, missing, "is part of the primary key and must not be null");
    }
    return encoder.encode(batch.columns(), row);
  }

  Map<String, Object> show(InputBatch batch, int row) {
    return encoder.show(batch.columns(), row);
  }

  IngestException malformed(InputBatch batch, int row, String column, String what) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("row", batch.number(row));
    details.put("column", column);
    return new IngestException(
        FailureKind.MergeError,
        "column \"%s\", row %d: %s".formatted(column, batch.number(row), what),
        details);
  }
}
