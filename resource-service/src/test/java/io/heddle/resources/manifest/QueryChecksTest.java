package io.heddle.resources.manifest;

import static io.heddle.resources.manifest.Readings.URL;
import static io.heddle.resources.manifest.Readings.assertRefused;
import static io.heddle.resources.manifest.Readings.assertWarned;
import static io.heddle.resources.manifest.Readings.preprocess;
import static io.heddle.resources.manifest.Readings.source;
import static io.heddle.resources.manifest.Readings.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.odf.Transform;
import io.heddle.problem.ProblemDetail;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that can never work are refused when their source is applied. */
class QueryChecksTest {
  private static Reading query(String query) {
    return preprocess("{kind: Sql, engine: duckdb, query: \"%s\"}".formatted(query));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "selec 1",
        "select 1; select 2",
        "delete from input",
        "select nope(a) from input",
        "select sum(nope(a)) from input",
        "select nope(a) over () from input",
        "select * from unnest(nope(1))",
        "select * from elsewhere",
        "select * from 'a.csv'",
        "select current_setting('memory_limit')",
        "select * from duckdb_settings()",
        "select levenshtein(a, b) from input",
        "select * from range(editdist3(repeat('a', 300000), repeat('b', 300000)))",
        ""
      })
  void queriesThatNoRowsCanHelpAreRefused(String query) {
    assertRefused(query(query), "/spec/preprocess/query");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from input",
        "from input",
        "select a, count(*) as n, coalesce(b, c) as d from input group by all",
        "select row_number() over (partition by a) as n, first(b) over (order by c) from input",
        "select unnest(b) from input",
        "select i.a from input i, generate_series(1, length(i.a)) g",
        "select j.value from input, json_each(input.a) j",
        "select case when a then strftime(b, '%Y') end, list_transform(c, x -> x + 1) from input",
        "select try_cast(a as date), extract(year from b), c::int, d[1], e.f from input",
        "with b as (select * from input) select count(distinct a) filter (where c) from b",
        "from (pivot input on a in ('x', 'y') using sum(b))",
        "select repeat('x', 100000000000) as a"
      })
  void queriesThatMayFitAreAccepted(String query) {
    assertWarned(query(query));
  }

  @Test
  void messagesSayWhereAQueryIsWrong() {
    assertThat(messages(query("select a frm input where")))
        .singleElement()
        .asString()
        .contains("at character 14 of \"select a frm input where\"");
    assertThat(messages(query("select lenght(a) from input")))
        .singleElement()
        .asString()
        .contains("lenght", "Did you mean", "length")
        .doesNotContain("\n");
  }

  private static List<String> messages(Reading reading) {
    return ((Reading.Bad) reading).findings().stream().map(ProblemDetail.Finding::message).toList();
  }

  @Test
  void stepsSeeTheStepsBeforeThem() {
    String steps =
        "{kind: Sql, engine: duckdb, queries: [{alias: %s, query: from input}, {query: from B}]}";

    assertWarned(preprocess(steps.formatted("b")));
    assertRefused(preprocess(steps.formatted("c")), "/spec/preprocess/queries/1/query");
  }

  private static Reading typed(String query, String merge) {
    return source(
        """
        ingress: %s
        read: {kind: NdJson, schema: {fields: [{name: a, type: Int64}, {name: t, type: String}]}}
        preprocess: {kind: Sql, engine: duckdb, query: "%s"}
        merge: %s
        """
            .formatted(URL, query, merge));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select b from input",
        "select a + t as c from input where a.b",
        "select year(a) from input",
        "select interval 1 day as i",
        "select nope(a) from input"
      })
  void queriesThatDoNotFitTheDeclaredColumnsAreRefused(String query) {
    assertRefused(typed(query, "{kind: Append}"), "/spec/preprocess/query");
  }

  @Test
  void theResultOfAQueryIsWhatIsMerged() {
    String query = "select a as id, t::timestamp as event_time from input";

    assertWarned(typed(query, "{kind: Ledger, primaryKey: [id]}"));
    assertRefused(typed(query, "{kind: Ledger, primaryKey: [a]}"), "/spec/merge/primaryKey/0");
    assertWarned(
        typed("select a, t as event_time from input", "{kind: Append}"),
        "system-column /spec/preprocess");
    assertWarned(
        typed("select a as op, t from input", "{kind: Append}"), "system-column /spec/preprocess");
    assertRefused(
        source(
            """
            ingress: %s
            read: {kind: NdJson, schema: {fields: [{name: a, type: Int64}, {name: A, type: Int64}]}}
            preprocess: {kind: Sql, engine: duckdb, query: from input}
            """
                .formatted(URL)),
        "/spec/preprocess");
  }

  @Test
  void aQueryThatOnlyShowsAtTheRunIsLeftAlone() {
    assertWarned(
        source(
            """
            ingress: %s
            config: {x: 'VariableSet:acme.v#k'}
            read: {kind: Csv}
            preprocess: {kind: Sql, engine: duckdb, query: "${{ config.x }}"}
            """
                .formatted(URL)));
  }

  @Test
  void whatIsTooMuchToLookAtIsNotRefused() {
    String endless =
        "select a from input limit (select count(*) from range(1000000000000) x, range(1000) y)";

    assertThat(warnings(typed(endless, "{kind: Append}"))).isEmpty();
    assertThat(
            warnings(
                typed("select a, repeat('x', 100000000000) as b from input", "{kind: Append}")))
        .isEmpty();
  }

  /** Constants are computed for a plan, and the engine does not stop inside of a call. */
  @Test
  void aQueryThatDoesNotLetItselfBePlannedIsLeftBehind() {
    String slow =
        "select a from input limit (list_sum(list_transform(range(10000), x ->"
            + " list_sum(list_transform(range(10000), y -> x * y)))))";
    var sql = new Transform.Sql("duckdb", null, slow, null, null);
    var input = new DataSchema(List.of(new DataField("a", new DataType.Int64())));
    Remarks remarks = new Remarks();

    assertThat(QueryChecks.check(sql, input, "/spec", remarks, Duration.ofMillis(50))).isNull();

    assertThat(remarks.findings()).isEmpty();
    assertThat(remarks.warnings()).extracting(Reading.Warning::code).containsExactly("not-checked");
    assertWarned(query("select 1"));
  }

  @Test
  void onlyTheResultHasToBeCarried() {
    String steps =
        """
        ingress: %s
        read: {kind: NdJson, schema: {fields: [{name: a, type: Int64}]}}
        preprocess:
          kind: Sql
          engine: duckdb
          queries:
            - {alias: b, query: "select a, interval 1 day as i from input"}
            - {query: "select %s from b"}
        """;

    assertWarned(source(steps.formatted(URL, "a, i::varchar as i")));
    assertRefused(source(steps.formatted(URL, "*")), "/spec/preprocess/queries/1/query");
  }
}
