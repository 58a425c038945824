package io.heddle.testing.reference;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import io.smallrye.config.common.utils.StringUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of a service's settings, made of its configuration interfaces and their Javadoc. */
public final class ConfigurationReference {
  private ConfigurationReference() {}

  /**
   * @param module the module's folder below the root, whose sources hold the interfaces
   * @param mappings all that the module has
   * @throws AssertionError when one is missing, or a setting has no comment
   */
  public static String table(String module, List<Class<?>> mappings) {
    Path sources = ReferencePage.root().resolve(module).resolve("src/main/java");
    requireAll(sources, mappings);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("key", "default", "form", "meaning"));
    for (Class<?> mapping : mappings) {
      String prefix = mapping.getAnnotation(ConfigMapping.class).prefix();
      SourceComments.of(mapping, mapping, sources)
          .forEach((method, comment) -> add(prefix, settingOf(mapping, method), comment, rows));
    }
    return ReferencePage.table(rows);
  }

  private static void requireAll(Path sources, List<Class<?>> mappings) {
    Set<Path> listed =
        mappings.stream()
            .map(mapping -> sources.resolve(mapping.getName().replace('.', '/') + ".java"))
            .collect(Collectors.toSet());
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        if (!listed.contains(file) && Files.readString(file).contains("@ConfigMapping(")) {
          throw new AssertionError("the reference leaves out " + file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look through " + sources, e);
    }
  }

  private static Optional<Method> settingOf(Class<?> mapping, String name) {
    return Stream.of(mapping.getMethods())
        .filter(method -> method.getName().equals(name) && !method.isDefault())
        .findFirst();
  }

  private static void add(
      String prefix, Optional<Method> found, String comment, List<List<String>> rows) {
    found.ifPresent(
        method -> {
          String key = prefix + "." + name(method);
          if (comment.isEmpty()) {
            throw new AssertionError("nothing says what %s is".formatted(key));
          }
          rows.add(
              List.of(
                  "`" + key + "`",
                  defaultOf(method),
                  form(method.getGenericReturnType()),
                  comment));
        });
  }

  private static String name(Method method) {
    WithName name = method.getAnnotation(WithName.class);
    return name == null ? StringUtil.skewer(method.getName()) : name.value();
  }

  private static String defaultOf(Method method) {
    WithDefault value = method.getAnnotation(WithDefault.class);
    if (value != null) {
      return "`" + value.value() + "`";
    }
    return method.getReturnType() == Optional.class ? "none" : "must be set";
  }

  private static String form(Type type) {
    return switch (type) {
      case ParameterizedType optional when optional.getRawType() == Optional.class ->
          form(optional.getActualTypeArguments()[0]);
      case ParameterizedType list when list.getRawType() == List.class ->
          form(list.getActualTypeArguments()[0]) + ", …";
      case ParameterizedType map when map.getRawType() == Map.class -> "keys below it";
      case Class<?> single when single == Duration.class -> "duration";
      case Class<?> single when single == MemorySize.class -> "size";
      case Class<?> single when single == Path.class -> "path";
      case Class<?> single when single == boolean.class -> "`true`, `false`";
      case Class<?> single when single == int.class || single == long.class -> "number";
      default -> "text";
    };
  }
}
