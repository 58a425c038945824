package io.heddle.ingress.read;

import io.heddle.odf.ReadStep;

/**
 * Reads one format. A new format is a new implementation, given to {@link Readers}.
 *
 * @param <S> the read step that it understands
 */
public interface ReadFormat<S extends ReadStep> {
  /** The case of {@link ReadStep} that this one reads. */
  Class<S> step();

  /**
   * Checks the options, and looks into the input as far as the schema needs it.
   *
   * @throws io.heddle.problem.IngestException for an option that is not supported, and for an input
   *     that cannot be read
   */
  RowReader open(ReadInput input, S step, ReadContext context);
}
