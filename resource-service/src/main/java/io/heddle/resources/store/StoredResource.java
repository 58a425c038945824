package io.heddle.resources.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceJson;
import io.heddle.resources.command.WriterJson;

/**
 * A resource as the writer keeps it: with authored labels only, and the number of its last event.
 */
public record StoredResource(Resource resource, long sequence) {
  byte[] toBytes() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("sequence", sequence);
    json.set("resource", ResourceJson.write(resource));
    return WriterJson.bytes(json);
  }

  public static StoredResource fromBytes(byte[] bytes) {
    JsonNode json = WriterJson.read(bytes, JsonNode.class);
    return new StoredResource(
        ResourceJson.read(json.path("resource")), json.path("sequence").asLong());
  }
}
