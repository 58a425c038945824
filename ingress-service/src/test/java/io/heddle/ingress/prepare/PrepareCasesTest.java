package io.heddle.ingress.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.conformance.ConformanceCase;
import io.heddle.conformance.ConformanceSuite;
import io.heddle.encoding.OdfTypes;
import io.heddle.ingress.conformance.ExpectedFailure;
import io.heddle.ingress.reach.Programs;
import io.heddle.odf.PrepStep;
import io.heddle.problem.IngestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Prepare steps, by the cases of the specification. */
class PrepareCasesTest {
  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicNode> cases() {
    return ConformanceSuite.cases("prepare")
        .format("prep/decompress", this::check)
        .format("prep/pipe", this::check)
        .tests();
  }

  private void check(ConformanceCase given) throws Exception {
    List<PrepStep> steps = new ArrayList<>();
    given.get("prepare").forEach(step -> steps.add(OdfTypes.PREP_STEP.fromJson(step)));
    Path work = Files.createTempDirectory(folder, "case");
    Path input = Files.write(work.resolve("input"), bytes(given.get("input")));
    JsonNode expected = given.get("expect");
    PreparedFile prepared;
    try {
      prepared =
          new Preparation(PreparationTest.SETTINGS, programs(steps))
              .prepare(input, "input", steps, PreparationTest.CSV, work);
    } catch (IngestException e) {
      if (!expected.has("error")) {
        throw e;
      }
      ExpectedFailure.assertMatches(expected.get("error"), e);
      assertThat(work)
          .isDirectoryContaining("glob:**/input")
          .isDirectoryNotContaining("glob:**/p*");
      return;
    }
    String output = Files.readString(prepared.path());
    assertThat(prepared.bytes()).isEqualTo(output.getBytes(StandardCharsets.UTF_8).length);
    if (expected.has("outputLines")) {
      assertThat(output.lines()).hasSize(expected.get("outputLines").asInt());
    } else if (expected.has("outputRepeat")) {
      assertThat(output).isEqualTo(repeat(expected.get("outputRepeat")));
    } else {
      assertThat(output).isEqualTo(expected.path("output").textValue());
    }
  }

  /** Programs of the cases are not part of the project, and need not be there. */
  private static Programs programs(List<PrepStep> steps) {
    List<Path> found = new ArrayList<>();
    for (PrepStep step : steps) {
      if (step instanceof PrepStep.Pipe(List<String> command)) {
        PreparationTest.program(command.getFirst())
            .ifPresentOrElse(
                found::add,
                () ->
                    ConformanceSuite.notSupported(
                        "the program " + command.getFirst() + " is not there"));
      }
    }
    return new Programs(found, Map.of());
  }

  private static String repeat(JsonNode node) {
    return node.get("text").textValue().repeat(node.get("times").asInt());
  }

  private static byte[] bytes(JsonNode input) throws IOException {
    if (input.has("gzip")) {
      return gzip(input.get("gzip").textValue());
    }
    if (input.has("gzipRepeat")) {
      return gzip(repeat(input.get("gzipRepeat")));
    }
    if (input.has("zip")) {
      return zip(input.get("zip"), input.path("method").asText().equals("stored"));
    }
    String text =
        input.has("repeat") ? repeat(input.get("repeat")) : input.required("text").textValue();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] zip(JsonNode entries, boolean stored) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Set<String> names = new HashSet<>();
    String twice = null;
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (JsonNode each : entries) {
        String name = each.get("path").textValue();
        boolean first = names.add(name);
        twice = first ? twice : name;
        byte[] content = each.get("text").textValue().getBytes(StandardCharsets.UTF_8);
        ZipEntry entry = new ZipEntry(first ? name : placeholder(name));
        if (stored) {
          CRC32 crc = new CRC32();
          crc.update(content);
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(content.length);
          entry.setCrc(crc.getValue());
        }
        zip.putNextEntry(entry);
        zip.write(content);
      }
    }
    return twice == null
        ? bytes.toByteArray()
        : bytes
            .toString(StandardCharsets.ISO_8859_1)
            .replace(placeholder(twice), twice)
            .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The JDK writes no name twice, so the second one is put in afterwards. */
  private static String placeholder(String name) {
    return "\u0001" + name.substring(1);
  }
}
