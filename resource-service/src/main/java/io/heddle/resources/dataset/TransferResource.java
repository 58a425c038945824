package io.heddle.resources.dataset;

import io.heddle.chain.StorageArea;
import io.heddle.multiformats.Multihash;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Each dataset as a root of the Simple Transfer Protocol: {@code /{dataset}} and {@code
 * /{account}/{dataset}} hold {@code refs/head}, {@code blocks/}, {@code data/} and {@code
 * checkpoints/} as they are stored, so that a copy can be made by walking (REST, section 7.1).
 */
@Path("/")
@Tag(name = "Simple Transfer Protocol")
@RunOnVirtualThread
public class TransferResource {
  private final DatasetReads reads;

  TransferResource(DatasetReads reads) {
    this.reads = reads;
  }

  @GET
  @Path("{dataset}/refs/{name}")
  @Operation(summary = "The hash that a reference points to")
  public Response ref(@PathParam("dataset") String dataset, @PathParam("name") String name) {
    return DatasetResource.hashAlone(reads.reference(reads.chain(dataset), name));
  }

  @GET
  @Path("{dataset}/blocks/{hash}")
  @Operation(summary = "The stored bytes of a block")
  public Response block(@PathParam("dataset") String dataset, @PathParam("hash") String hash) {
    Multihash block = DatasetReads.hash(hash);
    return StoredFiles.block(reads.blockBytes(reads.chain(dataset), block), block);
  }

  @GET
  @Path("{dataset}/data/{hash}")
  @Operation(summary = "A data file")
  public Response data(
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @HeaderParam("Range") @Nullable String range) {
    return file(dataset, StorageArea.DATA, hash, range);
  }

  @GET
  @Path("{dataset}/checkpoints/{hash}")
  @Operation(summary = "A checkpoint file")
  public Response checkpoint(
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @HeaderParam("Range") @Nullable String range) {
    return file(dataset, StorageArea.CHECKPOINTS, hash, range);
  }

  @GET
  @Path("{account}/{dataset}/refs/{name}")
  @Operation(hidden = true)
  public Response accountRef(
      @PathParam("account") String account,
      @PathParam("dataset") String dataset,
      @PathParam("name") String name) {
    return ref(account + "/" + dataset, name);
  }

  @GET
  @Path("{account}/{dataset}/blocks/{hash}")
  @Operation(hidden = true)
  public Response accountBlock(
      @PathParam("account") String account,
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash) {
    return block(account + "/" + dataset, hash);
  }

  @GET
  @Path("{account}/{dataset}/data/{hash}")
  @Operation(hidden = true)
  public Response accountData(
      @PathParam("account") String account,
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @HeaderParam("Range") @Nullable String range) {
    return file(account + "/" + dataset, StorageArea.DATA, hash, range);
  }

  @GET
  @Path("{account}/{dataset}/checkpoints/{hash}")
  @Operation(hidden = true)
  public Response accountCheckpoint(
      @PathParam("account") String account,
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @HeaderParam("Range") @Nullable String range) {
    return file(account + "/" + dataset, StorageArea.CHECKPOINTS, hash, range);
  }

  private Response file(String dataset, StorageArea area, String hash, @Nullable String range) {
    return StoredFiles.file(
        reads, reads.chain(dataset).storage(), area, DatasetReads.hash(hash), range);
  }
}
