package io.heddle.resources.rest;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Account;
import io.heddle.resource.AccountRef;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The query parameters of a request. One that a route does not know is refused, and so is one that
 * it will know later: an option that has no effect must not look as if it had.
 */
public final class Query {
  private static final Set<String> EVERYWHERE = Set.of("account", "pretty");
  private static final Pattern SIMPLE_DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|min|h)?");

  private final MultivaluedMap<String, String> parameters;

  private Query(MultivaluedMap<String, String> parameters) {
    this.parameters = parameters;
  }

  /**
   * @param known what the route understands
   * @param later what the interface has but the route cannot do yet
   */
  public static Query of(UriInfo uri, Account account, Set<String> known, Set<String> later) {
    MultivaluedMap<String, String> parameters = uri.getQueryParameters();
    for (String name : parameters.keySet()) {
      if (later.contains(name)
          && !parameters.get(name).stream().allMatch(value -> value.equals("false"))) {
        throw new ProblemException(
            Problem.NOT_IMPLEMENTED, "the parameter '%s' is not supported yet".formatted(name));
      }
      if (!known.contains(name) && !later.contains(name) && !EVERYWHERE.contains(name)) {
        Set<String> all = new TreeSet<>(known);
        all.addAll(EVERYWHERE);
        throw malformed(
            "there is no parameter '%s' here, but %s".formatted(name, String.join(", ", all)));
      }
    }
    Query query = new Query(parameters);
    query.checkAccount(account);
    return query;
  }

  private void checkAccount(Account account) {
    Optional<String> named = text("account").filter(text -> !text.isEmpty());
    if (named.isPresent() && !matches(named.get(), account)) {
      throw new ProblemException(
          Problem.RESOURCE_NOT_FOUND, "there is no account '%s'".formatted(named.get()));
    }
  }

  private static boolean matches(String text, Account account) {
    try {
      return AccountRef.parse(text).matches(account);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * The value of a parameter that has one.
   *
   * @throws ProblemException when there are several
   */
  public Optional<String> text(String name) {
    List<String> values = texts(name);
    if (values.size() > 1) {
      throw malformed("the parameter '%s' stands there %d times".formatted(name, values.size()));
    }
    return values.stream().findFirst();
  }

  public List<String> texts(String name) {
    List<String> values = parameters.get(name);
    return values == null ? List.of() : values;
  }

  public boolean flag(String name, boolean byDefault) {
    return text(name)
        .map(
            text ->
                switch (text) {
                  case "true", "" -> true;
                  case "false" -> false;
                  default -> throw malformed("'%s' is true or false".formatted(name));
                })
        .orElse(byDefault);
  }

  public boolean pretty() {
    return flag("pretty", false);
  }

  public int number(String name, int byDefault, int least, int most) {
    return text(name)
        .map(
            text -> {
              try {
                int value = Integer.parseInt(text);
                if (value >= least && value <= most) {
                  return value;
                }
              } catch (NumberFormatException e) {
                throw malformed("'%s' is a number, not '%s'".formatted(name, text));
              }
              throw malformed("'%s' lies between %d and %d".formatted(name, least, most));
            })
        .orElse(byDefault);
  }

  public Duration duration(String name, Duration byDefault, Duration most) {
    return text(name)
        .map(text -> parse(name, text))
        .map(
            value -> {
              if (value.compareTo(most) > 0) {
                throw malformed("'%s' is at most %ds".formatted(name, most.toSeconds()));
              }
              return value;
            })
        .orElse(byDefault);
  }

  private static Duration parse(String name, String text) {
    Matcher simple = SIMPLE_DURATION.matcher(text);
    if (simple.matches()) {
      long amount = Long.parseLong(simple.group(1));
      String unit = simple.group(2) == null ? "s" : simple.group(2);
      return switch (unit) {
        case "ms" -> Duration.ofMillis(amount);
        case "s" -> Duration.ofSeconds(amount);
        case "h" -> Duration.ofHours(amount);
        default -> Duration.ofMinutes(amount);
      };
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw malformed("'%s' is a duration such as 30s, not '%s'".formatted(name, text));
    }
  }

  public static ProblemException malformed(String detail) {
    return new ProblemException(Problem.MALFORMED_REQUEST, detail);
  }
}
