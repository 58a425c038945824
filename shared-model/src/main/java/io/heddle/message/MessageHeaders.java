package io.heddle.message;

/** Header names: CloudEvents 1.0, Kafka protocol binding, binary content mode. */
public final class MessageHeaders {
  public static final String SPEC_VERSION = "ce_specversion";
  public static final String ID = "ce_id";
  public static final String TYPE = "ce_type";
  public static final String SOURCE = "ce_source";
  public static final String SUBJECT = "ce_subject";
  public static final String TIME = "ce_time";
  public static final String CONTENT_TYPE = "content-type";

  /** Extension attribute of every message that belongs to a proposal: its request id. */
  public static final String REQUEST = "ce_request";

  /** Extension attribute of every message that belongs to a decision: its id. */
  public static final String DECISION = "ce_decision";

  /** Extension attributes of the Arrow batches, which have no room for them in their value. */
  public static final String SLICE = "ce_slice";

  public static final String BATCH = "ce_batch";

  public static final String JSON = "application/json";
  public static final String ARROW_STREAM = "application/vnd.apache.arrow.stream";

  private MessageHeaders() {}
}
