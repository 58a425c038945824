package io.heddle.resources.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.document.DocumentLimits;
import io.heddle.problem.ProblemDetail;
import java.util.List;

/** What comes of manifests of a test. */
final class Readings {
  private static final ManifestReader READER = new ManifestReader(DocumentLimits.DEFAULT);
  private static final ManifestParser PARSER = new ManifestParser(new ManifestChecks());
  static final String URL = "{kind: Url, url: 'https://example.com/a.csv'}";

  private Readings() {}

  static Reading parse(String type, String spec) {
    String text =
        """
        $schema: https://opendatafabric.org/schemas/%s
        headers: {name: acme.one}
        spec:
        %s
        """
            .formatted(type, spec.indent(2));
    return PARSER.parse(READER.read(text.getBytes(UTF_8), null), false).getFirst();
  }

  static Reading source(String spec) {
    return parse("sources/v1alpha1/Source", spec);
  }

  static Reading preprocess(String sql) {
    return source("ingress: %s\nread: {kind: Csv}\npreprocess: %s".formatted(URL, sql));
  }

  static void assertRefused(Reading reading, String pointer) {
    assertThat(reading)
        .isInstanceOfSatisfying(
            Reading.Bad.class,
            bad -> {
              assertThat(bad.findings())
                  .extracting(ProblemDetail.Finding::pointer)
                  .containsOnly(pointer);
              assertThat(bad.findings()).allSatisfy(it -> assertThat(it.line()).isPositive());
            });
  }

  static List<String> warnings(Reading reading) {
    assertThat(reading).isInstanceOf(Reading.Good.class);
    return ((Reading.Good) reading)
        .warnings().stream().map(it -> it.code() + " " + it.pointer()).toList();
  }

  static void assertWarned(Reading reading, String... warnings) {
    assertThat(warnings(reading)).containsExactly(warnings);
  }
}
