package io.heddle.chain;

import static io.heddle.chain.ChainFixture.addData;
import static io.heddle.chain.ChainFixture.hash;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddData;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.ExecuteTransformInput;
import io.heddle.odf.MetadataEvent.SetDataSchema;
import io.heddle.odf.MetadataEvent.SetTransform;
import io.heddle.odf.MetadataEvent.TransformInput;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.Transform;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the scenario vectors leave out: rules of the specification that the reference lacks. */
class ChainRulesTest {
  private static final Instant WATERMARK = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void knowsEveryNumberedRule() {
    assertThat(Arrays.stream(ChainRule.values()).map(ChainRule::number).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, 44).boxed().collect(Collectors.toSet()));
  }

  @Test
  void wantsSystemColumnsInASchemaThatWeWrite() {
    assertBroken(schema(without("offset")), ChainRule.SYSTEM_COLUMNS);
    assertBroken(schema(with("offset", new DataType.Text())), ChainRule.SYSTEM_COLUMNS);
    assertBroken(
        schema(with("op", new DataType.Option(new DataType.UInt8()))), ChainRule.SYSTEM_COLUMNS);
    assertBroken(
        schema(with("system_time", new DataType.Timestamp(TimeUnit.Second, null))),
        ChainRule.SYSTEM_COLUMNS);
    assertBroken(schema(with("event_time", new DataType.Int64())), ChainRule.SYSTEM_COLUMNS);
    assertFine(schema(with("event_time", new DataType.Date())));
    assertFine(schema(with("op", new DataType.Int32())));
  }

  @Test
  void showsTheTypeOfAWrongSystemColumnAsUsersWriteIt() {
    assertThat(check(seeded(), schema(with("op", new DataType.Option(new DataType.UInt8())))))
        .map(Violation::message)
        .hasValue(
            "the schema needs a required column \"op\" of type UInt8 (or Int32), found UInt8?");
  }

  @Test
  void writesNoTimesThatHaveNoForm() {
    Instant far = Instant.parse("+10000-01-01T04:59:59Z");
    MetadataEvent event = addData(0, 0, far, null);
    ChainSummary farBefore = withSchema().add(event).chain().summary().orElseThrow();
    MetadataBlock late =
        new MetadataBlock(far, seeded().head(), 1, new SetDataSchema(ChainFixture.SCHEMA));

    assertThat(check(withSchema().chain().summary().orElseThrow(), event))
        .hasValueSatisfying(v -> assertThat(v.rule()).isEqualTo(ChainRule.WATERMARK_RANGE));
    assertThat(check(farBefore, addData(1, 1, far, null))).isEmpty();
    assertThat(ChainRules.check(late, seeded()))
        .hasValueSatisfying(v -> assertThat(v.rule()).isEqualTo(ChainRule.SYSTEM_TIME_RANGE));
    assertThat(ChainRules.check(late, seeded(), ChainRules.Origin.FOUND)).isEmpty();
  }

  @Test
  void looksForSystemColumnsUnderTheNamesInForce() {
    ChainSummary renamed =
        new ChainFixture()
            .seed()
            .add(new MetadataEvent.SetVocab(null, null, null, "date"))
            .chain()
            .summary()
            .orElseThrow();

    assertThat(check(renamed, new SetDataSchema(ChainFixture.SCHEMA)))
        .hasValueSatisfying(v -> assertThat(v.message()).contains("\"date\""));
  }

  @Test
  void keepsTimestampsInUtc() {
    DataType zoned = new DataType.Timestamp(TimeUnit.Microsecond, "Europe/Vienna");
    DataType nested =
        new DataType.Struct(List.of(new DataField("at", new DataType.List(zoned, null))));

    assertBroken(schema(with("city", nested)), ChainRule.SYSTEM_COLUMNS);
    assertFine(schema(with("city", new DataType.Timestamp(TimeUnit.Microsecond, "UTC"))));
  }

  @Test
  void takesForeignSchemasAsTheyAre() {
    MetadataBlock block = next(seeded(), schema(without("offset")));

    assertThat(ChainRules.check(block, seeded(), ChainRules.Origin.FOUND)).isEmpty();
  }

  @Test
  void keepsTheTypeOfTheEventTime() {
    ChainSummary before = new ChainFixture().seed().schema().chain().summary().orElseThrow();
    DataSchema dated = with("event_time", new DataType.Date());

    assertThat(check(before, new SetDataSchema(dated)))
        .map(Violation::rule)
        .contains(ChainRule.SCHEMA_COMPATIBLE);
  }

  @Test
  void endsWhereOffsetsEnd() {
    DataSlice slice = new DataSlice(hash("l"), hash("p"), new OffsetInterval(0, 0), 1);
    AddData event = new AddData(null, -1L, slice, null, null, null, null);

    assertThat(check(seeded(), event)).map(Violation::rule).contains(ChainRule.OFFSETS_SEQUENTIAL);
  }

  @Test
  void refusesRowsOfADerivativeDataset() {
    assertThat(
            check(
                derivative().chain().summary().orElseThrow(),
                new AddData(null, null, null, null, WATERMARK, null, null)))
        .map(Violation::rule)
        .contains(ChainRule.EVENT_FITS_KIND);
  }

  @Test
  void startsInputsOfTheFirstRunAtNothing() {
    ChainSummary before = derivative().chain().summary().orElseThrow();

    assertThat(check(before, run(hash("block"), hash("newer"), null, null)))
        .map(Violation::rule)
        .contains(ChainRule.INPUT_PREVIOUS_BLOCK);
    assertThat(check(before, run(null, hash("newer"), 5L, 9L)))
        .map(Violation::rule)
        .contains(ChainRule.INPUT_PREVIOUS_OFFSET);
    assertThat(check(before, run(null, null, null, 9L)))
        .map(Violation::rule)
        .contains(ChainRule.INPUT_OFFSET_NEEDS_BLOCK);
    assertThat(check(before, run(null, hash("newer"), null, 9L))).isEmpty();
  }

  @Test
  void letsInputsOnlyGoForward() {
    ChainSummary before =
        derivative().add(run(null, hash("one"), null, 9L)).chain().summary().orElseThrow();

    assertThat(check(before, run(hash("one"), hash("two"), 9L, 8L)))
        .map(Violation::rule)
        .contains(ChainRule.INPUT_MOVES);
    assertThat(check(before, run(hash("one"), hash("two"), 9L, 12L))).isEmpty();
  }

  @Test
  void namesTheFirstViolationOfSeveral() {
    ChainSummary before =
        new ChainFixture()
            .seed()
            .schema()
            .add(addData(0, 9, WATERMARK, null))
            .chain()
            .summary()
            .orElseThrow();
    MetadataBlock block =
        new MetadataBlock(Instant.EPOCH, before.head(), 99, addData(20, 10, null, null));

    assertThat(ChainRules.violations(block, before, ChainRules.Origin.AUTHORED))
        .extracting(Violation::rule)
        .containsExactly(
            ChainRule.OFFSET_INTERVAL,
            ChainRule.SEQUENCE_NUMBER,
            ChainRule.SYSTEM_TIME,
            ChainRule.WATERMARK,
            ChainRule.PREVIOUS_OFFSET);
    assertThat(ChainRules.check(block, before))
        .map(Violation::rule)
        .contains(ChainRule.OFFSET_INTERVAL);
  }

  private static void assertBroken(SetDataSchema event, ChainRule rule) {
    assertThat(check(seeded(), event)).as("%s", event).map(Violation::rule).contains(rule);
  }

  private static void assertFine(SetDataSchema event) {
    assertThat(check(seeded(), event)).as("%s", event).isEmpty();
  }

  private static ChainFixture withSchema() {
    return new ChainFixture().seed().schema();
  }

  private static ChainSummary seeded() {
    return new ChainFixture().seed().chain().summary().orElseThrow();
  }

  private static ChainFixture derivative() {
    Transform transform =
        new Transform.Sql(
            "engine",
            null,
            null,
            List.of(new Transform.SqlQueryStep(null, "select * from input")),
            null);
    return new ChainFixture()
        .add(new MetadataEvent.Seed(ChainFixture.DATASET, DatasetKind.Derivative))
        .schema()
        .add(
            new SetTransform(
                List.of(new TransformInput(ChainFixture.dataset(2).toString(), "input")),
                transform));
  }

  private static ExecuteTransform run(
      io.heddle.multiformats.@Nullable Multihash previousBlock,
      io.heddle.multiformats.@Nullable Multihash newBlock,
      @Nullable Long previousOffset,
      @Nullable Long newOffset) {
    ExecuteTransformInput input =
        new ExecuteTransformInput(
            ChainFixture.dataset(2), previousBlock, newBlock, previousOffset, newOffset);
    return new ExecuteTransform(List.of(input), null, null, null, null, WATERMARK);
  }

  private static Optional<Violation> check(ChainSummary before, MetadataEvent event) {
    return ChainRules.check(next(before, event), before);
  }

  private static MetadataBlock next(ChainSummary before, MetadataEvent event) {
    return new MetadataBlock(
        before.systemTime(), before.head(), before.sequenceNumber() + 1, event);
  }

  private static SetDataSchema schema(DataSchema schema) {
    return new SetDataSchema(schema);
  }

  private static DataSchema without(String name) {
    return new DataSchema(
        ChainFixture.SCHEMA.fields().stream().filter(f -> !f.name().equals(name)).toList());
  }

  private static DataSchema with(String name, DataType type) {
    List<DataField> fields = new ArrayList<>();
    for (DataField field : ChainFixture.SCHEMA.fields()) {
      fields.add(field.name().equals(name) ? new DataField(name, type) : field);
    }
    return new DataSchema(fields);
  }
}
