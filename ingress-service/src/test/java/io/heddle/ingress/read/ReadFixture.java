package io.heddle.ingress.read;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.odf.ReadStep;
import io.heddle.problem.IngestException;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;

/** Reads texts as files; an allocator that is not empty in the end fails the test. */
final class ReadFixture {
  static final int MAX_VALUE_CHARS = 200_000;

  private final Path folder;

  ReadFixture(Path folder) {
    this.folder = folder;
  }

  static DataSchema schema(DataField... fields) {
    return new DataSchema(Arrays.asList(fields));
  }

  static DataField field(String name, DataType type) {
    return new DataField(name, type);
  }

  static DataField optional(String name, DataType type) {
    return new DataField(name, new DataType.Option(type));
  }

  static ReadStep.Csv csv(DataSchema schema) {
    return new ReadStep.Csv(null, null, null, null, null, true, null, null, null, null, schema);
  }

  static ReadStep.NdJson ndJson(DataSchema schema) {
    return new ReadStep.NdJson(null, null, null, null, schema);
  }

  static ReadStep.Json json(DataSchema schema) {
    return new ReadStep.Json(null, null, null, null, null, schema);
  }

  /** All values, row by row, in the spelling of JSON. */
  List<List<String>> rows(ReadStep step, byte[] input) throws IOException {
    Path file = Files.write(folder.resolve("input"), input);
    List<List<String>> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        RowReader reader =
            Readers.standard()
                .open(
                    new ReadInput(file, "input"),
                    step,
                    new ReadContext(allocator, 7, 1 << 20, MAX_VALUE_CHARS))) {
      while (reader.loadNextBatch()) {
        for (int row = 0; row < reader.root().getRowCount(); row++) {
          List<String> values = new ArrayList<>();
          for (FieldVector vector : reader.root().getFieldVectors()) {
            JsonNode value = ArrowValues.toJson(vector, row);
            values.add(value.isTextual() ? value.textValue() : value.toString());
          }
          rows.add(values);
        }
      }
    }
    return rows;
  }

  List<List<String>> rows(ReadStep step, String input) throws IOException {
    return rows(step, input.getBytes(StandardCharsets.UTF_8));
  }

  IngestException failure(ReadStep step, byte[] input) {
    return catchThrowableOfType(IngestException.class, () -> rows(step, input));
  }

  IngestException failure(ReadStep step, String input) {
    return failure(step, input.getBytes(StandardCharsets.UTF_8));
  }
}
