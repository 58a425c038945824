package io.heddle.resources.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.document.Document;
import io.heddle.document.TextPosition;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.resource.Finding;
import io.heddle.resource.InvalidResourceException;
import io.heddle.resource.Manifest;
import io.heddle.resource.ManifestJson;
import io.heddle.resource.ResourceType;
import io.heddle.resource.ResourceType.Resolution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns documents into manifests and says everything that is wrong with those that are none. */
public final class ManifestParser {
  private final ManifestChecks checks;

  public ManifestParser(ManifestChecks checks) {
    this.checks = checks;
  }

  /**
   * @param ignoreServerFields whether what only the service writes is skipped rather than refused
   */
  public List<Reading> parse(List<Document> documents, boolean ignoreServerFields) {
    List<Reading> readings = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (Document document : documents) {
      Reading reading = parse(document, ignoreServerFields);
      readings.add(reading instanceof Reading.Good good ? refuseRepetition(good, seen) : reading);
    }
    return readings;
  }

  private static Reading refuseRepetition(Reading.Good good, Map<String, Integer> seen) {
    Manifest manifest = good.manifest();
    List<String> identities = new ArrayList<>();
    if (manifest.id() != null) {
      identities.add(manifest.id().toString());
    }
    if (manifest.name() != null) {
      identities.add(manifest.type() + ":" + manifest.name().key());
    }
    for (String identity : identities) {
      Integer first = seen.putIfAbsent(identity, good.document());
      if (first != null) {
        String detail = "%s stands in document %d already".formatted(manifest.handle(), first);
        return new Reading.Bad(
            good.document(),
            manifest.handle(),
            Problem.DUPLICATE_MANIFEST,
            detail,
            List.of(
                finding(
                    good.document(),
                    manifest.handle(),
                    null,
                    new Finding("", Problem.DUPLICATE_MANIFEST.code(), detail))));
      }
    }
    return good;
  }

  /** One document alone. */
  public Reading parse(Document document, boolean ignoreServerFields) {
    JsonNode tree = document.tree();
    if (tree.path("kind").isTextual() && tree.has("content")) {
      return bad(
          document,
          null,
          Problem.UNSUPPORTED_TYPE,
          new Finding(
              "/kind",
              Problem.UNSUPPORTED_TYPE.code(),
              "manifests of the legacy form (%s) cannot be imported; write a Dataset, a Source and a Flow"
                  .formatted(tree.path("kind").asText())));
    }
    JsonNode schema = tree.path("$schema");
    if (!schema.isTextual()) {
      return bad(
          document,
          null,
          Problem.MANIFEST_INVALID,
          new Finding(
              "",
              Finding.MISSING_FIELD,
              "a manifest begins with '$schema', for one " + ResourceType.Source.uri()));
    }
    return switch (ResourceType.resolve(schema.textValue())) {
      case Resolution.Unknown(var uri) ->
          bad(document, null, Problem.UNSUPPORTED_TYPE, unsupported(uri));
      case Resolution.OtherVersion(var type, var version) ->
          bad(
              document,
              null,
              Problem.UNSUPPORTED_VERSION,
              new Finding(
                  "/$schema",
                  Problem.UNSUPPORTED_VERSION.code(),
                  "%s of version %s is not supported; %s is"
                      .formatted(type, version, ResourceType.VERSION)));
      case Resolution.Known(var type) when !type.supported() ->
          bad(document, null, Problem.UNSUPPORTED_TYPE, unsupported(type.name()));
      case Resolution.Known(var type) -> known(document, type, ignoreServerFields);
    };
  }

  private static Finding unsupported(String what) {
    return new Finding(
        "/$schema",
        Problem.UNSUPPORTED_TYPE.code(),
        "%s is not supported; supported are %s"
            .formatted(what, String.join(", ", ResourceType.supportedNames())));
  }

  private Reading known(Document document, ResourceType type, boolean ignoreServerFields) {
    String handle = type + ":" + document.tree().path("headers").path("name").asText("?");
    Manifest manifest;
    try {
      manifest = ManifestJson.read(type, document.tree(), ignoreServerFields);
    } catch (InvalidResourceException e) {
      return bad(document, handle, Problem.MANIFEST_INVALID, e.findings());
    }
    Remarks remarks = checks.check(manifest, document.tree());
    List<Finding> findings = remarks.findings();
    return findings.isEmpty()
        ? new Reading.Good(document.index(), manifest, remarks.warnings())
        : bad(document, handle, problemOf(findings), findings);
  }

  /** A problem of its own if all findings speak of one, else that the manifest is invalid. */
  private static Problem problemOf(List<Finding> findings) {
    String first = findings.getFirst().code();
    return findings.stream().allMatch(finding -> finding.code().equals(first))
        ? Problem.of(first).orElse(Problem.MANIFEST_INVALID)
        : Problem.MANIFEST_INVALID;
  }

  private static Reading.Bad bad(
      Document document, @Nullable String handle, Problem problem, Finding finding) {
    return bad(document, handle, problem, List.of(finding));
  }

  private static Reading.Bad bad(
      Document document, @Nullable String handle, Problem problem, List<Finding> findings) {
    List<ProblemDetail.Finding> placed =
        findings.stream()
            .map(
                finding ->
                    finding(
                        document.index(),
                        handle,
                        finding.code().equals(Finding.UNKNOWN_FIELD)
                                || finding.code().equals("server-field")
                            ? document.placeOfKey(finding.pointer())
                            : document.placeOf(finding.pointer()),
                        finding))
            .toList();
    ProblemDetail.Finding first = placed.getFirst();
    String detail =
        "%s%s%s"
            .formatted(
                first.line() == null ? "" : "line %d: ".formatted(first.line()),
                first.message(),
                placed.size() == 1 ? "" : " (and %d more)".formatted(placed.size() - 1));
    return new Reading.Bad(document.index(), handle, problem, detail, placed);
  }

  private static ProblemDetail.Finding finding(
      int document, @Nullable String handle, @Nullable TextPosition place, Finding finding) {
    return new ProblemDetail.Finding(
        document,
        null,
        null,
        handle,
        finding.pointer(),
        place == null ? null : place.line(),
        place == null ? null : place.column(),
        finding.code(),
        finding.message(),
        finding.hint());
  }
}
