package io.heddle.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.chain.BlockRef;
import io.heddle.chain.ChainException;
import io.heddle.chain.ChainSummary;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.RefName;
import io.heddle.chain.RuleCategory;
import io.heddle.chain.StoredBlock;
import io.heddle.encoding.OdfTypes;
import io.heddle.multiformats.MultiformatException;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.ObjectStoreException;
import io.heddle.schema.DamagedDataException;
import io.heddle.verify.ChainVerifier;
import io.heddle.verify.Check;
import io.heddle.verify.VerificationReport;
import io.heddle.verify.VerificationReportJson;
import io.heddle.verify.VerifyOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code heddle chain}: what a chain says, and whether it is whole. */
public final class ChainCommand {
  private static final String USAGE =
      """
      usage: ./heddle chain COMMAND PLACE [OPTIONS]

        log PLACE              the blocks, newest first (--limit N)
        show PLACE [BLOCK]     one block: its number, its hash or the end of it; the head without
        schema PLACE           the schema in force
        verify PLACE           whether chain, files and rows are what the head vouches for

      PLACE is a dataset's folder, s3://BUCKET/PREFIX (with HEDDLE_S3_ENDPOINT, HEDDLE_S3_ACCESS_KEY,
      HEDDLE_S3_SECRET_KEY and perhaps HEDDLE_S3_REGION in the environment), or an HTTP address
      below which refs/, blocks/, data/ and checkpoints/ are served (perhaps with
      HEDDLE_HTTP_AUTHORIZATION).

        --head HASH            the head to start from; a verification is as good as the trust in it
        --ref NAME             the reference to start from (default: head)
        --json                 machine readable (log: one block a line)

      verify only:
        --check A,B            Chain, PhysicalHash, LogicalHash, Offsets, Watermark, Schema, Ops
        --history              and whether whatever rows take back was there (needs memory)
        --from N               files of blocks from this number on
        --stop-on-first        end at the first error
        --parallel N           how many files at once

      exit code: 0 ok, 1 broken, 2 could not be read, 64 wrong command line\
      """;

  private static final int SHORTEST_ENDING = 6;

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, String> environment;

  ChainCommand(PrintStream out, PrintStream err, Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.environment = environment;
  }

  public static void main(String[] arguments) {
    ChainCommand command = new ChainCommand(System.out, System.err, System.getenv());
    System.exit(command.run(arguments).number());
  }

  ExitCode run(String... arguments) {
    try {
      return run(new Arguments(arguments));
    } catch (UsageException e) {
      err.println("heddle chain: " + e.getMessage());
      err.println(USAGE);
      return ExitCode.USAGE;
    } catch (ChainException e) {
      err.println("broken: " + e.getMessage());
      return e.category() == RuleCategory.RefNotFound ? ExitCode.UNREADABLE : ExitCode.BROKEN;
    } catch (ObjectStoreException | DamagedDataException | UncheckedIOException e) {
      err.println("could not be read: " + e.getMessage());
      return ExitCode.UNREADABLE;
    }
  }

  private ExitCode run(Arguments arguments) {
    String command = arguments.positional(0, "the command");
    try (Location location = Location.of(arguments.positional(1, "the place"), environment)) {
      MetadataChain chain = MetadataChain.readOnly(new DatasetStorage(location.store()));
      return switch (command) {
        case "log" -> log(chain, arguments);
        case "show" -> show(chain, arguments);
        case "schema" -> schema(chain, arguments);
        case "verify" -> verify(chain, arguments);
        default -> throw new UsageException("unknown command " + command);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ExitCode log(MetadataChain chain, Arguments arguments) {
    long left = arguments.number("--limit", Long.MAX_VALUE);
    for (StoredBlock block : chain.backwards(head(chain, arguments))) {
      if (left-- == 0) {
        break;
      }
      out.println(arguments.has("--json") ? json(block) : BlockLine.of(block));
    }
    return ExitCode.OK;
  }

  private ExitCode show(MetadataChain chain, Arguments arguments) {
    Multihash head = head(chain, arguments);
    StoredBlock block =
        arguments.count() > 2
            ? find(chain, head, arguments.positional(2, "the block"))
            : chain.block(head);
    out.println(json(block).toPrettyString());
    return ExitCode.OK;
  }

  private ExitCode schema(MetadataChain chain, Arguments arguments) {
    ChainSummary summary = chain.summary(head(chain, arguments));
    if (summary.schema().isEmpty()) {
      err.println("the dataset has no schema yet: nothing was ingested");
      return ExitCode.UNREADABLE;
    }
    out.println(OdfTypes.DATA_SCHEMA.toJson(summary.schema().get()).toPrettyString());
    return ExitCode.OK;
  }

  private ExitCode verify(MetadataChain chain, Arguments arguments) {
    VerifyOptions options =
        VerifyOptions.DEFAULT
            .withChecks(checks(arguments))
            .withFrom(arguments.number("--from", 0))
            .withStopOnFirst(arguments.has("--stop-on-first"))
            .withParallelSlices(
                Math.toIntExact(
                    Math.clamp(
                        arguments.number("--parallel", VerifyOptions.DEFAULT.parallelSlices()),
                        1,
                        256)));
    Multihash head = head(chain, arguments);
    VerificationReport report = new ChainVerifier(chain.storage(), options).verify(head);
    if (arguments.has("--json")) {
      out.println(VerificationReportJson.write(report).toPrettyString());
    } else {
      report.findings().forEach(finding -> out.println(FindingLines.of(finding)));
      out.println(FindingLines.summary(report));
    }
    if (!report.errors().isEmpty()) {
      // A head that nobody here has heard of is no broken dataset.
      boolean nothingThere = report.checkedBlocks() == 0 && chain.head().isEmpty();
      return nothingThere ? ExitCode.UNREADABLE : ExitCode.BROKEN;
    }
    return report.ok() ? ExitCode.OK : ExitCode.UNREADABLE;
  }

  private static Set<Check> checks(Arguments arguments) {
    Set<Check> checks = EnumSet.noneOf(Check.class);
    Optional<String> named = arguments.option("--check");
    if (named.isEmpty()) {
      checks.addAll(Check.USUAL);
    } else {
      for (String name : named.get().split(",")) {
        checks.add(
            Arrays.stream(Check.values())
                .filter(check -> check.name().equalsIgnoreCase(name.strip()))
                .findFirst()
                .orElseThrow(() -> new UsageException("unknown check " + name)));
      }
    }
    if (arguments.has("--history")) {
      checks.add(Check.History);
    }
    return checks;
  }

  private static Multihash head(MetadataChain chain, Arguments arguments) {
    Optional<String> given = arguments.option("--head");
    if (given.isPresent()) {
      return hash(given.get());
    }
    RefName name = refName(arguments.option("--ref").orElse(RefName.HEAD.value()));
    return chain
        .storage()
        .references()
        .get(name)
        .map(BlockRef::target)
        .orElseThrow(
            () ->
                new ChainException(
                    RuleCategory.RefNotFound,
                    "there is no refs/%s in %s; is it the folder of one dataset? Else give --head"
                        .formatted(name, chain.storage().store())));
  }

  private static RefName refName(String text) {
    try {
      return new RefName(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private static Multihash hash(String text) {
    try {
      return Multihash.parse(text);
    } catch (MultiformatException e) {
      throw new UsageException("not a hash: " + e.getMessage());
    }
  }

  private static StoredBlock find(MetadataChain chain, Multihash head, String text) {
    if (text.matches("\\d{1,5}|\\d{7,19}")) {
      long number = Long.parseLong(text);
      return last(chain, head, block -> block.block().sequenceNumber() == number, text);
    }
    if (text.length() >= SHORTEST_ENDING && text.length() < 40) {
      return last(chain, head, block -> block.hash().toString().endsWith(text), text);
    }
    return chain.block(hash(text));
  }

  private interface Wanted {
    boolean is(StoredBlock block);
  }

  private static StoredBlock last(MetadataChain chain, Multihash head, Wanted wanted, String text) {
    for (StoredBlock block : chain.backwards(head)) {
      if (wanted.is(block)) {
        return block;
      }
    }
    throw new UsageException("the chain has no block " + text);
  }

  private static JsonNode json(StoredBlock block) {
    return BlockLine.json(block);
  }
}
