package io.heddle.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.IngestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobPatternTest {
  @ParameterizedTest
  @CsvSource({
    "/a/*.csv, /a/x.csv, true",
    "/a/*.csv, /a/.csv, true",
    "/a/*.csv, /a/b/x.csv, false",
    "/a/*.csv, /a/x.CSV, false",
    "/a/?.csv, /a/é.csv, true",
    "/a/?.csv, /a//.csv, false",
    "/a/**/x.csv, /a/x.csv, true",
    "/a/**/x.csv, /a/b/c/x.csv, true",
    "/a/**/x.csv, /ab/x.csv, false",
    "/a/**, /a/b/c, true",
    "/a/[a-c]x, /a/bx, true",
    "/a/[!a-c]x, /a/dx, true",
    "/a/[!a-c]x, /a/bx, false",
    "/a/[!b]x, /a//x, false",
    "/a/[]]x, /a/]x, true",
    "'/a/{b,c}', /a/b, false",
    "'/a/{b,c}', '/a/{b,c}', true",
    "/a/b+(c).csv, /a/b+(c).csv, true",
    "/a/b.csv, /a/bxcsv, false"
  })
  void matches(String glob, String path, boolean expected) {
    assertThat(new GlobPattern(glob).matches(path)).isEqualTo(expected);
  }

  @Test
  void knowsWhereToLook() {
    assertThat(new GlobPattern("/a/b/*.csv").fixedFolder()).isEqualTo("/a/b/");
    assertThat(new GlobPattern("/a/b/*.csv").depth()).isEqualTo(1);
    assertThat(new GlobPattern("/a/b*/c/*.csv").fixedFolder()).isEqualTo("/a/");
    assertThat(new GlobPattern("/a/b*/c/*.csv").depth()).isEqualTo(3);
    assertThat(new GlobPattern("/a/**/x").depth()).isEqualTo(Integer.MAX_VALUE);
    assertThat(new GlobPattern("/a/b/c.csv").fixedFolder()).isEqualTo("/a/b/");
  }

  @Test
  void refusesASetThatIsNeverClosed() {
    assertThatThrownBy(() -> new GlobPattern("/a/[b")).isInstanceOf(IngestException.class);
  }
}
