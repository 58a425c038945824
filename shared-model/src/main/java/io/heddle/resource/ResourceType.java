package io.heddle.resource;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The registered resource types, with all the ways in which they are written. */
public enum ResourceType {
  Dataset("datasets", "ds", true),
  Source("sources", "src", true),
  Flow("flows", "fl", true),
  FlowRun("flows", "fr", true),
  Task("tasks", "tk", true),
  VariableSet("config", "vs", false),
  SecretSet("config", "ss", false),
  WebhookTarget("sinks", "wh", false),
  PersistentVolume("storage", "pv", false);

  /** The one version of the format that is understood. */
  public static final String VERSION = "v1alpha1";

  private static final String BASE = "https://opendatafabric.org/schemas/";
  private static final Pattern URI =
      Pattern.compile(
          "https?://opendatafabric\\.org/schemas/([^/]+)/([^/]+)/([^/]+?)(?:\\.json)?",
          Pattern.CASE_INSENSITIVE);

  private final String context;
  private final String alias;
  private final boolean supported;

  ResourceType(String context, String alias, boolean supported) {
    this.context = context;
    this.alias = alias;
    this.supported = supported;
  }

  /** Context and name as other revisions of the format write them. */
  private List<String> alsoAccepted() {
    return switch (this) {
      case Dataset -> List.of("dataset/Dataset");
      case Source -> List.of("source/Source");
      case Flow -> List.of("flow/Flow");
      case FlowRun -> List.of("flow/FlowRun");
      case Task -> List.of("task/Task", "flow/Task", "flows/Task");
      case WebhookTarget ->
          List.of(
              "sinks/WebhookEndpoint",
              "sink/WebhookEndpoint",
              "sinks/WebhookTarget",
              "sink/WebhookTarget");
      case VariableSet, SecretSet, PersistentVolume -> List.of();
    };
  }

  /** The canonical {@code $schema}, which is the one that is written. */
  public String uri() {
    return this == WebhookTarget
        ? BASE + context + "/" + VERSION + "/WebhookEndpoint"
        : uri(context, name());
  }

  /** Every {@code $schema} that is understood, the canonical one first. */
  public List<String> acceptedUris() {
    return Stream.concat(
            Stream.of(uri()),
            alsoAccepted().stream()
                .map(text -> text.split("/", 2))
                .map(parts -> uri(parts[0], parts[1])))
        .distinct()
        .toList();
  }

  private static String uri(String context, String name) {
    return BASE + context + "/" + VERSION + "/" + name;
  }

  /** The first segment of the type's REST paths. */
  public String context() {
    return context;
  }

  /** The segment of the type's REST paths that names the type. */
  public String segment() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The short name for command lines. */
  public String alias() {
    return alias;
  }

  /** Whether resources of the type can be kept by this version of Heddle. */
  public boolean supported() {
    return supported;
  }

  /** The types that can be applied, for messages. */
  public static List<String> supportedNames() {
    return Arrays.stream(values())
        .filter(type -> type == Dataset || type == Source || type == Flow)
        .map(Enum::name)
        .toList();
  }

  /** By short name, in any letter case. */
  public static Optional<ResourceType> ofName(String name) {
    if (name.equalsIgnoreCase("WebhookEndpoint")) {
      return Optional.of(WebhookTarget);
    }
    return Arrays.stream(values()).filter(type -> type.name().equalsIgnoreCase(name)).findFirst();
  }

  /** By short name, plural or alias, in any letter case, as in paths and on command lines. */
  public static Optional<ResourceType> ofSegment(String segment) {
    String text = segment.toLowerCase(Locale.ROOT);
    return ofName(text)
        .or(() -> text.endsWith("s") ? ofName(text.substring(0, text.length() - 1)) : ofName(text))
        .or(() -> Arrays.stream(values()).filter(type -> type.alias.equals(text)).findFirst());
  }

  /** What a {@code $schema} says. */
  public sealed interface Resolution {
    record Known(ResourceType type) implements Resolution {}

    /** A known type in a version that is not understood. */
    record OtherVersion(ResourceType type, String version) implements Resolution {}

    record Unknown(String uri) implements Resolution {}
  }

  /**
   * Reads a {@code $schema}; http, letter case, singular contexts and {@code .json} do not matter.
   */
  public static Resolution resolve(String uri) {
    Matcher matcher = URI.matcher(uri.strip());
    if (!matcher.matches()) {
      return new Resolution.Unknown(uri);
    }
    String written = matcher.group(1) + "/" + matcher.group(3);
    for (ResourceType type : values()) {
      boolean named =
          written.equalsIgnoreCase(type.context + "/" + type.name())
              || type.alsoAccepted().stream().anyMatch(written::equalsIgnoreCase);
      if (named) {
        return matcher.group(2).equalsIgnoreCase(VERSION)
            ? new Resolution.Known(type)
            : new Resolution.OtherVersion(type, matcher.group(2));
      }
    }
    return new Resolution.Unknown(uri);
  }
}
