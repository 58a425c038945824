package io.heddle.resources.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.kafka.KafkaRecords;
import io.heddle.kafka.TopicLayout;
import io.heddle.message.MessageHeaders;
import io.heddle.message.Topics;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.command.WriterJson;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends commands to the one writer, wherever it runs. An answer comes only once this instance's
 * view holds what was written, so that whoever asks next sees it.
 */
public final class Commands {
  /** Room for headers and framing below the largest record. */
  private static final int MAX_COMMAND_BYTES = TopicLayout.MAX_MESSAGE_BYTES - 64 * 1024;

  private final Producer<byte[], byte[]> producer;
  private final Topics topics;
  private final ResourceView view;
  private final Duration patience;
  private final Map<String, CompletableFuture<CommandOutcome>> waiting = new ConcurrentHashMap<>();

  public Commands(
      Producer<byte[], byte[]> producer, Topics topics, ResourceView view, Duration patience) {
    this.producer = producer;
    this.topics = topics;
    this.view = view;
    this.patience = patience;
  }

  public static String newId() {
    return UUID.randomUUID().toString();
  }

  /** An outcome came by; mostly one that another instance waits for. */
  public void onOutcome(CommandOutcome outcome) {
    CompletableFuture<CommandOutcome> future = waiting.remove(outcome.commandId());
    if (future != null) {
      future.complete(outcome);
    }
  }

  /**
   * Sends a command and waits for its outcome.
   *
   * @throws ProblemException when it is not known in time whether the command was carried out
   */
  public CommandOutcome send(ResourceCommand command) {
    byte[] value = WriterJson.bytes(command);
    if (value.length > MAX_COMMAND_BYTES) {
      throw new ProblemException(
          Problem.PAYLOAD_TOO_LARGE,
          "in canonical form the request has %d bytes, %d fit; send it in parts"
              .formatted(value.length, MAX_COMMAND_BYTES));
    }
    var answer = new CompletableFuture<CommandOutcome>();
    waiting.put(command.commandId(), answer);
    try {
      long deadline = System.nanoTime() + patience.toNanos();
      producer.send(record(command, value)).get(patience.toMillis(), TimeUnit.MILLISECONDS);
      CommandOutcome outcome = answer.get(left(deadline).toMillis(), TimeUnit.MILLISECONDS);
      if (!isDryRun(command) && !isRejected(command, outcome)) {
        awaitView(outcome, deadline);
      }
      return outcome;
    } catch (TimeoutException | ExecutionException e) {
      throw unknown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProblemException(Problem.SHUTTING_DOWN, "the service stops");
    } finally {
      waiting.remove(command.commandId());
    }
  }

  private static boolean isDryRun(ResourceCommand command) {
    return switch (command) {
      case ResourceCommand.Apply apply -> apply.dryRun();
      case ResourceCommand.Delete delete -> delete.dryRun();
      case ResourceCommand.Trigger trigger -> false;
      case ResourceCommand.StartRun start -> false;
      case ResourceCommand.CancelRun cancel -> false;
      case ResourceCommand.Mend mend -> false;
      case ResourceCommand.Observe observe -> false;
    };
  }

  /** Whether nothing of the command was written. */
  private static boolean isRejected(ResourceCommand command, CommandOutcome outcome) {
    return outcome.rejection() != null
        || (command instanceof ResourceCommand.Apply apply
            && apply.atomic()
            && outcome.anyRejected());
  }

  private ProducerRecord<byte[], byte[]> record(ResourceCommand command, byte[] value) {
    return new ProducerRecord<>(
        topics.resourceCommands(),
        null,
        command.commandId().getBytes(UTF_8),
        value,
        KafkaRecords.toHeaders(
            Map.of(
                MessageHeaders.SPEC_VERSION,
                "1.0",
                MessageHeaders.ID,
                command.commandId(),
                MessageHeaders.TYPE,
                ResourceCommand.CE_TYPE,
                MessageHeaders.SOURCE,
                "heddle/resource-service",
                MessageHeaders.CONTENT_TYPE,
                MessageHeaders.JSON)));
  }

  private void awaitView(CommandOutcome outcome, long deadline)
      throws InterruptedException, TimeoutException {
    for (CommandOutcome.Item item : outcome.items()) {
      UUID id = item.id();
      if (id != null && item.rejection() == null) {
        await(id, item.generation(), item.statusGeneration(), deadline);
      }
    }
    for (CommandOutcome.Run run : outcome.runs()) {
      await(run.flowRun(), run.generation(), run.statusGeneration(), deadline);
    }
  }

  private void await(UUID id, long generation, long statusGeneration, long deadline)
      throws InterruptedException, TimeoutException {
    if (!view.awaitVersion(id, generation, statusGeneration, left(deadline))) {
      throw new TimeoutException();
    }
  }

  private static Duration left(long deadline) {
    return Duration.ofNanos(Math.max(deadline - System.nanoTime(), 1_000_000));
  }

  private ProblemException unknown() {
    return new ProblemException(
        Problem.UPSTREAM_UNAVAILABLE,
        "no answer from the writer within %s; whether it was carried out is not known: look, or send"
                .formatted(patience)
            + " the same again, which does no harm");
  }
}
