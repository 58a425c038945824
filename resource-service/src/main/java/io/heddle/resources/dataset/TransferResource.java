package io.heddle.resources.dataset;

import io.heddle.chain.StorageArea;
import io.heddle.multiformats.Multihash;
import io.heddle.resource.Account;
import io.heddle.resources.rest.Query;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Set;
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
  private final Account account;

  TransferResource(DatasetReads reads, Account account) {
    this.reads = reads;
    this.account = account;
  }

  /** The paths take no parameters of their own. */
  private void check(UriInfo uri) {
    Query.of(uri, account, Set.of(), Set.of());
  }

  @GET
  @Path("{dataset}/refs/{name}")
  @Operation(summary = "The hash that a reference points to")
  public Response ref(
      @PathParam("dataset") String dataset, @PathParam("name") String name, @Context UriInfo uri) {
    check(uri);
    return DatasetResource.hashAlone(reads.reference(reads.chain(dataset), name));
  }

  @GET
  @Path("{dataset}/blocks/{hash}")
  @Operation(summary = "The stored bytes of a block")
  public Response block(
      @PathParam("dataset") String dataset, @PathParam("hash") String hash, @Context UriInfo uri) {
    check(uri);
    Multihash block = DatasetReads.hash(hash);
    return StoredFiles.block(reads.blockBytes(reads.chain(dataset), block), block);
  }

  @GET
  @Path("{dataset}/data/{hash}")
  @Operation(summary = "A data file")
  public Response data(
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @Context UriInfo uri,
      @HeaderParam("Range") @Nullable String range) {
    check(uri);
    return file(dataset, StorageArea.DATA, hash, range);
  }

  @GET
  @Path("{dataset}/checkpoints/{hash}")
  @Operation(summary = "A checkpoint file")
  public Response checkpoint(
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @Context UriInfo uri,
      @HeaderParam("Range") @Nullable String range) {
    check(uri);
    return file(dataset, StorageArea.CHECKPOINTS, hash, range);
  }

  @GET
  @Path("{account}/{dataset}/refs/{name}")
  @Operation(hidden = true)
  public Response accountRef(
      @PathParam("account") String owner,
      @PathParam("dataset") String dataset,
      @PathParam("name") String name,
      @Context UriInfo uri) {
    return ref(owner + "/" + dataset, name, uri);
  }

  @GET
  @Path("{account}/{dataset}/blocks/{hash}")
  @Operation(hidden = true)
  public Response accountBlock(
      @PathParam("account") String owner,
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @Context UriInfo uri) {
    return block(owner + "/" + dataset, hash, uri);
  }

  @GET
  @Path("{account}/{dataset}/data/{hash}")
  @Operation(hidden = true)
  public Response accountData(
      @PathParam("account") String owner,
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @Context UriInfo uri,
      @HeaderParam("Range") @Nullable String range) {
    check(uri);
    return file(owner + "/" + dataset, StorageArea.DATA, hash, range);
  }

  @GET
  @Path("{account}/{dataset}/checkpoints/{hash}")
  @Operation(hidden = true)
  public Response accountCheckpoint(
      @PathParam("account") String owner,
      @PathParam("dataset") String dataset,
      @PathParam("hash") String hash,
      @Context UriInfo uri,
      @HeaderParam("Range") @Nullable String range) {
    check(uri);
    return file(owner + "/" + dataset, StorageArea.CHECKPOINTS, hash, range);
  }

  private Response file(String dataset, StorageArea area, String hash, @Nullable String range) {
    return StoredFiles.file(
        reads, reads.chain(dataset).storage(), area, DatasetReads.hash(hash), range);
  }
}
