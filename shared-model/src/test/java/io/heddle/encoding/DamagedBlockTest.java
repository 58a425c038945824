package io.heddle.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.flatbuffers.FlatBufferBuilder;
import io.heddle.multiformats.DatasetId;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A block that is not sound is refused, with an exception meant for it, at a bounded cost. */
class DamagedBlockTest {
  private static final int SET_DATA_SCHEMA_TAG = 10;
  private static final int OPTION_TAG = 20;
  private static final int STRUCT_TAG = 21;

  @Test
  void eachFlippedBitIsRefusedOrChangesTheHash() {
    // Given
    byte[] sound = BlockCodec.encode(new RandomValues(4).block());
    for (int bit = 0; bit < sound.length * 8; bit++) {
      byte[] damaged = sound.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      // When
      Throwable refusal = catchThrowable(() -> BlockCodec.decode(damaged));
      // Then
      if (refusal != null) {
        assertThat(refusal).as("bit %d", bit).isInstanceOf(MalformedBlockException.class);
      }
      assertThat(BlockCodec.hash(damaged)).isNotEqualTo(BlockCodec.hash(sound));
    }
  }

  @Test
  void eachTruncationIsRefused() {
    byte[] sound = BlockCodec.encode(new RandomValues(4).block());
    for (int length = 0; length < sound.length; length++) {
      byte[] cut = Arrays.copyOf(sound, length);
      assertThatThrownBy(() -> BlockCodec.decode(cut))
          .as("%d of %d bytes", length, sound.length)
          .isInstanceOf(MalformedBlockException.class);
    }
  }

  @Property(tries = 5000)
  void randomDamageNeverSurprises(@ForAll long seed) {
    // Given
    byte[] file = BlockCodec.encode(new RandomValues(seed).block());
    Random random = new Random(seed);
    for (int change = random.nextInt(8); change >= 0; change--) {
      file[random.nextInt(file.length)] = (byte) random.nextInt(256);
    }
    // When
    Throwable inBlock = catchThrowable(() -> BlockCodec.decode(file));
    Throwable inHeader = catchThrowable(() -> BlockCodec.decodeHeader(file));
    // Then
    for (Throwable refusal : new Throwable[] {inBlock, inHeader}) {
      if (refusal != null) {
        assertThat(refusal).isInstanceOf(MalformedBlockException.class);
      }
    }
  }

  @Test
  void aTableLargerThanItsBufferIsRefused() {
    // Given
    byte[] file = BlockCodec.encode(seed());
    int manifest = int32(file, 0);
    int vtable = manifest - int32(file, manifest);
    // When
    file[vtable + 2] = (byte) 0xff;
    file[vtable + 3] = (byte) 0xff;
    // Then
    assertRefused(file, "table at byte");
  }

  @Test
  void aVectorThatClaimsMoreThanThereIsIsRefused() {
    byte[] file = BlockCodec.encode(seed());
    int manifest = int32(file, 0);
    int content = manifest + 4 + int32(file, manifest + 4);
    file[content + 3] = (byte) 0xff;
    assertRefused(file, "more than the buffer holds");
  }

  @Test
  void aHashOfWrongLengthIsRefused() {
    byte[] file = BlockCodec.encode(seed());
    int id = indexOf(file, new byte[] {34, 0, 0, 0, (byte) 0xed, 0x01});
    file[id] = 33;
    assertRefused(file, "a key of 32 bytes, not 31");
  }

  @Test
  void nestingBeyondTheLimitIsRefusedInBothDirections() {
    // Given
    DataType type = new DataType.Int32();
    for (int level = 0; level < BufferReader.MAX_DEPTH; level++) {
      type = new DataType.Option(type);
    }
    MetadataBlock block = block(type);
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int inner = emptyTable(builder);
    for (int level = 0; level < BufferReader.MAX_DEPTH; level++) {
      inner = unionTable(builder, 2, 0, OPTION_TAG, inner);
    }
    byte[] file = schemaBlock(builder, inner, OPTION_TAG);
    // When / Then
    assertThatThrownBy(() -> BlockCodec.encode(block))
        .isInstanceOf(MalformedBlockException.class)
        .hasMessageContaining("more than 64 tables inside each other");
    assertRefused(file, "more than 64 tables inside each other");
  }

  @Test
  void aSmallBufferThatUnfoldsWithoutEndIsRefused() {
    // Given: structs of 16 fields that are all the same struct, 20 levels deep
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int name = builder.createString("f");
    int type = emptyTable(builder);
    int tag = 1;
    for (int level = 0; level < 20; level++) {
      builder.startTable(4);
      builder.addOffset(0, name, 0);
      builder.addByte(1, (byte) tag, 0);
      builder.addOffset(2, type, 0);
      int field = builder.endTable();
      int[] fields = new int[16];
      Arrays.fill(fields, field);
      int vector = builder.createVectorOfTables(fields);
      builder.startTable(1);
      builder.addOffset(0, vector, 0);
      type = builder.endTable();
      tag = STRUCT_TAG;
    }
    byte[] file = schemaBlock(builder, type, STRUCT_TAG);
    assertThat(file).hasSizeLessThan(4096);
    // When / Then
    assertRefused(file, "referred to again and again");
  }

  @Test
  void anUnknownEventLeavesTheHeaderReadable() {
    // Given
    Instant time = Instant.parse("2024-02-29T12:00:00Z");
    byte[] file =
        BlockCodec.encode(
            new MetadataBlock(time, null, 1, new MetadataEvent.DisablePollingSource()));
    int tag = indexOf(file, new byte[] {0, 0, 0, 13}) + 3;
    // When
    file[tag] = 77;
    // Then
    assertThat(BlockCodec.decode(file).event()).isEqualTo(new MetadataEvent.Unknown(77));
    assertThat(BlockCodec.decodeHeader(file).eventTag()).isEqualTo(77);
    assertThat(BlockCodec.decodeHeader(file).eventKind()).isEmpty();
    assertThat(BlockCodec.decodeHeader(file).systemTime()).isEqualTo(time);
  }

  @Test
  void aStringWithHalfASurrogatePairCannotBeEncoded() {
    MetadataBlock block =
        new MetadataBlock(Instant.EPOCH, null, 1, new MetadataEvent.SetInfo("\ud83e", null));
    assertThatThrownBy(() -> BlockCodec.encode(block))
        .isInstanceOf(MalformedBlockException.class)
        .hasMessageContaining("half a surrogate pair at character 1");
  }

  private static MetadataBlock seed() {
    return new MetadataBlock(
        Instant.parse("2024-02-29T12:00:00Z"),
        null,
        0,
        new MetadataEvent.Seed(
            new DatasetId(new byte[DatasetId.KEY_LENGTH]), io.heddle.odf.DatasetKind.Root));
  }

  private static MetadataBlock block(DataType type) {
    return new MetadataBlock(
        Instant.EPOCH,
        null,
        1,
        new MetadataEvent.SetDataSchema(new DataSchema(List.of(new DataField("f", type)))));
  }

  private static void assertRefused(byte[] file, String message) {
    assertThatThrownBy(() -> BlockCodec.decode(file))
        .isInstanceOf(MalformedBlockException.class)
        .hasMessageContaining(message);
  }

  private static int emptyTable(FlatBufferBuilder builder) {
    builder.startTable(0);
    return builder.endTable();
  }

  private static int unionTable(
      FlatBufferBuilder builder, int slots, int slot, int tag, int value) {
    builder.startTable(slots);
    builder.addByte(slot, (byte) tag, 0);
    builder.addOffset(slot + 1, value, 0);
    return builder.endTable();
  }

  /** A block whose SetDataSchema has one field of the given type. */
  private static byte[] schemaBlock(FlatBufferBuilder builder, int type, int tag) {
    int name = builder.createString("f");
    builder.startTable(4);
    builder.addOffset(0, name, 0);
    builder.addByte(1, (byte) tag, 0);
    builder.addOffset(2, type, 0);
    int field = builder.endTable();
    int fields = builder.createVectorOfTables(new int[] {field});
    builder.startTable(1);
    builder.addOffset(0, fields, 0);
    int schema = builder.endTable();
    builder.startTable(2);
    builder.addOffset(1, schema, 0);
    int event = builder.endTable();
    builder.startTable(5);
    builder.prep(4, 16);
    builder.putInt(0);
    builder.putInt(0);
    builder.pad(2);
    builder.putShort((short) 1);
    builder.putInt(2020);
    builder.addStruct(0, builder.offset(), 0);
    builder.addByte(3, (byte) SET_DATA_SCHEMA_TAG, 0);
    builder.addOffset(4, event, 0);
    builder.finish(builder.endTable());
    FlatBufferBuilder manifest = new FlatBufferBuilder();
    int content = manifest.createByteVector(builder.sizedByteArray());
    manifest.startTable(3);
    manifest.addLong(0, 0x400000, 0);
    manifest.addInt(1, BlockCodec.VERSION, 0);
    manifest.addOffset(2, content, 0);
    manifest.finish(manifest.endTable());
    return manifest.sizedByteArray();
  }

  private static int int32(byte[] bytes, int at) {
    return java.nio.ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.LITTLE_ENDIAN).getInt(at);
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int at = 0; at + part.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new AssertionError("not found");
  }
}
