package io.heddle.resources.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.chain.MetadataChain;
import io.heddle.multiformats.Multihash;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
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
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  private static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private final DatasetReads reads;

  VerifyResource(DatasetReads reads) {
    this.reads = reads;
  }

  /**
   * What to verify; all optional.
   *
   * @param from sequence number of the first block whose files are looked at
   * @param until the block to start from, a hash or the name of a reference
   */
  record Wish(
      @Nullable Long from,
      @Nullable String until,
      @Nullable List<String> checks,
      @Nullable Boolean stopOnFirst) {
    static final Wish ALL = new Wish(null, null, null, null);
  }

  @POST
  @Path("{c:datasets?}/v1alpha1/{t:datasets?}/{ref}/verify")
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "Verify chain, files and rows")
  public ObjectNode verify(@PathParam("ref") String ref, byte[] body) {
    Wish wish = wish(body);
    MetadataChain chain = reads.chain(ref);
    Multihash head = reads.target(chain, wish.until() == null ? "head" : wish.until());
    VerifyOptions options =
        VerifyOptions.DEFAULT
            .withDataset(reads.id(ref))
            .withChecks(checks(wish.checks()))
            .withFrom(wish.from() == null ? 0 : wish.from())
            .withStopOnFirst(Boolean.TRUE.equals(wish.stopOnFirst()));
    return json(new ChainVerifier(chain.storage(), options).verify(head));
  }

  private static Wish wish(byte[] body) {
    if (body.length == 0) {
      return Wish.ALL;
    }
    try {
      Wish wish = MAPPER.readValue(body, Wish.class);
      return wish == null ? Wish.ALL : wish;
    } catch (JsonProcessingException e) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST, "the body is not understood: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
