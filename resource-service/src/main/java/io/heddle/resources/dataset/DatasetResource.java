package io.heddle.resources.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.chain.BlockRef;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.StorageArea;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** A dataset's chain and data (REST, section 7). */
@Path("/")
@Tag(name = "Datasets")
@RunOnVirtualThread
public class DatasetResource {
  private static final String DATASET = "{c:datasets?}/v1alpha1/{t:datasets?}/{ref}";
  private static final int MAX_BLOCKS = 1000;
  private static final int MAX_RECORDS = 100_000;

  private final DatasetReads reads;

  DatasetResource(DatasetReads reads) {
    this.reads = reads;
  }

  @GET
  @Path(DATASET + "/metadata")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "Summary of the chain")
  public ObjectNode metadata(
      @PathParam("ref") String ref, @QueryParam("asOf") @DefaultValue("head") String asOf) {
    return reads.metadata(ref, asOf);
  }

  @GET
  @Path(DATASET + "/refs")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "All references")
  public JsonNode refs(@PathParam("ref") String ref) {
    return reads.refs(ref);
  }

  @GET
  @Path(DATASET + "/refs/{name}")
  @Operation(summary = "One reference; as text the hash alone")
  public Response ref(
      @PathParam("ref") String ref,
      @PathParam("name") String name,
      @HeaderParam(HttpHeaders.ACCEPT) @Nullable String accept) {
    MetadataChain chain = reads.chain(ref);
    BlockRef reference = reads.reference(chain, name);
    if (accept != null && accept.startsWith(MediaType.TEXT_PLAIN)) {
      return hashAlone(reference);
    }
    long sequenceNumber = chain.block(reference.target()).block().sequenceNumber();
    return Response.ok(ChainJson.ref(name, reference.target(), sequenceNumber))
        .type(MediaType.APPLICATION_JSON)
        .tag(reference.target().toString())
        .build();
  }

  static Response hashAlone(BlockRef reference) {
    String hash = reference.target().toString();
    return Response.ok(hash).type(MediaType.TEXT_PLAIN).tag(hash).build();
  }

  @GET
  @Path(DATASET + "/blocks")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "The log of the chain, newest block first")
  public ObjectNode blocks(
      @PathParam("ref") String ref,
      @QueryParam("from") @DefaultValue("head") String from,
      @QueryParam("pageToken") @Nullable String pageToken,
      @QueryParam("limit") @DefaultValue("100") int limit,
      @QueryParam("kinds") @Nullable String kinds) {
    Set<String> wanted =
        kinds == null
            ? Set.of()
            : Stream.of(kinds.split(",")).map(String::strip).collect(Collectors.toSet());
    return reads.log(
        ref, pageToken == null ? from : pageToken, between(1, limit, MAX_BLOCKS, "limit"), wanted);
  }

  @GET
  @Path(DATASET + "/blocks/{hash}")
  @Operation(summary = "One block, as JSON or as its stored bytes")
  public Response block(
      @PathParam("ref") String ref,
      @PathParam("hash") String hash,
      @HeaderParam(HttpHeaders.ACCEPT) @Nullable String accept) {
    MetadataChain chain = reads.chain(ref);
    Multihash block = DatasetReads.hash(hash);
    if (accept != null && accept.startsWith(MediaType.APPLICATION_OCTET_STREAM)) {
      return StoredFiles.block(reads.blockBytes(chain, block), block);
    }
    return Response.ok(ChainJson.logItem(reads.block(chain, block)))
        .type(MediaType.APPLICATION_JSON)
        .tag(block.toString())
        .header(HttpHeaders.CACHE_CONTROL, StoredFiles.IMMUTABLE)
        .build();
  }

  @GET
  @Path(DATASET + "/data/{hash}")
  @Operation(summary = "A data file, whole or in part")
  public Response data(
      @PathParam("ref") String ref,
      @PathParam("hash") String hash,
      @HeaderParam("Range") @Nullable String range) {
    return file(ref, StorageArea.DATA, hash, range);
  }

  @GET
  @Path(DATASET + "/checkpoints/{hash}")
  @Operation(summary = "A checkpoint file, whole or in part")
  public Response checkpoint(
      @PathParam("ref") String ref,
      @PathParam("hash") String hash,
      @HeaderParam("Range") @Nullable String range) {
    return file(ref, StorageArea.CHECKPOINTS, hash, range);
  }

  private Response file(String ref, StorageArea area, String hash, @Nullable String range) {
    return StoredFiles.file(
        reads, reads.chain(ref).storage(), area, DatasetReads.hash(hash), range);
  }

  @GET
  @Path(DATASET + "/tail")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "The last records, in the order of their offsets")
  public ObjectNode tail(
      @PathParam("ref") String ref,
      @QueryParam("asOf") @DefaultValue("head") String asOf,
      @QueryParam("skip") @DefaultValue("0") long skip,
      @QueryParam("limit") @DefaultValue("100") int limit,
      @QueryParam("dataFormat") @DefaultValue("JsonAoS") String dataFormat,
      @QueryParam("schemaFormat") @DefaultValue("OdfJson") String schemaFormat) {
    only("dataFormat", dataFormat, List.of("JsonAoS"));
    only("schemaFormat", schemaFormat, List.of("OdfJson"));
    if (skip < 0) {
      throw new ProblemException(Problem.MALFORMED_REQUEST, "skip must not be negative");
    }
    return reads.tail(ref, asOf, skip, between(0, limit, MAX_RECORDS, "limit"));
  }

  private static void only(String parameter, String value, List<String> supported) {
    if (!supported.contains(value)) {
      throw new ProblemException(
          Problem.NOT_IMPLEMENTED,
          "%s %s is not supported; supported: %s".formatted(parameter, value, supported));
    }
  }

  private static int between(int least, int value, int most, String parameter) {
    if (value < least || value > most) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST,
          "%s must be between %d and %d, not %d".formatted(parameter, least, most, value));
    }
    return value;
  }
}
