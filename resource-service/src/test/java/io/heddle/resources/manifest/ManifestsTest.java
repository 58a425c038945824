package io.heddle.resources.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.document.DocumentLimits;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Manifest;
import io.heddle.resource.ResourceType;
import io.heddle.resource.SpecJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {
  private static final ManifestReader READER = new ManifestReader(DocumentLimits.DEFAULT);
  private static final ManifestParser PARSER = new ManifestParser(new ManifestChecks());

  private static String sample(String name) {
    try (var in = ManifestsTest.class.getResourceAsStream("/manifests/" + name + ".yaml")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Reading> parse(String text) {
    return PARSER.parse(READER.read(text.getBytes(UTF_8), null), false);
  }

  private static Manifest manifest(Reading reading) {
    assertThat(reading).isInstanceOf(Reading.Good.class);
    return ((Reading.Good) reading).manifest();
  }

  private static Reading.Bad bad(String text) {
    List<Reading.Bad> bad =
        parse(text).stream()
            .filter(Reading.Bad.class::isInstance)
            .map(Reading.Bad.class::cast)
            .toList();
    assertThat(bad).hasSize(1);
    return bad.getFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12", "e13"})
  void goodManifestsAreGood(String name) {
    assertThat(parse(sample(name))).hasOnlyElementsOfType(Reading.Good.class);
  }

  @ParameterizedTest
  @CsvSource({"e1, 0", "e2, 0", "e14, 0", "e14, 1", "e14, 2", "e15, 0", "e15-2, 0"})
  void typesThatAreNotSupportedSayWhichAre(String name, int document) {
    Reading reading = parse(sample(name)).get(document);

    assertThat(reading)
        .isInstanceOfSatisfying(
            Reading.Bad.class,
            bad -> {
              assertThat(bad.problem()).isEqualTo(Problem.UNSUPPORTED_TYPE);
              assertThat(bad.detail()).contains("Dataset").contains("Source").contains("Flow");
            });
  }

  @Test
  void singularAndPluralContextsMeanTheSame() {
    String seed =
        sample("e5")
            .replace("schemas/dataset/", "schemas/datasets/")
            .replace("schemas/source/", "schemas/sources/")
            .replace("schemas/flow/", "schemas/flows/")
            .replace("params:\n        targetSliceRecords: 10000", "targetRecordsPerSlice: 10000");

    assertThat(parse(seed).stream().map(ManifestsTest::manifest).toList())
        .isEqualTo(parse(sample("e5")).stream().map(ManifestsTest::manifest).toList());
  }

  @Test
  void canonicalFormsAreReadAsTheSame() {
    for (String name : List.of("e3", "e4", "e5", "e6", "e9", "e11", "e12", "e13")) {
      for (Reading reading : parse(sample(name))) {
        Manifest manifest = manifest(reading);
        assertThat(SpecJson.read(manifest.type(), SpecJson.write(manifest.spec()), "/spec"))
            .isEqualTo(manifest.spec());
      }
    }
  }

  private static String withEvent(String event) {
    return sample("e3") + "    - " + event + "\n";
  }

  private static String flowOfE4() {
    return sample("e4").split("---\n")[1];
  }

  private static String sourceOfE4() {
    return sample("e4").split("---\n")[0];
  }

  private static void assertRefused(Reading.Bad bad, Problem problem, String pointer) {
    assertThat(bad.problem()).isEqualTo(problem);
    assertThat(bad.findings()).extracting(ProblemDetail.Finding::pointer).containsExactly(pointer);
    assertThat(bad.findings())
        .allSatisfy(finding -> assertThat(finding.line()).isNotNull().isPositive());
  }

  @Test
  void aManifestNeedsAName() {
    assertRefused(
        bad(sample("e3").replace("  name: acme.city-population", "  labels: {}")),
        Problem.MANIFEST_INVALID,
        "/headers");
  }

  @Test
  void namesHaveAGrammar() {
    Reading.Bad bad =
        bad(sample("e3").replace("name: acme.city-population", "name: has_underscore"));

    assertRefused(bad, Problem.MANIFEST_INVALID, "/headers/name");
    assertThat(bad.findings().getFirst().line()).isEqualTo(3);
    assertThat(bad.findings().getFirst().column()).isEqualTo(9);
    assertThat(bad.handle()).isEqualTo("Dataset:has_underscore");
  }

  @Test
  void theStatusIsNotTheUsers() {
    assertRefused(bad(sample("e3") + "status: {}\n"), Problem.MANIFEST_INVALID, "/status");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{kind: Seed, datasetId:"
            + " 'did:odf:fed014895afeb476d5d94c1af0668f30ab661c8561760bba6744e43225ba52e099595',"
            + " datasetKind: Root}",
        "{kind: SetTransform, inputs: [{datasetRef: a}], transform: {kind: Sql, engine: flink,"
            + " query: select}}",
        "{kind: AddPushSource, sourceName: a, read: {kind: NdJson}, merge: {kind: Append}}",
      })
  void eventsOfOthersAreRefused(String event) {
    assertRefused(bad(withEvent(event)), Problem.MANIFEST_INVALID, "/spec/metadata/4");
  }

  @Test
  void aMistypedKindIsRecognised() {
    Reading.Bad bad = bad(sourceOfE4().replace("kind: Csv", "kind: Cvs"));

    assertRefused(bad, Problem.MANIFEST_INVALID, "/spec/read/kind");
    assertThat(bad.findings().getFirst().hint()).contains("Csv");
    assertThat(bad.findings().getFirst().line()).isEqualTo(20);
    assertThat(bad.findings().getFirst().column()).isEqualTo(11);
  }

  @Test
  void aMistypedFieldIsRecognised() {
    Reading.Bad bad = bad(sourceOfE4().replace("    header: true", "    heder: true"));

    assertRefused(bad, Problem.MANIFEST_INVALID, "/spec/read/heder");
    assertThat(bad.findings().getFirst().hint()).contains("header");
    assertThat(bad.findings().getFirst().column()).isEqualTo(5);
  }

  @Test
  void aLedgerNeedsAKey() {
    String text = sourceOfE4();
    String ledger = text.substring(0, text.indexOf("  merge:")) + "  merge: {kind: Ledger}\n";

    assertRefused(bad(ledger), Problem.MANIFEST_INVALID, "/spec/merge");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${{ config.nope }}", "${{ config.apiKey", "${{ env.X }}", "${{ bare }}"})
  void templatesAreChecked(String template) {
    assertRefused(
        bad(sourceOfE4().replace("${{ config.startDate }}", template)),
        Problem.TEMPLATE_INVALID,
        "/spec/ingress/url");
  }

  @Test
  void aQueryMustNotHoldASecret() {
    assertRefused(
        bad(sourceOfE4().replace("from input", "from input where k = '${{ config.apiKey }}'")),
        Problem.TEMPLATE_INVALID,
        "/spec/preprocess/query");
  }

  @ParameterizedTest
  @ValueSource(strings = {"61 * * * *", "* * * *", "@often", "* * * * * *", "soon"})
  void schedulesAreChecked(String cron) {
    assertRefused(
        bad(flowOfE4().replace("*/30 * * * *", cron)),
        Problem.MANIFEST_INVALID,
        "/spec/triggers/0/cron");
  }

  @Test
  void oneQueryOrSeveral() {
    assertRefused(
        bad(sample("e6").replace("    queries:", "    query: select 1\n    queries:")),
        Problem.MANIFEST_INVALID,
        "/spec/preprocess");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{kind: Decimal, precision: 6, scale: 19}", "Decimal"})
  void decimalsAreChecked(String type) {
    assertRefused(
        bad(sample("e12").replace("{kind: Decimal, precision: 19, scale: 6}", type)),
        Problem.MANIFEST_INVALID,
        "/spec/metadata/0/schema/fields/8/type");
  }

  @Test
  void versionsAndTypes() {
    assertRefused(
        bad(sourceOfE4().replace("v1alpha1", "v2")), Problem.UNSUPPORTED_VERSION, "/$schema");
    assertRefused(
        bad(sample("e3").replace("v1alpha1/Dataset", "v1alpha1/Projection")),
        Problem.UNSUPPORTED_TYPE,
        "/$schema");
  }

  @Test
  void oneResourceOnceInABatch() {
    assertThat(bad(sample("e3") + "---\n" + sample("e3").replace("acme.c", "ACME.c")).problem())
        .isEqualTo(Problem.DUPLICATE_MANIFEST);
  }

  @Test
  void twiceTheSameKindOfEventIsOdd() {
    Reading reading = parse(withEvent("{kind: SetInfo, description: last}")).getFirst();

    assertThat(((Reading.Good) reading).warnings())
        .extracting(Reading.Warning::pointer)
        .containsExactly("/spec/metadata/1");
  }

  @Test
  void emptyDocumentsAreSkippedAndAMarkAtTheStartToo() {
    assertThat(parse("\uFEFF---\n# nothing\n---\n" + sample("e3"))).hasSize(1);
    assertThatThrownBy(() -> parse("# nothing\n"))
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.detail().code()).isEqualTo("manifest-empty"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: 1\\na: 2|2|1",
        "a: [1|1|0",
        "a: !mine x|1|4",
        "a: *nothing|1|4",
        "a: b: c|1|0",
      })
  void whatIsNoYamlIsRefusedWithItsPlace(String text, int line, int column) {
    assertThatThrownBy(() -> parse(text.replace("\\n", "\n")))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> {
              assertThat(e.detail().code()).isEqualTo("malformed-request");
              var finding = e.detail().errors().getFirst();
              assertThat(finding.line()).isEqualTo(line);
              if (column > 0) {
                assertThat(finding.column()).isEqualTo(column);
              }
            });
  }

  @Test
  void aliasesCannotGrowWithoutBound() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 8; i++) {
      int before = i - 1;
      String aliases =
          String.join(", ", IntStream.range(0, 10).mapToObj(k -> "*a" + before).toList());
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, aliases));
    }

    assertThatThrownBy(() -> parse(bomb.toString())).hasMessageContaining("100000 values");
  }

  @Test
  void unquotedTextsStayTextsUnlessTheyAreNumbers() {
    var tree =
        READER
            .read(
                "[2020-01-01, on, yes, 0123, .nan, 12, 1.50, 1e3, 0x1F, ~, 'true']".getBytes(UTF_8),
                "application/yaml")
            .getFirst()
            .tree();

    assertThat(tree)
        .hasToString(
            "[\"2020-01-01\",\"on\",\"yes\",\"0123\",\".nan\",12,1.50,1E+3,31,null,\"true\"]");
  }

  @Test
  void jsonComesAloneInAListOrByLine() {
    String json =
        """
        {"$schema": "https://opendatafabric.org/schemas/flow/v1alpha1/Flow", "headers": {"name": "%s"},
         "spec": {"target": "Dataset:x", "triggers": [], "tasks": [{"kind": "Ingest", "source": "s"}]}}\
        """;

    assertThat(parse(json.formatted("a"))).hasSize(1);
    assertThat(parse("[%s, %s]".formatted(json.formatted("a"), json.formatted("b")))).hasSize(2);
    assertThat(parse(json.formatted("a") + "\n" + json.formatted("b"))).hasSize(2);
    assertThatThrownBy(() -> parse("{\"a\": 1,\n \"a\": 2}"))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> assertThat(e.detail().errors().getFirst().line()).isEqualTo(2));
  }

  @Test
  void otherMediaTypesAreRefused() {
    assertThatThrownBy(() -> READER.read("a: b".getBytes(UTF_8), "text/csv"))
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.detail().status()).isEqualTo(415));
  }

  @Test
  void aTaskIsNotWrittenByHand() {
    String task =
        "$schema: %s\nspec: {kind: Ingest, source: s}\n".formatted(ResourceType.Task.uri());

    assertThat(bad(task).problem()).isEqualTo(Problem.UNSUPPORTED_TYPE);
  }
}
