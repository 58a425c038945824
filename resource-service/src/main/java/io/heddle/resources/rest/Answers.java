package io.heddle.resources.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactoryBuilder;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import io.heddle.document.CoreSchema;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

/** Trees as bodies of answers. */
public final class Answers {
  public static final String YAML = "application/yaml";

  private static final ObjectMapper JSON_MAPPER = JsonMapper.builder().build();
  private static final ObjectMapper YAML_MAPPER =
      new YAMLMapper(yaml().enable(YAMLGenerator.Feature.MINIMIZE_QUOTES).build());

  /** Line breaks that only YAML knows are lost wherever they are not escaped, in quotes. */
  private static final ObjectMapper QUOTING_YAML_MAPPER = new YAMLMapper(yaml().build());

  private static final Pattern RARE_LINE_BREAK = Pattern.compile("[\u0085\u2028\u2029]");

  private static YAMLFactoryBuilder yaml() {
    return YAMLFactory.builder().stringQuotingChecker(new Quoting());
  }

  /** A text that would be read as something else when it stands alone is quoted. */
  private static final class Quoting extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1;

    @Override
    public boolean needToQuoteValue(String value) {
      return super.needToQuoteValue(value) || CoreSchema.isValue(value);
    }

    @Override
    public boolean needToQuoteName(String name) {
      return super.needToQuoteName(name) || RARE_LINE_BREAK.matcher(name).find();
    }
  }

  private Answers() {}

  public static Response.ResponseBuilder json(int status, Object body, boolean pretty) {
    return Response.status(status).type(MediaType.APPLICATION_JSON_TYPE).entity(text(body, pretty));
  }

  /** One document for each tree. */
  public static Response.ResponseBuilder yaml(int status, List<? extends JsonNode> documents) {
    StringBuilder text = new StringBuilder();
    try {
      for (JsonNode document : documents) {
        String plain = YAML_MAPPER.writeValueAsString(document);
        text.append(
            RARE_LINE_BREAK.matcher(plain).find()
                ? QUOTING_YAML_MAPPER.writeValueAsString(document)
                : plain);
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
