package io.heddle.conformance;

import io.heddle.conformance.ConformanceTally.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Turns files of vectors or cases into JUnit tests, one for each vector or case.
 *
 * <pre>{@code
 * class MergeCasesTest {
 *   @TestFactory
 *   Stream<DynamicNode> cases() {
 *     return ConformanceSuite.cases("merge")
 *         .format("merge/ledger", this::check)
 *         .format("merge/snapshot", this::check)
 *         .tests();
 *   }
 *
 *   private void check(ConformanceCase given) {
 *     if (given.get("config").isObject()) {
 *       ConformanceSuite.notSupported("templates are not filled in yet");
 *     }
 *     ...
 *     assertThat(actual).isEqualTo(expected);
 *   }
 * }
 * }</pre>
 *
 * <p>The files are the {@code *.json} below {@code src/test/resources/vectors} or {@code …/cases}
 * of the module, or, when the system property {@code heddle.vectors.dir} or {@code
 * heddle.cases.dir} is set, below that folder. With the project's own files each format of the
 * suite must occur; in a foreign folder the suite runs what there is, and leaves formats of other
 * suites alone.
 *
 * <p>Name classes with vectors {@code …VectorsTest} and those with cases {@code …CasesTest}, so
 * that {@code ./heddle test --vectors} and {@code --cases} find them; cases belong into the module
 * whose code they test. After the run the results stand in {@code target/conformance/NAME.txt}.
 */
public final class ConformanceSuite {
  private final ConformanceKind kind;
  private final String name;
  private final Map<String, ConformanceCheck> checks = new LinkedHashMap<>();
  private final ConformanceTally tally = new ConformanceTally();

  private ConformanceSuite(ConformanceKind kind, String name) {
    this.kind = kind;
    this.name = name;
  }

  /**
   * A suite of vectors.
   *
   * @param name names the report; unique in the module
   */
  public static ConformanceSuite vectors(String name) {
    return new ConformanceSuite(ConformanceKind.VECTORS, name);
  }

  /** As {@link #vectors}, of cases. */
  public static ConformanceSuite cases(String name) {
    return new ConformanceSuite(ConformanceKind.CASES, name);
  }

  /**
   * Adds a format to the suite.
   *
   * @param format the name of a vector file without {@code .json}, or {@code kind/group} of cases
   */
  public ConformanceSuite format(String format, ConformanceCheck check) {
    checks.put(format, check);
    return this;
  }

  /** Ends a check as skipped: the code does not support what the case asks for. */
  public static void notSupported(String reason) {
    throw new TestAbortedException(reason);
  }

  /** The tests, to be returned from a {@code @TestFactory}. */
  public Stream<DynamicNode> tests() {
    Optional<Path> elsewhere =
        Optional.ofNullable(System.getProperty(kind.property()))
            .filter(folder -> !folder.isBlank())
            .map(Path::of);
    Path own =
        Path.of(System.getProperty("basedir", ""), "src", "test", "resources", kind.folder());
    ConformanceFiles files = ConformanceFiles.below(elsewhere.orElse(own), kind);
    List<DynamicNode> nodes = new ArrayList<>();
    files
        .unreadable()
        .forEach((file, reason) -> nodes.add(failing(file.toString(), file + " " + reason)));
    checks.forEach(
        (format, check) -> {
          List<ConformanceCase> cases = files.cases().getOrDefault(format, List.of());
          if (!cases.isEmpty()) {
            nodes.add(
                DynamicContainer.dynamicContainer(
                    format, cases.stream().map(each -> test(each, check))));
          } else if (elsewhere.isEmpty()) {
            nodes.add(failing(format, "no file of format " + format + " below " + own));
          }
        });
    return nodes.stream().onClose(this::report);
  }

  private static DynamicNode failing(String name, String message) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          throw new AssertionError(message);
        });
  }

  private DynamicNode test(ConformanceCase conformanceCase, ConformanceCheck check) {
    return DynamicTest.dynamicTest(
        conformanceCase.id(),
        () -> {
          try {
            check.check(conformanceCase);
            tally.add(Outcome.PASSED, conformanceCase, "");
          } catch (TestAbortedException e) {
            tally.add(Outcome.SKIPPED, conformanceCase, Objects.toString(e.getMessage(), ""));
            throw e;
          } catch (Exception | AssertionError | StackOverflowError e) {
            tally.add(Outcome.FAILED, conformanceCase, explain(e));
            throw e;
          }
        });
  }

  private static String explain(Throwable failure) {
    if (failure instanceof AssertionFailedError difference
        && difference.isExpectedDefined()
        && difference.isActualDefined()) {
      return "expected: %s\nactual:   %s"
          .formatted(
              difference.getExpected().getStringRepresentation(),
              difference.getActual().getStringRepresentation());
    }
    return failure instanceof AssertionError
        ? Objects.toString(failure.getMessage(), "assertion failed").strip()
        : failure.toString();
  }

  private void report() {
    tally.writeTo(
        Path.of(System.getProperty("basedir", ""), "target", "conformance", name + ".txt"));
    tally
        .all(Outcome.SKIPPED)
        .forEach(
            entry ->
                System.out.printf(
                    "skipped %s %s: %s%n", entry.format(), entry.id(), entry.explanation()));
    tally.summary().forEach(System.out::println);
  }
}
