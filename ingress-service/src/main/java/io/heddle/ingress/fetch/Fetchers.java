package io.heddle.ingress.fetch;

import io.heddle.odf.Ingress;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of ingress that this installation can poll. Safe for use by several threads. */
public final class Fetchers {
  private final List<Fetcher<?>> fetchers;

  public Fetchers(List<Fetcher<?>> fetchers) {
    this.fetchers = List.copyOf(fetchers);
  }

  /**
   * Makes one poll (sources, "Polling decision"). {@code ingress} has its templates expanded.
   *
   * @throws IngestException when the source cannot be fetched, or is of a kind that cannot be
   *     polled
   */
  public FetchResult poll(Ingress ingress, @Nullable SourceState previous, FetchContext context)
      throws InterruptedException {
    for (Fetcher<?> fetcher : fetchers) {
      if (fetcher.ingress().isInstance(ingress)) {
        return fetch(fetcher, ingress, previous, context);
      }
    }
    List<String> supported =
        fetchers.stream().map(fetcher -> fetcher.ingress().getSimpleName()).sorted().toList();
    throw new IngestException(
        FailureKind.Unsupported,
        "ingress of kind %s cannot be polled; supported: %s"
            .formatted(ingress.getClass().getSimpleName(), String.join(", ", supported)),
        Map.of("value", ingress.getClass().getSimpleName(), "supported", supported));
  }

  private static <I extends Ingress> FetchResult fetch(
      Fetcher<I> fetcher, Ingress ingress, @Nullable SourceState previous, FetchContext context)
      throws InterruptedException {
    return fetcher.fetch(fetcher.ingress().cast(ingress), previous, context);
  }
}
