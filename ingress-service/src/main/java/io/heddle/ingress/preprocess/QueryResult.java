package io.heddle.ingress.preprocess;

import io.heddle.ingress.read.RowReader;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.sql.EngineColumn;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;

/** The rows of a running query, in the engine's order. */
final class QueryResult implements RowReader {
  /** What has to be stopped, in this order, when the result is no longer needed. */
  record Running(
      DuckDbSession session,
      PreparedStatement statement,
      DuckDBResultSet result,
      ExportedRows input) {}

  private final Running running;
  private final ArrowReader batches;
  private final DataSchema schema;
  private final List<Boolean> computed;
  private final VectorSchemaRoot root;
  private long rows;
  private boolean stopped;

  QueryResult(
      Running running,
      Object batches,
      List<EngineColumn> columns,
      List<ColumnOrigins.@Nullable Column> origins,
      BufferAllocator allocator) {
    this.running = running;
    this.batches = (ArrowReader) batches;
    VectorSchemaRoot created = null;
    try {
      this.schema = resultSchema(ArrowSchemas.fromArrow(source().getSchema()), columns, origins);
      this.computed = computed(schema, origins);
      created = VectorSchemaRoot.create(ArrowSchemas.toArrow(schema), allocator);
    } finally {
      if (created == null) {
        stop();
      }
    }
    this.root = created;
  }

  /** Origins that do not match the engine's own count of columns were misunderstood. */
  private static boolean isKnown(List<ColumnOrigins.@Nullable Column> origins, DataSchema schema) {
    return origins.size() == schema.fields().size();
  }

  /** Which columns the engine made; the others have the values that were read. */
  private static List<Boolean> computed(
      DataSchema schema, List<ColumnOrigins.@Nullable Column> origins) {
    boolean known = isKnown(origins, schema);
    return IntStream.range(0, schema.fields().size())
        .mapToObj(i -> !known || origins.get(i) == null || origins.get(i).type() == null)
        .toList();
  }

  private static DataSchema resultSchema(
      DataSchema found, List<EngineColumn> columns, List<ColumnOrigins.@Nullable Column> origins) {
    boolean known = isKnown(origins, found);
    List<DataField> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < found.fields().size(); i++) {
      // A table of the engine would rename columns that differ by letter case.
      DataField field = new DataField(columns.get(i).name(), found.fields().get(i).type());
      if (!names.add(field.name())) {
        throw new IngestException(
            FailureKind.EngineError,
            "preprocess: two columns of the result are called \"%s\"".formatted(field.name()),
            Map.of("column", field.name()));
      }
      fields.add(known ? withOrigin(field, origins.get(i)) : field);
    }
    return new DataSchema(fields);
  }

  private static DataField withOrigin(DataField field, ColumnOrigins.@Nullable Column origin) {
    DataType engineType = inner(field.type());
    if (origin == null) {
      return field;
    }
    DataType type =
        origin.type() != null && TakenOver.holds(inner(origin.type()), engineType)
            ? inner(origin.type())
            : engineType;
    return new DataField(field.name(), origin.required() ? type : new DataType.Option(type));
  }

  private static DataType inner(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
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
    if (stopped) {
      return false;
    }
    root.clear();
    running.session().requireRunning();
    try {
      if (!batches.loadNextBatch()) {
        stop();
        running.input().drain();
        return false;
      }
    } catch (IOException e) {
      throw running.session().failed(e);
    }
    VectorSchemaRoot source = source();
    int count = source.getRowCount();
    for (int i = 0; i < schema.fields().size(); i++) {
      if (computed.get(i)) {
        InfiniteTimes.refuse(schema.fields().get(i).name(), source.getVector(i), count);
      }
      TakenOver.move(source.getVector(i), root.getVector(i), count);
    }
    root.setRowCount(count);
    rows += count;
    return count > 0 || loadNextBatch();
  }

  private VectorSchemaRoot source() {
    try {
      return batches.getVectorSchemaRoot();
    } catch (IOException e) {
      throw running.session().failed(e);
    }
  }

  @Override
  public long rows() {
    return rows;
  }

  private void stop() {
    if (stopped) {
      return;
    }
    stopped = true;
    try {
      batches.close();
      running.result().close();
      running.statement().close();
    } catch (IOException | SQLException e) {
      throw new IngestException(
          FailureKind.Internal, "the SQL engine does not stop: " + e.getMessage(), e);
    } finally {
      running.session().close();
    }
  }

  @Override
  public void close() {
    root.close();
    stop();
  }
}
