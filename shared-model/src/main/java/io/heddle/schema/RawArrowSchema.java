package io.heddle.schema;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an Arrow Schema table, as old chains have them. In a buffer, parts can be referred
 * to again and again; what a few bytes would unfold to is measured before anything is built.
 */
final class RawArrowSchema {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_PARTS = 100_000;
  private static final long MAX_TEXT_BYTES = 16 << 20;

  private int parts;
  private long textBytes;

  private RawArrowSchema() {}

  /**
   * @throws DamagedDataException when the bytes are no such table, or a monstrous one
   */
  static org.apache.arrow.vector.types.pojo.Schema read(byte[] bytes) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      Schema schema = Schema.getRootAsSchema(buffer);
      new RawArrowSchema().measure(schema);
      return org.apache.arrow.vector.types.pojo.Schema.convertSchema(schema);
    } catch (DamagedDataException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new DamagedDataException("the bytes are not an Arrow schema", e);
    }
  }

  private void measure(Schema schema) {
    for (int i = 0; i < schema.fieldsLength(); i++) {
      measure(schema.fields(i), 1);
    }
    for (int i = 0; i < schema.customMetadataLength(); i++) {
      measure(schema.customMetadata(i));
    }
  }

  private void measure(Field field, int depth) {
    if (depth > MAX_DEPTH) {
      throw tooLarge("more than %d levels of nesting".formatted(MAX_DEPTH));
    }
    ByteBuffer name = field.nameAsByteBuffer();
    if (name == null) {
      throw new DamagedDataException("the bytes are not an Arrow schema: a field has no name");
    }
    if (field.typeType() == Type.Union) {
      // Its type ids are allocated by a count that nothing has checked.
      throw new DamagedDataException("the bytes are not the Arrow schema of a dataset: a union");
    }
    count(name);
    for (int i = 0; i < field.childrenLength(); i++) {
      measure(field.children(i), depth + 1);
    }
    for (int i = 0; i < field.customMetadataLength(); i++) {
      measure(field.customMetadata(i));
    }
  }

  private void measure(KeyValue entry) {
    count(entry.keyAsByteBuffer());
    count(entry.valueAsByteBuffer());
  }

  private void count(@Nullable ByteBuffer text) {
    textBytes += text == null ? 0 : text.remaining();
    if (++parts > MAX_PARTS || textBytes > MAX_TEXT_BYTES) {
      throw tooLarge("it unfolds to too many parts");
    }
  }

  private static DamagedDataException tooLarge(String why) {
    return new DamagedDataException("the bytes are not an Arrow schema: " + why);
  }
}
