package io.heddle.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A condition on labels; {@code name}, {@code account} and {@code id} match the headers. */
public sealed interface LabelFilter {
  boolean matches(ResourceHeaders headers);

  record All(List<LabelFilter> of) implements LabelFilter {
    public All {
      of = List.copyOf(of);
    }

    @Override
    public boolean matches(ResourceHeaders headers) {
      return of.stream().allMatch(filter -> filter.matches(headers));
    }
  }

  record Any(List<LabelFilter> of) implements LabelFilter {
    public Any {
      of = List.copyOf(of);
    }

    @Override
    public boolean matches(ResourceHeaders headers) {
      return of.stream().anyMatch(filter -> filter.matches(headers));
    }
  }

  record Not(LabelFilter of) implements LabelFilter {
    @Override
    public boolean matches(ResourceHeaders headers) {
      return !of.matches(headers);
    }
  }

  record Equal(String key, String value) implements LabelFilter {
    @Override
    public boolean matches(ResourceHeaders headers) {
      return value.equals(labelOf(headers, key));
    }
  }

  /** The label is there, whatever its value. */
  record Present(String key) implements LabelFilter {
    @Override
    public boolean matches(ResourceHeaders headers) {
      return labelOf(headers, key) != null || headers.labels().containsKey(key);
    }
  }

  private static @Nullable String labelOf(ResourceHeaders headers, String key) {
    return switch (key) {
      case "name" -> headers.name().text();
      case "account" -> headers.account().name().text();
      case "id" -> headers.id().toString();
      default -> {
        JsonNode label = headers.labels().get(key);
        yield label != null && label.isTextual() ? label.textValue() : null;
      }
    };
  }
}
