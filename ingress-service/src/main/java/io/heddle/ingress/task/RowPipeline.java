package io.heddle.ingress.task;

import io.heddle.ingress.preprocess.DatasetNames;
import io.heddle.ingress.preprocess.DefaultPreprocess;
import io.heddle.ingress.preprocess.ShapedRows;
import io.heddle.ingress.preprocess.SqlPreprocess;
import io.heddle.ingress.read.CheckedRows;
import io.heddle.ingress.read.RowReader;
import io.heddle.ingress.spool.Spool;
import io.heddle.ingress.spool.SpoolWriter;
import io.heddle.message.TaskEvent.Phase;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;

/**
 * Turns what was read into spooled rows: preprocess, the dataset's names, a look at the values,
 * batches on disk.
 */
final class RowPipeline {
  /**
   * @param notes what a user should know about the rows
   */
  record Spooled(Spool spool, List<String> notes) {}

  private final SqlPreprocess sql;
  private final SpoolWriter spools;

  RowPipeline(SqlPreprocess sql, SpoolWriter spools) {
    this.sql = sql;
    this.spools = spools;
  }

  /**
   * Reads everything that {@code reading} opens, and closes it.
   *
   * @param folder of the task, for the spool and what the engine needs
   */
  Spooled spool(
      Function<BufferAllocator, RowReader> reading,
      SourceDefinition source,
      Vocabulary dataset,
      BufferAllocator allocator,
      Path folder,
      TaskReport report) {
    Deque<RowReader> stages = new ArrayDeque<>();
    try {
      report.running(Phase.Read);
      RowReader read = reading.apply(allocator);
      stages.push(read);
      RowReader shaped = preprocess(read, source, dataset, allocator, folder, report);
      if (!shaped.equals(read)) {
        stages.push(shaped);
      }
      ShapedRows named = DatasetNames.of(source.vocabulary(), dataset).open(shaped, allocator);
      stages.push(named);
      boolean preprocessed = !shaped.equals(read);
      Spool spool =
          spools.write(
              new CheckedRows(named, dataset.eventTimeColumn()),
              folder.resolve("spool"),
              rows -> {
                report.counts(Phase.Read, null, null, read.rows());
                if (preprocessed) {
                  report.counts(Phase.Preprocess, null, read.rows(), rows);
                }
              });
      report.done(Phase.Read, null, null, read.rows());
      if (preprocessed) {
        report.done(Phase.Preprocess, spool.bytes(), read.rows(), spool.rows());
      }
      return new Spooled(spool, notes(named.cutToMilliseconds(), dataset));
    } catch (OutOfMemoryException e) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "the rows need more memory than a task may take (%d bytes)"
              .formatted(allocator.getLimit()),
          e);
    } finally {
      stages.forEach(RowReader::close);
    }
  }

  private RowReader preprocess(
      RowReader read,
      SourceDefinition source,
      Vocabulary dataset,
      BufferAllocator allocator,
      Path folder,
      TaskReport report) {
    if (source.preprocess() != null) {
      report.running(Phase.Preprocess);
      return sql.open(read, source.preprocess(), allocator, folder);
    }
    if (source.declaresColumns()) {
      report.skipped(Phase.Preprocess, "the source has no query");
      return read;
    }
    report.running(Phase.Preprocess);
    Vocabulary names = source.vocabulary() == null ? dataset : source.vocabulary();
    return DefaultPreprocess.ON.open(read, names, source.merge(), allocator);
  }

  private static List<String> notes(long cut, Vocabulary dataset) {
    return cut == 0
        ? List.of()
        : List.of(
            "%d values of %s had digits below the millisecond, which were cut off"
                .formatted(cut, dataset.eventTimeColumn()));
  }
}
