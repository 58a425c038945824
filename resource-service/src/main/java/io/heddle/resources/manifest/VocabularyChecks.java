package io.heddle.resources.manifest;

import io.heddle.odf.Vocabulary;
import java.util.HashSet;
import java.util.List;

/** What must hold in the names of system columns. */
final class VocabularyChecks {
  private VocabularyChecks() {}

  static void check(Vocabulary vocabulary, String pointer, Remarks remarks) {
    List<String> names =
        List.of(
            vocabulary.offsetColumn(),
            vocabulary.operationTypeColumn(),
            vocabulary.systemTimeColumn(),
            vocabulary.eventTimeColumn());
    if (names.contains("")) {
      remarks.refuse(pointer, "a system column has a name");
    }
    if (new HashSet<>(names).size() < names.size()) {
      remarks.refuse(
          pointer, "two system columns have one name: %s".formatted(String.join(", ", names)));
    }
  }
}
