package io.heddle.verify;

import io.heddle.chain.ChainRule;
import java.util.EnumSet;
import java.util.Set;

/** What can be asked for. That blocks are there under their hashes is always checked. */
public enum Check {
  /** The rules between blocks, but those below. */
  Chain,
  /** Files exist with the stated sizes and bytes. */
  PhysicalHash,
  /** Slices hold the rows that their block vouches for. */
  LogicalHash,
  /** Offsets have no gaps, in the blocks and in the rows. */
  Offsets,
  Watermark,
  /** Schemas evolve by the rules, and rows have the columns of their schema. */
  Schema,
  /** Operations are known and corrections come in pairs. */
  Ops,
  /**
   * Whatever a row takes back was there before. Holds the rows in force in memory, hence only on
   * request.
   */
  History;

  /** All that needs no more memory than one slice. */
  public static final Set<Check> USUAL = Set.copyOf(EnumSet.complementOf(EnumSet.of(History)));

  /** The check that a rule belongs to. */
  static Check of(ChainRule rule) {
    return switch (FindingCode.of(rule)) {
      case OFFSET_GAP, PREV_OFFSET_MISMATCH -> Offsets;
      case WATERMARK_REGRESSION -> Watermark;
      case SCHEMA_MISMATCH -> Schema;
      case OP_ORDER_INVALID -> rule == ChainRule.RETRACTION_MATCHES ? History : Ops;
      default -> Chain;
    };
  }
}
