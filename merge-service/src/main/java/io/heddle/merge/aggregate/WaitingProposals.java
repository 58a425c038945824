package io.heddle.merge.aggregate;

import io.heddle.merge.state.Journal;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.MessageHeaders;
import io.heddle.message.Proposal;
import io.heddle.message.WireMessage;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Proposals that wait for their turn, in order, as they came. */
final class WaitingProposals {
  private static final int MAX_COUNT = 1_000;
  private static final long MAX_BYTES = 32L * 1024 * 1024;
  private static final int MAX_ID_CHARS = 10_000;

  private final Journal journal;
  private final MessageCodec codec;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private long next;
  private long bytes;

  /** What stands in the journal under a number. */
  private record Entry(long number, String requestId, int size) {}

  /** The proposal whose turn it is. */
  sealed interface Next {
    record Proposed(Proposal proposal) implements Next {}

    /** One that was readable when it came, but is not any more. */
    record Unreadable(WireMessage message, String requestId, Failure failure) implements Next {}
  }

  WaitingProposals(Journal journal, MessageCodec codec) {
    this.journal = journal;
    this.codec = codec;
    for (long number : journal.numbers(Integer.MAX_VALUE)) {
      byte[] kept = Objects.requireNonNull(journal.get(number));
      add(new Entry(number, requestId(message(kept)), kept.length));
      next = number + 1;
    }
  }

  private void add(Entry entry) {
    entries.add(entry);
    bytes += entry.size();
  }

  private void remove(Entry entry) {
    entries.remove(entry);
    bytes -= entry.size();
    journal.remove(entry.number());
  }

  private static String requestId(WireMessage message) {
    return message.headers().getOrDefault(MessageHeaders.REQUEST, "");
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Adds one at the end; a failure when it has no room. */
  Optional<Failure> add(Proposal proposal) {
    if (proposal.requestId().length() > MAX_ID_CHARS) {
      return Optional.of(
          new Failure(FailureKind.BadInput, "the proposal's request id is too long"));
    }
    byte[] encoded = encode(codec.encode(proposal));
    if (encoded.length > StepStore.MAX_ENTRY_BYTES - 1024) {
      return Optional.of(
          new Failure(
              FailureKind.LimitExceeded,
              "the proposal takes %d bytes; one that has to wait may take %d"
                  .formatted(encoded.length, StepStore.MAX_ENTRY_BYTES - 1024)));
    }
    boolean isWayOut = proposal instanceof Proposal.Unlock;
    if (!isWayOut && (entries.size() >= MAX_COUNT || bytes + encoded.length > MAX_BYTES)) {
      return Optional.of(
          new Failure(
              FailureKind.LimitExceeded,
              "%d proposals of %d bytes wait for the dataset already; send it again later"
                  .formatted(entries.size(), bytes)));
    }
    journal.put(next, encoded);
    add(new Entry(next++, proposal.requestId(), encoded.length));
    return Optional.empty();
  }

  /** Takes the first one out; there must be one. */
  Next poll() {
    Entry first = entries.getFirst();
    WireMessage message = message(Objects.requireNonNull(journal.get(first.number())));
    remove(first);
    try {
      return new Next.Proposed(
          codec.decodeProposal(message.key(), message.headers(), message.value()));
    } catch (MessageException e) {
      return new Next.Unreadable(
          message,
          first.requestId(),
          new Failure(
              FailureKind.Internal,
              "the proposal waited, and cannot be read any more: " + e.getMessage()));
    }
  }

  /** Takes out what belongs to a request. */
  void remove(String requestId) {
    List.copyOf(entries).stream()
        .filter(entry -> entry.requestId().equals(requestId))
        .forEach(this::remove);
  }

  /** Takes all out, and says whose they were. */
  List<String> removeAll() {
    List<String> requestIds = entries.stream().map(Entry::requestId).toList();
    List.copyOf(entries).forEach(this::remove);
    return requestIds;
  }

  private static byte[] encode(WireMessage message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(message.key());
      out.writeInt(message.headers().size());
      for (Map.Entry<String, String> header : message.headers().entrySet()) {
        out.writeUTF(header.getKey());
        out.writeUTF(header.getValue());
      }
      out.write(message.value());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static WireMessage message(byte[] kept) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(kept))) {
      String key = in.readUTF();
      Map<String, String> headers = new LinkedHashMap<>();
      for (int i = in.readInt(); i > 0; i--) {
        headers.put(in.readUTF(), in.readUTF());
      }
      return new WireMessage(key, headers, in.readAllBytes());
    } catch (IOException e) {
      // Damaged; what can still be told of it is told when its turn comes.
      return new WireMessage("", Map.of(), kept);
    }
  }
}
