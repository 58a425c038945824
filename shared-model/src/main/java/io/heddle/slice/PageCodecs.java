package io.heddle.slice;

import com.github.luben.zstd.Zstd;
import io.heddle.schema.DamagedDataException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * The compressions of pages without Hadoop's codecs: zstd to write, and what other writers use to
 * read.
 */
final class PageCodecs implements CompressionCodecFactory {
  /** The reference level; higher ones cost much and gain little on rows. */
  private static final int ZSTD_LEVEL = 3;

  /** Far above any page, so that a damaged header cannot ask for all memory. */
  private static final int MAX_PAGE_BYTES = 512 * 1024 * 1024;

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName name) {
    if (name != CompressionCodecName.ZSTD) {
      throw new IllegalArgumentException("slices are written with zstd, not " + name);
    }
    return new ZstdCompressor();
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
    return switch (name) {
      case UNCOMPRESSED -> new Decompressor((bytes, size) -> bytes);
      case ZSTD -> new Decompressor((bytes, size) -> Zstd.decompress(bytes, size));
      case SNAPPY -> new Decompressor((bytes, size) -> Snappy.uncompress(bytes));
      case GZIP -> new Decompressor(PageCodecs::gunzip);
      default -> throw new DamagedDataException("the compression " + name + " is not supported");
    };
  }

  @Override
  public void release() {}

  private static byte[] array(BytesInput input) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.toIntExact(input.size()));
    input.writeAllTo(bytes);
    return bytes.toByteArray();
  }

  private static byte[] gunzip(byte[] bytes, int size) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readNBytes(size);
    }
  }

  private static final class ZstdCompressor implements BytesInputCompressor {
    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      return BytesInput.from(Zstd.compress(array(bytes), ZSTD_LEVEL));
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public void release() {}
  }

  private interface Expansion {
    byte[] expand(byte[] bytes, int size) throws IOException;
  }

  private record Decompressor(Expansion expansion) implements BytesInputDecompressor {
    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      return BytesInput.from(expand(array(bytes), size));
    }

    @Override
    public void decompress(ByteBuffer from, int compressedSize, ByteBuffer to, int size)
        throws IOException {
      byte[] bytes = new byte[compressedSize];
      from.get(bytes);
      to.put(expand(bytes, size));
    }

    private byte[] expand(byte[] bytes, int size) throws IOException {
      if (size < 0 || size > MAX_PAGE_BYTES) {
        throw new DamagedDataException("a page claims to have %d bytes".formatted(size));
      }
      byte[] expanded = expansion.expand(bytes, size);
      if (expanded.length != size) {
        throw new DamagedDataException(
            "a page has %d bytes instead of %d".formatted(expanded.length, size));
      }
      return expanded;
    }

    @Override
    public void release() {}
  }
}
