package io.heddle.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.ChainFixture;
import io.heddle.hash.LogicalHasher;
import io.heddle.hash.UnderNulls;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.schema.ArrowSchemas;
import io.heddle.schema.DataField;
import io.heddle.schema.DataSchema;
import io.heddle.schema.DataType;
import io.heddle.slice.WrittenSlice;
import io.heddle.verify.Finding.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows {1.0, null}, {2.0, 5.0}, null in an optional struct, hashed by several writers. */
class NullsInStructsTest {
  private static final DataSchema SCHEMA = schema();

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void everyReadingOfNullsIsAccepted(UnderNulls reading) {
    VerificationReport report = verify(chain(reading), null);

    assertThat(report.findings()).isEmpty();
    assertThat(report.ok()).isTrue();
  }

  @Test
  void theReadingsDiffer() {
    SampleChain zeros = chain(UnderNulls.ZEROS);
    SampleChain packed = chain(UnderNulls.PACKED);

    assertThat(packed.data(0).newData().physicalHash())
        .isEqualTo(zeros.data(0).newData().physicalHash());
    assertThat(packed.data(0).newData().logicalHash())
        .isNotEqualTo(zeros.data(0).newData().logicalHash());
  }

  @Test
  void anUnknownReadingIsAWarningWhileTheBytesAreTheRightOnes() {
    VerificationReport report =
        verify(chain(UnderNulls.ZEROS), ChainFixture.hash("another reader"));

    assertThat(report.ok()).isTrue();
    assertThat(report.of(Severity.WARNING))
        .extracting(Finding::code)
        .containsExactly(FindingCode.LOGICAL_HASH_MISMATCH);
  }

  private static VerificationReport verify(SampleChain chain, @Nullable Multihash otherDigest) {
    Multihash head = chain.head();
    if (otherDigest != null) {
      MetadataEvent.AddData data = chain.data(0);
      DataSlice slice = data.newData();
      head =
          chain.rewrite(
              chain.dataBlock(0),
              addData(
                  new DataSlice(
                      new Multihash(HashFunction.ARROW0_SHA3_256, otherDigest.digest()),
                      slice.physicalHash(),
                      slice.offsetInterval(),
                      slice.size())),
              null,
              null);
    }
    return new ChainVerifier(chain.storage, VerifyOptions.DEFAULT).verify(head);
  }

  private SampleChain chain(UnderNulls reading) {
    SampleChain chain = new SampleChain(folder);
    chain.add(new MetadataEvent.Seed(ChainFixture.DATASET, DatasetKind.Root));
    chain.add(new MetadataEvent.SetDataSchema(SCHEMA));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot rows = VectorSchemaRoot.create(ArrowSchemas.toArrow(SCHEMA), allocator)) {
      fill(rows, ChainFixture.START.toEpochMilli() + 2000);
      LogicalHasher hasher = LogicalHasher.ofSlice(rows.getSchema(), reading);
      hasher.update(rows);
      WrittenSlice written = chain.write(SCHEMA, rows);
      chain.add(
          addData(
              new DataSlice(
                  hasher.hash(),
                  written.physicalHash(),
                  new OffsetInterval(0, 2),
                  written.size())));
    }
    return chain;
  }

  private static MetadataEvent.AddData addData(DataSlice slice) {
    return new MetadataEvent.AddData(null, null, slice, null, null, null, null);
  }

  private static void fill(VectorSchemaRoot rows, long time) {
    for (int row = 0; row < 3; row++) {
      ((UInt8Vector) rows.getVector("offset")).setSafe(row, row);
      ((UInt1Vector) rows.getVector("op")).setSafe(row, 0);
      ((TimeStampMilliTZVector) rows.getVector("system_time")).setSafe(row, time);
      ((TimeStampMilliTZVector) rows.getVector("event_time")).setSafe(row, row);
    }
    StructVector place = (StructVector) rows.getVector("place");
    Float8Vector latitude = place.getChild("lat", Float8Vector.class);
    Float8Vector longitude = place.getChild("lon", Float8Vector.class);
    place.setIndexDefined(0);
    latitude.setSafe(0, 1.0);
    place.setIndexDefined(1);
    latitude.setSafe(1, 2.0);
    longitude.setSafe(1, 5.0);
    rows.setRowCount(3);
  }

  private static DataSchema schema() {
    List<DataField> fields = new ArrayList<>(ChainFixture.SCHEMA.fields().subList(0, 4));
    fields.add(
        new DataField(
            "place",
            new DataType.Option(
                new DataType.Struct(
                    List.of(
                        new DataField("lat", new DataType.Float64()),
                        new DataField("lon", new DataType.Option(new DataType.Float64())))))));
    return new DataSchema(fields);
  }
}
