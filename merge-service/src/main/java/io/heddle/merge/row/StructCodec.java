package io.heddle.merge.row;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;

/** Structs: their members in order, each behind a flag that says whether there is a value. */
record StructCodec(List<ValueCodec> members) implements ValueCodec {
  StructCodec {
    members = List.copyOf(members);
  }

  @Override
  public void write(FieldVector from, int index, ByteSink out) {
    List<FieldVector> children = from.getChildrenFromFields();
    for (int i = 0; i < members.size(); i++) {
      writeFlagged(members.get(i), children.get(i), index, out);
    }
  }

  @Override
  public void read(ByteSource in, FieldVector to, int index) {
    ((StructVector) to).setIndexDefined(index);
    List<FieldVector> children = to.getChildrenFromFields();
    for (int i = 0; i < members.size(); i++) {
      readFlagged(members.get(i), in, children.get(i), index);
    }
  }

  @Override
  public void skip(ByteSource in) {
    for (ValueCodec member : members) {
      skipFlagged(member, in);
    }
  }

  @Override
  public boolean hasFloats() {
    return members.stream().anyMatch(ValueCodec::hasFloats);
  }

  @Override
  public void canonical(ByteSource in, ByteSink out) {
    for (ValueCodec member : members) {
      canonicalFlagged(member, in, out);
    }
  }

  @Override
  public void writeOrdered(FieldVector from, int index, ByteSink out) {
    List<FieldVector> children = from.getChildrenFromFields();
    for (int i = 0; i < members.size(); i++) {
      writeOrderedFlagged(members.get(i), children.get(i), index, out);
    }
  }

  static void writeFlagged(ValueCodec codec, FieldVector from, int index, ByteSink out) {
    if (from.isNull(index)) {
      out.put(0);
    } else {
      out.put(1);
      codec.write(from, index, out);
    }
  }

  static void writeOrderedFlagged(ValueCodec codec, FieldVector from, int index, ByteSink out) {
    if (from.isNull(index)) {
      out.put(0);
    } else {
      out.put(1);
      codec.writeOrdered(from, index, out);
    }
  }

  static void canonicalFlagged(ValueCodec codec, ByteSource in, ByteSink out) {
    int flag = in.next();
    out.put(flag);
    if (flag != 0) {
      codec.canonical(in, out);
    }
  }

  static void readFlagged(ValueCodec codec, ByteSource in, FieldVector to, int index) {
    if (in.next() == 0) {
      to.setNull(index);
    } else {
      codec.read(in, to, index);
    }
  }

  static void skipFlagged(ValueCodec codec, ByteSource in) {
    if (in.next() != 0) {
      codec.skip(in);
    }
  }
}
