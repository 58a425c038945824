package io.heddle.ingress.push;

import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.prepare.PreparedFile;
import io.heddle.ingress.read.MediaTypes;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.ReadInput;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.read.RowReader;
import io.heddle.kafka.KafkaRecords;
import io.heddle.message.MessageHeaders;
import io.heddle.message.PushHeaders;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Opens single messages of a push topic by the source's rules. One message at a time. */
public final class MessageReader {
  private final PushDefinition source;
  private final Preparation preparation;
  private final Readers readers;
  private final int maxValueChars;
  private final Path folder;

  /**
   * @param folder of the task, for the message that is read
   */
  public MessageReader(
      PushDefinition source,
      Preparation preparation,
      Readers readers,
      int maxValueChars,
      Path folder) {
    this.source = source;
    this.preparation = preparation;
    this.readers = readers;
    this.maxValueChars = maxValueChars;
    this.folder = folder;
  }

  /**
   * The rows of a message, in one batch; the caller closes them before the next message.
   *
   * @throws IngestException when the message cannot be read
   */
  RowReader open(ConsumerRecord<byte[], byte[]> message, BufferAllocator allocator) {
    Map<String, String> headers = KafkaRecords.toTexts(message.headers());
    boolean prepared = headers.containsKey(PushHeaders.BODY);
    if (message.value() == null) {
      throw new IngestException(FailureKind.ReadError, "the record has no value");
    }
    if (message.value().length == 0 && !"0".equals(headers.get(PushHeaders.BODY_END))) {
      throw new IngestException(
          FailureKind.BadInput, "the record has no bytes, and an empty file is not an empty table");
    }
    String name = "%s-%d@%d".formatted(message.topic(), message.partition(), message.offset());
    boolean isRead = prepared || source.prepare().isEmpty();
    return readers.open(
        isRead ? new ReadInput(message.value(), name) : prepare(message.value(), name),
        step(headers.get(MessageHeaders.CONTENT_TYPE), prepared),
        new ReadContext(allocator, Integer.MAX_VALUE, Long.MAX_VALUE, maxValueChars));
  }

  private ReadStep step(@Nullable String contentType, boolean prepared) {
    if (!prepared) {
      return source.step(contentType);
    }
    return JsonLines.CONTENT_TYPE.equals(contentType)
        ? JsonLines.step(source.read())
        : MediaTypes.adapt(source.read(), contentType);
  }

  /** Steps of {@code prepare} go from file to file. */
  private ReadInput prepare(byte[] document, String name) {
    Path file = folder.resolve("document");
    try {
      Files.write(file, document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      PreparedFile prepared =
          preparation.prepare(file, name, source.prepare(), source.read(), folder);
      if (prepared.bytes() == 0) {
        throw new IngestException(
            FailureKind.BadInput,
            "prepare left no bytes of the record, and an empty file is not an empty table");
      }
      return new ReadInput(prepared.path(), prepared.displayName());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IngestException(FailureKind.Internal, "interrupted while preparing " + name, e);
    }
  }
}
