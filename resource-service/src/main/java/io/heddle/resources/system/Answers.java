package io.heddle.resources.system;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.UncheckedIOException;
import java.util.List;

/** Trees as bodies of answers. */
public final class Answers {
  public static final String YAML = "application/yaml";

  private static final ObjectMapper JSON_MAPPER = JsonMapper.builder().build();
  private static final ObjectMapper YAML_MAPPER =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  private Answers() {}

  public static Response.ResponseBuilder json(int status, Object body, boolean pretty) {
    return Response.status(status).type(MediaType.APPLICATION_JSON_TYPE).entity(text(body, pretty));
  }

  /** One document for each tree. */
  public static Response.ResponseBuilder yaml(int status, List<? extends JsonNode> documents) {
    StringBuilder text = new StringBuilder();
    try {
      for (JsonNode document : documents) {
        text.append(YAML_MAPPER.writeValueAsString(document));
      }
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    return Response.status(status).type(YAML).entity(text.toString());
  }

  public static String text(Object body, boolean pretty) {
    try {
      return pretty
          ? JSON_MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(body)
          : JSON_MAPPER.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
