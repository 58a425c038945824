package io.heddle.slice;

import io.heddle.encoding.OdfTypes;
import io.heddle.schema.DataSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** The schemas that a data file carries besides Parquet's own. */
final class FooterSchemas {
  /** Where Arrow's own writers keep it: an IPC schema message, in base64. */
  static final String ARROW_KEY = "ARROW:schema";

  /** The dataset schema of the slice as JSON in canonical spelling. */
  static final String ODF_KEY = "opendatafabric.org/schema";

  private FooterSchemas() {}

  static Map<String, String> of(DataSchema schema, Schema arrowSchema) {
    Map<String, String> entries = new TreeMap<>();
    entries.put(ODF_KEY, OdfTypes.DATA_SCHEMA.toJson(schema).toString());
    entries.put(ARROW_KEY, encode(arrowSchema));
    return entries;
  }

  /** The Arrow schema of a footer, if there is one that can be read. */
  static @Nullable Schema arrowSchema(Map<String, String> footer) {
    String text = footer.get(ARROW_KEY);
    if (text == null) {
      return null;
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return MessageSerializer.deserializeSchema(
          new ReadChannel(Channels.newChannel(new ByteArrayInputStream(bytes))));
    } catch (IOException | RuntimeException e) {
      // It only refines types that Parquet tells less exactly; the file is whole without it.
      return null;
    }
  }

  private static String encode(Schema schema) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      MessageSerializer.serialize(new WriteChannel(Channels.newChannel(bytes)), schema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
