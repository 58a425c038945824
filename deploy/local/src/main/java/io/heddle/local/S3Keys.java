package io.heddle.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

/** What opens an S3 server. Its text hides the secret. */
public record S3Keys(String accessKey, String secretKey) {

  public static S3Keys random(SecureRandom random) {
    byte[] bytes = new byte[30];
    random.nextBytes(bytes);
    String hex = HexFormat.of().formatHex(bytes);
    return new S3Keys("heddle-" + hex.substring(0, 12), hex.substring(12));
  }

  /** The keys in a file that only its owner may read; made up and written at the first time. */
  public static S3Keys inFile(Path file) throws IOException {
    if (!Files.exists(file)) {
      var onlyOwner =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      S3Keys keys = random(new SecureRandom());
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(draft);
      try (var channel =
          Files.newByteChannel(
              draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), onlyOwner)) {
        channel.write(UTF_8.encode(keys.lines()));
      }
      Files.move(draft, file);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return read(in);
    }
  }

  /** From two lines: access key, secret key. */
  public static S3Keys read(InputStream in) throws IOException {
    var reader = new BufferedReader(new InputStreamReader(in, UTF_8));
    String accessKey = reader.readLine();
    String secretKey = reader.readLine();
    if (accessKey == null || secretKey == null) {
      throw new IOException("expected two lines, access key and secret key");
    }
    return new S3Keys(accessKey, secretKey);
  }

  /** What {@link #read} reads. */
  public String lines() {
    return accessKey + "\n" + secretKey + "\n";
  }

  @Override
  public String toString() {
    return "S3Keys[" + accessKey + "]";
  }
}
