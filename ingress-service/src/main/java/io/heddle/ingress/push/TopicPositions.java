package io.heddle.ingress.push;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.odf.SourceState;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The source state of a push source: how far its topic was read.
 *
 * @param topicId of the topic; one that was made anew has another
 * @param next the position of the first record in each partition that was not taken
 * @param taken exports that were taken although others begin between their messages: by the id of
 *     the body
 */
public record TopicPositions(
    String topicId, SortedMap<Integer, Long> next, SortedMap<String, Taken> taken) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOPIC = "topic";
  private static final String NEXT = "next";
  private static final String TAKEN = "taken";

  /** A body of which everything up to a position was taken. */
  public record Taken(int partition, long lastOffset) {}

  /** Of what was taken only that is kept which lies beyond the positions. */
  public TopicPositions {
    next = Collections.unmodifiableSortedMap(new TreeMap<>(next));
    SortedMap<String, Taken> beyond = new TreeMap<>();
    for (Map.Entry<String, Taken> entry : taken.entrySet()) {
      Taken body = entry.getValue();
      if (body.lastOffset() >= next.getOrDefault(body.partition(), 0L)) {
        beyond.put(entry.getKey(), body);
      }
    }
    taken = Collections.unmodifiableSortedMap(beyond);
  }

  public TopicPositions(String topicId, SortedMap<Integer, Long> next) {
    this(topicId, next, new TreeMap<>());
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
      SortedMap<String, Taken> taken = new TreeMap<>();
      for (Map.Entry<String, JsonNode> partition : json.path(TAKEN).properties()) {
        for (Map.Entry<String, JsonNode> body : partition.getValue().properties()) {
          taken.put(
              body.getKey(),
              new Taken(Integer.parseInt(partition.getKey()), body.getValue().longValue()));
        }
      }
      String topicId = json.path(TOPIC).asText();
      return topicId.isEmpty()
          ? Optional.empty()
          : Optional.of(new TopicPositions(topicId, next, taken));
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
    taken.forEach(
        (body, place) ->
            json.withObjectProperty(TAKEN)
                .withObjectProperty(Integer.toString(place.partition()))
                .put(body, place.lastOffset()));
    return new SourceState(sourceName, SourceState.TOPIC_POSITIONS, json.toString());
  }

  /**
   * Whether a record was taken.
   *
   * @param body that it is a part of, if any
   */
  public boolean isBehind(int partition, long offset, @Nullable String body) {
    if (next.getOrDefault(partition, 0L) > offset) {
      return true;
    }
    Taken part = body == null ? null : taken.get(body);
    return part != null && part.partition() == partition && part.lastOffset() >= offset;
  }
}
