package io.heddle.encoding;

import io.heddle.hash.Sha3;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * Blocks as the bytes that are stored and hashed (block encoding): a FlatBuffer with the block,
 * inside a FlatBuffer with the manifest.
 *
 * <p>A block that is already stored is hashed as it is stored. Writing its content again would give
 * other bytes for blocks of older format versions.
 */
public final class BlockCodec {
  /** The format version that is written. */
  public static final int VERSION = 3;

  /** The oldest format version that can be read. */
  public static final int OLDEST_VERSION = 2;

  private static final long KIND = 0x400000;

  private static final int KIND_SLOT = 0;
  private static final int VERSION_SLOT = 1;
  private static final int CONTENT_SLOT = 2;
  private static final int MANIFEST_SLOTS = 3;

  private static final int SYSTEM_TIME_SLOT = 0;
  private static final int PREV_BLOCK_HASH_SLOT = 1;
  private static final int SEQUENCE_NUMBER_SLOT = 2;
  private static final int EVENT_TYPE_SLOT = 3;

  private BlockCodec() {}

  /**
   * The whole file of a block.
   *
   * @throws IllegalArgumentException when the event is an unknown one
   * @throws MalformedBlockException when the block holds what nobody could read again
   */
  public static byte[] encode(MetadataBlock block) {
    BufferWriter inner = new BufferWriter();
    ByteBuffer content = inner.finish(OdfTypes.METADATA_BLOCK_TABLE.build(inner, block));
    BufferWriter manifest = new BufferWriter();
    int contentOffset = manifest.buildBytes(content);
    int root =
        manifest.buildTable(
            MANIFEST_SLOTS,
            () -> {
              manifest.addLong(KIND_SLOT, KIND, false);
              manifest.addInt(VERSION_SLOT, VERSION, false);
              manifest.addOffset(CONTENT_SLOT, contentOffset);
            });
    return BufferWriter.toArray(manifest.finish(root));
  }

  /**
   * Reads the file of a block. An event of a later revision gives {@link
   * io.heddle.odf.MetadataEvent.Unknown}.
   *
   * @throws MalformedBlockException when the bytes are no block of a supported version
   */
  public static MetadataBlock decode(byte[] file) {
    BufferReader buffer = new BufferReader(content(file));
    return OdfTypes.METADATA_BLOCK_TABLE.read(buffer, buffer.root());
  }

  /**
   * Reads a block without its event.
   *
   * @throws MalformedBlockException when the bytes are no block of a supported version
   */
  public static BlockHeader decodeHeader(byte[] file) {
    BufferReader buffer = new BufferReader(content(file));
    TableReader table = buffer.enterTable(buffer.root());
    Instant systemTime = BasicTypes.TIMESTAMP.readFrom(table, SYSTEM_TIME_SLOT);
    if (systemTime == null) {
      throw BufferReader.malformed("MetadataBlock has no systemTime");
    }
    Long sequenceNumber = BasicTypes.U64.readFrom(table, SEQUENCE_NUMBER_SLOT);
    int tag = table.has(EVENT_TYPE_SLOT) ? Byte.toUnsignedInt(table.int8(EVENT_TYPE_SLOT)) : 0;
    if (tag == 0) {
      throw BufferReader.malformed("MetadataBlock has no event");
    }
    return new BlockHeader(
        systemTime,
        BasicTypes.MULTIHASH.readFrom(table, PREV_BLOCK_HASH_SLOT),
        sequenceNumber == null ? 0 : sequenceNumber,
        tag);
  }

  /** The hash that names the block: of its bytes as they are. */
  public static Multihash hash(byte[] file) {
    return Sha3.hash(file);
  }

  /** What stands in the manifest, once it has proved to be one of a block. */
  private static byte[] content(byte[] file) {
    if (file.length == 0) {
      throw new MalformedBlockException("an empty file is no metadata block");
    }
    BufferReader buffer = new BufferReader(file);
    TableReader manifest;
    long kind;
    try {
      manifest = buffer.enterTable(buffer.root());
      kind = manifest.has(KIND_SLOT) ? manifest.int64(KIND_SLOT) : 0;
    } catch (MalformedBlockException e) {
      throw new MalformedBlockException("no manifest with a block inside: " + e.getMessage());
    }
    if (kind != KIND) {
      throw new MalformedBlockException(
          "not a metadata block: its manifest is of kind 0x%x, not 0x%x".formatted(kind, KIND));
    }
    int version = manifest.has(VERSION_SLOT) ? manifest.int32(VERSION_SLOT) : 0;
    if (version < OLDEST_VERSION || version > VERSION) {
      throw new MalformedBlockException(
          "block of %s format version %d; supported are %d to %d"
              .formatted(
                  version == 1 ? "the obsolete" : "the unknown", version, OLDEST_VERSION, VERSION));
    }
    if (!manifest.has(CONTENT_SLOT)) {
      throw BufferReader.malformed("the manifest has no content");
    }
    return buffer.byteVector(manifest.target(CONTENT_SLOT));
  }
}
