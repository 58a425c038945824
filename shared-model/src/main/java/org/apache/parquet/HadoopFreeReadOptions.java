package org.apache.parquet;

import java.util.Map;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.jspecify.annotations.NullMarked;

/**
 * Options to read with a codec factory of our own. It lives in Parquet's package because the public
 * builder loads Hadoop's codecs before it can be given others, and Hadoop is not there.
 */
@NullMarked
public final class HadoopFreeReadOptions extends ParquetReadOptions {
  private static final int READ_BYTES = 8 * 1024 * 1024;

  @SuppressWarnings("NullAway") // decryption and metrics are null when there are none
  public HadoopFreeReadOptions(CompressionCodecFactory codecs) {
    super(
        false, // signed bounds of texts
        true, // use statistics, dictionaries, records and column indexes in filters
        true,
        true,
        true,
        true, // verify the checksums of pages that have one
        true, // use bloom filters
        false, // decrypt off the heap
        false, // vectored reads
        FilterCompat.NOOP,
        ParquetMetadataConverter.NO_FILTER,
        codecs,
        new HeapByteBufferAllocator(),
        READ_BYTES,
        Map.of(),
        null,
        null,
        new PlainParquetConfiguration());
  }
}
