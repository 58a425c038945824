package io.heddle.resources.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resources.rest.Query;
import jakarta.ws.rs.core.UriInfo;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param next token of the following part; null after the last one
 */
public record Page<T>(List<T> items, int limit, int total, @Nullable String next) {
  public static final int DEFAULT_LIMIT = 100;
  public static final int MAX_LIMIT = 1000;

  public Page {
    items = List.copyOf(items);
  }

  /**
   * The part that a request asks for by {@code limit} and {@code pageToken}.
   *
   * @param all in their order
   */
  public static <T> Page<T> of(List<T> all, Query query, UriInfo uri) {
    int limit = query.number("limit", DEFAULT_LIMIT, 0, MAX_LIMIT);
    String fingerprint = fingerprint(uri);
    int from = query.text("pageToken").map(token -> start(token, fingerprint)).orElse(0);
    int start = Math.min(from, all.size());
    int end = Math.min(start + limit, all.size());
    boolean more = limit > 0 && end < all.size();
    return new Page<>(
        all.subList(start, end), limit, all.size(), more ? token(end, fingerprint) : null);
  }

  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("limit", limit);
    if (next != null) {
      json.put("nextToken", next);
    }
    return json.put("total", total);
  }

  /** What the token is bound to: all parameters but those that only move through the list. */
  private static String fingerprint(UriInfo uri) {
    Map<String, List<String>> parameters = new TreeMap<>(uri.getQueryParameters());
    List.of("pageToken", "limit", "pretty").forEach(parameters::remove);
    return Integer.toHexString((uri.getPath() + parameters).hashCode());
  }

  private static String token(int position, String fingerprint) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((position + ":" + fingerprint).getBytes(UTF_8));
  }

  private static int start(String token, String fingerprint) {
    try {
      String[] parts = new String(Base64.getUrlDecoder().decode(token), UTF_8).split(":", 2);
      if (parts.length == 2 && parts[1].equals(fingerprint)) {
        return Integer.parseUnsignedInt(parts[0]);
      }
    } catch (IllegalArgumentException e) {
      throw Query.malformed("'pageToken' was not made by this service");
    }
    throw new ProblemException(
        Problem.PAGE_TOKEN_MISMATCH, "repeat the parameters of the request that gave the token");
  }
}
