package io.heddle.ingress.read;

import io.heddle.notation.TimeFormats;
import io.heddle.schema.DataField;
import io.heddle.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/** Builds the columns of a JSON table from its schema. */
final class JsonColumns {
  private final TimeFormats formats;
  private final int maxValueChars;
  private final ReadFailures failures;

  JsonColumns(TimeFormats formats, int maxValueChars, ReadFailures failures) {
    this.formats = formats;
    this.maxValueChars = maxValueChars;
    this.failures = failures;
  }

  /**
   * @param prefix the path of the object, for messages: empty, or with a dot at its end
   * @param vectors one for each field
   */
  JsonMembers members(String prefix, List<DataField> fields, List<FieldVector> vectors) {
    List<JsonColumn> columns = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      DataField field = fields.get(i);
      columns.add(column(prefix + field.name(), field.type(), vectors.get(i)));
    }
    return new JsonMembers(fields.stream().map(DataField::name).toList(), columns);
  }

  private JsonColumn column(String path, DataType type, FieldVector vector) {
    JsonPlace place = new JsonPlace(path, ValueWriters.isOptional(type), failures);
    return switch (ValueWriters.required(type)) {
      case DataType.Struct struct ->
          new JsonStructColumn(
              place,
              (StructVector) vector,
              members(path + ".", struct.fields(), vector.getChildrenFromFields()));
      case DataType.List(DataType item, Long length) -> {
        JsonColumn items = column(path + "[]", item, vector.getChildrenFromFields().getFirst());
        yield length == null
            ? new JsonListColumn(place, (ListVector) vector, items)
            : new JsonFixedListColumn(place, (FixedSizeListVector) vector, items);
      }
      case DataType scalar ->
          new JsonScalarColumn(
              place, ValueWriters.of(path, scalar, vector, formats), maxValueChars);
    };
  }
}
