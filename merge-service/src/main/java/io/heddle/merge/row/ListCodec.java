package io.heddle.merge.row;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.BaseListVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** Lists, lists of a fixed length, and maps, which Arrow holds as lists of entries. */
record ListCodec(ValueCodec item) implements ValueCodec {
  private static final int MORE = 1;
  private static final int END = 0;

  static ListCodec ofEntries(ValueCodec key, ValueCodec value) {
    return new ListCodec(new StructCodec(List.of(key, value)));
  }

  @Override
  public void write(FieldVector from, int index, ByteSink out) {
    BaseListVector list = (BaseListVector) from;
    FieldVector items = items(from);
    int start = list.getElementStartIndex(index);
    int end = list.getElementEndIndex(index);
    out.putVarint(end - start);
    for (int i = start; i < end; i++) {
      StructCodec.writeFlagged(item, items, i, out);
    }
  }

  @Override
  public void read(ByteSource in, FieldVector to, int index) {
    int count = in.nextVarint();
    int start =
        switch (to) {
          case ListVector list -> list.startNewValue(index);
          case FixedSizeListVector list -> list.startNewValue(index);
          default -> throw new IllegalStateException("not a list: " + to.getField());
        };
    FieldVector items = items(to);
    for (int i = 0; i < count; i++) {
      StructCodec.readFlagged(item, in, items, start + i);
    }
    if (to instanceof ListVector list) {
      list.endValue(index, count);
    }
    items.setValueCount(Math.max(items.getValueCount(), start + count));
  }

  @Override
  public void skip(ByteSource in) {
    int count = in.nextVarint();
    for (int i = 0; i < count; i++) {
      StructCodec.skipFlagged(item, in);
    }
  }

  @Override
  public boolean hasFloats() {
    return item.hasFloats();
  }

  @Override
  public void canonical(ByteSource in, ByteSink out) {
    int count = in.nextVarint();
    out.putVarint(count);
    for (int i = 0; i < count; i++) {
      StructCodec.canonicalFlagged(item, in, out);
    }
  }

  @Override
  public void writeOrdered(FieldVector from, int index, ByteSink out) {
    BaseListVector list = (BaseListVector) from;
    FieldVector items = items(from);
    for (int i = list.getElementStartIndex(index); i < list.getElementEndIndex(index); i++) {
      out.put(MORE);
      StructCodec.writeOrderedFlagged(item, items, i, out);
    }
    out.put(END);
  }

  private static FieldVector items(FieldVector list) {
    return list.getChildrenFromFields().getFirst();
  }
}
