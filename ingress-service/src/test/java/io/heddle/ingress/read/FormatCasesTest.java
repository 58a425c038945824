package io.heddle.ingress.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.conformance.ConformanceCase;
import io.heddle.conformance.ConformanceSuite;
import io.heddle.encoding.OdfTypes;
import io.heddle.ingress.conformance.ExpectedFailure;
import io.heddle.odf.ReadStep;
import io.heddle.problem.IngestException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Media types, extensions and ddlSchema, by the cases of the specification. */
class FormatCasesTest {
  @TestFactory
  Stream<DynamicNode> cases() {
    return ConformanceSuite.cases("formats")
        .format("readers/formats", FormatCasesTest::checkFormat)
        .format("readers/ddl", FormatCasesTest::checkDdl)
        .tests();
  }

  private static void checkFormat(ConformanceCase given) {
    JsonNode expected = given.get("expect");
    if (given.content().has("fileExtension")) {
      assertFormat(expected, MediaTypes.formatOfExtension(given.text("fileExtension")));
    } else if (given.content().has("read")) {
      checkAdapted(given, expected);
    } else {
      assertFormat(expected, MediaTypes.formatOf(given.text("mediaType")));
    }
  }

  private static void assertFormat(JsonNode expected, Optional<MediaTypes.Format> actual) {
    assertThat(actual.map(Enum::name).orElse(null)).isEqualTo(expected.path("format").textValue());
  }

  private static void checkAdapted(ConformanceCase given, JsonNode expected) {
    ReadStep adapted;
    try {
      adapted = MediaTypes.adapt(CaseReadSteps.parse(given.get("read")), given.text("mediaType"));
    } catch (IngestException e) {
      ExpectedFailure.assertMatches(expected.path("error"), e);
      return;
    }
    assertThat(withoutDefaults(adapted))
        .isEqualTo(withoutDefaults(CaseReadSteps.parse(expected.path("read"))));
  }

  private static JsonNode withoutDefaults(ReadStep step) {
    ObjectNode json = (ObjectNode) OdfTypes.READ_STEP.toJson(step);
    if (!json.path("header").asBoolean()) {
      json.remove("header");
    }
    return json;
  }

  private static void checkDdl(ConformanceCase given) {
    JsonNode expected = given.get("expect");
    List<String> ddl = given.get("ddlSchema").valueStream().map(JsonNode::asText).toList();
    List<String> columns;
    try {
      columns =
          ReaderTable.columns(
              DeclaredSchema.of(new ReadStep.NdJson(ddl, null, null, null, null))
                  .orElseThrow()
                  .fields());
    } catch (IngestException e) {
      ExpectedFailure.assertMatches(expected.path("error"), e);
      return;
    }
    assertThat(columns).isEqualTo(ReaderTable.expectedColumns(expected.path("schema")));
  }
}
