package io.heddle.encoding;

import io.heddle.multiformats.DatasetId;
import java.util.regex.Pattern;

/** Texts that name a dataset (chain model, "Dataset references and names"). */
public final class DatasetReferences {
  private static final String LABEL = "[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*+";
  private static final String DOTTED = LABEL + "(?:\\." + LABEL + ")*+";
  private static final Pattern NAME = Pattern.compile(DOTTED);
  private static final Pattern ALIAS = Pattern.compile("(?:" + DOTTED + "/)?" + DOTTED);

  private DatasetReferences() {}

  /** Whether {@code text} is the name of a dataset or an account. */
  public static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** Whether {@code text} is {@code name} or {@code account/name}. */
  public static boolean isAlias(String text) {
    return ALIAS.matcher(text).matches();
  }

  /**
   * The text to keep of a reference: the canonical one of an id, an alias as it is.
   *
   * @throws IllegalArgumentException when it is neither
   */
  public static String normalise(String reference) {
    if (reference.startsWith(DatasetId.DID_PREFIX)) {
      return DatasetId.parse(reference).toString();
    }
    return alias(reference);
  }

  static String alias(String text) {
    if (!isAlias(text)) {
      throw new IllegalArgumentException(Place.quote(text));
    }
    return text;
  }
}
