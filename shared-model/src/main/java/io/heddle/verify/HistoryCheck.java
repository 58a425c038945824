package io.heddle.verify;

import io.heddle.chain.ChainRule;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.chain.StoredBlock;
import io.heddle.chain.Violation;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.odf.DataSlice;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OperationType;
import io.heddle.odf.Vocabulary;
import io.heddle.problem.IngestException;
import io.heddle.schema.DamagedDataException;
import io.heddle.schema.DataSchema;
import io.heddle.slice.SliceReader;
import io.heddle.slice.SliceSource;
import io.heddle.verify.Finding.Severity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.hash.MurmurHasher;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Rule 41: a retraction, and the old side of a correction, repeats a row that is in force. Goes
 * through all slices in order and counts the rows in force by a hash of their values.
 */
final class HistoryCheck {
  private static final MurmurHasher ONE = new MurmurHasher(0x5bd1e995);
  private static final MurmurHasher TWO = new MurmurHasher(0x2545f491);

  private final DatasetStorage storage;
  private final Findings findings;
  private final Map<Long, Integer> inForce = new HashMap<>();

  HistoryCheck(DatasetStorage storage, Findings findings) {
    this.storage = storage;
    this.findings = findings;
  }

  /**
   * @param last the summary at the head; all slices are read with its schema
   */
  void run(Iterable<StoredBlock> oldestFirst, ChainSummary last) {
    Optional<DataSchema> schema = last.schema();
    if (schema.isEmpty()) {
      return;
    }
    try (BufferAllocator allocator = new RootAllocator()) {
      for (StoredBlock block : oldestFirst) {
        if (block.block().event() instanceof MetadataEvent.DataEvent event
            && event.newData() != null
            && !slice(block, event.newData(), schema.get(), last.vocabulary(), allocator)) {
          return;
        }
      }
    }
  }

  /** False ends the check: without these rows, what follows says nothing. */
  private boolean slice(
      StoredBlock block,
      DataSlice slice,
      DataSchema schema,
      Vocabulary names,
      BufferAllocator allocator) {
    String object = "data/" + slice.physicalHash();
    try {
      Optional<ObjectInfo> info = storage.stat(StorageArea.DATA, slice.physicalHash());
      if (info.isEmpty()) {
        findings.unchecked(block, object, "the history ends here: the file is missing");
        return false;
      }
      try (SliceReader reader =
          SliceReader.open(SliceSource.of(storage.store(), info.get()), schema, allocator)) {
        while (reader.next()) {
          rows(block, object, reader.root(), names);
        }
      }
      return true;
    } catch (DamagedDataException | IngestException | ObjectStoreException e) {
      findings.unchecked(block, object, "the history ends here: " + e.getMessage());
      return false;
    }
  }

  private void rows(StoredBlock block, String object, VectorSchemaRoot batch, Vocabulary names) {
    if (!(batch.getVector(names.operationTypeColumn()) instanceof BaseIntVector operations)) {
      return;
    }
    List<FieldVector> values =
        batch.getFieldVectors().stream()
            .filter(vector -> !vector.getName().equals(names.offsetColumn()))
            .filter(vector -> !vector.getName().equals(names.operationTypeColumn()))
            .filter(vector -> !vector.getName().equals(names.systemTimeColumn()))
            .toList();
    for (int row = 0; row < batch.getRowCount(); row++) {
      long key = hash(values, row);
      long operation = operations.getValueAsLong(row);
      if (operation == OperationType.Append.value()
          || operation == OperationType.CorrectTo.value()) {
        inForce.merge(key, 1, Integer::sum);
      } else if (!takeBack(key)) {
        String offset = String.valueOf(batch.getVector(names.offsetColumn()).getObject(row));
        findings.add(
            block,
            object,
            new Violation(
                ChainRule.RETRACTION_MATCHES,
                "the row at offset %s takes back a row that is not in force".formatted(offset)),
            Severity.ERROR);
      }
    }
  }

  private boolean takeBack(long key) {
    Integer count = inForce.get(key);
    if (count == null) {
      return false;
    }
    if (count == 1) {
      inForce.remove(key);
    } else {
      inForce.put(key, count - 1);
    }
    return true;
  }

  private static long hash(List<FieldVector> values, int row) {
    long one = 1;
    long two = 7;
    for (FieldVector vector : values) {
      one = one * 0x9e3779b97f4a7c15L + vector.hashCode(row, ONE);
      two = two * 0xc2b2ae3d27d4eb4fL + vector.hashCode(row, TWO);
    }
    return one ^ Long.rotateLeft(two, 32);
  }
}
