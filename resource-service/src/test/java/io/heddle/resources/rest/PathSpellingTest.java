package io.heddle.resources.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathSpellingTest {
  @ParameterizedTest
  @CsvSource({
    "/source/v1alpha1/Sources/a, /sources/v1alpha1/source/a",
    "/flows/v1alpha1/flowruns/, /flows/v1alpha1/flowrun",
    "/resource/v1alpha1/apply, /resources/v1alpha1/apply",
    "/Datasets/v1alpha1/ds/A.b/metadata, /datasets/v1alpha1/dataset/A.b/metadata",
    "/acme/metadata, /acme/metadata",
    "/source/a/b, /source/a/b",
    "/, /",
  })
  void spellings(String path, String canonical) {
    assertThat(PathSpelling.canonical(path)).isEqualTo(canonical);
  }

  @Test
  void otherVersionsAreRefused() {
    assertThatThrownBy(() -> PathSpelling.canonical("/sources/v2/source"))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e -> assertThat(e.detail().code()).isEqualTo("unsupported-version"));
  }
}
