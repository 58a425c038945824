package io.heddle.resources.writer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceJson;

/**
 * A resource as the writer keeps it: with authored labels only, and the number of its last event.
 */
record StoredResource(Resource resource, long sequence) {
  byte[] toBytes() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sequence", sequence);
    json.set("resource", ResourceJson.write(resource));
    return WriterJson.bytes(json);
  }

  static StoredResource fromBytes(byte[] bytes) {
    JsonNode json = WriterJson.read(bytes, JsonNode.class);
    return new StoredResource(
        ResourceJson.read(json.path("resource")), json.path("sequence").asLong());
  }
}
