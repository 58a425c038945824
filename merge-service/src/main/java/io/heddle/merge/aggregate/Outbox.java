package io.heddle.merge.aggregate;

import io.heddle.message.CommitRequest;
import io.heddle.message.Reply;

/** Where an aggregate's words go, in one transaction with its state. */
public interface Outbox {
  void reply(Reply reply);

  void request(CommitRequest request);

  /** The record being handled could not be understood; it is kept with this reason. */
  void deadLetter(String reason);
}
