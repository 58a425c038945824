package io.heddle.merge.row;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * What a Ledger remembers of a row: a hash of the columns that are neither key nor event time, and
 * the event time as it is, since a row that comes without one does not differ in it.
 *
 * <p>Nulls do not enter the hash and columns enter it by name, so that it stays the same when the
 * dataset gets further columns.
 */
public final class RowDigest {
  static final int HASH_LENGTH = 16;

  private final RowLayout layout;
  private final int[] hashed;
  private final byte[][] tags;
  private final boolean keepsEventTime;
  private final MessageDigest sha256 = sha256();
  private final ByteSink sink = new ByteSink();
  private final ByteSink scratch = new ByteSink();

  public RowDigest(RowLayout layout, KeyEncoder key) {
    this.layout = layout;
    this.hashed =
        IntStream.range(0, layout.size())
            .filter(position -> position != layout.eventTime() && !key.contains(position))
            .boxed()
            .sorted(Comparator.comparing(position -> layout.columns().get(position).name()))
            .mapToInt(Integer::intValue)
            .toArray();
    this.tags =
        Arrays.stream(hashed)
            .mapToObj(position -> tag(layout.columns().get(position).name()))
            .toArray(byte[][]::new);
    this.keepsEventTime = !key.contains(layout.eventTime());
  }

  /** What is remembered of a row. */
  public byte[] of(@Nullable FieldVector[] row, int index) {
    sink.clear();
    for (int i = 0; i < hashed.length; i++) {
      FieldVector vector = row[hashed[i]];
      if (vector != null && !vector.isNull(index)) {
        sink.put(tags[i]);
        add(hashed[i], vector, index);
      }
    }
    sink.digestInto(sha256);
    byte[] hash = sha256.digest();
    sink.clear();
    sink.put(hash, 0, HASH_LENGTH);
    FieldVector eventTime = row[layout.eventTime()];
    if (keepsEventTime && eventTime != null && !eventTime.isNull(index)) {
      layout.codec(layout.eventTime()).write(eventTime, index, sink);
    }
    return sink.toArray();
  }

  private void add(int position, FieldVector vector, int index) {
    ValueCodec codec = layout.codec(position);
    if (layout.hasFloats(position)) {
      scratch.clear();
      codec.write(vector, index, scratch);
      codec.canonical(new ByteSource(scratch.toArray(), 0), sink);
    } else {
      codec.write(vector, index, sink);
    }
  }

  /**
   * Whether two rows differ in what is remembered of them.
   *
   * @param withEventTime whether the event time counts
   */
  public static boolean differ(byte[] one, byte[] other, boolean withEventTime) {
    return withEventTime
        ? !Arrays.equals(one, other)
        : !Arrays.equals(one, 0, HASH_LENGTH, other, 0, HASH_LENGTH);
  }

  /** Tells the columns apart: a name cannot run into a value, since its length stands before it. */
  private static byte[] tag(String name) {
    ByteSink tag = new ByteSink();
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    tag.putVarint(utf8.length);
    tag.put(utf8);
    return tag.toArray();
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
