package io.heddle.testing.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.problem.FailureKind;
import io.heddle.problem.FailureKind.Actor;
import io.heddle.problem.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who meets an error finds it in docs/errors.md. */
class ErrorReferenceTest {
  private static final Path SOURCES =
      ReferencePage.root().resolve("shared-model").resolve("src/main/java");

  private final ReferencePage page = new ReferencePage("errors.md");

  @Test
  void namesWhoHasToAct() throws Exception {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("acts", "who that is"));
    Map<String, String> comments = SourceComments.of(FailureKind.class, Actor.class, SOURCES);
    for (Actor actor : Actor.values()) {
      rows.add(List.of(name(actor), commentOf(actor, comments)));
    }
    page.assertSection("actors", ReferencePage.table(rows));
  }

  @Test
  void listsEveryProblem() throws Exception {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("code", "status", "acts", "what it means"));
    for (Problem problem : Problem.values()) {
      rows.add(
          List.of(
              "`" + problem.code() + "`",
              Integer.toString(problem.status()),
              name(problem.actor()),
              problem.title()));
    }
    page.assertSection("problems", ReferencePage.table(rows));
  }

  @Test
  void listsEveryKindOfFailure() throws Exception {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("kind", "acts", "what it means"));
    Map<String, String> comments = SourceComments.of(FailureKind.class, FailureKind.class, SOURCES);
    for (FailureKind kind : FailureKind.values()) {
      rows.add(List.of("`" + kind.name() + "`", name(kind.actor()), commentOf(kind, comments)));
    }
    page.assertSection("failures", ReferencePage.table(rows));
  }

  private static String commentOf(Enum<?> constant, Map<String, String> comments) {
    String comment = comments.getOrDefault(constant.name(), "");
    assertThat(comment).as("what is said of %s", constant).isNotEmpty();
    return comment;
  }

  private static String name(Actor actor) {
    return actor.name().toLowerCase(Locale.ROOT);
  }
}
