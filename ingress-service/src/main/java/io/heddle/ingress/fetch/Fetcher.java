package io.heddle.ingress.fetch;

import io.heddle.odf.Ingress;
import io.heddle.odf.SourceState;
import org.jspecify.annotations.Nullable;

/**
 * Polls one kind of ingress. A new kind is a new implementation, given to {@link Fetchers}.
 *
 * @param <I> the definition it understands; its templates are expanded already
 */
public interface Fetcher<I extends Ingress> {
  /** The case of {@link Ingress} that this one polls. */
  Class<I> ingress();

  /**
   * Makes one poll on top of {@code previous}, the last state of this source in the dataset. Blocks
   * until the data lies in a local file.
   *
   * @throws io.heddle.problem.IngestException when the source cannot be fetched
   * @throws InterruptedException when the task was cancelled; nothing is left behind
   */
  FetchResult fetch(I ingress, @Nullable SourceState previous, FetchContext context)
      throws InterruptedException;
}
