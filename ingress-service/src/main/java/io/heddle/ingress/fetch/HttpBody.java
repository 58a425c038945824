package io.heddle.ingress.fetch;

import io.heddle.hash.HashingOutputStream;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Receives the body of an answer: data into a file, hashed on the way, anything else as the start
 * of its text. One buffer at a time, so a slow disk slows the sender.
 */
final class HttpBody implements HttpResponse.BodySubscriber<HttpBody.Received> {
  private static final int EXCERPT_BYTES = 500;
  private static final int FILE_BUFFER_BYTES = 64 << 10;

  /**
   * @param hash null for text
   */
  record Received(long bytes, @Nullable Multihash hash, String text) {}

  private final CompletableFuture<Received> result = new CompletableFuture<>();
  private final OutputStream target;
  private final @Nullable HashingOutputStream hashing;
  private final AtomicLong progress;
  private final long maxBytes;
  private Flow.@Nullable Subscription subscription;
  private long bytes;

  private HttpBody(
      OutputStream target,
      @Nullable HashingOutputStream hashing,
      AtomicLong progress,
      long maxBytes) {
    this.target = target;
    this.hashing = hashing;
    this.progress = progress;
    this.maxBytes = maxBytes;
  }

  /**
   * @param progress counts the bytes as they come
   */
  static HttpBody intoFile(Path file, AtomicLong progress, long maxBytes) {
    try {
      HashingOutputStream hashing =
          new HashingOutputStream(
              new BufferedOutputStream(Files.newOutputStream(file), FILE_BUFFER_BYTES));
      return new HttpBody(hashing, hashing, progress, maxBytes);
    } catch (IOException e) {
      throw new IngestException(
          FailureKind.LimitExceeded, "cannot write the download: " + e.getMessage(), e);
    }
  }

  static HttpBody asText(AtomicLong progress) {
    return new HttpBody(new ByteArrayOutputStream(), null, progress, EXCERPT_BYTES);
  }

  @Override
  public CompletionStage<Received> getBody() {
    return result;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    newSubscription.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    try {
      for (ByteBuffer buffer : buffers) {
        int count = buffer.remaining();
        progress.addAndGet(count);
        if (bytes + count > maxBytes) {
          stop(buffer);
          return;
        }
        bytes += count;
        write(buffer);
      }
      if (subscription != null) {
        subscription.request(1);
      }
    } catch (IOException e) {
      cancel();
      onError(
          new IngestException(
              FailureKind.LimitExceeded, "cannot write the download: " + e.getMessage(), e));
    }
  }

  /** More than is wanted: of a text the start is enough, of data it is not. */
  private void stop(ByteBuffer buffer) throws IOException {
    cancel();
    if (hashing == null) {
      write(buffer.limit(buffer.position() + (int) (maxBytes - bytes)));
      onComplete();
    } else {
      onError(
          new IngestException(
              FailureKind.LimitExceeded,
              "the download is larger than %d bytes, which this installation does not allow"
                  .formatted(maxBytes)));
    }
  }

  private void write(ByteBuffer buffer) throws IOException {
    byte[] chunk = new byte[buffer.remaining()];
    buffer.get(chunk);
    target.write(chunk, 0, chunk.length);
  }

  private void cancel() {
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void onError(Throwable problem) {
    result.completeExceptionally(problem);
    try {
      target.close();
    } catch (IOException e) {
      problem.addSuppressed(e);
    }
  }

  @Override
  public void onComplete() {
    try {
      target.close();
    } catch (IOException e) {
      result.completeExceptionally(
          new IngestException(
              FailureKind.LimitExceeded, "cannot write the download: " + e.getMessage(), e));
      return;
    }
    String text =
        target instanceof ByteArrayOutputStream start
            ? start.toString(StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ")
            : "";
    result.complete(new Received(bytes, hashing == null ? null : hashing.hash(), text));
  }
}
