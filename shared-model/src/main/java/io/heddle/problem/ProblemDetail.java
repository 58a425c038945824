package io.heddle.problem;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A problem as it goes over the wire ({@code application/problem+json}).
 *
 * @param detail what, where, and what to do
 * @param instance the path of the request
 * @param extensions further members, for one {@code capacity} of a full buffer
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonPropertyOrder({
  "type",
  "title",
  "status",
  "detail",
  "instance",
  "code",
  "requestId",
  "traceId",
  "errors"
})
public record ProblemDetail(
    String type,
    String title,
    int status,
    @Nullable String detail,
    @Nullable String instance,
    String code,
    @Nullable String requestId,
    @Nullable String traceId,
    List<Finding> errors,
    @JsonAnyGetter Map<String, Object> extensions) {
  public static final String MEDIA_TYPE = "application/problem+json";

  public ProblemDetail {
    errors = List.copyOf(errors);
    extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
  }

  /** One finding in the input, with as much of its position as is known. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Finding(
      @Nullable Integer document,
      @Nullable Long record,
      @Nullable String file,
      @Nullable String resource,
      @Nullable String pointer,
      @Nullable Integer line,
      @Nullable Integer column,
      String code,
      String message,
      @Nullable String hint) {}

  public static ProblemDetail of(Problem problem, @Nullable String detail) {
    return of(problem, detail, List.of());
  }

  public static ProblemDetail of(Problem problem, @Nullable String detail, List<Finding> errors) {
    return new ProblemDetail(
        problem.type(),
        problem.title(),
        problem.status(),
        detail,
        null,
        problem.code(),
        null,
        null,
        errors,
        Map.of());
  }

  public ProblemDetail with(String member, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(extensions);
    more.put(member, value);
    return new ProblemDetail(
        type, title, status, detail, instance, code, requestId, traceId, errors, more);
  }

  /** The same problem, as the answer to one request. */
  public ProblemDetail on(@Nullable String instance, @Nullable String requestId) {
    return new ProblemDetail(
        type, title, status, detail, instance, code, requestId, traceId, errors, extensions);
  }
}
