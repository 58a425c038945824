package io.heddle.message;

/** Headers of the messages of push topics, all of them optional. */
public final class PushHeaders {
  /** The event time, in RFC 3339, of those rows of a message that have none. */
  public static final String EVENT_TIME = "odf-event-time";

  /**
   * The id of the body that a message is a part of. Such a message is prepared already: it holds
   * one record, or all of the body.
   */
  public static final String BODY = "odf-body";

  /** On the last message of a body: how many messages it has; 0 when this one holds no record. */
  public static final String BODY_END = "odf-body-end";

  private PushHeaders() {}
}
