package io.heddle.testing.reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of docs/ with sections that are made of the code. A test compares a section with what it
 * has to be; {@code ./heddle test -Dheddle.reference=write} writes it instead.
 */
public final class ReferencePage {
  private static final boolean WRITE = "write".equals(System.getProperty("heddle.reference"));

  private final Path file;

  /**
   * @param name of a file in docs/
   */
  public ReferencePage(String name) {
    this.file = root().resolve("docs").resolve(name);
  }

  /** The folder that holds all modules. */
  public static Path root() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("heddle"))) {
        return folder;
      }
    }
    throw new IllegalStateException("not started below the folder that holds ./heddle");
  }

  /** A table in Markdown; the first row is its head. */
  public static String table(List<List<String>> rows) {
    StringBuilder table = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      table.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
      if (i == 0) {
        table.append("|").append(" --- |".repeat(rows.get(i).size())).append('\n');
      }
    }
    return table.toString();
  }

  /**
   * Asserts that what stands between {@code <!-- begin NAME -->} and {@code <!-- end NAME -->} is
   * the given text.
   */
  public void assertSection(String name, String text) throws IOException {
    String begin = "<!-- begin %s -->\n".formatted(name);
    String end = "<!-- end %s -->".formatted(name);
    Matcher section =
        Pattern.compile(Pattern.quote(begin) + "(.*?)" + Pattern.quote(end), Pattern.DOTALL)
            .matcher(Files.readString(file));
    if (!section.find()) {
      throw new AssertionError("%s has no section %s".formatted(file, name));
    }
    if (WRITE) {
      Files.writeString(
          file, section.replaceFirst(Matcher.quoteReplacement(begin + "\n" + text + "\n" + end)));
    } else if (!section.group(1).strip().equals(text.strip())) {
      throw new AssertionError(
          "section %s of %s is not what the code says; -Dheddle.reference=write mends it. It should be:%n%s"
              .formatted(name, file, text));
    }
  }
}
