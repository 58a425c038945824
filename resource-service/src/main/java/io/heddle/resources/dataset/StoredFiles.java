package io.heddle.resources.dataset;

import io.heddle.chain.DatasetStorage;
import io.heddle.chain.StorageArea;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectInfo;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.InputStream;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Answers with immutable objects: cached for good, whole or in part. */
final class StoredFiles {
  static final String IMMUTABLE = "public, max-age=31536000, immutable";
  private static final int PIECE = 1024 * 1024;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  private StoredFiles() {}

  /** A data or checkpoint file, or the part of it that {@code rangeHeader} asks for. */
  static Response file(
      DatasetReads reads,
      DatasetStorage storage,
      StorageArea area,
      Multihash hash,
      @Nullable String rangeHeader) {
    ObjectInfo object = reads.file(storage, area, hash);
    ByteRange.Requested requested = ByteRange.of(rangeHeader, object.size());
    if (!requested.partial()) {
      // The physical hash is that of the whole file, so it is also its digest (RFC 9530).
      return headers(Response.ok(whole(storage, area, hash)), hash, object.size())
          .header(
              "Content-Digest",
              "sha3-256=:%s:".formatted(Base64.getEncoder().encodeToString(hash.digest())))
          .build();
    }
    if (requested.range().isEmpty()) {
      return Response.status(RANGE_NOT_SATISFIABLE)
          .header("Content-Range", "bytes */" + object.size())
          .build();
    }
    ByteRange range = requested.range().get();
    return headers(
            Response.status(Response.Status.PARTIAL_CONTENT).entity(part(storage, object, range)),
            hash,
            range.length())
        .header("Content-Range", range.of(object.size()))
        .build();
  }

  /** The stored bytes of a block. */
  static Response block(byte[] bytes, Multihash hash) {
    return headers(Response.ok(bytes), hash, bytes.length).build();
  }

  private static Response.ResponseBuilder headers(
      Response.ResponseBuilder response, Multihash hash, long length) {
    return response
        .type(MediaType.APPLICATION_OCTET_STREAM)
        .tag(hash.toString())
        .header(HttpHeaders.CONTENT_LENGTH, length)
        .header("Accept-Ranges", "bytes")
        .header(HttpHeaders.CACHE_CONTROL, IMMUTABLE);
  }

  private static StreamingOutput whole(DatasetStorage storage, StorageArea area, Multihash hash) {
    return output -> {
      try (InputStream content =
          storage
              .open(area, hash)
              .orElseThrow(
                  () ->
                      new ProblemException(
                          Problem.OBJECT_NOT_FOUND, "the object %s is gone".formatted(hash)))) {
        content.transferTo(output);
      }
    };
  }

  private static StreamingOutput part(DatasetStorage storage, ObjectInfo object, ByteRange range) {
    return output -> {
      long position = range.start();
      while (position <= range.end()) {
        int length = (int) Math.min(PIECE, range.end() - position + 1);
        byte[] piece =
            storage
                .store()
                .getRange(object.key(), position, length)
                .filter(bytes -> bytes.length > 0)
                .orElseThrow(
                    () ->
                        new ProblemException(
                            Problem.OBJECT_NOT_FOUND,
                            "the object %s is shorter than it was".formatted(object.key())));
        output.write(piece);
        position += piece.length;
      }
    };
  }
}
