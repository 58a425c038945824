package io.heddle.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.document.DocumentLimits;
import io.heddle.document.MalformedDocumentException;
import io.heddle.document.YamlDocuments;
import io.heddle.encoding.BlockCodec;
import io.heddle.encoding.EncodingException;
import io.heddle.hash.LogicalHasher;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.MultiformatException;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** What must be refused, each with an exception that was meant for it. */
class InvalidVectorsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final ArrowType INT32 = new ArrowType.Int(32, true);

  @TestFactory
  Stream<DynamicNode> invalid() {
    return ConformanceSuite.vectors("invalid").format("invalid", this::isRefused).tests();
  }

  private void isRefused(ConformanceCase given) {
    String input = given.text("input");
    Throwable refusal = catchThrowable(reading(given.text("type"), input));
    assertThat(refusal)
        .as("refused, since: %s", given.text("reason"))
        .isInstanceOfAny(
            EncodingException.class,
            MalformedDocumentException.class,
            MultiformatException.class,
            IngestException.class)
        .hasMessageMatching("(?s).+")
        .hasMessageContaining(RefusalWords.of(given.text("name")));
  }

  private static ThrowingCallable reading(String type, String input) {
    return switch (type) {
      case "multihash" -> () -> Multihash.parse(input);
      case "dataset-id" -> () -> DatasetId.parse(input);
      case "block-bytes" -> () -> BlockCodec.decode(HexFormat.of().parseHex(input));
      case "logical-hash-type" -> () -> hashOneRowOf(input);
      default -> {
        UnaryOperator<JsonNode> read = OdfTypeNames.roundTrip(type).orElse(null);
        if (read == null) {
          ConformanceSuite.notSupported("nothing is called " + type);
        }
        yield () -> read.apply(YamlDocuments.readOne(input, DocumentLimits.DEFAULT));
      }
    };
  }

  private static void hashOneRowOf(String type) throws IOException {
    Schema schema = new Schema(List.of(field(JSON.readTree(type).path("type").asText())));
    LogicalHasher hasher = LogicalHasher.ofBatches(schema);
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator)) {
      batch.allocateNew();
      batch.setRowCount(1);
      hasher.update(batch);
      hasher.hash();
    }
  }

  private static Field field(String type) {
    return switch (type) {
      case "null" -> nullable(ArrowType.Null.INSTANCE);
      case "duration" -> nullable(new ArrowType.Duration(TimeUnit.MILLISECOND));
      case "interval" ->
          nullable(new ArrowType.Interval(org.apache.arrow.vector.types.IntervalUnit.YEAR_MONTH));
      case "map" ->
          nullable(
              new ArrowType.Map(false),
              new Field(
                  "entries",
                  FieldType.notNullable(ArrowType.Struct.INSTANCE),
                  List.of(
                      new Field("key", FieldType.notNullable(ArrowType.Utf8.INSTANCE), null),
                      new Field("value", FieldType.nullable(INT32), null))));
      case "dictionary" ->
          new Field("c", new FieldType(true, INT32, new DictionaryEncoding(1, false, null)), null);
      case "union" ->
          nullable(
              new ArrowType.Union(UnionMode.Dense, new int[] {0}),
              new Field("i", FieldType.nullable(INT32), null));
      case "listview" ->
          nullable(ArrowType.ListView.INSTANCE, new Field("item", FieldType.nullable(INT32), null));
      default -> {
        ConformanceSuite.notSupported("no Arrow type is called " + type);
        throw new IllegalStateException();
      }
    };
  }

  private static Field nullable(ArrowType type, Field... children) {
    return new Field("c", FieldType.nullable(type), List.of(children));
  }
}
