package io.heddle.verify;

import io.heddle.chain.BlockLookup;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StoredBlock;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataEvent.ExecuteTransform;
import io.heddle.odf.MetadataEvent.ExecuteTransformInput;
import io.heddle.verify.Finding.Severity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rule 16: the blocks that a transformation names as its inputs are blocks of those datasets. */
final class InputCheck {
  private final InputDatasets inputs;
  private final Findings findings;
  private final Map<DatasetId, Optional<DatasetStorage>> found = new HashMap<>();
  private final Set<Multihash> seen = new HashSet<>();

  InputCheck(InputDatasets inputs, Findings findings) {
    this.inputs = inputs;
    this.findings = findings;
  }

  void check(StoredBlock block, ExecuteTransform event) {
    for (ExecuteTransformInput input : event.queryInputs()) {
      boolean first = !found.containsKey(input.datasetId());
      Optional<DatasetStorage> storage = found.computeIfAbsent(input.datasetId(), inputs::find);
      if (storage.isPresent()) {
        check(block, input.datasetId(), storage.get(), input.prevBlockHash());
        check(block, input.datasetId(), storage.get(), input.newBlockHash());
      } else if (first) {
        findings.add(
            finding(
                FindingCode.NOT_CHECKED,
                Severity.WARNING,
                block,
                null,
                "the input dataset %s is not at hand, so its blocks were not looked up"
                    .formatted(input.datasetId())));
      }
    }
  }

  private void check(
      StoredBlock block, DatasetId dataset, DatasetStorage storage, @Nullable Multihash hash) {
    if (hash != null && seen.add(hash) && !(storage.block(hash) instanceof BlockLookup.Found)) {
      findings.add(
          finding(
              FindingCode.OBJECT_MISSING,
              Severity.ERROR,
              block,
              "blocks/" + hash,
              "the input dataset %s has no such block".formatted(dataset)));
    }
  }

  private static Finding finding(
      FindingCode code,
      Severity severity,
      StoredBlock block,
      @Nullable String object,
      String message) {
    return new Finding(
        code, severity, block.block().sequenceNumber(), block.hash(), object, null, null, message);
  }
}
