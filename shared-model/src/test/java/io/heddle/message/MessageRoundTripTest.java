package io.heddle.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one service writes another one reads, whatever a message holds. */
class MessageRoundTripTest {
  private static final int TRIES = 150;

  private final MessageCodec codec =
      new MessageCodec("heddle/test", InstantSource.fixed(Instant.parse("+12345-06-07T08:09:10Z")));

  @ParameterizedTest
  @EnumSource
  void everyKindKeepsItsContent(MessageKind kind) throws MessageException {
    for (int seed = 0; seed < TRIES; seed++) {
      Record message = new RandomMessages(seed).message(kind);

      Record read = thereAndBack(message);

      if (holdsBytes(message)) {
        assertThat(read).as("seed %d", seed).usingRecursiveComparison().isEqualTo(message);
      } else {
        assertThat(read).as("seed %d", seed).isEqualTo(message);
      }
    }
  }

  private static boolean holdsBytes(Record message) {
    return message instanceof Proposal.IngestBatch || message instanceof CommitRequest.SliceBatch;
  }

  private Record thereAndBack(Record message) throws MessageException {
    return switch (message) {
      case IngestCommand command -> {
        WireMessage wire = codec.encode(command);
        yield (Record) codec.decodeIngestCommand(wire.key(), wire.headers(), wire.value());
      }
      case Proposal proposal -> {
        WireMessage wire = codec.encode(proposal);
        yield (Record) codec.decodeProposal(wire.key(), wire.headers(), wire.value());
      }
      case Reply reply -> {
        WireMessage wire = codec.encode(reply);
        yield (Record) codec.decodeReply(wire.key(), wire.headers(), wire.value());
      }
      case CommitRequest request -> {
        WireMessage wire = codec.encode(request);
        yield (Record) codec.decodeCommitRequest(wire.key(), wire.headers(), wire.value());
      }
      case CommitResult result -> {
        WireMessage wire = codec.encode(result);
        yield (Record) codec.decodeCommitResult(wire.key(), wire.headers(), wire.value());
      }
      case TaskEvent event -> {
        WireMessage wire = codec.encode(event);
        yield (Record) codec.decodeTaskEvent(wire.key(), wire.headers(), wire.value());
      }
      default -> throw new AssertionError("no topic takes " + message);
    };
  }
}
