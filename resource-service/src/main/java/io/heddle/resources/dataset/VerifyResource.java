package io.heddle.resources.dataset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.chain.MetadataChain;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Account;
import io.heddle.resources.rest.Answers;
import io.heddle.resources.rest.JsonBody;
import io.heddle.resources.rest.Query;
import io.heddle.resources.rest.RequestBodies;
import io.heddle.verify.ChainVerifier;
import io.heddle.verify.Check;
import io.heddle.verify.Finding;
import io.heddle.verify.VerificationReport;
import io.heddle.verify.VerifyOptions;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Verifies a dataset's chain and data from its head (REST, section 7.3). */
@Path("/")
@Tag(name = "Datasets")
@RunOnVirtualThread
public class VerifyResource {
  private static final Set<String> MEMBERS = Set.of("from", "until", "checks", "stopOnFirst");

  private final DatasetReads reads;
  private final Account account;
  private final RequestBodies bodies;

  VerifyResource(DatasetReads reads, Account account, RequestBodies bodies) {
    this.reads = reads;
    this.account = account;
    this.bodies = bodies;
  }

  /** {@code from} is the first block whose files are looked at, {@code until} the last block. */
  @POST
  @Path("datasets/v1alpha1/dataset/{ref}/verify")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "Verify chain, files and rows")
  public Response verify(
      @PathParam("ref") String ref,
      InputStream body,
      @Context UriInfo uri,
      @Context HttpHeaders headers) {
    Query query = Query.of(uri, account, Set.of(), Set.of());
    JsonBody wish = JsonBody.read(bodies.read(body, headers), MEMBERS);
    MetadataChain chain = reads.chain(ref);
    String until = wish.text("until");
    Long from = wish.number("from", 0);
    Multihash head = reads.target(chain, until == null ? "head" : until);
    VerifyOptions options =
        VerifyOptions.DEFAULT
            .withDataset(reads.id(ref))
            .withInputs(reads.inputs())
            .withChecks(checks(wish.texts("checks")))
            .withFrom(from == null ? 0 : from)
            .withStopOnFirst(wish.flag("stopOnFirst"));
    ObjectNode report = json(new ChainVerifier(chain.storage(), options).verify(head));
    return Answers.json(200, report, query.pretty()).build();
  }

  private static Set<Check> checks(@Nullable List<String> names) {
    if (names == null) {
      return Check.USUAL;
    }
    Set<Check> checks = EnumSet.noneOf(Check.class);
    for (String name : names) {
      try {
        checks.add(Check.valueOf(name));
      } catch (IllegalArgumentException e) {
        throw new ProblemException(
            Problem.MALFORMED_REQUEST,
            "there is no check %s; checks are %s".formatted(name, EnumSet.allOf(Check.class)));
      }
    }
    return checks;
  }

  private static ObjectNode json(VerificationReport report) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("ok", report.ok());
    json.put("head", report.head().toString());
    json.put("checkedBlocks", report.checkedBlocks());
    json.put("checkedSlices", report.checkedSlices());
    json.put("checkedRecords", report.checkedRecords());
    json.put("complete", report.complete());
    for (Finding.Severity severity : Finding.Severity.values()) {
      ArrayNode findings = json.putArray(member(severity));
      report.of(severity).forEach(finding -> findings.add(json(finding)));
    }
    return json;
  }

  private static String member(Finding.Severity severity) {
    return switch (severity) {
      case ERROR -> "errors";
      case WARNING -> "warnings";
      case UNCHECKED -> "unchecked";
    };
  }

  private static ObjectNode json(Finding finding) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("code", finding.code().code());
    if (finding.sequenceNumber() != null) {
      json.set("sequenceNumber", ChainJson.unsigned(finding.sequenceNumber()));
    }
    if (finding.blockHash() != null) {
      json.put("blockHash", finding.blockHash().toString());
    }
    put(json, "object", finding.object());
    put(json, "expected", finding.expected());
    put(json, "actual", finding.actual());
    json.put("message", finding.message());
    json.put("advice", finding.code().advice());
    return json;
  }

  private static void put(ObjectNode json, String member, @Nullable String value) {
    if (value != null) {
      json.put(member, value);
    }
  }
}
