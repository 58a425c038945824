package io.heddle.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.local.bench.LedgerRows.Merge;
import io.heddle.local.rest.HeddleRest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The rows of a dataset as DuckDB reads them from its data files. */
final class StoredRows implements AutoCloseable {
  private static final String COLUMNS =
      "event_time, account, seq, kind, currency, amount, memo, reference";

  private final Path folder;
  private final Connection connection;
  private final int blocks;
  private final int slices;

  /** Fetches the data files that the chain names. */
  StoredRows(HeddleRest rest, String dataset, Path folder) throws IOException, SQLException {
    this.folder = Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    int found = 0;
    for (JsonNode item : rest.blocks(dataset)) {
      JsonNode event = item.path("block").path("event");
      if (event.path("kind").asText().equals("AddData")) {
        found++;
      }
      String hash = event.path("newData").path("physicalHash").asText();
      if (!hash.isEmpty()) {
        Path file = folder.resolve(hash + ".parquet");
        Files.write(file, rest.bytes("/datasets/v1alpha1/dataset/" + dataset + "/data/" + hash));
        files.add(file);
      }
    }
    blocks = found;
    slices = files.size();
    Collections.reverse(files);
    String list = files.stream().map(file -> "'" + file + "'").collect(Collectors.joining(", "));
    connection = DriverManager.getConnection("jdbc:duckdb:");
    execute("set TimeZone = 'UTC'");
    execute("create view stored as select * from read_parquet([%s])".formatted(list));
    execute(
        """
        create view sliced as select list_position([%1$s], filename) as slice, cast(op as int) as op,
          "offset", %2$s from read_parquet([%1$s], filename = true)\
        """
            .formatted(list, COLUMNS));
  }

  /** How many AddData blocks the chain has. */
  int blocks() {
    return blocks;
  }

  /** How many of them brought rows. */
  int slices() {
    return slices;
  }

  /** Whether the offsets are 0, 1, 2 and so on. */
  boolean hasOffsetsWithoutGaps() throws SQLException {
    long rows = number("select count(*) from stored");
    return number("select count(distinct \"offset\") from stored") == rows
        && number("select coalesce(max(\"offset\"), -1) from stored") == rows - 1;
  }

  /** Says what the slices must hold: the rows that a strategy makes of one export after another. */
  void expect(List<Path> exports, Merge merge) throws SQLException {
    List<String> slices = new ArrayList<>();
    for (int slice = 1; slice <= exports.size(); slice++) {
      execute(
          """
          create table export_%d as select %s from read_csv('%s', header = true, columns = {
            'event_time': 'TIMESTAMPTZ', 'account': 'BIGINT', 'seq': 'BIGINT', 'kind': 'VARCHAR',
            'currency': 'VARCHAR', 'amount': 'DECIMAL(18,2)', 'memo': 'VARCHAR', 'reference': 'VARCHAR'})\
          """
              .formatted(slice, COLUMNS, exports.get(slice - 1)));
      slices.add(
          switch (merge) {
            case APPEND -> rows(slice, 0, "export_" + slice);
            case LEDGER -> added(slice);
            case SNAPSHOT -> slice == 1 ? rows(1, 0, "export_1") : differences(slice);
          });
    }
    execute("create table expected as " + String.join(" union all ", slices));
  }

  private static String rows(int slice, int op, String from) {
    return "select %d as slice, %d as op, %s from %s".formatted(slice, op, COLUMNS, from);
  }

  /** What no earlier export had. */
  private static String added(int slice) {
    StringBuilder from = new StringBuilder("export_" + slice);
    for (int earlier = 1; earlier < slice; earlier++) {
      from.append(" anti join export_").append(earlier).append(" using (account, seq)");
    }
    return rows(slice, 0, from.toString());
  }

  /** What an export changes after the one before it. */
  private static String differences(int slice) {
    String now = "export_" + slice;
    String before = "export_" + (slice - 1);
    String changed = "(from %s semi join %s using (account, seq) anti join %s using (%s))";
    return String.join(
        " union all ",
        rows(slice, 0, now + " anti join " + before + " using (account, seq)"),
        rows(slice, 1, before + " anti join " + now + " using (account, seq)"),
        rows(slice, 2, changed.formatted(before, now, now, COLUMNS)),
        rows(slice, 3, changed.formatted(now, before, before, COLUMNS)));
  }

  /** Expected rows that are not there, the first few of them. */
  List<List<String>> missing() throws SQLException {
    return texts(
        "select slice, op, %1$s from expected except all select slice, op, %1$s from sliced limit 5"
            .formatted(COLUMNS));
  }

  /** Rows that are not expected, or not so often, the first few of them. */
  List<List<String>> surplus() throws SQLException {
    return texts(
        "select slice, op, %1$s from sliced except all select slice, op, %1$s from expected limit 5"
            .formatted(COLUMNS));
  }

  /**
   * Rows that do not follow where they must, the first few of them: in each slice first what the
   * export brought, as it lies there, then what it lacked, by key; and each correction in one
   * piece.
   */
  List<List<String>> outOfOrder() throws SQLException {
    return texts(
        """
        with neighbours as (
          select *, lag(op) over w as op_before, lag(account) over w as account_before,
            lag(seq) over w as seq_before, lead(op) over w as op_after, lead(seq) over w as seq_after
          from sliced window w as (partition by slice order by "offset"))
        select slice, "offset", op from neighbours
        where (op = 2 and (op_after is distinct from 3 or seq_after <> seq))
          or (op = 3 and (op_before is distinct from 2 or seq_before <> seq))
          or (op in (0, 2) and (op_before = 1 or seq_before >= seq))
          or (op = 1 and op_before = 1 and (account_before, seq_before) >= (account, seq))
        limit 5\
        """);
  }

  /** One number that a query gives; {@code stored} is the table of the rows. */
  private long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** Rows as text, column by column; {@code stored} is the table of the rows. */
  List<List<String>> texts(String query) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(result.getString(column));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
