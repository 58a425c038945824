package io.heddle.ingress.task;

import io.heddle.chain.ChainSummary;
import io.heddle.multiformats.DatasetId;
import java.util.Optional;

/** The datasets' chains, for reading. */
public interface Chains {
  /** Where the chain stands now; empty when there is none yet. */
  Optional<ChainSummary> summary(DatasetId dataset);
}
