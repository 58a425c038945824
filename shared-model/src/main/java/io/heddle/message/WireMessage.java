package io.heddle.message;

import java.util.Map;

/**
 * A message as it travels: CloudEvents headers of the Kafka binary binding, and the value.
 *
 * @param key the record key: the dataset's DID or the task id
 */
public record WireMessage(String key, Map<String, String> headers, byte[] value) {
  public WireMessage {
    headers = Map.copyOf(headers);
  }
}
