package io.heddle.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.local.stack.ProjectRoot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The start script in a checkout that was built, under a name of its own, in odd environments. */
class StartScriptIT {
  private static final String CHECKOUT =
      """
      set -eu
      root="$FOLDER"/$'a pr\\xc3\\xb6ject'
      mkdir -p "$root"/deploy/local/target "$root"/shared-model "$root"/.heddle
      cp "$SCRIPT" "$root"/heddle
      printf %s "$STACK_CLASS_PATH" > "$root"/deploy/local/target/classpath.txt
      touch "$root"/.heddle/built
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1",
        "JAVA_TOOL_OPTIONS=-Duser.language=tr -Duser.country=TR",
        "_JAVA_OPTIONS=-Xms16m",
        "JDK_JAVA_OPTIONS=-Dsome=\"version 7\"",
        "LC_ALL=C",
        "LC_ALL=POSIX",
        "LC_ALL=tr_TR.UTF-8",
        "LANG=ar_EG.UTF-8",
        "CDPATH=/tmp:.",
        "GREP_OPTIONS=--color=always",
        "JAVA_HOME=/there/is no such JDK",
        "JAVA_HOME="
      })
  void runsWhateverTheEnvironmentHolds(String variable) throws Exception {
    int end = variable.indexOf('=');

    assertThat(
            run(
                Map.of(variable.substring(0, end), variable.substring(end + 1)),
                "cd \"$root\" && bash deploy/../heddle status"))
        .isEqualTo("Nothing runs.\n");
  }

  @Test
  void runsThroughALink() throws Exception {
    assertThat(run(Map.of(), "ln -s \"$root\"/heddle \"$FOLDER\"/h && \"$FOLDER\"/h status"))
        .isEqualTo("Nothing runs.\n");
  }

  @Test
  void findsTheJdkOfAVersionManager() throws Exception {
    assertThat(
            run(
                Map.of("JAVA_HOME", ""),
                """
                mkdir "$FOLDER"/shims
                for tool in java javac; do
                  printf '#!/bin/sh\\nexec "%s/bin/%s" "$@"\\n' "$JDK" $tool > "$FOLDER"/shims/$tool
                  chmod +x "$FOLDER"/shims/$tool
                done
                PATH="$FOLDER"/shims:$PATH "$root"/heddle status
                """))
        .isEqualTo("Nothing runs.\n");
  }

  @Test
  void takesARelativeHomeFromWhereItIsCalled() throws Exception {
    assertThat(
            run(
                Map.of("HEDDLE_HOME", "my home"),
                """
                mkdir -p "$FOLDER"/caller/'my home'
                touch "$FOLDER"/caller/'my home'/built
                cd "$FOLDER"/caller
                "$root"/heddle status
                ls 'my home'
                """))
        .isEqualTo("Nothing runs.\nbuilt\nstack\n");
  }

  /** Runs commands after the checkout was made at {@code $root}, and gives what they print. */
  private String run(Map<String, String> variables, String commands) throws Exception {
    var builder =
        new ProcessBuilder("bash", "-c", CHECKOUT + commands)
            .redirectError(folder.resolve("errors").toFile());
    Map<String, String> environment = new TreeMap<>();
    environment.put("PATH", System.getenv("PATH"));
    environment.put("HOME", folder.toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("JDK", System.getProperty("java.home"));
    environment.put("FOLDER", folder.toString());
    environment.put("SCRIPT", ProjectRoot.find().resolve("heddle").toString());
    environment.put("STACK_CLASS_PATH", System.getProperty("java.class.path"));
    environment.putAll(variables);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("errors"))).isZero();
    return output;
  }
}
