package io.heddle.resources.catalog;

import io.heddle.resource.LabelFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The query form of label filters: {@code k=v,k2!=v2,k3 in (a,b),!k4,k5}. */
final class LabelSelectors {
  private static final Pattern TERM =
      Pattern.compile(
          "\\s*(?:(?<absent>!)?(?<key>[^\\s=!,()]+)\\s*"
              + "(?:(?<op>==|=|!=)\\s*(?<value>[^\\s,()=]*)"
              + "|(?<in>in|notin)\\s*\\((?<values>[^()]*)\\))?)\\s*(?:,|$)");

  private LabelSelectors() {}

  /**
   * @throws IllegalArgumentException with a message for the user
   */
  static LabelFilter parse(String text) {
    List<LabelFilter> all = new ArrayList<>();
    Matcher term = TERM.matcher(text);
    int at = 0;
    while (at < text.length()) {
      term.region(at, text.length());
      if (!term.lookingAt() || term.end() == at) {
        throw new IllegalArgumentException(
            "'%s' is not a label selector such as k=v,k2!=v2,k3 in (a,b),!k4".formatted(text));
      }
      all.add(filter(term));
      at = term.end();
    }
    return new LabelFilter.All(all);
  }

  private static LabelFilter filter(Matcher term) {
    String key = term.group("key");
    if (term.group("op") != null) {
      LabelFilter equal = new LabelFilter.Equal(key, term.group("value"));
      return term.group("op").equals("!=") ? new LabelFilter.Not(equal) : equal;
    }
    if (term.group("in") != null) {
      List<LabelFilter> any = new ArrayList<>();
      for (String value : term.group("values").split(",")) {
        any.add(new LabelFilter.Equal(key, value.strip()));
      }
      LabelFilter one = new LabelFilter.Any(any);
      return term.group("in").equals("notin") ? new LabelFilter.Not(one) : one;
    }
    LabelFilter present = new LabelFilter.Present(key);
    return term.group("absent") == null ? present : new LabelFilter.Not(present);
  }
}
