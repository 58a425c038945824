package io.heddle.sql;

import java.util.List;
import java.util.Locale;

/** The engines that a query may name (sources, "Preprocess"); all mean the embedded DuckDB. */
public final class SqlEngines {
  public static final String DUCKDB = "duckdb";
  public static final String DATAFUSION = "datafusion";

  /** All of them, in the order in which messages list them. */
  public static final List<String> NAMES = List.of(DATAFUSION, DUCKDB);

  private SqlEngines() {}

  /**
   * @param name in any case
   */
  public static boolean isSupported(String name) {
    return NAMES.contains(name.toLowerCase(Locale.ROOT));
  }
}
