package io.heddle.fuzz;

import io.heddle.encoding.BlockCodec;
import io.heddle.encoding.MalformedBlockException;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;

/** Bytes as a block: refused, or a block that keeps what it says when it is written again. */
public final class BlockDecoderTarget {
  private BlockDecoderTarget() {}

  /** Jazzer calls this. */
  public static void fuzzerTestOneInput(byte[] input) {
    MetadataBlock block;
    try {
      block = BlockCodec.decode(input);
    } catch (MalformedBlockException refused) {
      return;
    }
    BlockCodec.decodeHeader(input);
    if (!(block.event() instanceof MetadataEvent.Unknown)
        && !BlockCodec.decode(BlockCodec.encode(block)).equals(block)) {
      throw new AssertionError("written again, it says something else: " + block);
    }
  }
}
