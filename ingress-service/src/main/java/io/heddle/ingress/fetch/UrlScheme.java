package io.heddle.ingress.fetch;

import io.heddle.odf.FetchStep;
import io.heddle.odf.SourceState;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fetches the URLs of some schemes. A new scheme is a new implementation, given to the fetcher. */
public interface UrlScheme {
  /** The schemes in lower case. */
  List<String> schemes();

  /** As {@link Fetcher#fetch}; {@code uri} is {@code source.url()}. */
  FetchResult fetch(
      FetchStep.Url source, URI uri, @Nullable SourceState previous, FetchContext context)
      throws InterruptedException;
}
