package io.heddle.ingress.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.preprocess.FixedRows;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowIpc;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolWriterTest {
  private static final List<DataField> FIELDS = List.of(new DataField("t", new DataType.Text()));

  private final BufferAllocator allocator = new RootAllocator();

  @TempDir Path folder;

  @AfterEach
  void everyByteIsGivenBack() {
    allocator.close();
  }

  @Test
  void cutsRowsOfDifferentSizesAndKeepsTheirOrder() {
    // A few rows are ten times as long as the others, so equal counts do not make equal sizes.
    List<String> texts =
        IntStream.range(0, 2000).mapToObj(i -> i + "x".repeat(i % 100 == 0 ? 500 : 5)).toList();

    Spool spool = write(texts, new SpoolSettings(4096, 4096, 1 << 20));

    List<String> read = new ArrayList<>();
    try (Spool.Batches batches = spool.open()) {
      Spool.Batch batch;
      while ((batch = batches.next()) != null) {
        assertThat(batch.arrow().length).isLessThanOrEqualTo(4096);
        try (ArrowIpc.Batches decoded = ArrowIpc.decode(batch.arrow(), allocator)) {
          assertThat(decoded.next()).isTrue();
          assertThat(decoded.root().getRowCount()).isEqualTo(batch.rows());
          for (int row = 0; row < batch.rows(); row++) {
            read.add(decoded.root().getVector(0).getObject(row).toString());
          }
        }
      }
    }
    assertThat(read).isEqualTo(texts);
    assertThat(spool.rows()).isEqualTo(2000);
    assertThat(spool.batches()).isGreaterThan(5);
  }

  @Test
  void aSingleRowMayBeLargerThanABatch() {
    Spool spool =
        write(List.of("a", "b".repeat(5000), "c"), new SpoolSettings(1024, 8192, 1 << 20));

    assertThat(spool.rows()).isEqualTo(3);
  }

  @Test
  void refusesARowThatNoMessageCanHoldAndNamesIt() {
    assertThatThrownBy(
            () ->
                write(List.of("a", "b".repeat(9000), "c"), new SpoolSettings(1024, 8192, 1 << 20)))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(FailureKind.LimitExceeded);
              assertThat(e.failure().details()).containsEntry("row", 2L);
            });
  }

  @Test
  void refusesToFillTheDisk() {
    assertThatThrownBy(
            () ->
                write(
                    IntStream.range(0, 5000).mapToObj(i -> "row" + i).toList(),
                    new SpoolSettings(1024, 8192, 20_000)))
        .hasMessageContaining("LimitExceeded");
  }

  @Test
  void leftoversOfAKilledProcessAreRemovedAndTheFolderIsTaken() throws Exception {
    Path leftover = folder.resolve("tasks/task-0/spool");
    Files.createDirectories(leftover.getParent());
    Files.writeString(leftover, "old");

    try (TaskFolders folders = TaskFolders.open(folder);
        TaskFolders.TaskFolder task = folders.create()) {
      assertThat(leftover).doesNotExist();
      assertThat(task.path()).isEmptyDirectory();
    }
    assertThat(folder.resolve("tasks")).isEmptyDirectory();
  }

  private Spool write(List<String> texts, SpoolSettings settings) {
    List<List<@Nullable Object>> rows =
        texts.stream().map(text -> Arrays.<@Nullable Object>asList(text)).toList();
    try (FixedRows reader = new FixedRows(allocator, FIELDS, rows, 1000)) {
      return new SpoolWriter(settings).write(reader, folder.resolve("spool"), progress -> {});
    }
  }
}
