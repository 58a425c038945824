package io.heddle.ingress.fetch;

import io.heddle.odf.FetchStep;
import io.heddle.odf.SourceCaching;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ingress {@code Url}. */
public final class UrlFetcher implements Fetcher<FetchStep.Url> {
  private final Map<String, UrlScheme> schemes = new TreeMap<>();

  public UrlFetcher(List<UrlScheme> schemes) {
    schemes.forEach(scheme -> scheme.schemes().forEach(name -> this.schemes.put(name, scheme)));
  }

  @Override
  public Class<FetchStep.Url> ingress() {
    return FetchStep.Url.class;
  }

  @Override
  public FetchResult fetch(
      FetchStep.Url source, @Nullable SourceState previous, FetchContext context)
      throws InterruptedException {
    if (source.cache() instanceof SourceCaching.Forever
        && context.hasData()
        && !context.ignoreCache()) {
      return new FetchResult.UpToDate("it was ingested, and is kept forever");
    }
    URI uri = parse(source.url());
    String name = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    UrlScheme scheme = schemes.get(name);
    if (scheme == null) {
      List<String> supported = List.copyOf(schemes.keySet());
      throw new IngestException(
          FailureKind.Unsupported,
          "URLs of the scheme \"%s\" are not supported; supported: %s"
              .formatted(name, String.join(", ", supported)),
          Map.of("value", name, "supported", supported));
    }
    return scheme.fetch(source, uri, previous, context);
  }

  private static URI parse(String url) {
    try {
      return new URI(url);
    } catch (URISyntaxException e) {
      throw new IngestException(
          FailureKind.Unsupported,
          "this is no valid URL: %s at character %d; write special characters as %%XX"
              .formatted(e.getReason(), e.getIndex() + 1));
    }
  }
}
