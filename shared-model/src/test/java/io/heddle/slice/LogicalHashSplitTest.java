package io.heddle.slice;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.hash.LogicalHasher;
import io.heddle.multiformats.Multihash;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** However random rows of random columns are split into batches, their logical hash is the same. */
class LogicalHashSplitTest {
  private static final int MOST_ROWS = 400;

  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void nothingLeaks() {
    allocator.close();
  }

  @RepeatedTest(60)
  void theHashOfASliceDoesNotDependOnItsBatches(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    DataSchema schema = someOf(Rows.ofAllTypes().fields().stream(), random);
    try (VectorSchemaRoot rows = rows(schema, random)) {
      assertThat(split(rows, LogicalHasher.ofSlice(rows.getSchema()), random))
          .isEqualTo(whole(rows, LogicalHasher.ofSlice(rows.getSchema())));
    }
  }

  /** The exception that the specification makes: which leaves of nullable structs are null. */
  @RepeatedTest(30)
  void theHashOfBatchesDoesNotEitherWithoutNullableStructs(RepetitionInfo repetition) {
    Random random = new Random(1000 + repetition.getCurrentRepetition());
    DataSchema schema =
        someOf(
            Rows.ofAllTypes().fields().stream().filter(LogicalHashSplitTest::isNoStruct), random);
    try (VectorSchemaRoot rows = rows(schema, random)) {
      Multihash whole = whole(rows, LogicalHasher.ofBatches(rows.getSchema()));

      assertThat(split(rows, LogicalHasher.ofBatches(rows.getSchema()), random)).isEqualTo(whole);
      assertThat(whole(rows, LogicalHasher.ofSlice(rows.getSchema()))).isEqualTo(whole);
    }
  }

  private static boolean isNoStruct(DataField field) {
    return !(field.type() instanceof DataType.Option(DataType.Struct struct));
  }

  private static DataSchema someOf(Stream<DataField> fields, Random random) {
    List<DataField> some = new ArrayList<>(fields.toList());
    Collections.shuffle(some, random);
    return new DataSchema(some.subList(0, 1 + random.nextInt(some.size())));
  }

  private VectorSchemaRoot rows(DataSchema schema, Random random) {
    return Rows.random(schema, random.nextInt(MOST_ROWS), random.nextLong(), allocator);
  }

  private static Multihash whole(VectorSchemaRoot rows, LogicalHasher hasher) {
    hasher.update(rows);
    return hasher.hash();
  }

  private static Multihash split(VectorSchemaRoot rows, LogicalHasher hasher, Random random) {
    int longest = 1 + random.nextInt(MOST_ROWS);
    int start = 0;
    while (start < rows.getRowCount()) {
      int length = Math.min(random.nextInt(longest + 1), rows.getRowCount() - start);
      try (VectorSchemaRoot batch = rows.slice(start, length)) {
        hasher.update(batch);
      }
      start += length;
    }
    return hasher.hash();
  }
}
