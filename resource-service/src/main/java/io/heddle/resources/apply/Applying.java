package io.heddle.resources.apply;

import io.heddle.document.Document;
import io.heddle.multiformats.DatasetKeyPair;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail;
import io.heddle.problem.ProblemException;
import io.heddle.resource.Account;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Manifest;
import io.heddle.resource.ManifestJson;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resource.ResourceType;
import io.heddle.resources.catalog.Commands;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.command.CommandOutcome;
import io.heddle.resources.command.CommandOutcome.Operation;
import io.heddle.resources.command.ResourceCommand;
import io.heddle.resources.command.ResourceCommand.Precondition;
import io.heddle.resources.dataset.AdoptionCheck;
import io.heddle.resources.manifest.ManifestParser;
import io.heddle.resources.manifest.Reading;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns documents into one command, and the command's outcome into what became of each. */
final class Applying {
  private static final Set<Phase> SETTLED =
      EnumSet.of(Phase.Ready, Phase.Degraded, Phase.Failed, Phase.Deleted);

  private final ManifestParser parser;
  private final Commands commands;
  private final ResourceView view;
  private final AdoptionCheck adoption;
  private final SecureRandom random = new SecureRandom();

  Applying(ManifestParser parser, Commands commands, ResourceView view, AdoptionCheck adoption) {
    this.parser = parser;
    this.commands = commands;
    this.view = view;
    this.adoption = adoption;
  }

  Account account() {
    return view.account();
  }

  /** What became of one document. */
  record Result(
      int document,
      String handle,
      CommandOutcome.@Nullable Item item,
      @Nullable ProblemDetail problem,
      List<Reading.Warning> warnings) {
    boolean isRejected() {
      return problem != null;
    }
  }

  /**
   * @param preconditions by manifest
   */
  List<Result> apply(
      List<Document> documents,
      boolean atomic,
      boolean dryRun,
      boolean ignoreServerFields,
      Function<Manifest, Precondition> preconditions) {
    List<Reading> readings = parser.parse(documents, ignoreServerFields);
    Map<Integer, Result> results = new HashMap<>();
    List<ResourceCommand.Item> items = new ArrayList<>();
    for (Reading reading : readings) {
      switch (reading) {
        case Reading.Bad bad -> results.put(bad.document(), rejected(bad));
        case Reading.Good good -> {
          Optional<Result> refused = ofForeignAccount(good).or(() -> ofBrokenChain(good));
          refused.ifPresent(result -> results.put(good.document(), result));
          if (refused.isEmpty()) {
            results.put(good.document(), skipped(good));
            items.add(item(good, preconditions.apply(good.manifest())));
          }
        }
      }
    }
    boolean anyBad = results.values().stream().anyMatch(Result::isRejected);
    if (!items.isEmpty() && !(atomic && anyBad)) {
      CommandOutcome outcome =
          commands.send(
              new ResourceCommand.Apply(
                  Commands.newId(), account().name().text(), atomic, dryRun, items));
      take(outcome, documents, results);
    }
    return documents.stream().map(document -> results.get(document.index())).toList();
  }

  private static Result skipped(Reading.Good good) {
    return new Result(good.document(), good.manifest().handle(), null, null, good.warnings());
  }

  private static Result rejected(Reading.Bad bad) {
    return new Result(
        bad.document(),
        bad.handle() == null ? "document " + bad.document() : bad.handle(),
        null,
        ProblemDetail.of(bad.problem(), bad.detail(), bad.findings()),
        List.of());
  }

  private Optional<Result> ofForeignAccount(Reading.Good good) {
    Manifest manifest = good.manifest();
    if (manifest.account() == null || manifest.account().matches(account())) {
      return Optional.empty();
    }
    return Optional.of(
        new Result(
            good.document(),
            manifest.handle(),
            null,
            ProblemDetail.of(
                Problem.RESOURCE_NOT_FOUND, "the account of the manifest does not exist here"),
            List.of()));
  }

  /** A Dataset that takes over a chain needs a sound one; those known here were checked before. */
  private Optional<Result> ofBrokenChain(Reading.Good good) {
    Manifest manifest = good.manifest();
    if (!(manifest.spec() instanceof DatasetSpec dataset)
        || dataset.did() == null
        || view.find(ResourceType.Dataset, dataset.did().toString()).isPresent()) {
      return Optional.empty();
    }
    return adoption
        .fault(dataset.did())
        .map(
            fault ->
                new Result(
                    good.document(),
                    manifest.handle(),
                    null,
                    ProblemDetail.of(Problem.MANIFEST_INVALID, "/spec/did: " + fault),
                    List.of()));
  }

  private ResourceCommand.Item item(Reading.Good good, Precondition precondition) {
    Manifest manifest = good.manifest();
    boolean needsDid = manifest.spec() instanceof DatasetSpec dataset && dataset.did() == null;
    return new ResourceCommand.Item(
        good.document(),
        ManifestJson.write(manifest),
        UUID.randomUUID(),
        needsDid ? DatasetKeyPair.generate(random).id().toString() : null,
        precondition);
  }

  private static void take(
      CommandOutcome outcome, List<Document> documents, Map<Integer, Result> results) {
    if (outcome.rejection() != null) {
      throw new ProblemException(Outcomes.problem(outcome.rejection(), null, null));
    }
    Map<Integer, Document> byIndex = new HashMap<>();
    documents.forEach(document -> byIndex.put(document.index(), document));
    for (CommandOutcome.Item item : outcome.items()) {
      Result before = results.get(item.document());
      if (before != null) {
        ProblemDetail problem =
            item.rejection() == null
                ? null
                : Outcomes.problem(item.rejection(), byIndex.get(item.document()), before.handle());
        results.put(
            item.document(),
            new Result(item.document(), before.handle(), item, problem, before.warnings()));
      }
    }
  }

  /**
   * Waits until all have settled.
   *
   * @return whether they have
   */
  boolean awaitReady(List<Result> results, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      for (Result result : results) {
        CommandOutcome.Item item = result.item();
        if (item == null || item.id() == null || item.operation() == Operation.Rejected) {
          continue;
        }
        Duration left = Duration.ofNanos(Math.max(deadline - System.nanoTime(), 0));
        if (!view.await(item.id(), resource -> SETTLED.contains(resource.status().phase()), left)) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProblemException(Problem.SHUTTING_DOWN, "the service stops");
    }
  }
}
