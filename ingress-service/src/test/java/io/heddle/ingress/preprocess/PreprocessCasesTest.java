package io.heddle.ingress.preprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.conformance.ConformanceCase;
import io.heddle.conformance.ConformanceSuite;
import io.heddle.encoding.OdfTypes;
import io.heddle.ingress.read.RowReader;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Transform;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.IngestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class PreprocessCasesTest {
  private static final long MIB = 1024 * 1024;

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicNode> cases() {
    return ConformanceSuite.cases("preprocess")
        .format("prep/preprocess", this::checkSql)
        .format("prep/default-preprocess", this::checkDefault)
        .tests();
  }

  private void checkSql(ConformanceCase given) {
    Transform.Sql sql = (Transform.Sql) OdfTypes.TRANSFORM.fromJson(given.get("preprocess"));
    SqlPreprocess preprocess =
        new SqlPreprocess(new SqlSettings(64 * MIB, 64 * MIB, 1, Duration.ofMinutes(1), 100));
    CaseTable input = CaseTable.of(given.get("input"));

    if (given.get("expect").has("error")) {
      IngestException failure =
          catchThrowableOfType(IngestException.class, () -> run(preprocess, input, sql));
      check(failure, given.get("expect").get("error"));
      return;
    }
    // Which computed columns can be null is up to the engine.
    assertThat(run(preprocess, input, sql).ignoringOptionality())
        .isEqualTo(CaseTable.of(given.get("expect")).ignoringOptionality());
  }

  private CaseTable run(SqlPreprocess preprocess, CaseTable input, Transform.Sql sql) {
    try (BufferAllocator allocator = new RootAllocator();
        RowReader rows = input.open(allocator);
        RowReader result = preprocess.open(rows, sql, allocator, folder)) {
      return CaseTable.read(result);
    }
  }

  private static void check(@Nullable IngestException failure, JsonNode expected) {
    assertThat(failure).isNotNull();
    assertThat(failure.kind().name()).isEqualTo(expected.get("kind").asText());
    for (String member : List.of("columns", "supported")) {
      if (expected.has(member)) {
        List<String> names = new ArrayList<>();
        expected.get(member).forEach(name -> names.add(name.asText()));
        assertThat(failure.failure().details().get(member)).isEqualTo(names);
        assertThat(failure.failure().message()).contains(names);
      }
    }
  }

  private void checkDefault(ConformanceCase given) {
    CaseTable input = CaseTable.of(given.get("input"));
    CaseTable expected = CaseTable.of(given.get("expect"));
    if (given.get("readSchemaGiven").asBoolean()) {
      // Then nothing is done to the rows, which is up to the caller of the default preprocessing.
      assertThat(input).isEqualTo(expected);
      return;
    }
    MergeStrategy merge = OdfTypes.MERGE_STRATEGY.fromJson(given.get("merge"));
    JsonNode options = given.get("options");
    DefaultPreprocess preprocess =
        new DefaultPreprocess(
            options.path("renameOnConflictWithSystemColumn").asBoolean(true),
            options.path("coerceEventTimeColumnType").asBoolean(true));

    try (BufferAllocator allocator = new RootAllocator();
        RowReader rows = input.open(allocator);
        RowReader result = preprocess.open(rows, vocabulary(given), merge, allocator)) {
      assertThat(CaseTable.read(result)).isEqualTo(expected);
    }
  }

  private static Vocabulary vocabulary(ConformanceCase given) {
    return given.get("vocab").isObject()
        ? Vocabulary.of(
            new MetadataEvent.SetVocab(
                null, null, null, given.get("vocab").path("eventTimeColumn").textValue()))
        : Vocabulary.DEFAULT;
  }
}
