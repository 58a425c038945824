package io.heddle.resources.manifest;

import static io.heddle.resources.manifest.Readings.URL;
import static io.heddle.resources.manifest.Readings.assertRefused;
import static io.heddle.resources.manifest.Readings.assertWarned;
import static io.heddle.resources.manifest.Readings.parse;
import static io.heddle.resources.manifest.Readings.preprocess;
import static io.heddle.resources.manifest.Readings.source;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests that can never work are refused or warned about when they are applied. */
class SourceChecksTest {
  private static final String NDJSON = "{kind: NdJson}";

  private static Reading ingress(String ingress) {
    return source("ingress: %s\nread: {kind: Csv}".formatted(ingress));
  }

  private static Reading url(String url) {
    return ingress("{kind: Url, url: '%s'}".formatted(url));
  }

  private static Reading read(String read) {
    return source("ingress: %s\nread: %s".formatted(URL, read));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not a url",
        "gopher://a/b",
        "javascript:alert(1)",
        "a.csv",
        "/data/a.csv",
        "https://",
        "http:///a.csv",
        "https://example.com/a b.csv",
        "https://example.com/{id}",
        "file:a.csv",
        "file://server/a.csv",
        "gopher://${{ config.host }}/a",
        ""
      })
  void urlsThatLeadNowhereAreRefused(String url) {
    Reading reading =
        url.contains("config")
            ? source(
                "config: {host: 'VariableSet:a#b'}\ningress: {kind: Url, url: '%s'}\nread: {kind: Csv}"
                    .formatted(url))
            : url(url);

    assertRefused(reading, "/spec/ingress/url");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/a.csv",
        "HTTP://example.com",
        "https://user:word@example.com:8443/a?b=c#d",
        "http://my_host/x.csv",
        "http://[::1]:8080/x.csv",
        "https://example.com/größe.csv",
        "file:///data/a.csv",
        "file:/data/a.csv",
        "file://localhost/data/a.csv"
      })
  void urlsThatCanBeReadAreTaken(String url) {
    assertWarned(url(url));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://example.com/a.csv", "FTPS://example.com/a", "s3://bucket/key"})
  void schemesThatAreNotBuiltAreWarnedAbout(String url) {
    assertWarned(url(url), "not-in-effect /spec/ingress/url");
  }

  @Test
  void whatATemplateStandsForIsNotKnown() {
    assertWarned(
        source(
            """
            config: {url: 'VariableSet:a#b'}
            ingress: {kind: Url, url: '${{ config.url }}/a b', headers: [{name: X, value: 'a ${{ config.url }}'}]}
            read: {kind: Csv}
            """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{name: 'a b', value: x}",
        "{name: '', value: x}",
        "{name: 'X', value: \"a\\nb\"}",
        "{name: 'Content-Length', value: '1'}"
      })
  void headersThatCannotBeSentAreRefused(String header) {
    assertRefused(
        ingress("{kind: Url, url: 'https://example.com', headers: [%s]}".formatted(header)),
        "/spec/ingress/headers/0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: FilesGlob, path: ' '}|/spec/ingress/path",
        "{kind: FilesGlob, path: /d/*, order: ByEventTime}|/spec/ingress/order",
        "{kind: FilesGlob, path: /d/*, order: ByEventTime, eventTime:"
            + " FromSystemTime}|/spec/ingress/order",
        "{kind: FilesGlob, path: /d/*, eventTime: {kind: FromPath, pattern:"
            + " '(a'}}|/spec/ingress/eventTime/pattern",
        "{kind: FilesGlob, path: /d/*, eventTime: {kind: FromPath, pattern:"
            + " 'a'}}|/spec/ingress/eventTime/pattern",
        "{kind: Url, url: 'https://a/b', eventTime: {kind: FromPath, pattern:"
            + " '['}}|/spec/ingress/eventTime/pattern",
        "{kind: RestEndpoint, buffer: {kind: Memory, bufferSize:"
            + " 0}}|/spec/ingress/buffer/bufferSize",
        "{kind: EvmLogs}|/spec/ingress",
        "{kind: Mqtt, host: a, port: 0, topics: [{path: a}]}|/spec/ingress/port",
        "{kind: Mqtt, host: a, port: 1, topics: []}|/spec/ingress/topics"
      })
  void ingressesThatCannotWorkAreRefused(String ingress, String pointer) {
    assertRefused(ingress(ingress), pointer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{kind: Container, image: a}",
        "{kind: EvmLogs, chainId: 1}",
        "{kind: Mqtt, host: a, port: 1883, topics: [{path: a}]}"
      })
  void ingressesThatAreNotBuiltAreWarnedAbout(String ingress) {
    assertWarned(ingress(ingress), "not-in-effect /spec/ingress");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GeoJson", "NdGeoJson", "EsriShapefile", "Parquet"})
  void formatsThatAreNotBuiltAreWarnedAbout(String kind) {
    assertWarned(read("{kind: %s}".formatted(kind)), "not-in-effect /spec/read");
  }

  @Test
  void anEmptyEscapeIsNoneAndAnEmptyQuoteTurnsQuotingOff() {
    assertWarned(read("{kind: Csv, escape: ''}"));
    assertWarned(read("{kind: Csv, quote: ''}"));
    assertWarned(read("{kind: Csv, separator: \"\\t\", escape: '\"'}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "separator: ''|separator",
        "separator: ab|separator",
        "separator: '\"'|separator",
        "separator: ä|separator",
        "quote: \"\\n\"|quote",
        "escape: xy|escape"
      })
  void marksAreOneCharacter(String option, String member) {
    assertRefused(read("{kind: Csv, %s}".formatted(option)), "/spec/read/" + member);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NdJson|Binary",
        "NdJson|{kind: Option, inner: Binary}",
        "NdJson|{kind: Map, keyType: String, valueType: String}",
        "NdJson|{kind: List, itemType: Time}",
        "Json|{kind: Struct, fields: [{name: b, type: Duration}]}",
        "Csv|Binary",
        "Csv|Time",
        "Csv|{kind: List, itemType: String}",
        "Csv|{kind: Struct, fields: [{name: b, type: String}]}"
      })
  void typesThatTheFormatCannotCarryAreRefused(String format, String type) {
    assertRefused(
        read("{kind: %s, schema: {fields: [{name: a, type: %s}]}}".formatted(format, type)),
        "/spec/read/schema/fields/0/type");
  }

  @Test
  void typesThatTheFormatCarriesAreTaken() {
    assertWarned(
        read(
            "{kind: NdJson, schema: {fields: [{name: a, type: {kind: List, itemType: String}}]}}"));
  }

  @Test
  void typesThatNoFileCanHoldAreRefusedUnlessAQueryTakesThem() {
    String type = "{kind: List, itemType: {kind: Struct, fields: [{name: b, type: String}]}}";
    String read = "{kind: NdJson, schema: {fields: [{name: a, type: %s}]}}".formatted(type);

    assertRefused(read(read), "/spec/read/schema");
    assertWarned(
        source(
            "ingress: %s\nread: %s\npreprocess: {kind: Sql, engine: duckdb, query: select 1 as b}"
                .formatted(URL, read)));
    assertWarned(
        parse(
            "datasets/v1alpha1/Dataset",
            "kind: Root\n"
                + "metadata: [{kind: SetDataSchema, schema: {fields: [{name: a, type:"
                + " Duration}]}}]"),
        "not-in-effect /spec/metadata/0/schema");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{name: a, type: {kind: Struct, fields: [{name: b, type: String}, {name: b, type:"
            + " Bool}]}}]|/spec/read/schema/fields/0/type/fields/1/name",
        "[{name: '', type: String}]|/spec/read/schema/fields/0/name",
        "[{name: a, type: {kind: Option, inner: {kind: Option, inner:"
            + " String}}}]|/spec/read/schema/fields/0/type",
        "[{name: a, type: String, extra: {unit: km}}]|/spec/read/schema/fields/0/extra/unit",
        "[{name: a, type: String, extra: {example.com:"
            + " km}}]|/spec/read/schema/fields/0/extra/example.com",
        "[{name: a, type: {kind: Struct, fields: [{name: b, type: String, extra: {x:"
            + " 1}}]}}]|/spec/read/schema/fields/0/type/fields/0/extra/x"
      })
  void schemasThatNoFileCanHaveAreRefused(String fields, String pointer) {
    assertRefused(read("{kind: NdJson, schema: {fields: %s}}".formatted(fields)), pointer);
  }

  @Test
  void extraAttributesHaveADomain() {
    assertWarned(
        read(
            "{kind: NdJson, schema: {fields: [{name: a, type: String, extra: {example.com/unit:"
                + " km}}], extra: {opendatafabric.org/x: {y: 1}}}}"));
  }

  @Test
  void columnDefinitionsAreUnderstood() {
    assertWarned(read("{kind: Csv, ddlSchema: ['a STRING NOT NULL, b BIGINT']}"));
    assertRefused(read("{kind: Csv, ddlSchema: ['a TINYINT']}"), "/spec/read/ddlSchema");
    assertRefused(read("{kind: Csv, ddlSchema: ['a STRING, a STRING']}"), "/spec/read/ddlSchema");
  }

  private static Reading merged(String merge, String vocab) {
    return source(
        """
        ingress: %s
        read: {kind: NdJson, schema: {fields: [{name: id, type: String}, {name: v, type: Int32}]}}
        merge: %s
        %s
        """
            .formatted(URL, merge, vocab));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: Ledger, primaryKey: [sku]}|/spec/merge/primaryKey/0",
        "{kind: Ledger, primaryKey: [id, ID]}|/spec/merge/primaryKey/1",
        "{kind: Snapshot, primaryKey: [id], compareColumns: [w]}|/spec/merge/compareColumns/0",
        "{kind: UpsertStream, primaryKey: [op]}|/spec/merge/primaryKey/0",
        "{kind: ChangelogStream, primaryKey: [offset]}|/spec/merge/primaryKey/0",
        "{kind: Ledger, primaryKey: [id, system_time]}|/spec/merge/primaryKey/1",
        "{kind: Ledger, primaryKey: []}|/spec/merge/primaryKey",
        "{kind: Ledger, primaryKey: [id, id]}|/spec/merge/primaryKey"
      })
  void keysNameColumnsThatAreThere(String merge, String pointer) {
    String changelog = merge.contains("Changelog") ? "vocab: {operationTypeColumn: v}" : "";

    assertRefused(merged(merge, changelog), pointer);
  }

  @Test
  void systemColumnsGoByTheVocabulary() {
    assertWarned(merged("{kind: Ledger, primaryKey: [id]}", ""));
    assertRefused(
        merged("{kind: Ledger, primaryKey: [id]}", "vocab: {offsetColumn: v}"), "/spec/read");
    assertRefused(merged("{kind: Append}", "vocab: {eventTimeColumn: v}"), "/spec/read");
    assertRefused(
        merged("{kind: ChangelogStream, primaryKey: [id]}", "vocab: {offsetColumn: o}"),
        "/spec/merge");
    assertRefused(
        merged("{kind: Append}", "vocab: {offsetColumn: x, systemTimeColumn: x}"), "/spec/vocab");
    assertWarned(
        merged("{kind: ChangelogStream, primaryKey: [id]}", "vocab: {operationTypeColumn: v}"));
    assertWarned(
        merged("{kind: ChangelogStream, primaryKey: [id]}", ""), "system-column /spec/merge");
  }

  @Test
  void keysOfInferredColumnsAreNotKnown() {
    assertWarned(
        source(
            "ingress: %s\nread: %s\nmerge: {kind: Ledger, primaryKey: [x]}"
                .formatted(URL, NDJSON)));
  }

  @Test
  void enginesThatAreNotHereAreRefused() {
    assertRefused(
        preprocess("{kind: Sql, engine: spark, query: select 1}"), "/spec/preprocess/engine");
    assertWarned(preprocess("{kind: Sql, engine: DuckDB, query: select 1}"));
    assertWarned(
        preprocess("{kind: Sql, engine: datafusion, version: '1', query: select 1}"),
        "not-in-effect /spec/preprocess/engine",
        "not-in-effect /spec/preprocess/version");
    assertRefused(
        preprocess(
            "{kind: Sql, engine: duckdb, query: select 1, temporalTables: [{name: input,"
                + " primaryKey: [a]}]}"),
        "/spec/preprocess/temporalTables");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: Csv, encoding: utf-99}|encoding",
        "{kind: NdJson, encoding: latin-1}|encoding",
        "{kind: Json, encoding: utf-16}|encoding",
        "{kind: Csv, dateFormat: '%Q'}|dateFormat",
        "{kind: NdJson, timestampFormat: 'yyyy'}|timestampFormat",
        "{kind: Csv, ddlSchema: ['a ARRAY<INT>']}|ddlSchema/0",
        "{kind: Csv, ddlSchema: ['a INT', 'b ARRAY<INT>']}|ddlSchema/1"
      })
  void readOptionsThatNoInputCanHelpAreRefused(String read, String member) {
    assertRefused(read(read), "/spec/read/" + member);
  }

  @Test
  void readOptionsThatWorkAreAccepted() {
    assertWarned(
        read(
            "{kind: Csv, encoding: windows-1252, dateFormat: rfc3339, timestampFormat:"
                + " 'dd/MM/yyyy HH:mm', ddlSchema: ['a DATE']}"));
    assertWarned(read("{kind: NdJson, encoding: utf8, timestampFormat: '%Y-%m-%d'}"));
  }

  @Test
  void patternsOfPathsAndTheirTimesAreChecked() {
    assertRefused(ingress("{kind: FilesGlob, path: '/data/[a.csv'}"), "/spec/ingress/path");
    assertRefused(
        ingress(
            "{kind: FilesGlob, path: '/data/*.csv', eventTime: {kind: FromPath, pattern: '(\\d+)',"
                + " timestampFormat: '%Q'}}"),
        "/spec/ingress/eventTime/timestampFormat");
  }

  @Test
  void theEventTimeThatAPushAddsMayBeAKey() {
    String push =
        """
        ingress: {kind: RestEndpoint}
        read: {kind: NdJson, schema: {fields: [{name: sensor, type: String}]}}
        merge: {kind: Ledger, primaryKey: [%s, sensor]}
        """;

    assertWarned(source(push.formatted("event_time")));
    assertRefused(source(push.formatted("time")), "/spec/merge/primaryKey/0");
  }

  @Test
  void stepsOfPreparationAreChecked() {
    assertRefused(
        source(
            "ingress: %s\nread: {kind: Csv}\nprepare: [{kind: Pipe, command: []}]".formatted(URL)),
        "/spec/prepare/0/command");
    assertWarned(
        source(
            "ingress: %s\nread: {kind: Csv}\nprepare: [{kind: Decompress, format: Gzip, subPath: a}]"
                .formatted(URL)),
        "not-in-effect /spec/prepare/0/subPath");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{kind: Compaction}",
        "{kind: GarbageCollection}",
        "{kind: Verify}",
        "{kind: Reset}",
        "{kind: Transform}",
        "{kind: WebhookCall, endpoint: 'WebhookTarget:a'}",
        "{kind: SyncTo, url: 'https://a/b'}",
        "{kind: SyncFrom, url: 'https://a/b'}"
      })
  void tasksThatAreNotBuiltAreWarnedAbout(String task) {
    String spec = "target: 'Dataset:a'\ntriggers: []\ntasks: [%s]".formatted(task);

    assertWarned(parse("flows/v1alpha1/Flow", spec), "not-in-effect /spec/tasks/0");
  }

  @Test
  void whatAFlowDeclaresInVainIsWarnedAbout() {
    String spec =
        """
        target: 'Dataset:a'
        triggers: [{kind: Manual}, {kind: Schedule, cron: '@daily'}]
        tasks: [{kind: Ingest, source: a}]
        retryPolicy: {maxAttempts: 3}
        serviceAccount: robot
        recentRunsRetention: {maxRuns: 3}
        """;

    assertWarned(
        parse("flows/v1alpha1/Flow", spec),
        "not-in-effect /spec/triggers/1",
        "not-in-effect /spec/retryPolicy",
        "not-in-effect /spec/serviceAccount",
        "not-in-effect /spec/recentRunsRetention");
  }

  @Test
  void derivativeDatasetsAreWarnedAbout() {
    String transform =
        "{kind: SetTransform, inputs: [{datasetRef: a}], transform: {kind: Sql, engine: flink,"
            + " %s}}";

    assertWarned(
        parse(
            "datasets/v1alpha1/Dataset",
            "kind: Derivative\nmetadata: [%s]".formatted(transform.formatted("query: select 1"))),
        "not-in-effect /spec/kind");
    assertRefused(
        parse(
            "datasets/v1alpha1/Dataset",
            "kind: Derivative\nmetadata: [%s]".formatted(transform.formatted("queries: []"))),
        "/spec/metadata/0/transform/queries");
  }

  @Test
  void vocabulariesOfDatasetsAreChecked() {
    assertRefused(
        parse(
            "datasets/v1alpha1/Dataset",
            "kind: Root\nmetadata: [{kind: SetVocab, offsetColumn: event_time}]"),
        "/spec/metadata/0");
  }
}
