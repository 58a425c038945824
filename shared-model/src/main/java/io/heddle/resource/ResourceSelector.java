package io.heddle.resource;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Picks resources by what they are at the time of asking.
 *
 * @param namePattern a name in which {@code %} stands for any run of characters
 * @param datasetKind only in selectors of datasets: {@code Root} or {@code Derivative}
 */
public record ResourceSelector(
    @Nullable ResourceType type,
    @Nullable AccountRef account,
    @Nullable UUID id,
    @Nullable String did,
    @Nullable String namePattern,
    @Nullable LabelFilter labels,
    @Nullable String datasetKind) {
  private static final Pattern PATTERN_GRAMMAR = Pattern.compile("[A-Za-z0-9.%-]+");

  public ResourceSelector {
    if (namePattern != null && !PATTERN_GRAMMAR.matcher(namePattern).matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a name pattern: letters, digits, hyphens, dots and %%"
              .formatted(namePattern));
    }
  }

  /** Reads the short form; {@code implied} is the type that the place of use fixes, or null. */
  public static ResourceSelector parse(String text, @Nullable ResourceType implied) {
    RefText parts = RefText.split(text);
    ResourceType type = parts.type(implied);
    String target = parts.target();
    if (target.startsWith("did:")) {
      return new ResourceSelector(type, parts.account(), null, target, null, null, null);
    }
    if (UuidText.isUuid(target)) {
      return new ResourceSelector(
          type, parts.account(), UUID.fromString(target), null, null, null, null);
    }
    return new ResourceSelector(type, parts.account(), null, null, target, null, null);
  }

  /** Whether it means one resource rather than whatever matches. */
  public boolean isExact() {
    return labels == null
        && datasetKind == null
        && (id != null || did != null || (namePattern != null && !namePattern.contains("%")));
  }

  public boolean matches(Resource resource) {
    ResourceHeaders headers = resource.headers();
    return (type == null || type == resource.type())
        && (account == null || account.matches(headers.account()))
        && (id == null || id.equals(headers.id()))
        && (did == null || did.equals(resource.did()))
        && (namePattern == null || matches(namePattern, headers.name()))
        && (labels == null || labels.matches(headers))
        && (datasetKind == null || datasetKind.equals(resource.datasetKind()));
  }

  /** Whether a name fits a pattern; letter case does not matter. */
  public static boolean matches(String pattern, ResourceName name) {
    StringBuilder regex = new StringBuilder();
    for (String part : List.of(pattern.toLowerCase(Locale.ROOT).split("%", -1))) {
      regex.append(regex.isEmpty() ? "" : ".*").append(part.isEmpty() ? "" : Pattern.quote(part));
      if (regex.isEmpty()) {
        regex.append("(?:)");
      }
    }
    return Pattern.matches(regex.toString(), name.key());
  }
}
