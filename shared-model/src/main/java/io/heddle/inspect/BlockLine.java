package io.heddle.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.chain.StoredBlock;
import io.heddle.encoding.OdfTypes;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import java.util.ArrayList;
import java.util.List;

/** A block on one line, for people, or as JSON. */
final class BlockLine {
  private BlockLine() {}

  static String of(StoredBlock block) {
    return "%5s  %s  %-20s  %s"
        .formatted(
            Long.toUnsignedString(block.block().sequenceNumber()),
            block.hash(),
            block.block().systemTime(),
            event(block.block().event()))
        .stripTrailing();
  }

  static JsonNode json(StoredBlock block) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("hash", block.hash().toString());
    if (block.block().event() instanceof MetadataEvent.Unknown(int tag)) {
      node.put("unknownEventTag", tag);
      return node;
    }
    node.set("block", OdfTypes.METADATA_BLOCK.toJson(block.block()));
    return node;
  }

  private static String event(MetadataEvent event) {
    return switch (event) {
      case MetadataEvent.Unknown(int tag) -> "unknown event, tag " + tag;
      case MetadataEvent.Seed e -> "Seed  %s %s".formatted(e.datasetKind(), e.datasetId());
      case MetadataEvent.SetDataSchema e ->
          e.schema() == null
              ? "SetDataSchema  in the old Arrow form"
              : "SetDataSchema  %d columns".formatted(e.schema().fields().size());
      case MetadataEvent.AddPushSource e -> "AddPushSource  " + e.sourceName();
      case MetadataEvent.DisablePushSource e -> "DisablePushSource  " + e.sourceName();
      case MetadataEvent.DataEvent e -> OdfTypes.kindOf(event) + "  " + data(e);
      default -> OdfTypes.kindOf(event);
    };
  }

  private static String data(MetadataEvent.DataEvent event) {
    List<String> parts = new ArrayList<>();
    if (event.newData() != null) {
      OffsetInterval interval = event.newData().offsetInterval();
      parts.add(
          "offsets %s to %s (%s rows, %s bytes)"
              .formatted(
                  Long.toUnsignedString(interval.start()),
                  Long.toUnsignedString(interval.end()),
                  Long.toUnsignedString(interval.length()),
                  Long.toUnsignedString(event.newData().size())));
    }
    if (event.newWatermark() != null) {
      parts.add("watermark " + event.newWatermark());
    }
    if (event instanceof MetadataEvent.AddData added && added.newSourceState() != null) {
      parts.add("source " + added.newSourceState().sourceName());
    }
    return String.join(", ", parts);
  }
}
