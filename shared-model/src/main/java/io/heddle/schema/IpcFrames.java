package io.heddle.schema;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * The frames of an IPC stream, checked one by one before anything is done with them: Arrow's own
 * reader trusts the lengths it finds there, and would allocate or read whatever they say.
 */
final class IpcFrames {
  private static final int CONTINUATION = -1;

  private final ByteBuffer stream;

  IpcFrames(byte[] bytes) {
    stream = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A message and where its body lies in the stream. */
  record Frame(Message message, int bodyStart, int bodyLength) {
    boolean isBatch() {
      return message.headerType() == MessageHeader.RecordBatch;
    }

    boolean isSchema() {
      return message.headerType() == MessageHeader.Schema;
    }
  }

  /** The next frame, or null at the end of the stream. */
  @Nullable Frame next() {
    if (!stream.hasRemaining()) {
      return null;
    }
    int length = stream.getInt();
    if (length == CONTINUATION) {
      length = stream.getInt();
    }
    if (length == 0) {
      return null;
    }
    require(length > 0 && length <= stream.remaining(), "a message is longer than the stream");
    Message message =
        Message.getRootAsMessage(
            stream.slice(stream.position(), length).order(ByteOrder.LITTLE_ENDIAN));
    stream.position(stream.position() + length);
    long bodyLength = message.bodyLength();
    require(
        bodyLength >= 0 && bodyLength <= stream.remaining(),
        "a message body is longer than the stream");
    Frame frame = new Frame(message, stream.position(), (int) bodyLength);
    stream.position(frame.bodyStart + frame.bodyLength);
    if (frame.isBatch()) {
      checkBatch(message, bodyLength);
    }
    return frame;
  }

  private static void checkBatch(Message message, long bodyLength) {
    RecordBatch batch = (RecordBatch) message.header(new RecordBatch());
    require(batch != null, "a batch has no header");
    require(batch.compression() == null, "compressed batches are not used here");
    // A row takes a bit at least, so this bounds what is allocated for columns without buffers.
    long rowLimit = Math.max(1, bodyLength) * Byte.SIZE;
    require(batch.length() >= 0 && batch.length() <= rowLimit, "a batch claims too many rows");
    for (int i = 0; i < batch.nodesLength(); i++) {
      FieldNode node = batch.nodes(i);
      require(
          node.length() >= 0
              && node.length() <= rowLimit
              && node.nullCount() >= 0
              && node.nullCount() <= node.length(),
          "a column claims too many values");
    }
    for (int i = 0; i < batch.buffersLength(); i++) {
      Buffer buffer = batch.buffers(i);
      require(
          buffer.offset() >= 0
              && buffer.length() >= 0
              && buffer.offset() <= bodyLength
              && buffer.length() <= bodyLength - buffer.offset(),
          "a buffer lies outside of its batch");
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new DamagedDataException(otherwise);
    }
  }
}
