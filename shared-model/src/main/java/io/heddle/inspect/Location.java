package io.heddle.inspect;

import io.heddle.objectstore.FolderObjectStore;
import io.heddle.objectstore.HttpObjectStore;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.objectstore.Retries;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Where a dataset lies, as users write it: a folder, {@code s3://bucket/prefix}, an HTTP root. */
record Location(ObjectStore store, Closeable client) implements Closeable {
  private static final String S3 = "s3://";

  /**
   * @param environment holds the S3 endpoint and keys, and an Authorization header for HTTP
   */
  static Location of(String text, Map<String, String> environment) {
    if (text.startsWith(S3)) {
      return s3(text.substring(S3.length()), environment);
    }
    if (text.startsWith("http://") || text.startsWith("https://")) {
      return http(text, environment);
    }
    Path folder = Path.of(text);
    if (!Files.isDirectory(folder)) {
      throw new ObjectStoreException(
          ObjectStoreException.Kind.NO_SUCH_STORE, "there is no folder " + folder);
    }
    return new Location(new FolderObjectStore(folder), () -> {});
  }

  private static Location s3(String place, Map<String, String> environment) {
    int slash = place.indexOf('/');
    String bucket = slash < 0 ? place : place.substring(0, slash);
    String prefix = slash < 0 ? "" : place.substring(slash + 1).replaceAll("/+$", "");
    S3Settings settings =
        new S3Settings(
            uri(required(environment, "HEDDLE_S3_ENDPOINT")),
            bucket,
            required(environment, "HEDDLE_S3_ACCESS_KEY"),
            required(environment, "HEDDLE_S3_SECRET_KEY"));
    S3ObjectStore store =
        new S3ObjectStore(
            settings.withRegion(
                environment.getOrDefault("HEDDLE_S3_REGION", S3Settings.DEFAULT_REGION)));
    return new Location(store.under(prefix), store::close);
  }

  private static Location http(String text, Map<String, String> environment) {
    String authorization = environment.get("HEDDLE_HTTP_AUTHORIZATION");
    HttpObjectStore store =
        new HttpObjectStore(
            uri(text),
            authorization == null ? Map.of() : Map.of("Authorization", authorization),
            Duration.ofSeconds(30),
            Retries.DEFAULT);
    return new Location(store, store::close);
  }

  private static URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("not an address: " + text);
    }
  }

  private static String required(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null || value.isBlank()) {
      throw new UsageException("an s3:// place needs " + name + " in the environment");
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
