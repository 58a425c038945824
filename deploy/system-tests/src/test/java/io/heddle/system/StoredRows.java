package io.heddle.system;

import com.fasterxml.jackson.databind.JsonNode;
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
  private final Path folder;
  private final Connection connection;

  /** Fetches the data files that the chain names. */
  StoredRows(HeddleRest rest, String dataset, Path folder) throws IOException, SQLException {
    this.folder = Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (JsonNode item : rest.blocks(dataset)) {
      String hash = item.path("block").path("event").path("newData").path("physicalHash").asText();
      if (!hash.isEmpty()) {
        Path file = folder.resolve(hash + ".parquet");
        Files.write(file, rest.bytes("/datasets/v1alpha1/dataset/" + dataset + "/data/" + hash));
        files.add(file);
      }
    }
    Collections.reverse(files);
    String list = files.stream().map(file -> "'" + file + "'").collect(Collectors.joining(", "));
    connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("set TimeZone = 'UTC'");
      statement.execute("create view stored as select * from read_parquet([" + list + "])");
    }
  }

  /** One number that a query gives; {@code stored} is the table of the rows. */
  long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** Rows as text, column by column. */
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

  /** How many rows differ between the dataset and a ledger's file: missing, extra or repeated. */
  long differencesFrom(Path csv) throws SQLException {
    String columns = "event_time, account, seq, kind, currency, amount, memo, reference";
    String expected =
        """
        select %s from read_csv('%s', header = true, columns = {'event_time': 'TIMESTAMPTZ',
          'account': 'BIGINT', 'seq': 'BIGINT', 'kind': 'VARCHAR', 'currency': 'VARCHAR',
          'amount': 'DECIMAL(18,2)', 'memo': 'VARCHAR', 'reference': 'VARCHAR'})\
        """
            .formatted(columns, csv);
    String stored = "select " + columns + " from stored";
    return number(
        "select (select count(*) from (%1$s except all %2$s)) + (select count(*) from (%2$s except all %1$s))"
            .formatted(expected, stored));
  }

  Path folder() {
    return folder;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
