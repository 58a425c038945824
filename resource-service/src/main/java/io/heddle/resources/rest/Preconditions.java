package io.heddle.resources.rest;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resources.command.ResourceCommand.Precondition;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The preconditions in the headers of a request. */
public final class Preconditions {
  private static final Pattern TAG = Pattern.compile("(?:W/)?\"(\\d{1,18})(?:\\.\\d{1,18})?\"");

  private Preconditions() {}

  /** Of the generation alone: writes of the status never defeat an editor. */
  public static Precondition of(HttpHeaders headers) {
    String match = headers.getHeaderString(HttpHeaders.IF_MATCH);
    String noneMatch = headers.getHeaderString(HttpHeaders.IF_NONE_MATCH);
    boolean mustBeNew = "*".equals(noneMatch);
    if (noneMatch != null && !mustBeNew) {
      throw Query.malformed("If-None-Match on a change is *");
    }
    if (match == null) {
      return new Precondition(false, mustBeNew, null);
    }
    return match.strip().equals("*")
        ? new Precondition(true, mustBeNew, null)
        : new Precondition(true, mustBeNew, generations(match));
  }

  private static List<Long> generations(String header) {
    List<Long> generations = new ArrayList<>();
    for (String tag : header.split(",")) {
      Matcher matcher = TAG.matcher(tag.strip());
      if (!matcher.matches()) {
        throw Query.malformed("If-Match is a list of tags such as \"4\" or \"4.17\"");
      }
      generations.add(Long.valueOf(matcher.group(1)));
    }
    return generations;
  }

  /** Whether an If-None-Match header names the tag. */
  public static boolean isKnown(@Nullable String noneMatch, String tag) {
    if (noneMatch == null) {
      return false;
    }
    for (String known : noneMatch.split(",")) {
      String text = known.strip();
      if (text.equals("*") || text.equals(tag) || text.equals("W/" + tag)) {
        return true;
      }
    }
    return false;
  }

  /** Refuses a header whose effect does not exist yet. */
  public static void refuseIdempotencyKey(HttpHeaders headers) {
    if (headers.getHeaderString("Idempotency-Key") != null) {
      throw new ProblemException(
          Problem.NOT_IMPLEMENTED, "Idempotency-Key is not supported here yet");
    }
  }
}
