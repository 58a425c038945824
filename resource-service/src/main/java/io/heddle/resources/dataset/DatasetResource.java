package io.heddle.resources.dataset;

import io.heddle.chain.BlockRef;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.StorageArea;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Account;
import io.heddle.resources.rest.Answers;
import io.heddle.resources.rest.Query;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** A dataset's chain and data (REST, section 7). */
@Path("/")
@Tag(name = "Datasets")
@RunOnVirtualThread
public class DatasetResource {
  private static final String DATASET = "datasets/v1alpha1/dataset/{ref}";
  private static final int DEFAULT_LIMIT = 100;
  private static final int MAX_BLOCKS = 1000;
  private static final int MAX_RECORDS = 100_000;

  private final DatasetReads reads;
  private final Account account;

  DatasetResource(DatasetReads reads, Account account) {
    this.reads = reads;
    this.account = account;
  }

  private Query query(UriInfo uri, Set<String> known, Set<String> later) {
    return Query.of(uri, account, known, later);
  }

  private static String asOf(Query query) {
    return query.text("asOf").orElse("head");
  }

  @GET
  @Path(DATASET + "/metadata")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "Summary of the chain")
  @Parameter(name = "asOf", in = ParameterIn.QUERY, description = "Block hash or reference")
  @Parameter(name = "pretty", in = ParameterIn.QUERY)
  public Response metadata(@PathParam("ref") String ref, @Context UriInfo uri) {
    Query query = query(uri, Set.of("asOf"), Set.of("include", "schemaFormat"));
    return Answers.json(200, reads.metadata(ref, asOf(query)), query.pretty()).build();
  }

  @GET
  @Path(DATASET + "/refs")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "All references")
  @Parameter(name = "pretty", in = ParameterIn.QUERY)
  public Response refs(@PathParam("ref") String ref, @Context UriInfo uri) {
    Query query = query(uri, Set.of(), Set.of("asOf"));
    return Answers.json(200, reads.refs(ref), query.pretty()).build();
  }

  @GET
  @Path(DATASET + "/refs/{name}")
  @Operation(summary = "One reference; as text the hash alone")
  public Response ref(
      @PathParam("ref") String ref,
      @PathParam("name") String name,
      @Context UriInfo uri,
      @HeaderParam(HttpHeaders.ACCEPT) @Nullable String accept) {
    query(uri, Set.of(), Set.of());
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
  @Parameter(name = "from", in = ParameterIn.QUERY, description = "Block hash or reference")
  @Parameter(name = "pageToken", in = ParameterIn.QUERY)
  @Parameter(name = "limit", in = ParameterIn.QUERY, schema = @Schema(type = SchemaType.INTEGER))
  @Parameter(name = "kinds", in = ParameterIn.QUERY, description = "Kinds of events, with commas")
  @Parameter(name = "pretty", in = ParameterIn.QUERY)
  public Response blocks(@PathParam("ref") String ref, @Context UriInfo uri) {
    Query query =
        query(
            uri,
            Set.of("from", "pageToken", "limit", "kinds"),
            Set.of("order", "until", "encoded"));
    Set<String> kinds =
        query.text("kinds").stream()
            .flatMap(text -> Stream.of(text.split(",")))
            .map(String::strip)
            .collect(Collectors.toSet());
    String from = query.text("pageToken").or(() -> query.text("from")).orElse("head");
    int limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_BLOCKS);
    return Answers.json(200, reads.log(ref, from, limit, kinds), query.pretty()).build();
  }

  @GET
  @Path(DATASET + "/blocks/{hash}")
  @Operation(summary = "One block, as JSON or as its stored bytes")
  public Response block(
      @PathParam("ref") String ref,
      @PathParam("hash") String hash,
      @Context UriInfo uri,
      @HeaderParam(HttpHeaders.ACCEPT) @Nullable String accept) {
    query(uri, Set.of(), Set.of());
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
      @Context UriInfo uri,
      @HeaderParam("Range") @Nullable String range) {
    query(uri, Set.of(), Set.of());
    return file(ref, StorageArea.DATA, hash, range);
  }

  @GET
  @Path(DATASET + "/checkpoints/{hash}")
  @Operation(summary = "A checkpoint file, whole or in part")
  public Response checkpoint(
      @PathParam("ref") String ref,
      @PathParam("hash") String hash,
      @Context UriInfo uri,
      @HeaderParam("Range") @Nullable String range) {
    query(uri, Set.of(), Set.of());
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
  @Parameter(name = "asOf", in = ParameterIn.QUERY, description = "Block hash or reference")
  @Parameter(name = "skip", in = ParameterIn.QUERY, schema = @Schema(type = SchemaType.INTEGER))
  @Parameter(name = "limit", in = ParameterIn.QUERY, schema = @Schema(type = SchemaType.INTEGER))
  @Parameter(name = "dataFormat", in = ParameterIn.QUERY, description = "JsonAoS")
  @Parameter(name = "schemaFormat", in = ParameterIn.QUERY, description = "OdfJson")
  @Parameter(name = "pretty", in = ParameterIn.QUERY)
  public Response tail(@PathParam("ref") String ref, @Context UriInfo uri) {
    Query query =
        query(uri, Set.of("asOf", "skip", "limit", "dataFormat", "schemaFormat"), Set.of());
    only("dataFormat", query, "JsonAoS");
    only("schemaFormat", query, "OdfJson");
    long skip = query.number("skip", 0, 0, Integer.MAX_VALUE);
    int limit = query.number("limit", DEFAULT_LIMIT, 0, MAX_RECORDS);
    return Answers.json(200, reads.tail(ref, asOf(query), skip, limit), query.pretty()).build();
  }

  private static void only(String parameter, Query query, String supported) {
    String value = query.text(parameter).orElse(supported);
    if (!value.equals(supported)) {
      throw new ProblemException(
          Problem.NOT_IMPLEMENTED,
          "%s %s is not supported; supported: %s".formatted(parameter, value, supported));
    }
  }
}
