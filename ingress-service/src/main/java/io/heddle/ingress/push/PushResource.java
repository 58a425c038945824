package io.heddle.ingress.push;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.heddle.message.PushHeaders;
import io.heddle.odf.OffsetInterval;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Resource;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Pushing records to a source over HTTP, and asking what became of them. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class PushResource {
  private static final Pattern TIMEOUT = Pattern.compile("(\\d{1,6})(ms|s|m)?");
  private static final int ACCEPTED = 202;

  private final PushService pushes;
  private final PushConfig config;

  PushResource(PushService pushes, PushConfig config) {
    this.pushes = pushes;
    this.config = config;
  }

  /** What a client gets for a push. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ReceiptBody(
      @Nullable String receipt,
      @Nullable String status,
      Named source,
      long acceptedRecords,
      long acceptedBytes,
      long droppedRecords,
      @Nullable Instant receivedAt,
      BufferBody buffer,
      List<CommitBody> commits,
      @Nullable LettersBody deadLetters) {}

  /** The records that could not be taken; {@code complete} is false when there may be more. */
  public record LettersBody(long count, boolean complete, List<Receipts.Letter> records) {
    static @Nullable LettersBody of(Receipts.Letters letters) {
      return letters.count() == 0 && letters.all()
          ? null
          : new LettersBody(letters.count(), letters.all(), letters.first());
    }
  }

  /** A resource by its names. */
  public record Named(String type, String name, String id) {
    static Named of(Resource resource) {
      return new Named(
          resource.type().name(),
          resource.headers().name().text(),
          resource.headers().id().toString());
    }
  }

  /** How full the buffer is. */
  public record BufferBody(long records, long capacity, String topic) {
    static BufferBody of(PushService.Level level) {
      return new BufferBody(level.records(), level.capacity(), level.topic());
    }
  }

  /** The block that brought the records into a dataset. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CommitBody(
      Named dataset,
      String blockHash,
      long sequenceNumber,
      @Nullable OffsetInterval offsetInterval) {}

  /** Stores all records of the body or none; answered once all in-sync replicas have them. */
  @POST
  @Path("sources/v1alpha1/source/{ref}/ingest")
  @Consumes(MediaType.WILDCARD)
  public Response push(
      @PathParam("ref") String ref,
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType,
      @HeaderParam(HttpHeaders.CONTENT_ENCODING) @Nullable String contentEncoding,
      @HeaderParam("Content-Digest") @Nullable String contentDigest,
      @HeaderParam(PushHeaders.EVENT_TIME) @Nullable String eventTimeHeader,
      @HeaderParam("Idempotency-Key") @Nullable String idempotencyKey,
      @QueryParam("eventTime") @Nullable String eventTime,
      @QueryParam("wait") @DefaultValue("buffered") String wait,
      @QueryParam("timeout") @Nullable String timeout,
      InputStream body)
      throws InterruptedException {
    if (idempotencyKey != null) {
      throw new ProblemException(
          Problem.NOT_IMPLEMENTED,
          "idempotency keys are not supported yet, so the push was not taken; leave the header"
              + " out");
    }
    boolean committed =
        switch (wait) {
          case "buffered" -> false;
          case "committed" -> true;
          default ->
              throw new ProblemException(
                  Problem.MALFORMED_REQUEST, "wait is buffered or committed, not " + wait);
        };
    Duration patience = patience(timeout);
    PushService.Accepted accepted =
        pushes.push(
            ref,
            new PushService.Push(
                body,
                contentType,
                contentEncoding,
                contentDigest,
                checkedTime(eventTimeHeader == null ? eventTime : eventTimeHeader)));
    return answer(committed ? pushes.awaitCommit(accepted, patience) : accepted);
  }

  /** The same under the path that others plan. */
  @POST
  @Path("{account}/source/{name}/ingest")
  @Consumes(MediaType.WILDCARD)
  public Response pushByAccount(
      @PathParam("account") String account,
      @PathParam("name") String name,
      @HeaderParam(HttpHeaders.CONTENT_TYPE) @Nullable String contentType,
      @HeaderParam(HttpHeaders.CONTENT_ENCODING) @Nullable String contentEncoding,
      @HeaderParam("Content-Digest") @Nullable String contentDigest,
      @HeaderParam(PushHeaders.EVENT_TIME) @Nullable String eventTimeHeader,
      @HeaderParam("Idempotency-Key") @Nullable String idempotencyKey,
      @QueryParam("eventTime") @Nullable String eventTime,
      @QueryParam("wait") @DefaultValue("buffered") String wait,
      @QueryParam("timeout") @Nullable String timeout,
      InputStream body)
      throws InterruptedException {
    return push(
        account + "/" + name,
        contentType,
        contentEncoding,
        contentDigest,
        eventTimeHeader,
        idempotencyKey,
        eventTime,
        wait,
        timeout,
        body);
  }

  /** What became of a push. */
  @GET
  @Path("sources/v1alpha1/source/{ref}/receipts/{receipt}")
  public ReceiptBody receipt(@PathParam("ref") String ref, @PathParam("receipt") String receipt)
      throws InterruptedException {
    return body(pushes.look(ref, receipt));
  }

  /** How full the buffer of a source is. */
  @GET
  @Path("sources/v1alpha1/source/{ref}/buffer")
  public BufferBody buffer(@PathParam("ref") String ref) throws InterruptedException {
    return BufferBody.of(pushes.level(ref));
  }

  private Response answer(PushService.Accepted accepted) throws InterruptedException {
    ReceiptBody body = body(accepted);
    if (accepted.receipt() == null || accepted.committed()) {
      return Response.ok(body).build();
    }
    return Response.status(ACCEPTED)
        .location(
            URI.create(
                "/sources/v1alpha1/source/%s/receipts/%s"
                    .formatted(accepted.source().headers().id(), body.receipt())))
        .entity(body)
        .build();
  }

  private ReceiptBody body(PushService.Accepted accepted) throws InterruptedException {
    Receipt receipt = accepted.receipt();
    boolean committed = receipt != null && accepted.committed();
    Receipts.Letters letters = committed ? pushes.letters(accepted) : Receipts.Letters.NONE;
    return new ReceiptBody(
        receipt == null ? null : receipt.id(),
        receipt == null ? null : committed ? status(receipt, letters) : "Buffered",
        Named.of(accepted.source()),
        receipt == null ? 0 : receipt.records(),
        receipt == null ? 0 : receipt.bytes(),
        0,
        receipt == null ? null : receipt.receivedAt(),
        BufferBody.of(accepted.level()),
        committed
            ? pushes.commits(accepted).stream().map(PushResource::commit).toList()
            : List.of(),
        LettersBody.of(letters));
  }

  /**
   * Committed means that the datasets are past the records; of some nothing may have been taken.
   */
  private static String status(Receipt receipt, Receipts.Letters letters) {
    boolean single = receipt.firstOffset() == receipt.lastOffset();
    return letters.count() > 0 && (single || letters.count() >= receipt.records())
        ? "Failed"
        : "Committed";
  }

  private static CommitBody commit(PushProgress.Commit commit) {
    return new CommitBody(
        Named.of(commit.dataset()),
        commit.block().hash().toString(),
        commit.block().block().sequenceNumber(),
        commit.offsets());
  }

  private static @Nullable String checkedTime(@Nullable String time) {
    if (time != null) {
      try {
        MessageTimes.parse(time);
      } catch (DateTimeException e) {
        throw new ProblemException(
            Problem.MALFORMED_REQUEST,
            "%s is no event time: %s (%s)".formatted(PushHeaders.EVENT_TIME, time, e.getMessage()));
      }
    }
    return time;
  }

  private Duration patience(@Nullable String timeout) {
    if (timeout == null) {
      return config.commitWait();
    }
    Matcher parts = TIMEOUT.matcher(timeout);
    if (!parts.matches()) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST, "timeout is a time like 30s, not " + timeout);
    }
    long number = Long.parseLong(parts.group(1));
    Duration asked =
        switch (String.valueOf(parts.group(2))) {
          case "ms" -> Duration.ofMillis(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofSeconds(number);
        };
    return asked.compareTo(config.maxCommitWait()) > 0 ? config.maxCommitWait() : asked;
  }
}
