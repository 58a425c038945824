package io.heddle.local;

import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.gaul.s3proxy.blobstore.S3Exceptions;
import org.gaul.s3proxy.blobstore.domain.MultipartUpload;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * Makes conditional writes of a folder store atomic. The server compares {@code If-Match} before it
 * calls the store, and the store writes whatever comes: between the two, another write slips in.
 * Here the condition is looked at again under a lock of the object.
 *
 * <p>Holds for one process per folder. A body is read while the lock is held, so a slow client
 * delays writers of its own object (and of the few that share its lock).
 */
final class LockingBlobStore extends ForwardingBlobStore {
  private final Lock[] stripes = new Lock[256];

  LockingBlobStore(BlobStore folderStore) {
    super(folderStore);
    Arrays.setAll(stripes, i -> new ReentrantLock());
  }

  @Override
  public PutObjectResponse putBlob(PutObjectRequest request, InputStream body) {
    return locked(
        request.bucket(),
        request.key(),
        () -> {
          compare(request.bucket(), request.key(), request.ifMatch(), request.ifNoneMatch());
          return super.putBlob(request, body);
        });
  }

  @Override
  public CompleteMultipartUploadResponse completeMultipartUpload(
      MultipartUpload upload, CompleteMultipartUploadRequest request) {
    return locked(
        upload.containerName(),
        upload.blobName(),
        () -> {
          compare(
              upload.containerName(), upload.blobName(), request.ifMatch(), request.ifNoneMatch());
          return super.completeMultipartUpload(upload, request);
        });
  }

  @Override
  public CopyObjectResponse copyBlob(CopyObjectRequest request) {
    return locked(
        request.destinationBucket(), request.destinationKey(), () -> super.copyBlob(request));
  }

  @Override
  public DeleteObjectResponse removeBlob(DeleteObjectRequest request) {
    return locked(request.bucket(), request.key(), () -> super.removeBlob(request));
  }

  /** Opened under the lock: else its headers and its body may belong to different versions. */
  @Override
  public ResponseInputStream<GetObjectResponse> getBlob(GetObjectRequest request) {
    return locked(request.bucket(), request.key(), () -> super.getBlob(request));
  }

  private <T> T locked(String bucket, String key, Supplier<T> action) {
    Lock lock = stripes[Math.floorMod(Objects.hash(bucket, key), stripes.length)];
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  private void compare(
      String bucket, String key, @Nullable String ifMatch, @Nullable String ifNoneMatch) {
    if (ifMatch == null && ifNoneMatch == null) {
      return;
    }
    HeadObjectResponse current = blobMetadataIfPresent(bucket, key);
    if (ifMatch != null) {
      if (current == null) {
        throw S3Exceptions.noSuchKey(bucket, key, "there is nothing that If-Match could match");
      }
      if (!matches(ifMatch, current.eTag())) {
        throw S3Exceptions.fromStatusCode(412);
      }
    }
    if (ifNoneMatch != null && current != null && matches(ifNoneMatch, current.eTag())) {
      throw S3Exceptions.fromStatusCode(412);
    }
  }

  private static boolean matches(String condition, String eTag) {
    return condition.equals("*") || unquoted(condition).equals(unquoted(eTag));
  }

  private static String unquoted(String eTag) {
    return eTag.length() > 1 && eTag.startsWith("\"") && eTag.endsWith("\"")
        ? eTag.substring(1, eTag.length() - 1)
        : eTag;
  }
}
