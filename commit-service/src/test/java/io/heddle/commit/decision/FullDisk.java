package io.heddle.commit.decision;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.commit.Chains;
import io.heddle.message.BlockPointer;
import io.heddle.message.CommitRequest;
import io.heddle.message.CommitRequest.SliceBatch;
import io.heddle.message.CommitRequest.SliceBegin;
import io.heddle.message.CommitRequest.SliceEnd;
import io.heddle.message.CommitResult;
import io.heddle.message.CommitResult.CommittedBlock;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.SourceState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;

/**
 * The process that {@link FullDiskTest} limits: a desk that does as the lines of its standard input
 * say, and tells on its standard output what came of it.
 */
final class FullDisk {
  private static final DatasetId CITIES = Chains.dataset(1);

  private final DeskHarness desk;
  private BlockPointer base;
  private int decisions;
  private int rows;

  private FullDisk(DeskHarness desk) {
    this.desk = desk;
    this.base = Chains.seed(desk.storage(CITIES), CITIES);
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (DeskHarness desk = new DeskHarness(Path.of(arguments[0]))) {
      FullDisk disk = new FullDisk(desk);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        switch (line) {
          case "stage few" -> disk.stage(10);
          case "stage many" -> disk.stage(20_000);
          case "end" -> disk.end();
          case "answer" -> disk.tellAnswer();
          default -> throw new IllegalArgumentException(line);
        }
        System.out.println("> done");
      }
    }
  }

  private void stage(int count) throws InterruptedException {
    rows = count;
    String id = id();
    CommitRequest begin =
        new SliceBegin(CITIES, id, id, 0, base, Chains.TIME, Chains.SCHEMA, Chains.SCHEMA);
    desk.send(begin);
    desk.send(new SliceBatch(CITIES, id, 0, 0, Chains.rows(0, count)));
  }

  private void end() throws InterruptedException {
    desk.send(
        new SliceEnd(
            CITIES,
            id(),
            0,
            1,
            rows,
            null,
            new OffsetInterval(0, rows - 1L),
            null,
            null,
            Chains.TIME,
            new SourceState("cities", SourceState.ETAG, id()),
            null,
            true,
            null));
  }

  private void tellAnswer() throws IOException, InterruptedException {
    String told =
        switch (desk.answer(decisions)) {
          case CommitResult.Committed committed -> {
            CommittedBlock head = committed.blocks().getLast();
            base = new BlockPointer(head.hash(), head.block().sequenceNumber());
            yield "Committed";
          }
          case CommitResult.Rejected rejected -> "Rejected: " + rejected.reason();
        };
    decisions++;
    for (int tries = 0; desk.filesLeft() > 0 && tries < 100; tries++) {
      Thread.sleep(20);
    }
    System.out.println("> %s; %d files left".formatted(told, desk.filesLeft()));
  }

  private String id() {
    return "r" + decisions;
  }
}
