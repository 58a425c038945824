package io.heddle.ingress.preprocess;

import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Columns that a query takes over as they are. The engine forgets a part of their types on the way:
 * units of timestamps, and which members and items are required. Both are given back.
 */
final class TakenOver {
  private TakenOver() {}

  /** Whether values of the engine's type are all values of the original one. */
  static boolean holds(DataType original, DataType engine) {
    return switch (original) {
      case DataType.Option(DataType inner) -> holds(inner, required(engine));
      case DataType.Timestamp before ->
          required(engine) instanceof DataType.Timestamp after
              && (before.equals(after)
                  || ("UTC".equals(before.effectiveTimezone())
                      && "UTC".equals(after.effectiveTimezone())));
      case DataType.List(DataType item, Long length) ->
          required(engine) instanceof DataType.List(DataType engineItem, Long engineLength)
              && java.util.Objects.equals(length, engineLength)
              && holds(item, engineItem);
      case DataType.Struct(List<DataField> members) ->
          required(engine) instanceof DataType.Struct(List<DataField> engineMembers)
              && sameMembers(members, engineMembers);
      default -> original.equals(required(engine));
    };
  }

  private static boolean sameMembers(List<DataField> members, List<DataField> engineMembers) {
    if (members.size() != engineMembers.size()) {
      return false;
    }
    for (int i = 0; i < members.size(); i++) {
      if (!members.get(i).name().equals(engineMembers.get(i).name())
          || !holds(members.get(i).type(), engineMembers.get(i).type())) {
        return false;
      }
    }
    return true;
  }

  private static DataType required(DataType type) {
    return type instanceof DataType.Option(DataType inner) ? inner : type;
  }

  /** Moves values from the engine's vector into one of the original type, which is empty. */
  static void move(FieldVector from, FieldVector to, int count) {
    switch (to) {
      case TimeStampVector original
          when from instanceof TimeStampVector engine
              && engine.getMinorType() != original.getMinorType() ->
          TimestampUnits.convert(engine, original, count);
      case StructVector ignored -> moveNested(from, to, count);
      case ListVector ignored -> moveNested(from, to, count);
      case FixedSizeListVector ignored -> moveNested(from, to, count);
      default -> from.makeTransferPair(to).transfer();
    }
  }

  /** What says which values there are stays as it is; the values below move one by one. */
  private static void moveNested(FieldVector from, FieldVector to, int count) {
    to.loadFieldBuffers(new ArrowFieldNode(count, from.getNullCount()), from.getFieldBuffers());
    List<FieldVector> children = from.getChildrenFromFields();
    for (int i = 0; i < children.size(); i++) {
      FieldVector child = children.get(i);
      move(child, to.getChildrenFromFields().get(i), child.getValueCount());
    }
  }
}
