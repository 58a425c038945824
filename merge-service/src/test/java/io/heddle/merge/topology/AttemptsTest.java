package io.heddle.merge.topology;

import static io.heddle.merge.topology.Cities.DATASET;
import static io.heddle.merge.topology.Cities.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.merge.topology.Cities.City;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MergeStrategy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts of tasks know of each other; Append, since it hides nothing that came twice. */
class AttemptsTest {
  private static final MergeStrategy APPEND = new MergeStrategy.Append();

  private MergeHarness merge;

  @BeforeEach
  void start(@TempDir Path folder) {
    merge = new MergeHarness(folder);
    merge.createDataset();
  }

  @AfterEach
  void stop() {
    merge.close();
  }

  private @Nullable Multihash stateBlock() {
    return merge.chain().summary().orElseThrow().stateBlock("source").orElse(null);
  }

  private Proposal.IngestBegin begin(
      String requestId, String task, @Nullable String from, long epoch, int round) {
    return begin(requestId, task, from, new Proposal.Attempt(epoch, round, stateBlock()));
  }

  private Proposal.IngestBegin begin(
      String requestId, String task, @Nullable String from, Proposal.Attempt attempt) {
    Proposal.IngestBegin begin = merge.begin(requestId, "source", from, APPEND);
    return new Proposal.IngestBegin(
        DATASET,
        requestId,
        task,
        attempt,
        begin.datasetResourceId(),
        "source",
        begin.expectedState(),
        APPEND,
        begin.vocabulary(),
        begin.schema(),
        false,
        null,
        null,
        null,
        null);
  }

  private void ingest(Proposal.IngestBegin begin, String to, City city) {
    merge.send(begin);
    assertThat(merge.await(begin.requestId())).isInstanceOf(Reply.Begun.class);
    merge.send(merge.batch(begin.requestId(), 0, city));
    merge.send(merge.end(begin.requestId(), "source", 1, 1, to));
  }

  @Test
  void contentsThatWentBackDoNotLetALateOwnerIn() {
    ingest(begin("r1", "t1", null, 1, 0), "A", new City("v1", 1));
    Proposal.IngestBegin late = begin("late", "t2", "A", 1, 0);
    ingest(begin("r2", "t2", "A", 2, 0), "B", new City("v2", 1));
    ingest(begin("r3", "t3", "B", 3, 0), "A", new City("v3", 1));

    merge.send(late);

    assertThat(merge.await("late"))
        .isEqualTo(
            new Reply.Superseded(
                DATASET, "late", state("source", "A"), Reply.SupersededBy.SOURCE_STATE));
    assertThat(merge.rows()).containsExactly("+A v1 1", "+A v2 1", "+A v3 1");
  }

  @Test
  void anOlderAttemptLeavesTheTaskToTheNewerOne() {
    merge.send(begin("new", "t1", null, 2, 0));
    merge.await("new");
    merge.send(merge.batch("new", 0, new City("v1", 1)));

    merge.send(begin("old", "t1", null, 1, 0));

    assertThat(merge.await("old"))
        .isInstanceOfSatisfying(
            Reply.Superseded.class,
            reply -> assertThat(reply.by()).isEqualTo(Reply.SupersededBy.NEWER_ATTEMPT));
    merge.send(merge.end("new", "source", 1, 1, "A"));
    assertThat(merge.rows()).containsExactly("+A v1 1");
  }

  @Test
  void aNewerAttemptTakesOver() {
    merge.send(begin("old", "t1", null, 1, 0));
    merge.await("old");
    merge.send(merge.batch("old", 0, new City("v1", 1)));

    ingest(begin("new", "t1", null, 2, 0), "A", new City("v1", 1));

    assertThat(merge.lastReply("old")).containsInstanceOf(Reply.RolledBack.class);
    assertThat(merge.rows()).containsExactly("+A v1 1");
  }

  @Test
  void aRedeliveredTaskLearnsWhatItsRoundsCommittedWhateverIsUnderWay() {
    Proposal.IngestBegin first = begin("r1", "t1", null, 1, 0);
    ingest(first, "A", new City("v1", 1));
    ingest(begin("r2", "t1", "A", 1, 1), "B", new City("v2", 1));
    merge.send(merge.begin("other", "other", null, APPEND));
    assertThat(merge.await("other")).isInstanceOf(Reply.Begun.class);

    merge.send(begin("again", "t1", null, first.attempt()));

    assertThat(merge.await("again"))
        .isInstanceOfSatisfying(
            Reply.AlreadyCommitted.class,
            reply -> {
              assertThat(reply.commits().rounds()).isEqualTo(2);
              assertThat(reply.commits().summary().rowsWritten()).isEqualTo(2);
              assertThat(reply.commits().newOffsetInterval().start()).isZero();
              assertThat(reply.commits().newOffsetInterval().end()).isOne();
              assertThat(reply.commits().sourceState()).isEqualTo(state("source", "B"));
            });
  }

  @Test
  void beginsThatAreReplayedAddNothing() {
    Proposal.IngestBegin first = begin("r1", "t1", null, 1, 0);
    ingest(first, "A", new City("v1", 1));
    Proposal.IngestBegin second = begin("r2", "t2", "A", 1, 0);
    ingest(second, "B", new City("v2", 1));

    merge.send(first);
    merge.send(merge.batch("r1", 0, new City("v1", 1)));
    merge.send(merge.end("r1", "source", 1, 1, "A"));
    merge.send(second);

    assertThat(merge.await("r1", Reply.Superseded.class).found()).isEqualTo(state("source", "B"));
    assertThat(merge.await("r2", Reply.AlreadyCommitted.class).commits().rounds()).isOne();
    assertThat(merge.rows()).containsExactly("+A v1 1", "+A v2 1");
  }

  @Test
  void aForeignBlockThatRepeatsTheStateIsLookedFor() {
    ingest(begin("r1", "t1", null, 1, 0), "a", new City("Ulm", 1));

    // Its state is the same; it stands in a later block now, which ingress finds and we do not.
    merge.anotherWriterAdds(new City("Ede", 2));
    merge.send(begin("r2", "t2", "a", 1, 0));
    assertThat(merge.await("r2")).isInstanceOf(Reply.Superseded.class);

    AtomicInteger tries = new AtomicInteger();
    merge.awaitUntil(
        () -> {
          String request = "again-" + tries.incrementAndGet();
          merge.send(begin(request, "t2", "a", 1, 0));
          return merge.await(request) instanceof Reply.Begun;
        });
  }
}
