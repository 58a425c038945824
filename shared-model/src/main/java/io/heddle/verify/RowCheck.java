package io.heddle.verify;

import io.heddle.chain.ChainRules.Origin;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.StoredBlock;
import io.heddle.chain.Violation;
import io.heddle.hash.LogicalHasher;
import io.heddle.hash.UnderNulls;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.DataSlice;
import io.heddle.problem.IngestException;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DamagedDataException;
import io.heddle.schema.DataSchema;
import io.heddle.slice.SliceReader;
import io.heddle.slice.SliceSource;
import io.heddle.verify.Finding.Severity;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;

/** The check of the rows in one data file: their logical hash and the rules 38 to 40, 42 to 44. */
final class RowCheck {
  /** No honest batch needs more; a hostile file must not take the others' memory. */
  private static final long MEMORY_BYTES = 1L << 30;

  private final StoredBlock block;
  private final DataSlice slice;
  private final String object;
  private final @Nullable ChainSummary at;
  private final boolean sameBytes;
  private final VerifyOptions options;
  private final Findings findings;

  /**
   * @param at the summary at the slice's block; null when the chain before it is broken, which
   *     leaves only the hash to check
   * @param sameBytes whether the file has the physical hash that the block names
   */
  RowCheck(
      StoredBlock block,
      DataSlice slice,
      @Nullable ChainSummary at,
      boolean sameBytes,
      VerifyOptions options,
      Findings findings) {
    this.block = block;
    this.slice = slice;
    this.object = "data/" + slice.physicalHash();
    this.at = at;
    this.sameBytes = sameBytes;
    this.options = options;
    this.findings = findings;
  }

  /** Reads all rows, and says how many. */
  long run(SliceSource content, BufferAllocator allocator) {
    try (BufferAllocator own = allocator.newChildAllocator("slice", 0, MEMORY_BYTES);
        SliceReader reader = SliceReader.openAsStored(content, own)) {
      return read(reader, content, own);
    } catch (DamagedDataException e) {
      findings.error(
          FindingCode.LOGICAL_HASH_MISMATCH,
          block,
          object,
          "the rows cannot be read: " + e.getMessage());
    } catch (OutOfMemoryException e) {
      findings.unchecked(
          block, object, "a batch of rows needs more than %d bytes".formatted(MEMORY_BYTES));
    }
    return 0;
  }

  private long read(SliceReader reader, SliceSource content, BufferAllocator allocator) {
    LogicalHasher hasher = options.wants(Check.LogicalHash) ? hasher(reader) : null;
    SliceRules rules = rules(reader);
    long rows = 0;
    while (reader.next()) {
      rows += reader.root().getRowCount();
      if (hasher != null) {
        hasher.update(reader.root());
      }
      if (rules != null) {
        rules.accept(reader.root());
      }
    }
    if (hasher != null) {
      compare(hasher, content, allocator);
    }
    if (rules != null) {
      rules.end();
      rules.violations().forEach(violation -> add(violation, Severity.ERROR));
      rules.warnings().forEach(violation -> add(violation, Severity.WARNING));
    }
    return rows;
  }

  private void compare(LogicalHasher hasher, SliceSource content, BufferAllocator allocator) {
    Multihash actual = hasher.hash();
    if (actual.equals(slice.logicalHash())) {
      return;
    }
    if (hasher.hashedUnderNulls() && sameBytes) {
      if (!matchesAnotherReading(content, allocator)) {
        findings.warning(
            FindingCode.LOGICAL_HASH_MISMATCH,
            block,
            object,
            "the recorded hash takes nulls within optional structs for values that no known reader"
                + " leaves there; the bytes of the file are the right ones");
      }
      return;
    }
    findings.differs(
        FindingCode.LOGICAL_HASH_MISMATCH,
        block,
        object,
        slice.logicalHash(),
        actual,
        "the rows do not match their recorded hash");
  }

  private boolean matchesAnotherReading(SliceSource content, BufferAllocator allocator) {
    return matches(UnderNulls.PACKED, content, allocator)
        || matches(UnderNulls.PACKED_VIEWS, content, allocator);
  }

  private boolean matches(UnderNulls under, SliceSource content, BufferAllocator allocator) {
    try (SliceReader reader = SliceReader.openAsStored(content, allocator)) {
      LogicalHasher hasher = LogicalHasher.ofSlice(reader.storedSchema(), under);
      while (reader.next()) {
        if (reader.startsGroup()) {
          hasher.startGroup();
        }
        hasher.update(reader.root());
      }
      return hasher.hash().equals(slice.logicalHash());
    }
  }

  private @Nullable LogicalHasher hasher(SliceReader reader) {
    if (slice.logicalHash().function() != HashFunction.ARROW0_SHA3_256) {
      findings.unchecked(
          block,
          object,
          "the logical hash is a %s, not an %s"
              .formatted(
                  slice.logicalHash().function().multicodecName(),
                  HashFunction.ARROW0_SHA3_256.multicodecName()));
      return null;
    }
    try {
      return LogicalHasher.ofSlice(reader.storedSchema());
    } catch (IngestException e) {
      findings.unchecked(block, object, "the rows have no logical hash: " + e.getMessage());
      return null;
    }
  }

  private @Nullable SliceRules rules(SliceReader reader) {
    if (at == null) {
      return null;
    }
    Optional<DataSchema> schema;
    DataSchema stored;
    try {
      schema = at.schema();
      stored = ArrowSchemas.fromArrow(reader.storedSchema());
    } catch (DamagedDataException | IngestException e) {
      findings.unchecked(block, object, "the schema cannot be read: " + e.getMessage());
      return null;
    }
    if (schema.isEmpty()) {
      // Rows before any schema break rule 12, which is reported for the block.
      return null;
    }
    SliceRules rules =
        new SliceRules(
            slice.offsetInterval(),
            schema.get(),
            at.vocabulary(),
            block.block().systemTime(),
            Origin.FOUND);
    rules.columns(stored);
    return rules;
  }

  private void add(Violation violation, Severity severity) {
    findings.add(block, object, violation, severity);
  }
}
