package io.heddle.resources.dataset;

import io.heddle.chain.BlockRef;
import io.heddle.chain.MetadataChain;
import io.heddle.multiformats.DatasetId;
import io.heddle.objectstore.ObjectStore;
import io.heddle.verify.ChainVerifier;
import io.heddle.verify.Finding;
import io.heddle.verify.InputDatasets;
import io.heddle.verify.VerificationReport;
import io.heddle.verify.VerifyOptions;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Verifies a chain that lies in the bucket before a Dataset takes it over: whatever is built on top
 * of a broken one could never be proved.
 */
@ApplicationScoped
public class AdoptionCheck {
  private final ObjectStore bucket;

  AdoptionCheck(ObjectStore bucket) {
    this.bucket = bucket;
  }

  /** Why the chain of this id must not be taken over; empty when it is sound, or there is none. */
  public Optional<String> fault(DatasetId dataset) {
    MetadataChain chain = DatasetStores.chain(bucket, dataset);
    Optional<BlockRef> head = chain.head();
    if (head.isEmpty()) {
      return Optional.empty();
    }
    VerificationReport report =
        new ChainVerifier(
                chain.storage(),
                VerifyOptions.DEFAULT.withDataset(dataset).withInputs(InputDatasets.in(bucket)))
            .verify(head.get().target());
    return report.ok() ? Optional.empty() : Optional.of(describe(report));
  }

  private static String describe(VerificationReport report) {
    Finding first =
        Stream.concat(report.errors().stream(), report.unchecked().stream())
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("a report that is not ok says why"));
    return "the bucket holds a chain of this id that does not verify: %s (%d findings); %s"
        .formatted(
            first.message(),
            report.errors().size() + report.unchecked().size(),
            first.code().advice());
  }
}
