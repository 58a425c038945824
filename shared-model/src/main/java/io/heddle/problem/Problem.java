package io.heddle.problem;

import io.heddle.problem.FailureKind.Actor;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Everything that a problem code of the REST interfaces means (RFC 9457). */
public enum Problem {
  MALFORMED_REQUEST(400, Actor.USER, "The request cannot be understood"),
  MANIFEST_EMPTY(400, Actor.USER, "The body holds no manifest"),
  PAGE_TOKEN_MISMATCH(400, Actor.USER, "The page token belongs to another query"),
  RECORDS_INVALID(400, Actor.USER, "Pushed records cannot be read"),
  UNAUTHENTICATED(401, Actor.USER, "Credentials are missing or not accepted"),
  FORBIDDEN(403, Actor.USER, "Not allowed"),
  CROSS_SITE_REQUEST(403, Actor.USER, "Not for pages of other sites"),
  QUOTA_EXCEEDED(403, Actor.USER, "The quota of the account is used up"),
  RESOURCE_NOT_FOUND(404, Actor.USER, "No such resource"),
  DATASET_NOT_FOUND(404, Actor.USER, "No such dataset"),
  BLOCK_NOT_FOUND(404, Actor.USER, "No such block in this dataset"),
  REF_NOT_FOUND(404, Actor.USER, "No such reference in this dataset"),
  OBJECT_NOT_FOUND(404, Actor.USER, "No such object in this dataset"),
  RUN_NOT_FOUND(404, Actor.USER, "No such run"),
  RECEIPT_NOT_FOUND(404, Actor.USER, "No such receipt"),
  UNSUPPORTED_VERSION(404, Actor.USER, "This version of the format is not supported"),
  METHOD_NOT_ALLOWED(405, Actor.USER, "The path does not take this method"),
  NOT_ACCEPTABLE(406, Actor.USER, "No representation fits the Accept header"),
  CONCURRENT_MODIFICATION(409, Actor.EXTERNAL, "Changed by somebody else at the same time"),
  IDEMPOTENCY_IN_PROGRESS(409, Actor.EXTERNAL, "The first request with this key still runs"),
  RUN_ALREADY_ACTIVE(409, Actor.USER, "A run is active already"),
  FLOW_PAUSED(409, Actor.USER, "The flow is paused"),
  NOT_A_PUSH_SOURCE(409, Actor.USER, "The source takes no pushed records"),
  DATASET_KIND_MISMATCH(409, Actor.USER, "The dataset is of another kind"),
  NO_TARGET(409, Actor.USER, "Nothing matches the target of the flow"),
  NAME_CONFLICT(409, Actor.USER, "The name is taken"),
  RESOURCE_DELETED(410, Actor.USER, "The resource was deleted"),
  PAGE_TOKEN_EXPIRED(410, Actor.USER, "The page token has expired"),
  RESOURCE_VERSION_EXPIRED(410, Actor.USER, "The resource version is too old"),
  PRECONDITION_FAILED(412, Actor.USER, "The precondition does not hold"),
  PAYLOAD_TOO_LARGE(413, Actor.USER, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, Actor.USER, "The media type of the body is not supported"),
  MISDIRECTED_REQUEST(421, Actor.USER, "The service is not known by this name"),
  MANIFEST_INVALID(422, Actor.USER, "Manifest does not match its schema"),
  UNSUPPORTED_TYPE(422, Actor.USER, "Resources of this type are not supported"),
  DUPLICATE_MANIFEST(422, Actor.USER, "Two manifests name the same resource"),
  TYPE_MISMATCH(422, Actor.USER, "The resource is of another type"),
  REFERENCE_MISMATCH(422, Actor.USER, "The parts of a reference contradict each other"),
  REFERENCE_CYCLE(422, Actor.USER, "References form a cycle"),
  IMMUTABLE_FIELD(422, Actor.USER, "A field that cannot change was changed"),
  SCHEMA_INCOMPATIBLE(422, Actor.USER, "The schema does not extend the current one"),
  SECRET_UNDECRYPTABLE(422, Actor.USER, "An encrypted secret cannot be decrypted"),
  TEMPLATE_INVALID(422, Actor.USER, "A template is not valid"),
  RESERVED_NAME(422, Actor.USER, "The name is reserved"),
  IDEMPOTENCY_KEY_REUSED(422, Actor.USER, "The idempotency key came with another body"),
  QUERY_INVALID(422, Actor.USER, "The query is not valid"),
  BATCH_REJECTED(422, Actor.USER, "The batch was rejected; nothing was written"),
  PRECONDITION_REQUIRED(428, Actor.USER, "The request needs a precondition"),
  BUFFER_FULL(429, Actor.RESOURCES, "The buffer of the source is full"),
  RATE_LIMITED(429, Actor.RESOURCES, "Too many requests"),
  INTERNAL(500, Actor.INTERNAL, "An error inside the service"),
  NOT_IMPLEMENTED(501, Actor.USER, "Not supported by this service"),
  UPSTREAM_UNAVAILABLE(503, Actor.EXTERNAL, "A system behind the service does not answer"),
  NOT_READY(503, Actor.EXTERNAL, "The service is not ready yet"),
  SHUTTING_DOWN(503, Actor.EXTERNAL, "The service is stopping"),
  TIMEOUT(504, Actor.EXTERNAL, "It took longer than was allowed");

  private final int status;
  private final Actor actor;
  private final String title;

  Problem(int status, Actor actor, String title) {
    this.status = status;
    this.actor = actor;
    this.title = title;
  }

  /** The stable name on the wire, such as {@code manifest-invalid}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Relative to the service, which answers there with an explanation. */
  public String type() {
    return "/problems/" + code();
  }

  public int status() {
    return status;
  }

  /** Who has to act for the problem to go away. */
  public Actor actor() {
    return actor;
  }

  public String title() {
    return title;
  }

  public static Optional<Problem> of(String code) {
    return Arrays.stream(values()).filter(problem -> problem.code().equals(code)).findFirst();
  }
}
