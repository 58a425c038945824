package io.heddle.resources.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.document.Document;
import io.heddle.document.DocumentLimits;
import io.heddle.document.JsonDocuments;
import io.heddle.document.MalformedDocumentException;
import io.heddle.document.TextPosition;
import io.heddle.document.YamlDocuments;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns the body of a request into documents. */
public final class ManifestReader {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final List<String> YAML_TYPES =
      List.of("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml");
  private static final List<String> JSON_TYPES =
      List.of("application/json", "application/x-ndjson");

  private final DocumentLimits limits;

  public ManifestReader(DocumentLimits limits) {
    this.limits = limits;
  }

  public static List<String> mediaTypes() {
    return List.of(
        "application/yaml",
        "application/x-yaml",
        "text/yaml",
        "application/json",
        "application/x-ndjson");
  }

  /**
   * @param contentType as it came; null or empty: looks like JSON or is YAML
   * @throws ProblemException when the body is not readable, too large or empty
   */
  public List<Document> read(byte[] body, @Nullable String contentType) {
    if (body.length > limits.requestBytes()) {
      throw new ProblemException(
          Problem.PAYLOAD_TOO_LARGE,
          "the body has %d bytes, %d are allowed".formatted(body.length, limits.requestBytes()));
    }
    String text = text(body);
    List<Document> documents;
    try {
      documents =
          isJson(contentType, text)
              ? JsonDocuments.read(text, limits)
              : YamlDocuments.read(text, limits);
    } catch (MalformedDocumentException e) {
      throw malformed(e);
    }
    if (documents.isEmpty()) {
      throw new ProblemException(
          Problem.MANIFEST_EMPTY, "send one or more manifests, as YAML or JSON");
    }
    return documents;
  }

  private static boolean isJson(@Nullable String contentType, String text) {
    String type =
        contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (YAML_TYPES.contains(type)) {
      return false;
    }
    if (JSON_TYPES.contains(type)) {
      return true;
    }
    if (!type.isEmpty() && !type.equals("application/octet-stream")) {
      throw new ProblemException(
          Problem.UNSUPPORTED_MEDIA_TYPE,
          "'%s' is none of %s".formatted(type, String.join(", ", mediaTypes())));
    }
    String start = text.stripLeading();
    return start.startsWith("{") || start.startsWith("[");
  }

  private static String text(byte[] body) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new ProblemException(Problem.MALFORMED_REQUEST, "the body is not UTF-8 text");
    }
  }

  private static ProblemException malformed(MalformedDocumentException e) {
    TextPosition place = e.place();
    String message = e.getMessage() == null ? "not readable" : e.getMessage();
    var finding =
        new ProblemDetail.Finding(
            e.document(),
            null,
            null,
            null,
            null,
            place == null ? null : place.line(),
            place == null ? null : place.column(),
            Problem.MALFORMED_REQUEST.code(),
            message,
            null);
    String where =
        place == null ? "" : "line %d, column %d: ".formatted(place.line(), place.column());
    return new ProblemException(Problem.MALFORMED_REQUEST, where + message, List.of(finding));
  }
}
