package io.heddle.schema;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * Checks the frames of an IPC stream without touching its rows: Arrow's reader trusts the lengths
 * it finds there, and would allocate or read whatever they say.
 */
final class IpcFrames {
  private static final int CONTINUATION = -1;

  private IpcFrames() {}

  /**
   * @throws DamagedDataException when a length points out of its frame
   */
  static void check(byte[] bytes) {
    ByteBuffer stream = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    try {
      while (stream.remaining() >= Integer.BYTES) {
        int length = stream.getInt();
        if (length == CONTINUATION) {
          length = stream.getInt();
        }
        if (length == 0) {
          return;
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
        if (message.headerType() == MessageHeader.RecordBatch) {
          checkBatch(message, bodyLength);
        }
        stream.position(stream.position() + (int) bodyLength);
      }
    } catch (DamagedDataException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new DamagedDataException("the bytes are not a whole Arrow IPC stream", e);
    }
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
      long offset = batch.buffers(i).offset();
      long length = batch.buffers(i).length();
      require(
          offset >= 0 && length >= 0 && offset <= bodyLength && length <= bodyLength - offset,
          "a buffer lies outside of its batch");
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new DamagedDataException(otherwise);
    }
  }
}
