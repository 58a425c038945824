package io.heddle.ingress.preprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.read.RowReader;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import io.heddle.source.Transform;
import io.heddle.source.Transform.SqlQueryStep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlPreprocessTest {
  private static final long MIB = 1024 * 1024;

  private final BufferAllocator allocator = new RootAllocator(64 * MIB);
  private final SqlPreprocess preprocess =
      new SqlPreprocess(new SqlSettings(64 * MIB, 512 * MIB, 2, 1000));

  @TempDir Path folder;

  @AfterEach
  void everyByteIsGivenBack() {
    allocator.close();
  }

  @Test
  void keepsTheExactTypeOfAColumnThatIsTakenOver() {
    List<DataField> fields =
        List.of(
            new DataField("day", timestamp(TimeUnit.Second)),
            new DataField("usd", new DataType.Option(new DataType.Float64())));

    Result result =
        run(
            fields,
            List.of(List.of(2145916800L, 1.5)),
            sql(
                "select day as event_time, usd, usd * 2 as twice, day + interval 1 day d from"
                    + " input"));

    assertThat(result.fields)
        .containsExactly(
            new DataField("event_time", timestamp(TimeUnit.Second)),
            new DataField("usd", new DataType.Option(new DataType.Float64())),
            new DataField("twice", new DataType.Option(new DataType.Float64())),
            new DataField("d", new DataType.Option(timestamp(TimeUnit.Microsecond))));
    assertThat(result.rows).containsExactly(List.of(2145916800L, 1.5, 3.0, 2146003200_000000L));
  }

  @Test
  void laterStepsSeeTheInputAndEarlierSteps() {
    Transform.Sql sql =
        new Transform.Sql(
            "DataFusion",
            null,
            null,
            List.of(
                new SqlQueryStep("big", "select n from input where n > 1"),
                new SqlQueryStep(null, "select i.n from input i join big on big.n = i.n")),
            null);

    assertThat(run(numbers(), numberRows(3), sql).rows).containsExactly(List.of(2L), List.of(3L));
  }

  @Test
  void keepsTheOrderOfManyRowsThroughAPlainProjection() {
    List<List<@Nullable Object>> rows = numberRows(50_000);

    Result result = run(numbers(), rows, sql("select n, n * 2 as d from input"));

    assertThat(result.rows).hasSize(50_000);
    assertThat(result.rows.stream().map(List::getFirst))
        .containsExactlyElementsOf(rows.stream().map(List::getFirst).toList());
  }

  @Test
  void readsTheWholeInputEvenIfTheQueryNeedsLess() {
    FixedRows input = new FixedRows(allocator, numbers(), numberRows(100_000), 1000);

    try (input;
        RowReader result = preprocess.open(input, sql("from input limit 2"), allocator, folder)) {
      assertThat(drain(result).rows).hasSize(2);
      assertThat(input.rows()).isEqualTo(100_000);
    }
  }

  @Test
  void theReadersOwnFailureComesThrough() {
    RowReader broken =
        new FailingRows(
            new FixedRows(allocator, numbers(), numberRows(5000), 1000),
            new IngestException(FailureKind.ReadError, "line 17"));

    try (broken) {
      assertThatThrownBy(
              () -> {
                try (RowReader result =
                    preprocess.open(
                        broken, sql("select n + 1 as n from input"), allocator, folder)) {
                  drain(result);
                }
              })
          .isInstanceOf(IngestException.class)
          .hasMessageContaining("ReadError: line 17");
    }
  }

  @Test
  void refusesWhatIsNotOneQuery() {
    for (String query :
        List.of(
            "select nope from input",
            "selec 1",
            "select 1; select 2",
            "create table x (a int)",
            "select * from read_csv('/etc/hostname')",
            "select n, n from input",
            "select cast('x' || n as int) as n from input")) {
      assertThatThrownBy(() -> run(numbers(), numberRows(2), sql(query)))
          .as(query)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.EngineError));
    }
  }

  @Test
  void refusesDigitsThatTheEngineWouldCutOff() {
    List<DataField> fields = List.of(new DataField("at", timestamp(TimeUnit.Nanosecond)));

    assertThat(run(fields, List.of(List.of(1_000L)), sql("from input")).rows)
        .containsExactly(List.of(1_000L));
    assertThatThrownBy(() -> run(fields, List.of(List.of(1_001L)), sql("from input")))
        .hasMessageContaining("column \"at\"");
  }

  @Test
  void aReplacedOrCastOrGroupedColumnIsNotTakenOver() {
    List<DataField> fields =
        List.of(
            new DataField("n", new DataType.Int64()),
            new DataField("moment", timestamp(TimeUnit.Second)));
    List<List<@Nullable Object>> rows = List.of(List.of(1L, 60L));

    assertThat(run(fields, rows, sql("select * replace (n + 1 as n) from input")).fields)
        .containsExactly(
            new DataField("n", new DataType.Option(new DataType.Int64())), fields.get(1));
    assertThat(
            run(fields, rows, sql("select cast(n as int) n, try_cast(moment as date) d from input"))
                .fields)
        .containsExactly(
            new DataField("n", new DataType.Int32()),
            new DataField("d", new DataType.Option(new DataType.Date())));
    assertThat(run(fields, rows, sql("select n from input group by rollup(n)")).fields)
        .containsExactly(new DataField("n", new DataType.Option(new DataType.Int64())));
    assertThat(
            run(fields, rows, sql("with t as (select n as m from input) select m from t")).fields)
        .containsExactly(new DataField("m", new DataType.Int64()));
  }

  private static List<DataField> numbers() {
    return List.of(new DataField("n", new DataType.Int64()));
  }

  private static List<List<@Nullable Object>> numberRows(int count) {
    return LongStream.rangeClosed(1, count)
        .mapToObj(n -> Arrays.<@Nullable Object>asList(n))
        .toList();
  }

  private static DataType timestamp(TimeUnit unit) {
    return new DataType.Timestamp(unit, "UTC");
  }

  private static Transform.Sql sql(String query) {
    return new Transform.Sql("duckdb", null, query, null, null);
  }

  private Result run(List<DataField> fields, List<List<@Nullable Object>> rows, Transform.Sql sql) {
    try (FixedRows input = new FixedRows(allocator, fields, rows, 1000);
        RowReader result = preprocess.open(input, sql, allocator, folder)) {
      return drain(result);
    }
  }

  private static Result drain(RowReader reader) {
    List<List<Object>> rows = new ArrayList<>();
    while (reader.loadNextBatch()) {
      for (int row = 0; row < reader.root().getRowCount(); row++) {
        List<Object> values = new ArrayList<>();
        for (FieldVector vector : reader.root().getFieldVectors()) {
          values.add(vector.getObject(row));
        }
        rows.add(values);
      }
    }
    return new Result(reader.schema().fields(), rows);
  }

  private record Result(List<DataField> fields, List<List<Object>> rows) {}

  /** Fails after its first batch. */
  private record FailingRows(FixedRows input, IngestException failure, int[] calls)
      implements RowReader {
    FailingRows(FixedRows rows, IngestException failure) {
      this(rows, failure, new int[1]);
    }

    @Override
    public io.heddle.schema.DataSchema schema() {
      return input.schema();
    }

    @Override
    public org.apache.arrow.vector.VectorSchemaRoot root() {
      return input.root();
    }

    @Override
    public boolean loadNextBatch() {
      if (calls[0]++ > 0) {
        throw failure;
      }
      return input.loadNextBatch();
    }

    @Override
    public long rows() {
      return input.rows();
    }

    @Override
    public void close() {
      input.close();
    }
  }
}
