package io.heddle.objectstore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files under a folder. What is written is first staged beside its final name, then renamed; the
 * check of a condition and the rename happen under a lock that other processes on this folder
 * honour if they write through this class.
 */
public final class FolderObjectStore implements ObjectStore {
  /** Up to this size the version of a file is told by its content, above by its attributes. */
  private static final int SMALL_FILE_BYTES = 64 * 1024;

  private static final String LOCK_FILE = ObjectKey.PENDING + "lock";

  /** File locks are held by the whole process, so threads need one of their own. */
  private static final ReentrantLock IN_PROCESS = new ReentrantLock();

  private final Path root;

  /** The folder need not exist before the first write. */
  public FolderObjectStore(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  @Override
  public Optional<StoredObject> get(String key) {
    return reading(
        key,
        file -> {
          while (true) {
            BasicFileAttributes before = attributes(file);
            byte[] content = Files.readAllBytes(file);
            if (sameFile(before, attributes(file)) && content.length == before.size()) {
              return new StoredObject(content, etag(before, content));
            }
          }
        });
  }

  @Override
  public Optional<byte[]> getRange(String key, long offset, int length) {
    return reading(
        key,
        file -> {
          attributes(file);
          try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long available = Math.max(0, channel.size() - offset);
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(length, available));
            int read = 0;
            while (buffer.hasRemaining() && read >= 0) {
              read = channel.read(buffer, offset + buffer.position());
            }
            return Arrays.copyOf(buffer.array(), buffer.position());
          }
        });
  }

  @Override
  public Optional<InputStream> open(String key) {
    return reading(
        key,
        file -> {
          attributes(file);
          return Files.newInputStream(file);
        });
  }

  @Override
  public Optional<ObjectInfo> stat(String key) {
    return reading(key, file -> info(key, file));
  }

  @Override
  public PutOutcome putIfAbsent(String key, byte[] content) {
    return publish(key, staged -> Files.write(staged, content), null);
  }

  @Override
  public PutOutcome putFileIfAbsent(String key, Path file) {
    return publish(key, staged -> Files.copy(file, staged), null);
  }

  @Override
  public PutOutcome putIfMatch(String key, byte[] content, ETag expected) {
    return publish(key, staged -> Files.write(staged, content), expected);
  }

  @Override
  public void delete(String key) {
    Path file = file(key);
    try {
      if (Files.isRegularFile(file)) {
        locked(() -> Files.deleteIfExists(file));
      }
    } catch (IOException e) {
      throw failed("delete", key, e);
    }
  }

  @Override
  public List<ObjectInfo> list(String prefix, @Nullable String startAfter, int limit) {
    Path start = root.resolve(prefix.substring(0, prefix.lastIndexOf('/') + 1)).normalize();
    if (!start.startsWith(root) || !Files.isDirectory(start)) {
      return List.of();
    }
    Comparator<String> byBytes =
        (left, right) -> Arrays.compareUnsigned(left.getBytes(UTF_8), right.getBytes(UTF_8));
    try (Stream<Path> files = Files.walk(start)) {
      List<String> keys =
          files
              .filter(file -> Files.isRegularFile(file))
              .map(file -> root.relativize(file).toString().replace('\\', '/'))
              .filter(key -> !key.startsWith(ObjectKey.PENDING, key.lastIndexOf('/') + 1))
              .filter(key -> key.startsWith(prefix))
              .filter(key -> startAfter == null || byBytes.compare(key, startAfter) > 0)
              .sorted(byBytes)
              .limit(limit)
              .toList();
      // A file that went away meanwhile is left out.
      return keys.stream().flatMap(key -> stat(key).stream()).toList();
    } catch (IOException e) {
      throw failed("list", prefix, e);
    }
  }

  @Override
  public String toString() {
    return root.toString();
  }

  private interface FileAction<T> {
    T on(Path file) throws IOException;
  }

  private interface LockedAction<T> {
    T run() throws IOException;
  }

  private <T> Optional<T> reading(String key, FileAction<T> action) {
    Path file = file(key);
    try {
      return Optional.of(action.on(file));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (IOException e) {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      throw failed("read", key, e);
    }
  }

  private PutOutcome publish(String key, FileAction<?> write, @Nullable ETag expected) {
    Path target = file(key);
    Path folder = folderOf(target);
    Path staged = folder.resolve(ObjectKey.PENDING + UUID.randomUUID());
    try {
      Files.createDirectories(folder);
      try {
        write.on(staged);
        try (FileChannel channel = FileChannel.open(staged, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
        return locked(() -> rename(key, staged, target, expected));
      } finally {
        Files.deleteIfExists(staged);
      }
    } catch (IOException e) {
      throw failed("write", key, e);
    }
  }

  private PutOutcome rename(String key, Path staged, Path target, @Nullable ETag expected)
      throws IOException {
    Optional<ETag> found = reading(key, file -> info(key, file).etag());
    if (expected == null && found.isPresent()) {
      return new PutOutcome.Refused(PutOutcome.Reason.EXISTS);
    }
    if (expected != null && found.isEmpty()) {
      return new PutOutcome.Refused(PutOutcome.Reason.MISSING);
    }
    if (expected != null && !found.get().equals(expected)) {
      return new PutOutcome.Refused(PutOutcome.Reason.CHANGED);
    }
    Files.move(staged, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel folder = FileChannel.open(folderOf(target), StandardOpenOption.READ)) {
      folder.force(true);
    }
    return new PutOutcome.Stored(info(key, target).etag());
  }

  private <T> T locked(LockedAction<T> action) throws IOException {
    IN_PROCESS.lock();
    try (FileChannel channel =
        FileChannel.open(
            root.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Closing the channel gives the lock back.
      channel.lock();
      return action.run();
    } finally {
      IN_PROCESS.unlock();
    }
  }

  private ObjectInfo info(String key, Path file) throws IOException {
    BasicFileAttributes attributes = attributes(file);
    byte[] content = attributes.size() <= SMALL_FILE_BYTES ? Files.readAllBytes(file) : new byte[0];
    return new ObjectInfo(
        key,
        attributes.size(),
        etag(attributes, content),
        attributes.lastModifiedTime().toInstant());
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(file.toString(), null, "not a file");
    }
    return attributes;
  }

  private static boolean sameFile(BasicFileAttributes one, BasicFileAttributes other) {
    return Objects.equals(one.fileKey(), other.fileKey())
        && one.lastModifiedTime().equals(other.lastModifiedTime())
        && one.size() == other.size();
  }

  /**
   * Attributes alone would not do for references: inodes are used again at once and the clock of
   * many file systems ticks in milliseconds.
   */
  private static ETag etag(BasicFileAttributes attributes, byte[] content) {
    if (attributes.size() > SMALL_FILE_BYTES) {
      return new ETag(
          attributes.fileKey() + "-" + attributes.lastModifiedTime() + "-" + attributes.size());
    }
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return new ETag(HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static Path folderOf(Path file) {
    return Objects.requireNonNull(file.getParent(), "every key lies below the root");
  }

  private Path file(String key) {
    return root.resolve(ObjectKey.check(key));
  }

  private ObjectStoreException failed(String action, String key, IOException cause) {
    String reason =
        cause instanceof DirectoryNotEmptyException ? "a folder is in its place" : "" + cause;
    return new ObjectStoreException(
        ObjectStoreException.Kind.UNAVAILABLE,
        "cannot %s \"%s\" in the folder %s: %s".formatted(action, key, root, reason),
        cause);
  }
}
