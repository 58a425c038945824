package io.heddle.merge.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.merge.row.ByteSink;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenKeysTest {
  @TempDir Path folder;

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private static ByteSink row(int number) {
    ByteSink row = new ByteSink();
    row.put(key(number));
    return row;
  }

  @Test
  void knowsItsKeysInTheHeapAndBeyond() throws IOException {
    SeenKeys seen = new SeenKeys(folder);
    int count = 300_000;
    for (int i = 0; i < count; i++) {
      assertThat(seen.add(key(i), row(i), true)).isEqualTo(SeenKeys.Sighting.NEW);
    }

    assertThat(seen.size()).isEqualTo(count);
    for (int i = 0; i < count; i += 1_000) {
      assertThat(seen.add(key(i), row(i), true)).isEqualTo(SeenKeys.Sighting.REPEATED);
      assertThat(seen.add(key(i), row(i + 1), true)).isEqualTo(SeenKeys.Sighting.CONFLICTING);
      assertThat(seen.contains(key(i))).isTrue();
      assertThat(seen.contains(key(count + i))).isFalse();
    }
    // Its file has no name any more.
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }

    SeenKeys again = new SeenKeys(folder);
    again.load(seen.takeUnsaved());
    assertThat(again.size()).isEqualTo(count);
    assertThat(again.add(key(7), row(7), true)).isEqualTo(SeenKeys.Sighting.REPEATED);
  }

  @Test
  void aDiskWithoutRoomRefusesTheIngestion() throws IOException {
    Path noFolder = Files.createFile(folder.resolve("a file"));
    SeenKeys seen = new SeenKeys(noFolder);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 300_000; i++) {
                seen.add(key(i), row(i), true);
              }
            })
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.LimitExceeded));
  }
}
