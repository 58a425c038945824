package io.heddle.ingress.push;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.chain.SourceState;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The source state of a push source: how far its topic was read.
 *
 * @param topicId of the topic; one that was made anew has another
 * @param next the position of the next record in each partition that was read
 */
public record TopicPositions(String topicId, SortedMap<Integer, Long> next) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOPIC = "topic";
  private static final String NEXT = "next";

  public TopicPositions {
    next = Collections.unmodifiableSortedMap(new TreeMap<>(next));
  }

  /** Of a state of another kind or form nothing is known, and it counts as none. */
  public static Optional<TopicPositions> of(SourceState state) {
    if (!state.kind().equals(SourceState.TOPIC_POSITIONS)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(state.value());
      SortedMap<Integer, Long> next = new TreeMap<>();
      for (Map.Entry<String, JsonNode> entry : json.path(NEXT).properties()) {
        next.put(Integer.valueOf(entry.getKey()), entry.getValue().longValue());
      }
      String topicId = json.path(TOPIC).asText();
      return topicId.isEmpty() ? Optional.empty() : Optional.of(new TopicPositions(topicId, next));
    } catch (JsonProcessingException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Equal positions give equal states. */
  public SourceState toState(String sourceName) {
    ObjectNode json = JSON.createObjectNode();
    json.put(TOPIC, topicId);
    ObjectNode positions = json.putObject(NEXT);
    next.forEach((partition, position) -> positions.put(partition.toString(), position));
    return new SourceState(sourceName, SourceState.TOPIC_POSITIONS, json.toString());
  }

  /** Whether the record was read. */
  public boolean isBehind(int partition, long offset) {
    return next.getOrDefault(partition, 0L) > offset;
  }
}
