package io.heddle.objectstore;

import io.minio.BucketExistsArgs;
import io.minio.GetObjectArgs;
import io.minio.GetObjectResponse;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.ObjectWriteResponse;
import io.minio.PutObjectArgs;
import io.minio.RemoveObjectArgs;
import io.minio.Result;
import io.minio.StatObjectArgs;
import io.minio.StatObjectResponse;
import io.minio.UploadObjectArgs;
import io.minio.errors.MinioException;
import io.minio.messages.Item;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of an S3 service that honours If-Match and If-None-Match on PUT.
 *
 * <p>A write is in doubt when its request was under way and no clear answer came: the connection
 * broke, time ran out, the server had an error. To keep it at that, each write has a connection of
 * its own: servers may close one right after an answer (MinIO does after each 412) without saying
 * so, and a write that met such an end could not be told from one whose answer was lost.
 */
public final class S3ObjectStore implements ObjectStore, AutoCloseable {
  /**
   * Larger files go in parts of this size, as servers hold a signed body in memory to check it. The
   * condition is checked once, when the parts are put together.
   */
  private static final long PART_BYTES = 32L << 20;

  private static final String CONTENT_TYPE = "application/octet-stream";

  private final S3Settings settings;
  private final MinioClient reader;
  private final MinioClient writer;
  private final RandomGenerator random;

  public S3ObjectStore(S3Settings settings) {
    this(settings, RandomGenerator.getDefault());
  }

  S3ObjectStore(S3Settings settings, RandomGenerator random) {
    this.settings = settings;
    this.random = random;
    Dispatcher dispatcher = new Dispatcher();
    dispatcher.setMaxRequestsPerHost(dispatcher.getMaxRequests());
    OkHttpClient reads =
        new OkHttpClient.Builder()
            .dispatcher(dispatcher)
            .connectTimeout(settings.timeout())
            .readTimeout(settings.timeout())
            .writeTimeout(settings.timeout())
            .build();
    // The libraries must not repeat a conditional write on their own: a 412 for the second try
    // would hide that the first one did it.
    OkHttpClient writes =
        reads
            .newBuilder()
            .retryOnConnectionFailure(false)
            .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
            .build();
    this.reader = client(settings, reads);
    this.writer = client(settings, writes);
  }

  private static MinioClient client(S3Settings settings, OkHttpClient http) {
    MinioClient client =
        MinioClient.builder()
            .endpoint(settings.endpoint().toString())
            .region(settings.region())
            .credentials(settings.accessKey(), settings.secretKey())
            .httpClient(http, true)
            .build();
    if (settings.pathStyle()) {
      client.disableVirtualStyleEndpoint();
    } else {
      client.enableVirtualStyleEndpoint();
    }
    return client;
  }

  /** Makes the bucket if there is none. */
  public void createBucket() {
    call(
        "create",
        "",
        () -> {
          String bucket = settings.bucket();
          if (!reader.bucketExists(BucketExistsArgs.builder().bucket(bucket).build())) {
            reader.makeBucket(MakeBucketArgs.builder().bucket(bucket).build());
          }
          return bucket;
        });
  }

  @Override
  public Optional<StoredObject> get(String key) {
    GetObjectArgs args =
        GetObjectArgs.builder().bucket(settings.bucket()).object(checked(key)).build();
    return call(
        "read",
        key,
        () -> {
          try (GetObjectResponse response = reader.getObject(args)) {
            return new StoredObject(response.readAllBytes(), etag(response.headers().get("ETag")));
          }
        });
  }

  @Override
  public Optional<byte[]> getRange(String key, long offset, int length) {
    if (length == 0) {
      return stat(key).map(info -> new byte[0]);
    }
    GetObjectArgs args =
        GetObjectArgs.builder()
            .bucket(settings.bucket())
            .object(checked(key))
            .offset(offset)
            .length((long) length)
            .build();
    return call(
        "read",
        key,
        () -> {
          try (GetObjectResponse response = reader.getObject(args)) {
            return response.readNBytes(length);
          } catch (MinioException e) {
            if (S3Fault.statusOf(e) == S3Fault.RANGE_NOT_SATISFIABLE) {
              return new byte[0];
            }
            throw e;
          }
        });
  }

  @Override
  public Optional<InputStream> open(String key) {
    GetObjectArgs args =
        GetObjectArgs.builder().bucket(settings.bucket()).object(checked(key)).build();
    return call("read", key, () -> reader.getObject(args));
  }

  @Override
  public Optional<ObjectInfo> stat(String key) {
    StatObjectArgs args =
        StatObjectArgs.builder().bucket(settings.bucket()).object(checked(key)).build();
    return call(
        "look at",
        key,
        () -> {
          StatObjectResponse found = reader.statObject(args);
          return info(key, found.size(), found.etag(), found.lastModified());
        });
  }

  @Override
  public PutOutcome putIfAbsent(String key, byte[] content) {
    return put(key, () -> putBytes(key, content, Map.of("If-None-Match", "*")), true);
  }

  @Override
  public PutOutcome putFileIfAbsent(String key, Path file) {
    checked(key);
    return put(
        key,
        () ->
            writer.uploadObject(
                UploadObjectArgs.builder()
                    .bucket(settings.bucket())
                    .object(key)
                    .contentType(CONTENT_TYPE)
                    .filename(file.toString(), PART_BYTES)
                    .maxRetries(1)
                    .extraHeaders(Map.of("If-None-Match", "*"))
                    .build()),
        true);
  }

  @Override
  public PutOutcome putIfMatch(String key, byte[] content, ETag expected) {
    String quoted = '"' + expected.value() + '"';
    return put(key, () -> putBytes(key, content, Map.of("If-Match", quoted)), false);
  }

  @Override
  public void delete(String key) {
    RemoveObjectArgs args =
        RemoveObjectArgs.builder().bucket(settings.bucket()).object(checked(key)).build();
    call(
        "delete",
        key,
        () -> {
          reader.removeObject(args);
          return key;
        });
  }

  @Override
  public List<ObjectInfo> list(String prefix, @Nullable String startAfter, int limit) {
    ListObjectsArgs.Builder args =
        ListObjectsArgs.builder()
            .bucket(settings.bucket())
            .prefix(prefix)
            .recursive(true)
            .maxKeys(Math.clamp(limit, 1, 1000));
    if (startAfter != null) {
      args.startAfter(startAfter);
    }
    ListObjectsArgs request = args.build();
    return call("list", prefix, () -> firstOf(reader.listObjects(request), limit))
        .orElse(List.of());
  }

  @Override
  public void close() throws IOException {
    try (writer;
        reader) {
      // Closing is all there is to do.
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Override
  public String toString() {
    return "%s/%s".formatted(settings.endpoint(), settings.bucket());
  }

  private interface Request<T> {
    T send() throws MinioException, IOException;
  }

  private static List<ObjectInfo> firstOf(Iterable<Result<Item>> results, int limit)
      throws MinioException {
    List<ObjectInfo> infos = new ArrayList<>();
    for (Result<Item> result : results) {
      if (infos.size() == limit) {
        break;
      }
      Item item = result.get();
      infos.add(info(item.objectName(), item.size(), item.etag(), item.lastModified()));
    }
    return infos;
  }

  /**
   * Times in whole seconds, as HTTP has them: listings of some servers have more, of others not.
   */
  private static ObjectInfo info(
      String key, long size, @Nullable String etag, ZonedDateTime lastModified) {
    return new ObjectInfo(
        key, size, etag(etag), lastModified.toInstant().truncatedTo(ChronoUnit.SECONDS));
  }

  private ObjectWriteResponse putBytes(String key, byte[] content, Map<String, String> condition)
      throws MinioException {
    return writer.putObject(
        PutObjectArgs.builder()
            .bucket(settings.bucket())
            .object(checked(key))
            .contentType(CONTENT_TYPE)
            .data(content, content.length)
            .extraHeaders(condition)
            .build());
  }

  /** Sends a request that may be repeated at will; empty when there is no such object. */
  private <T> Optional<T> call(String action, String key, Request<T> request) {
    for (int done = 1; ; done++) {
      ObjectStoreException failure;
      try {
        return Optional.of(request.send());
      } catch (MinioException | IOException | IllegalStateException e) {
        S3Fault fault = S3Fault.of(e);
        if (fault == S3Fault.MISSING) {
          return Optional.empty();
        }
        failure = failed(action, key, fault, e);
      }
      if (failure.kind() != ObjectStoreException.Kind.UNAVAILABLE
          || !settings.retries().allow(done)) {
        throw failure;
      }
      settings.retries().pause(done, random);
    }
  }

  /**
   * Sends a conditional write. Once one try is in doubt, a refusal of the next says nothing about
   * the first, so the whole is {@link PutOutcome.Unknown}.
   */
  private PutOutcome put(String key, Request<ObjectWriteResponse> request, boolean ifAbsent) {
    ObjectStoreException doubt = null;
    for (int done = 1; ; done++) {
      ObjectStoreException failure;
      try {
        return new PutOutcome.Stored(etag(request.send().etag()));
      } catch (MinioException | IOException | IllegalStateException e) {
        S3Fault fault = S3Fault.of(e);
        if (fault == S3Fault.PRECONDITION || fault == S3Fault.MISSING) {
          return doubt == null ? refused(fault, ifAbsent) : new PutOutcome.Unknown(doubt);
        }
        failure = failed("write", key, fault, e);
        doubt = fault == S3Fault.IN_DOUBT ? failure : doubt;
      }
      boolean temporary = failure.kind() == ObjectStoreException.Kind.UNAVAILABLE;
      if (!temporary || !settings.retries().allow(done)) {
        if (doubt != null) {
          return new PutOutcome.Unknown(doubt);
        }
        throw failure;
      }
      settings.retries().pause(done, random);
    }
  }

  private static PutOutcome refused(S3Fault fault, boolean ifAbsent) {
    if (ifAbsent) {
      return new PutOutcome.Refused(PutOutcome.Reason.EXISTS);
    }
    return new PutOutcome.Refused(
        fault == S3Fault.MISSING ? PutOutcome.Reason.MISSING : PutOutcome.Reason.CHANGED);
  }

  private ObjectStoreException failed(String action, String key, S3Fault fault, Exception cause) {
    ObjectStoreException.Kind kind =
        switch (fault) {
          case NOT_DONE, IN_DOUBT, MISSING, PRECONDITION -> ObjectStoreException.Kind.UNAVAILABLE;
          case NO_BUCKET -> ObjectStoreException.Kind.NO_SUCH_STORE;
          case DENIED -> ObjectStoreException.Kind.DENIED;
          case UNSUPPORTED -> ObjectStoreException.Kind.UNSUPPORTED;
        };
    return new ObjectStoreException(
        kind,
        "cannot %s \"%s\" in bucket %s at %s: %s"
            .formatted(
                action, key, settings.bucket(), settings.endpoint(), S3Fault.describe(cause)),
        cause);
  }

  private static String checked(String key) {
    return ObjectKey.check(key);
  }

  /** Servers and client disagree about the quotes; a missing tag gives one that never matches. */
  private static ETag etag(@Nullable String text) {
    return new ETag(text == null ? "" : text.replace("\"", ""));
  }
}
