package io.heddle.ingress.offer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Brings answers to those who wait for them. Safe for use by several threads. */
public final class Answers {
  private final Map<String, BlockingQueue<Answer>> waiting = new ConcurrentHashMap<>();

  /** Opens a mailbox for the requests of one offer. */
  public Mailbox open() {
    return new Mailbox();
  }

  /** Answers to requests that nobody waits for, such as those of other processes, are dropped. */
  public void deliver(Answer answer) {
    BlockingQueue<Answer> queue = waiting.get(answer.requestId());
    if (queue != null) {
      queue.add(answer);
    }
  }

  /** The answers to some requests, in the order of their arrival. */
  public final class Mailbox implements AutoCloseable {
    private final BlockingQueue<Answer> queue = new LinkedBlockingQueue<>();
    private final List<String> requests = new ArrayList<>();

    private Mailbox() {}

    /** To be called before the request is sent. */
    public void listenTo(String requestId) {
      requests.add(requestId);
      waiting.put(requestId, queue);
    }

    /** The next answer, or null when none came within {@code patience}. */
    public @Nullable Answer next(Duration patience) throws InterruptedException {
      return queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
      requests.forEach(waiting::remove);
    }
  }
}
