package io.heddle.merge.aggregate;

import io.heddle.message.CommitRequest;
import io.heddle.message.Reply;
import io.heddle.message.WireMessage;

/** Where an aggregate's words go, in one transaction with its state. */
public interface Outbox {
  void reply(Reply reply);

  /**
   * @throws io.heddle.problem.IngestException (LimitExceeded) when the message is too large to be
   *     sent
   */
  void request(CommitRequest request);

  /** The record being handled could not be understood; it is kept with this reason. */
  void deadLetter(String reason);

  /** A proposal that waited can no longer be understood; it is kept with this reason. */
  void deadLetter(WireMessage proposal, String reason);
}
