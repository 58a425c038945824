package io.heddle.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.ChainFixture;
import io.heddle.chain.ChainRule;
import io.heddle.chain.ChainRules.Origin;
import io.heddle.chain.Violation;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.Vocabulary;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SliceRulesTest {
  private static final Instant TIME = ChainFixture.START;

  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  @Test
  void acceptsAWholeSliceInAnyNumberOfBatches() {
    SliceRules rules = rules(10, 15);
    rules.columns(ChainFixture.SCHEMA);

    accept(rules, 10, TIME, 0, 1, 2);
    accept(rules, 13, TIME, 3, 0, 1);
    rules.end();

    assertThat(rules.violations()).isEmpty();
    assertThat(rules.warnings()).isEmpty();
    assertThat(rules.rows()).isEqualTo(6);
  }

  @Test
  void namesTheRowWhereOffsetsBreak() {
    SliceRules rules = rules(10, 13);

    accept(rules, 10, TIME, 0, 0);
    accept(rules, 13, TIME, 0, 0);
    rules.end();

    assertThat(rules.violations())
        .singleElement()
        .returns(ChainRule.ROW_OFFSETS, Violation::rule)
        .extracting(Violation::message)
        .isEqualTo("row 3 of the slice: the offset is 13, expected 12");
  }

  @Test
  void countsTheRows() {
    assertThat(brokenBy(rules(0, 5), 0, 0, 0)).containsExactly(ChainRule.ROW_OFFSETS);
  }

  @Test
  void knowsFourOperations() {
    assertThat(brokenBy(rules(0, 1), 0, 4)).containsExactly(ChainRule.ROW_OPERATION);
    assertThat(brokenBy(rules(0, 1), 0, 255)).containsExactly(ChainRule.ROW_OPERATION);
    assertThat(brokenBy(rules(0, 1), 0, null)).contains(ChainRule.ROW_OPERATION);
  }

  @Test
  void wantsCorrectionsInPairs() {
    assertThat(brokenBy(rules(0, 1), 3, 0)).containsExactly(ChainRule.CORRECTION_PAIRS);
    assertThat(brokenBy(rules(0, 1), 0, 2)).containsExactly(ChainRule.CORRECTION_PAIRS);
    assertThat(brokenBy(rules(0, 2), 2, 0, 3)).containsExactly(ChainRule.CORRECTION_PAIRS);
    assertThat(brokenBy(rules(0, 3), 2, 2, 3, 3)).containsExactly(ChainRule.CORRECTION_PAIRS);
    assertThat(brokenBy(rules(0, 3), 2, 3, 2, 3)).isEmpty();
  }

  @Test
  void wantsOneSystemTimeInOurRowsAndNoLaterOneInOthers() {
    SliceRules ours = rules(0, 0);
    accept(ours, 0, TIME.minusMillis(1), 0);
    SliceRules earlier = rules(0, 0, Origin.FOUND);
    accept(earlier, 0, TIME.minusMillis(1), 0);
    SliceRules later = rules(0, 0, Origin.FOUND);
    accept(later, 0, TIME.plusMillis(1), 0);

    assertThat(ours.violations()).extracting(Violation::rule).contains(ChainRule.ROW_SYSTEM_TIME);
    assertThat(earlier.violations()).isEmpty();
    assertThat(earlier.warnings()).isEmpty();
    assertThat(later.violations()).isEmpty();
    assertThat(later.warnings()).extracting(Violation::rule).contains(ChainRule.ROW_SYSTEM_TIME);
  }

  @Test
  void findsNullsWhereNoneMayBe() {
    SliceRules rules = rules(0, 0);
    try (VectorSchemaRoot batch =
        VectorSchemaRoot.create(ArrowSchemas.toArrow(ChainFixture.SCHEMA), allocator)) {
      batch.allocateNew();
      ((UInt8Vector) batch.getVector("offset")).setSafe(0, 0);
      ((UInt1Vector) batch.getVector("op")).setSafe(0, 0);
      batch.setRowCount(1);
      rules.accept(batch);
    }

    assertThat(rules.violations())
        .extracting(Violation::rule)
        .containsExactly(
            ChainRule.ROW_SYSTEM_TIME, ChainRule.ROW_EVENT_TIME, ChainRule.ROW_COLUMNS);
  }

  @Test
  void comparesColumnsByNameOrderAndType() {
    List<DataField> moved = new ArrayList<>(ChainFixture.SCHEMA.fields());
    Collections.swap(moved, 4, 5);
    SliceRules rules = rules(0, 0);

    rules.columns(new DataSchema(moved));

    assertThat(rules.violations())
        .extracting(Violation::rule)
        .containsExactly(ChainRule.ROW_COLUMNS);
  }

  @Test
  void showsTypesAsUsersWriteThem() {
    List<DataField> other = new ArrayList<>(ChainFixture.SCHEMA.fields());
    other.set(0, new DataField(other.getFirst().name(), new DataType.Text()));
    SliceRules rules = rules(0, 0);

    rules.columns(new DataSchema(other));

    assertThat(rules.violations())
        .singleElement()
        .satisfies(v -> assertThat(v.message()).contains("is String, expected UInt64"));
  }

  private static SliceRules rules(long start, long end) {
    return rules(start, end, Origin.AUTHORED);
  }

  private static SliceRules rules(long start, long end, Origin origin) {
    return new SliceRules(
        new OffsetInterval(start, end), ChainFixture.SCHEMA, Vocabulary.DEFAULT, TIME, origin);
  }

  private List<ChainRule> brokenBy(SliceRules rules, @Nullable Integer... operations) {
    accept(rules, 0, TIME, operations);
    rules.end();
    return rules.violations().stream()
        .map(Violation::rule)
        .filter(rule -> rule != ChainRule.ROW_COLUMNS)
        .toList();
  }

  private void accept(
      SliceRules rules, long start, Instant systemTime, @Nullable Integer... operations) {
    try (VectorSchemaRoot batch =
        VectorSchemaRoot.create(ArrowSchemas.toArrow(ChainFixture.SCHEMA), allocator)) {
      batch.allocateNew();
      for (int row = 0; row < operations.length; row++) {
        ((UInt8Vector) batch.getVector("offset")).setSafe(row, start + row);
        if (operations[row] != null) {
          ((UInt1Vector) batch.getVector("op")).setSafe(row, operations[row]);
        }
        ((TimeStampMilliTZVector) batch.getVector("system_time"))
            .setSafe(row, systemTime.toEpochMilli());
        ((TimeStampMilliTZVector) batch.getVector("event_time")).setSafe(row, 0);
        ((VarCharVector) batch.getVector("city")).setSafe(row, new byte[] {'x'});
      }
      batch.setRowCount(operations.length);
      rules.accept(batch);
    }
  }
}
