package io.heddle.ingress.preprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.ingress.read.CheckedRows;
import io.heddle.ingress.read.RowReader;
import io.heddle.odf.Transform;
import io.heddle.odf.Transform.SqlQueryStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.schema.TimeUnit;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlPreprocessTest {
  private static final long MIB = 1024 * 1024;

  private final BufferAllocator allocator = new RootAllocator(64 * MIB);
  private final SqlPreprocess preprocess = new SqlPreprocess(settings(Duration.ofMinutes(1)));

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

  @Test
  void givesMembersAndItemsBackAsTheyWere() {
    DataType struct =
        new DataType.Struct(
            List.of(
                new DataField("id", new DataType.Int64()),
                new DataField("at", timestamp(TimeUnit.Second)),
                new DataField("note", new DataType.Option(new DataType.Text()))));
    List<DataField> fields =
        List.of(
            new DataField("n", new DataType.Int64()),
            new DataField("s", struct),
            new DataField("o", new DataType.Option(struct)),
            new DataField("l", new DataType.List(timestamp(TimeUnit.Millisecond), null)));
    List<List<@Nullable Object>> rows =
        List.of(
            Arrays.asList(1L, Arrays.asList(7L, 60L, null), null, List.of(5L, 6L)),
            Arrays.asList(2L, List.of(8L, 61L, "x"), List.of(9L, 62L, "y"), List.of()));

    for (String query :
        List.of("select *, n + 1 as m from input", "select * from input order by n")) {
      Result result = run(fields, rows, sql(query));

      assertThat(result.fields.subList(0, 4)).isEqualTo(fields);
      assertThat(result.rows.getFirst().get(1).toString()).isEqualTo("{\"id\":7,\"at\":60}");
      assertThat(result.rows.getFirst().get(2)).isNull();
      assertThat(result.rows.getFirst().get(3)).isEqualTo(List.of(5L, 6L));
      assertThat(result.rows.get(1).get(2).toString())
          .isEqualTo("{\"id\":9,\"at\":62,\"note\":\"y\"}");
      assertThat(result.rows.get(1).get(3)).isEqualTo(List.of());
    }
  }

  @Test
  void tellsColumnsApartByLetterCaseInWhatItRunsToTheEnd() {
    Result result =
        run(numbers(), numberRows(2), sql("select n as a, n + 1 as \"A\" from input order by 1"));

    assertThat(result.fields).extracting(DataField::name).containsExactly("a", "A");
    assertThat(result.rows).containsExactly(List.of(1L, 2L), List.of(2L, 3L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 'infinity'::timestamptz as v from input",
        "select '-infinity'::timestamp as v from input",
        "select 'infinity'::timestamp_s as v from input",
        "select '-infinity'::date as v from input",
        "select ['infinity'::date] as v from input",
        "select {'a': 1, 'b': ['infinity'::timestamptz]} as v from input"
      })
  void refusesTimesWithoutEnd(String query) {
    assertThatThrownBy(() -> run(numbers(), numberRows(2), sql(query)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.ExecutionError))
        .hasMessageContaining("column \"v\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select '10:00:00+02'::timetz as v from input",
        "select '101'::bit as v from input",
        "select ['101'::bit] as v from input",
        "select {'bit': 1, 'a \"b': '1'::bit} as v from input",
        "select 1::uhugeint as v from input",
        "select 1::bignum as v from input",
        "select interval 1 day as v from input",
        "select 'a'::enum('a') as v from input",
        "select map{1: 2} as v from input",
        "select 1::variant as v from input"
      })
  void refusesValuesThatCannotBeKept(String query) {
    assertRefused(query).hasMessageContaining("column \"v\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 170141183460469231731687303715884105727::hugeint as v from input",
        "select [-100000000000000000000000000000000000000::hugeint] as v from input"
      })
  void makesIntegersThatTheLookAtAllRowsRefuses(String query) {
    assertThatThrownBy(
            () -> {
              try (FixedRows input = new FixedRows(allocator, numbers(), numberRows(1), 1000);
                  RowReader result = preprocess.open(input, sql(query), allocator, folder)) {
                drain(new CheckedRows(result, "event_time"));
              }
            })
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("column \"v")
        .hasMessageContaining("38 digits");
  }

  @Test
  void keepsTheLargestValuesThatThereAre() {
    Result result =
        run(
            numbers(),
            numberRows(1),
            sql(
                "select 99999999999999999999999999999999999999::hugeint as h, {'bit': 1} as s,"
                    + " '9999-12-31'::date as d, uuid() as u, '{}'::json as j from input"));

    assertThat(result.rows.getFirst().getFirst())
        .isEqualTo(new BigDecimal("99999999999999999999999999999999999999"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select name, value as n from duckdb_settings()",
        "select table_name from information_schema.tables",
        "select * from pragma_version()",
        "select current_setting('temp_directory') as n",
        "select getenv('HOME') as n",
        "select version() as n",
        "select main.current_setting('threads') as n",
        "select n, (select count(*) from duckdb_tables) as c from input",
        "select * from sqlite_master",
        "select * from pg_catalog.pg_class",
        "select * from temp.main.input",
        "select * from heddle_stream",
        "select * from 'x.csv'",
        "from read_csv('/etc/hostname')",
        "from read_text('/etc/hostname')",
        "from glob('/*')",
        "from query('select 1')",
        "from query_table('duckdb_settings')",
        "from json_execute_serialized_sql(json_serialize_sql('select 1'))",
        "from (describe input)",
        "from (show all tables)",
        "summarize input",
        "select pg_get_viewdef(1) as n",
        "select * from input join duckdb_views on true",
        "select * from input union all select 1 from duckdb_tables",
        "with duckdb_tables as (select * from duckdb_tables) select * from duckdb_tables",
        "with a as (select * from sqlite_master), sqlite_master as (select 1) select * from a",
        "select * from (with sqlite_master as (select 1) from sqlite_master), sqlite_master",
        "select list_transform([1], lambda x: current_setting('threads')) as n",
        "from input where exists (from duckdb_settings())",
        "pivot duckdb_settings() on name in ('threads') using first(value)"
      })
  void seesNothingBesideItsInput(String query) {
    assertRefused(query).hasMessageNotContaining("Catalog Error");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with a as (select n from input), b as (from a) select count(*) as n from b",
        "with a as materialized (select n from input) from a",
        "with recursive t as (select 1 as n union all select n + 1 from t where n < 3) from t",
        "select x as n from range(3) t(x)",
        "select unnest([1, 2]) as n from input",
        "select n from input, unnest([1]) u(x)",
        "select pg_typeof(n) as t, current_date as user from input",
        "select Input.n from INPUT where n in (select n from input)",
        "values (1)",
        "select n from input intersect select 1",
        "pivot input on n in (1, 2) using count(*)",
        "unpivot (select 1 as a, 2 as b) on a, b",
        "select value->>'a' as n from json_each('[{\"a\": 1}]')",
        "select row_number() over (order by n) as r, sum(n) filter (n > 1) over () as s from input",
        "select 1 as n -- the end"
      })
  void computesWhateverItLikes(String query) {
    assertThat(run(numbers(), numberRows(2), sql(query)).rows).isNotEmpty();
  }

  @Test
  void saysWhatAStepIs() {
    assertRefused("copy (select 1) to '/tmp/x'").hasMessageContaining("exactly one SELECT");
    assertRefused("attach '/tmp/x'").hasMessageContaining("exactly one SELECT");
    assertRefused("select 1; select 2").hasMessageContaining("exactly one SELECT, not 2");
    assertRefused("").hasMessageContaining("exactly one SELECT, not 0");
    assertRefused("selct 1")
        .hasMessageContaining("syntax error")
        .hasMessageContaining("\"selct 1\"");
    assertRefused("select nope from input")
        .hasMessageContaining("\"nope\" not found")
        .hasMessageNotContaining("EXPLAIN")
        .hasMessageNotContaining("pending query");
    assertRefused("select nope(n) from input").hasMessageContaining("nope");
  }

  @Test
  void refusesOtherEnginesAndTablesInTime() {
    for (Transform.Sql sql :
        List.of(
            new Transform.Sql("spark", null, "from input", null, null),
            new Transform.Sql(
                "duckdb",
                null,
                "from input",
                null,
                List.of(new Transform.TemporalTable("input", List.of("n")))))) {
      assertThatThrownBy(() -> SqlPreprocess.requireSupported(sql))
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.Unsupported));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*) as a from range(1000000000000) t(x), range(1000) u(y)",
        "select x from range(1000000000000) t(x) where x % 100000000000 = 7",
        "with recursive t as (select 1 as n union all select n + 1 from t) select max(n) as n from"
            + " t",
        "select a.n from input a, input b, range(100000000000) t(x) where x + a.n < 0"
      })
  void stopsAQueryWhoseTimeIsOver(String query) {
    SqlPreprocess hasty = new SqlPreprocess(settings(Duration.ofMillis(500)));

    long start = System.nanoTime();
    assertThatThrownBy(() -> run(hasty, numbers(), numberRows(10), sql(query)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.LimitExceeded))
        .hasMessageContaining("heddle.rows.sql-time-limit");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select count(*) as a from range(1000000000000) t(x), range(1000) u(y)",
        "select n + 1 as n from input",
        "select count(*) as n from input"
      })
  void stopsWhenItsThreadIsInterrupted(String query) throws Exception {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread worker =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (EndlessRows input = new EndlessRows(allocator);
                      RowReader result = preprocess.open(input, sql(query), allocator, folder)) {
                    while (result.loadNextBatch()) {
                      // Goes on.
                    }
                  } catch (RuntimeException e) {
                    failure.set(e);
                  }
                });
    worker.join(Duration.ofSeconds(1));
    assertThat(worker.isAlive()).isTrue();

    worker.interrupt();

    assertThat(worker.join(Duration.ofSeconds(5))).isTrue();
    assertThat(failure.get()).hasMessageContaining("the task was stopped in its query");
  }

  @Test
  void doesNotCountTheTimeItsInputTakes() {
    RowReader slow = new SlowRows(new FixedRows(allocator, numbers(), numberRows(5), 1));

    try (slow;
        RowReader result =
            new SqlPreprocess(settings(Duration.ofSeconds(1)))
                .open(slow, sql("select count(*) as n from input"), allocator, folder)) {
      assertThat(drain(result).rows).containsExactly(List.of(5L));
    }
  }

  @Test
  void namesTheSettingOfAMemoryThatIsTooSmall() {
    assertThatThrownBy(
            () ->
                run(
                    new SqlPreprocess(
                        new SqlSettings(16 * MIB, MIB, 1, Duration.ofMinutes(1), 1000)),
                    numbers(),
                    numberRows(1),
                    sql("select x, x::varchar || repeat('x', 100) as y from range(1000000) t(x)")))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.LimitExceeded))
        .hasMessageContaining("heddle.rows.sql-memory");
  }

  private AbstractThrowableAssert<?, ?> assertRefused(String query) {
    return assertThatThrownBy(() -> run(numbers(), numberRows(2), sql(query)))
        .as(query)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.EngineError));
  }

  private static SqlSettings settings(Duration timeLimit) {
    return new SqlSettings(64 * MIB, 512 * MIB, 2, timeLimit, 1000);
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
    return run(preprocess, fields, rows, sql);
  }

  private Result run(
      SqlPreprocess engine,
      List<DataField> fields,
      List<List<@Nullable Object>> rows,
      Transform.Sql sql) {
    try (FixedRows input = new FixedRows(allocator, fields, rows, 1000);
        RowReader result = engine.open(input, sql, allocator, folder)) {
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

  /** The same rows again and again. */
  private static final class EndlessRows implements RowReader {
    private static final int ROWS = 1000;

    private final DataSchema schema = new DataSchema(numbers());
    private final VectorSchemaRoot root;
    private long rows;

    EndlessRows(BufferAllocator allocator) {
      root = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator);
    }

    @Override
    public DataSchema schema() {
      return schema;
    }

    @Override
    public VectorSchemaRoot root() {
      return root;
    }

    @Override
    public boolean loadNextBatch() {
      root.clear();
      root.allocateNew();
      for (int row = 0; row < ROWS; row++) {
        ((BigIntVector) root.getVector(0)).setSafe(row, row);
      }
      root.setRowCount(ROWS);
      rows += ROWS;
      return true;
    }

    @Override
    public long rows() {
      return rows;
    }

    @Override
    public void close() {
      root.close();
    }
  }

  /** Takes its time for each batch. */
  private record SlowRows(FixedRows input) implements RowReader {
    @Override
    public DataSchema schema() {
      return input.schema();
    }

    @Override
    public VectorSchemaRoot root() {
      return input.root();
    }

    @Override
    public boolean loadNextBatch() {
      LockSupport.parkNanos(Duration.ofMillis(400).toNanos());
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

  /** Fails after its first batch. */
  private record FailingRows(FixedRows input, IngestException failure, int[] calls)
      implements RowReader {
    FailingRows(FixedRows rows, IngestException failure) {
      this(rows, failure, new int[1]);
    }

    @Override
    public DataSchema schema() {
      return input.schema();
    }

    @Override
    public VectorSchemaRoot root() {
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
