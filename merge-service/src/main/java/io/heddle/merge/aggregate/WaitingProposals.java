package io.heddle.merge.aggregate;

import io.heddle.merge.state.Journal;
import io.heddle.message.MessageCodec;
import io.heddle.message.MessageException;
import io.heddle.message.Proposal;
import io.heddle.message.WireMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Proposals that wait for their turn, in order, as they came. */
final class WaitingProposals {
  private final Journal journal;
  private final MessageCodec codec;
  private long next;
  private int count;

  WaitingProposals(Journal journal, MessageCodec codec) {
    this.journal = journal;
    this.codec = codec;
    List<Long> numbers = journal.numbers(Integer.MAX_VALUE);
    this.count = numbers.size();
    this.next = numbers.isEmpty() ? 0 : numbers.getLast() + 1;
  }

  boolean isEmpty() {
    return count == 0;
  }

  void add(Proposal proposal) {
    journal.put(next++, encode(codec.encode(proposal)));
    count++;
  }

  /** Takes the first one out. */
  @Nullable Proposal poll() {
    if (count == 0) {
      return null;
    }
    long first = journal.numbers(1).getFirst();
    byte[] bytes = Objects.requireNonNull(journal.get(first));
    journal.remove(first);
    count--;
    return decode(bytes);
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

  private Proposal decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      String key = in.readUTF();
      Map<String, String> headers = new HashMap<>();
      for (int i = in.readInt(); i > 0; i--) {
        headers.put(in.readUTF(), in.readUTF());
      }
      return codec.decodeProposal(key, headers, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MessageException e) {
      throw new IllegalStateException("a proposal that was read before is unreadable", e);
    }
  }
}
