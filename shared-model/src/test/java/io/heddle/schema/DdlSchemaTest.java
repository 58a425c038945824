package io.heddle.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DdlSchemaTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a BOOLEAN NOT NULL | Bool",
        "a int | Int32?",
        "a SIGNED | Int32?",
        "a INT UNSIGNED | UInt32?",
        "a Unsigned not null | UInt32",
        "a BIGINT | Int64?",
        "a BIGINT UNSIGNED NOT NULL | UInt64",
        "a FLOAT | Float32?",
        "a DOUBLE | Float64?",
        "a DECIMAL(10, 2) | Decimal(10,2)?",
        "a DATE | Date?",
        "a TIMESTAMP NOT NULL | Timestamp",
        "a varchar | String?",
        "a ARRAY<ARRAY<INT>> NOT NULL | List<List<Int32?>?>",
      })
  void typesAreRead(String definition, String type) {
    DataSchema schema = DdlSchema.parse(List.of(definition));

    assertThat(schema.fields()).hasSize(1);
    assertThat(schema.fields().getFirst().name()).isEqualTo("a");
    assertThat(TypeNotation.of(schema.fields().getFirst().type())).isEqualTo(type);
  }

  @Test
  void definitionsAreJoinedAndNamesKept() {
    DataSchema schema =
        DdlSchema.parse(List.of("City STRING, \"a \"\"b\"\", c\" INT", "`date` DATE NOT NULL"));

    assertThat(schema.fields())
        .extracting(DataField::name)
        .containsExactly("City", "a \"b\", c", "date");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a SMALLINT",
        "a TIME",
        "a CHAR",
        "a DECIMAL",
        "a DECIMAL(10)",
        "a DECIMAL(100, 2)",
        "a INT PRIMARY KEY",
        "a INT NOT",
        "a",
        "a INT b INT",
        "a INT, a DATE",
        "a ARRAY<INT",
        "a INT; DROP",
        "1 INT",
      })
  void anythingElseIsRefused(String definition) {
    assertThatThrownBy(() -> DdlSchema.parse(List.of(definition)))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> assertThat(e.kind()).isEqualTo(FailureKind.UnsupportedSchema));
  }
}
