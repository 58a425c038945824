package io.heddle.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** The two kinds of conformance data, and how their files are told apart from others. */
public enum ConformanceKind {
  /** Known by the name of the file. */
  VECTORS("vectors", "heddle.vectors.dir", "vectors", "name") {
    @Override
    Optional<String> format(Path file, JsonNode content) {
      String name = file.getFileName().toString();
      String format = name.substring(0, name.length() - ".json".length());
      return VECTOR_FORMATS.contains(format) && content.path("vectors").isArray()
          ? Optional.of(format)
          : Optional.empty();
    }
  },
  /** Known by the members {@code kind} and {@code group}. */
  CASES("cases", "heddle.cases.dir", "cases", "id") {
    @Override
    Optional<String> format(Path file, JsonNode content) {
      String kind = content.path("kind").asText();
      String group = content.path("group").asText();
      return CASE_KINDS.contains(kind) && !group.isEmpty() && content.path("cases").isArray()
          ? Optional.of(kind + "/" + group)
          : Optional.empty();
    }
  };

  private static final Set<String> VECTOR_FORMATS =
      Set.of(
          "blocks",
          "stored-blocks",
          "multiformats",
          "yaml-roundtrip",
          "invalid",
          "logical-hash",
          "chain-scenarios");

  private static final Set<String> CASE_KINDS =
      Set.of("merge", "readers", "fetch", "prep", "writer");

  private final String folder;
  private final String property;
  private final String list;
  private final String idMember;

  ConformanceKind(String folder, String property, String list, String idMember) {
    this.folder = folder;
    this.property = property;
    this.list = list;
    this.idMember = idMember;
  }

  /** The format of a file, if it is one of this kind. */
  abstract Optional<String> format(Path file, JsonNode content);

  /** The folder in a module's test resources that holds the project's own data. */
  String folder() {
    return folder;
  }

  /** The system property that points a run to other data. */
  String property() {
    return property;
  }

  /** The member of a file that lists its vectors or cases. */
  String list() {
    return list;
  }

  /** The member that names a vector or case. */
  String idMember() {
    return idMember;
  }
}
