package io.heddle.chain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.heddle.encoding.BlockCodec;
import io.heddle.hash.Sha3;
import io.heddle.multiformats.Multibase;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetStorageTest {
  private static final MetadataBlock SEED =
      new MetadataBlock(
          ChainFixture.START,
          null,
          0,
          new MetadataEvent.Seed(ChainFixture.DATASET, DatasetKind.Root));
  private static final byte[] BYTES = BlockCodec.encode(SEED);
  private static final Multihash HASH = BlockCodec.hash(BYTES);

  private final ObjectStore store = new InMemoryObjectStore();
  private final DatasetStorage storage = new DatasetStorage(store);

  @Test
  void lieBelowTheDatasetsFolder() {
    DatasetStorage.of(store, ChainFixture.DATASET).putBlock(BYTES);

    assertThat(store.list("", null, 10))
        .extracting(ObjectInfo::key)
        .containsExactly(ChainFixture.DATASET.multibase() + "/blocks/" + HASH);
  }

  @Test
  void givesBackABlock() {
    assertThat(storage.putBlock(BYTES)).isEqualTo(HASH);
    assertThat(storage.putBlock(BYTES)).isEqualTo(HASH);

    assertThat(storage.block(HASH))
        .isEqualTo(new BlockLookup.Found(new StoredBlock(HASH, SEED), BYTES.length));
    assertThat(storage.blockBytes(HASH)).contains(BYTES);
  }

  @Test
  void saysThatABlockIsMissing() {
    assertThat(storage.block(HASH)).isEqualTo(new BlockLookup.Missing(HASH));
    assertThatThrownBy(() -> storage.block(HASH).orThrow())
        .asInstanceOf(type(ChainException.class))
        .returns(RuleCategory.BlockNotFound, ChainException::category);
  }

  @Test
  void noticesAFlippedBit() {
    byte[] flipped = BYTES.clone();
    flipped[flipped.length / 2] ^= 1;
    store.putIfAbsent("blocks/" + HASH, flipped);

    assertThat(storage.block(HASH))
        .isEqualTo(new BlockLookup.WrongBytes(HASH, BlockCodec.hash(flipped)));
    assertThatThrownBy(() -> storage.blockBytes(HASH)).isInstanceOf(ChainException.class);
  }

  @Test
  void noticesATruncatedBlock() {
    byte[] truncated = Arrays.copyOf(BYTES, BYTES.length - 1);
    store.putIfAbsent("blocks/" + HASH, truncated);

    assertThat(storage.block(HASH)).isInstanceOf(BlockLookup.WrongBytes.class);
  }

  @Test
  void noticesBytesThatAreNoBlock() {
    Multihash hash = storage.putBlock("no block at all".getBytes(UTF_8));

    assertThat(storage.block(hash)).isInstanceOf(BlockLookup.Malformed.class);
    assertThatThrownBy(() -> storage.block(hash).orThrow())
        .asInstanceOf(type(ChainException.class))
        .returns(RuleCategory.BlockMalformed, ChainException::category);
  }

  @Test
  void readsNoBlockOfAbsurdSize() {
    byte[] endless = new byte[DatasetStorage.MAX_BLOCK_BYTES + 1];
    store.putIfAbsent("blocks/" + HASH, endless);

    assertThat(storage.block(HASH))
        .asInstanceOf(type(BlockLookup.Malformed.class))
        .extracting(BlockLookup.Malformed::reason)
        .isEqualTo("more than 33554432 bytes");
  }

  @ParameterizedTest
  @EnumSource
  void findsBlocksUnderForeignSpellings(Multibase spelling) {
    store.putIfAbsent("blocks/" + HASH.toString(spelling), BYTES);

    assertThat(storage.block(HASH)).isInstanceOf(BlockLookup.Found.class);
    assertThat(storage.block(HASH)).isInstanceOf(BlockLookup.Found.class);
  }

  @ParameterizedTest
  @EnumSource
  void readsReferencesInEverySpelling(Multibase spelling) {
    store.putIfAbsent("refs/head", HASH.toString(spelling).getBytes(UTF_8));

    assertThat(storage.references().head()).map(BlockRef::target).contains(HASH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "f16", "not a hash", "f1620ff"})
  void refusesAReferenceThatHoldsNoHash(String text) {
    store.putIfAbsent("refs/head", text.getBytes(UTF_8));

    assertThatThrownBy(() -> storage.references().head())
        .asInstanceOf(type(ChainException.class))
        .returns(RuleCategory.BlockMalformed, ChainException::category);
  }

  @Test
  void movesAReferenceOnlyFromWhereItWasRead() {
    Multihash other = ChainFixture.hash("other");
    References references = storage.references();
    references.move(RefName.HEAD, null, HASH);
    BlockRef read = references.head().orElseThrow();

    assertThat(references.move(RefName.HEAD, read, other)).isInstanceOf(RefMove.Moved.class);
    BlockRef moved = references.head().orElseThrow();
    assertThat(references.move(RefName.HEAD, read, HASH)).isEqualTo(new RefMove.Conflict(moved));
    assertThat(references.move(RefName.HEAD, null, HASH)).isEqualTo(new RefMove.Conflict(moved));
    assertThat(store.get("refs/head").orElseThrow().content())
        .isEqualTo(other.toString().getBytes(UTF_8));
  }

  @Test
  void listsItsReferences() {
    References references = storage.references();
    references.move(new RefName("review"), null, HASH);
    references.move(RefName.HEAD, null, HASH);
    store.putIfAbsent("refs/not a name", new byte[0]);

    assertThat(references.list())
        .extracting(ref -> ref.name().value())
        .containsExactly("head", "review");
    references.delete(new RefName("review"));
    assertThat(references.list()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"head", "review", "a.b-c_D.9"})
  void acceptsNamesOfReferences(String name) {
    assertThat(new RefName(name).toString()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "a/b",
        "../head",
        "héad",
        "a b",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      })
  void refusesOtherNamesOfReferences(String name) {
    assertThatThrownBy(() -> new RefName(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void putsAFileAndSeesThatAllOfItArrived(@TempDir Path folder) throws IOException {
    byte[] content = "rows".getBytes(UTF_8);
    Path file = Files.write(folder.resolve("part"), content);
    Multihash hash = Sha3.hash(content);

    storage.put(StorageArea.DATA, hash, file);
    storage.put(StorageArea.DATA, hash, file);

    assertThat(storage.stat(StorageArea.DATA, hash)).map(ObjectInfo::size).contains(4L);
    assertThat(storage.open(StorageArea.DATA, hash).orElseThrow().readAllBytes())
        .isEqualTo(content);
  }

  @Test
  void neverBuildsOnAnObjectOfAnotherSize(@TempDir Path folder) throws IOException {
    byte[] content = "rows".getBytes(UTF_8);
    Path file = Files.write(folder.resolve("part"), content);
    Multihash hash = Sha3.hash(content);
    store.putIfAbsent("data/" + hash, "torn".substring(1).getBytes(UTF_8));

    assertThatThrownBy(() -> storage.put(StorageArea.DATA, hash, file))
        .asInstanceOf(type(ObjectStoreException.class))
        .returns(ObjectStoreException.Kind.CORRUPT, ObjectStoreException::kind);
  }
}
