package io.heddle.merge.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heddle.encoding.OdfTypes;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {
  private static final DataType TIME = new DataType.Timestamp(TimeUnit.Millisecond, "UTC");
  private static final DataField CITY = new DataField("city", new DataType.Text());
  private static final DataField PEOPLE = new DataField("people", new DataType.Int64());
  private static final DataField NOTE =
      new DataField("note", new DataType.Option(new DataType.Text()));

  private static DataSchema input(DataField... fields) {
    return new DataSchema(List.of(fields));
  }

  private static DataSchema dataset(DataField... fields) {
    List<DataField> all =
        new ArrayList<>(
            List.of(
                new DataField("offset", new DataType.UInt64()),
                new DataField("op", new DataType.UInt8()),
                new DataField("system_time", TIME),
                new DataField("event_time", TIME)));
    all.addAll(List.of(fields));
    return new DataSchema(all);
  }

  private static IngestException refusal(DataSchema input, DataSchema dataset, boolean declared) {
    return catchThrowableOfType(
        IngestException.class,
        () -> SchemaCheck.check(input, dataset, Vocabulary.DEFAULT, declared));
  }

  @Test
  void theFirstTableBringsTheSchema() {
    SchemaCheck.Outcome outcome =
        SchemaCheck.check(input(CITY, PEOPLE), null, Vocabulary.DEFAULT, false);

    assertThat(outcome.newSchema()).isEqualTo(dataset(CITY, PEOPLE));
  }

  @Test
  void everythingThatDoesNotFitIsNamed() {
    IngestException refusal =
        refusal(
            input(new DataField("people", new DataType.Int32()), NOTE),
            dataset(CITY, PEOPLE),
            false);

    assertThat(refusal.kind()).isEqualTo(FailureKind.IncompatibleSchema);
    assertThat(refusal.failure().details().get("columns"))
        .isEqualTo(List.of("people", "note", "city"));
    assertThat(refusal)
        .hasMessageContaining("\"people\" is {\"kind\":\"Int32\"} in the input")
        .hasMessageContaining("\"note\" is new")
        .hasMessageContaining("\"city\" is missing");
  }

  @Test
  void aMovedColumnIsNamed() {
    assertThat(refusal(input(PEOPLE, CITY), dataset(CITY, PEOPLE), false))
        .hasMessageContaining("\"people\" has moved");
  }

  @Test
  void theEventThatWouldAdmitANewColumnIsOne() throws Exception {
    IngestException refusal = refusal(input(CITY, PEOPLE), dataset(CITY), false);

    String event = String.valueOf(refusal.failure().details().get("event"));
    assertThat(refusal).hasMessageEndingWith(event);
    assertThat(
            OdfTypes.METADATA_EVENT.fromJson(
                new com.fasterxml.jackson.databind.ObjectMapper().readTree(event)))
        .isEqualTo(
            new MetadataEvent.SetDataSchema(
                dataset(CITY, new DataField("people", new DataType.Option(new DataType.Int64())))));
  }

  @Test
  void declaredColumnsMayComeInAnyOrderAndBringOptionalOnes() {
    SchemaCheck.Outcome outcome =
        SchemaCheck.check(
            input(NOTE, PEOPLE, CITY), dataset(CITY, PEOPLE), Vocabulary.DEFAULT, true);

    assertThat(outcome.newSchema()).isEqualTo(dataset(CITY, PEOPLE, NOTE));
  }

  @Test
  void aDeclaredInputWithoutAnOptionalColumnSaysSo() {
    SchemaCheck.Outcome outcome =
        SchemaCheck.check(input(CITY), dataset(CITY, NOTE), Vocabulary.DEFAULT, true);

    assertThat(outcome.newSchema()).isNull();
    assertThat(outcome.notes()).singleElement().asString().contains("\"note\"");
  }

  @Test
  void systemColumnsThatWeCannotFillAreRefused() {
    DataSchema foreign =
        new DataSchema(
            List.of(
                new DataField("offset", new DataType.Int64()),
                new DataField("op", new DataType.Int32()),
                new DataField("system_time", new DataType.Timestamp(TimeUnit.Microsecond, "UTC")),
                new DataField("event_time", TIME),
                CITY));

    assertThat(refusal(input(CITY), foreign, false)).hasMessageContaining("\"system_time\"");
  }
}
