package io.heddle.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A command line: positional arguments, options with a value, and switches. */
final class Arguments {
  private static final Set<String> OPTIONS =
      Set.of("--head", "--ref", "--limit", "--from", "--check", "--parallel");
  private static final Set<String> SWITCHES = Set.of("--stop-on-first", "--history", "--json");

  private final List<String> positional = new ArrayList<>();
  private final Map<String, String> options = new HashMap<>();

  Arguments(String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      if (SWITCHES.contains(argument)) {
        options.put(argument, "");
      } else if (OPTIONS.contains(argument)) {
        if (++i == arguments.length) {
          throw new UsageException(argument + " needs a value");
        }
        options.put(argument, arguments[i]);
      } else if (argument.startsWith("--")) {
        throw new UsageException("unknown option " + argument);
      } else {
        positional.add(argument);
      }
    }
  }

  int count() {
    return positional.size();
  }

  String positional(int index, String meaning) {
    if (index >= positional.size()) {
      throw new UsageException(meaning + " is missing");
    }
    return positional.get(index);
  }

  boolean has(String name) {
    return options.containsKey(name);
  }

  Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  long number(String name, long byDefault) {
    String text = options.get(name);
    if (text == null) {
      return byDefault;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new UsageException(name + " needs a number, not \"" + text + "\"");
    }
    throw new UsageException(name + " cannot be negative");
  }
}
