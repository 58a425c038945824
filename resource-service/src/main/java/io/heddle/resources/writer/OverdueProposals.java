package io.heddle.resources.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.message.MessageCodec;
import io.heddle.message.Topics;
import io.heddle.resources.reconcile.Reconcilers;
import io.heddle.resources.store.Output;
import io.heddle.resources.store.UnitOfWork;
import io.heddle.resources.store.WriterStores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proposes again what no answer came to: the proposal or its answer may be lost, and the dataset's
 * resource would wait for ever. What was done meanwhile is answered with nothing to commit.
 */
final class OverdueProposals {
  private static final Logger log = LoggerFactory.getLogger(OverdueProposals.class);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int AT_ONCE = 500;

  private final WriterStores stores;
  private final Topics topics;
  private final MessageCodec codec;

  OverdueProposals(WriterStores stores, Topics topics, MessageCodec codec) {
    this.stores = stores;
    this.topics = topics;
    this.codec = codec;
  }

  void run(Instant now, Consumer<Output> forward) {
    for (String did : overdue(now.minus(PATIENCE))) {
      try {
        UnitOfWork work = new UnitOfWork(stores, now, "system", "overdue/" + did);
        new Reconcilers(work, codec, topics).datasets().overdue(did);
        work.flush(forward);
      } catch (KafkaException e) {
        throw e;
      } catch (RuntimeException e) {
        log.atError()
            .addKeyValue("dataset", did)
            .setCause(e)
            .log("A proposal that is overdue cannot be made again");
      }
    }
  }

  private List<String> overdue(Instant limit) {
    List<String> found = new ArrayList<>();
    try (var pending =
        stores.index().prefixScan(UnitOfWork.PENDING_PREFIX, new StringSerializer())) {
      while (pending.hasNext() && found.size() < AT_ONCE) {
        var entry = pending.next();
        if (Instant.parse(new String(entry.value, UTF_8)).isBefore(limit)) {
          found.add(entry.key.substring(UnitOfWork.PENDING_PREFIX.length()));
        }
      }
    }
    return found;
  }
}
