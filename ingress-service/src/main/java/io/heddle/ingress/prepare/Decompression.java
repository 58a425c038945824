package io.heddle.ingress.prepare;

import io.heddle.compression.BoundedOutput;
import io.heddle.compression.DamagedCompressionException;
import io.heddle.compression.GzipMembers;
import io.heddle.compression.UnpackLimitException;
import io.heddle.compression.UnpackLimits;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The prepare step {@code Decompress}. */
final class Decompression {
  private final PrepareSettings settings;
  private final UnpackLimits limits;

  Decompression(PrepareSettings settings) {
    this.settings = settings;
    this.limits = new UnpackLimits(settings.maxBytes(), settings.maxRatio());
  }

  /**
   * Returns the name by which messages call the output.
   *
   * @param read how the output will be read, which tells data from what lies beside it
   */
  String run(PrepStep.Decompress step, ReadStep read, Path input, String name, Path output)
      throws IOException {
    return switch (step.format()) {
      case Gzip -> {
        gunzip(input, name, output);
        yield name;
      }
      case Zip -> unzip(step.subPath(), read, input, name, output);
    };
  }

  private void gunzip(Path input, String name, Path output) throws IOException {
    try (InputStream in = Files.newInputStream(input);
        OutputStream file = Files.newOutputStream(output)) {
      GzipMembers members = new GzipMembers(in);
      try {
        members.copyTo(new BoundedOutput(file, limits, members::bytesIn));
      } catch (DamagedCompressionException e) {
        throw damaged(name, "gzip file", e);
      } catch (UnpackLimitException e) {
        throw tooLarge(name, e);
      }
    }
  }

  private String unzip(
      @Nullable String subPath, ReadStep read, Path input, String name, Path output)
      throws IOException {
    try (ZipFile zip = open(input, name)) {
      checkCount(zip, name);
      ZipEntry entry = new ZipEntries(zip, name).choose(subPath, read);
      String entryName = name + "!" + entry.getName();
      CRC32 crc = new CRC32();
      // The archive's own figures are not trusted: the JDK checks neither length nor check sum.
      try (CheckedInputStream in = new CheckedInputStream(zip.getInputStream(entry), crc);
          OutputStream file = Files.newOutputStream(output);
          BoundedOutput bounded = new BoundedOutput(file, limits, entry::getCompressedSize)) {
        long bytes = transfer(in, bounded, entryName);
        if (bytes != entry.getSize() || crc.getValue() != entry.getCrc()) {
          throw damaged(entryName, "entry", new IOException("check sum or length do not fit"));
        }
      } catch (UnpackLimitException e) {
        throw tooLarge(entryName, e);
      }
      return entryName;
    }
  }

  private static long transfer(InputStream in, OutputStream out, String name) throws IOException {
    byte[] buffer = new byte[64 << 10];
    long bytes = 0;
    while (true) {
      int count;
      try {
        count = in.read(buffer);
      } catch (java.util.zip.ZipException | java.io.EOFException e) {
        throw damaged(name, "entry", e);
      }
      if (count < 0) {
        return bytes;
      }
      out.write(buffer, 0, count);
      bytes += count;
    }
  }

  private static ZipFile open(Path input, String name) {
    try {
      return ZipEntries.open(input);
    } catch (IOException e) {
      throw damaged(name, "ZIP archive", e);
    }
  }

  private void checkCount(ZipFile zip, String name) {
    if (zip.size() > settings.maxEntries()) {
      throw new IngestException(
          FailureKind.LimitExceeded,
          "%s holds %d entries; this installation allows %d"
              .formatted(name, zip.size(), settings.maxEntries()),
          Map.of("file", name));
    }
  }

  private static IngestException tooLarge(String name, UnpackLimitException e) {
    return new IngestException(
        FailureKind.LimitExceeded,
        "%s unpacks to %s, which this installation does not allow".formatted(name, e.getMessage()),
        Map.of("file", name));
  }

  private static IngestException damaged(String name, String kind, IOException cause) {
    return new IngestException(
        FailureKind.BadInput,
        "%s cannot be unpacked as a %s: %s. Nothing of it is used; publish it again"
            .formatted(name, kind, cause.getMessage()),
        cause);
  }
}
