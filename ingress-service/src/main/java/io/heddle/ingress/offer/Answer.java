package io.heddle.ingress.offer;

import io.heddle.message.CommitResult;
import io.heddle.message.Reply;

/** What comes back for a request, from the aggregate or from the one who commits. */
public sealed interface Answer {
  String requestId();

  record Replied(Reply reply) implements Answer {
    @Override
    public String requestId() {
      return reply.requestId();
    }
  }

  record Decided(CommitResult result) implements Answer {
    @Override
    public String requestId() {
      return result.requestId();
    }
  }
}
