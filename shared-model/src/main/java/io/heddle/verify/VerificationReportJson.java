package io.heddle.verify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link VerificationReport} in the form of the REST interface. */
public final class VerificationReportJson {
  private VerificationReportJson() {}

  public static ObjectNode write(VerificationReport report) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("ok", report.ok());
    node.put("head", report.head().toString());
    node.put("complete", report.complete());
    node.put("checkedBlocks", report.checkedBlocks());
    node.put("checkedSlices", report.checkedSlices());
    node.put("checkedRecords", report.checkedRecords());
    add(node.putArray("errors"), report.errors());
    add(node.putArray("warnings"), report.of(Finding.Severity.WARNING));
    add(node.putArray("unchecked"), report.unchecked());
    return node;
  }

  private static void add(ArrayNode array, List<Finding> findings) {
    for (Finding finding : findings) {
      ObjectNode node = array.addObject();
      node.put("code", finding.code().code());
      if (finding.sequenceNumber() != null) {
        node.put("sequenceNumber", finding.sequenceNumber());
      }
      put(node, "blockHash", finding.blockHash());
      put(node, "object", finding.object());
      put(node, "expected", finding.expected());
      put(node, "actual", finding.actual());
      node.put("message", finding.message());
      node.put("advice", finding.code().advice());
    }
  }

  private static void put(ObjectNode node, String key, @Nullable Object value) {
    if (value != null) {
      node.put(key, value.toString());
    }
  }
}
