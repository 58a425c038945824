package io.heddle.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.heddle.local.S3Keys;
import io.heddle.objectstore.ObjectStore;
import io.heddle.objectstore.ObjectStoreContract;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.objectstore.S3ObjectStore;
import io.heddle.objectstore.S3Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class S3ObjectStoreIT extends ObjectStoreContract {
  private S3ObjectStore store;

  @BeforeEach
  void open() {
    store = new S3ObjectStore(settings(BackingServices.shared().newBucket()));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Override
  protected ObjectStore store() {
    return store;
  }

  @Test
  void createsItsBucketOnce() throws IOException {
    try (S3ObjectStore fresh = new S3ObjectStore(settings("created-by-the-store"))) {
      fresh.createBucket();
      fresh.createBucket();

      stored(fresh.putIfAbsent("a", "a".getBytes(StandardCharsets.UTF_8)));
      fresh.delete("a");
    }
  }

  @Test
  void saysThatTheBucketIsMissing() throws IOException {
    try (S3ObjectStore nowhere = new S3ObjectStore(settings("no-such-bucket"))) {
      assertThatThrownBy(() -> nowhere.get("a"))
          .asInstanceOf(type(ObjectStoreException.class))
          .returns(ObjectStoreException.Kind.NO_SUCH_STORE, ObjectStoreException::kind);
    }
  }

  @Test
  void saysThatTheKeysAreWrong() throws IOException {
    S3Settings settings =
        new S3Settings(
            URI.create(BackingServices.shared().s3Endpoint()), "some-bucket", "wrong", "wrong");
    try (S3ObjectStore stranger = new S3ObjectStore(settings)) {
      assertThatThrownBy(() -> stranger.get("a"))
          .asInstanceOf(type(ObjectStoreException.class))
          .returns(ObjectStoreException.Kind.DENIED, ObjectStoreException::kind);
    }
  }

  @Test
  void namesItsPlace() {
    assertThat(store.toString()).contains(BackingServices.shared().s3Endpoint());
  }

  private static S3Settings settings(String bucket) {
    BackingServices services = BackingServices.shared();
    S3Keys keys = services.s3Keys();
    return new S3Settings(
        URI.create(services.s3Endpoint()), bucket, keys.accessKey(), keys.secretKey());
  }
}
