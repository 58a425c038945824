package io.heddle.resources.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.chain.AppendOptions;
import io.heddle.chain.AppendOutcome;
import io.heddle.chain.BlockRef;
import io.heddle.chain.DatasetStorage;
import io.heddle.chain.MetadataChain;
import io.heddle.chain.RefName;
import io.heddle.chain.StoredBlock;
import io.heddle.message.CommitResult;
import io.heddle.message.IngestSummary;
import io.heddle.message.Proposal;
import io.heddle.message.Reply;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.DatasetKeyPair;
import io.heddle.objectstore.InMemoryObjectStore;
import io.heddle.odf.DataSlice;
import io.heddle.odf.DatasetKind;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.OffsetInterval;
import io.heddle.odf.ReadStep;
import io.heddle.resource.Condition;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resources.reconcile.DatasetReconciler;
import io.heddle.resources.writer.RefTexts;
import io.heddle.resources.writer.WriterHarness;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains that others began or went on with. */
class ChainObservationTest {
  private static final AppendOptions UNCHECKED =
      new AppendOptions(false, RefName.HEAD, new AppendOptions.RefCheck.Previous(), null, null);

  private WriterHarness writer;
  private MetadataChain chain;
  private DatasetId did;
  private UUID id;

  @BeforeEach
  void adopt(@TempDir Path folder) {
    writer = new WriterHarness(folder);
    did = DatasetKeyPair.generate(new SecureRandom()).id();
    chain = new MetadataChain(DatasetStorage.of(new InMemoryObjectStore(), did));
    append(new MetadataEvent.Seed(did, DatasetKind.Root));
    append(new MetadataEvent.SetVocab(null, null, null, "at"));
    append(pushSource("kept"));
    append(pushSource("dropped"));
    append(new MetadataEvent.DisablePushSource("dropped"));
    append(data(0, 9, 100));
    id =
        writer
            .apply(
                """
                $schema: https://opendatafabric.org/schemas/datasets/v1alpha1/Dataset
                headers: {name: acme.cities}
                spec:
                  kind: Root
                  did: %s
                  metadata: []
                """
                    .formatted(did))
            .items()
            .getFirst()
            .id();
    Proposal.Metadata proposal = writer.proposals().getFirst();
    writer.reply(new Reply.NothingToCommit(did, proposal.requestId(), IngestSummary.EMPTY));
  }

  @AfterEach
  void close() {
    writer.close();
  }

  @Test
  void anAdoptedDatasetShowsWhatStandsInItsChain() {
    assertThat(state().path("value").asText()).isEqualTo("Unknown");
    assertThat(behind()).isEqualTo(new DatasetReconciler.Since(null));

    observe(ChainObservation.read(chain, null).orElseThrow());

    assertThat(state().path("value").asText()).isEqualTo("True");
    assertThat(state().path("head").asText()).isEqualTo(head());
    assertThat(state().path("sequenceNumber").asLong()).isEqualTo(5);
    assertThat(state().path("numRecords").asLong()).isEqualTo(10);
    assertThat(state().path("dataSize").asLong()).isEqualTo(100);
    assertThat(state().path("legacySources")).hasSize(1);
    assertThat(state().at("/legacySources/0/sourceName").asText()).isEqualTo("kept");
    assertThat(((DatasetSpec) resource().spec()).metadata())
        .containsExactly(new MetadataEvent.SetVocab(null, null, null, "at"));
    assertThat(DatasetReconciler.behind(resource())).isEmpty();
  }

  @Test
  void blocksThatOthersAppendedAreCountedInOnce() {
    observe(ChainObservation.read(chain, null).orElseThrow());
    String known = head();
    append(data(10, 19, 30));
    append(data(20, 24, 7));

    announceLast();

    assertThat(behind()).isEqualTo(new DatasetReconciler.Since(known));
    assertThat(state().has("dataSize")).isFalse();
    ChainObservation seen = ChainObservation.read(chain, known).orElseThrow();
    observe(seen);
    observe(seen);
    assertThat(state().path("numRecords").asLong()).isEqualTo(25);
    assertThat(state().path("dataSize").asLong()).isEqualTo(137);
    assertThat(state().path("sequenceNumber").asLong()).isEqualTo(7);
  }

  @Test
  void whatIsAnnouncedBehindAnObservationIsStillToBeRead() {
    observe(ChainObservation.read(chain, null).orElseThrow());
    String known = head();
    append(data(10, 19, 30));
    append(data(20, 24, 7));
    announceLast();
    ChainObservation early = ChainObservation.read(chain, known).orElseThrow();
    append(data(25, 29, 5));
    append(data(30, 31, 1));
    announceLast();

    observe(early);

    assertThat(behind()).isEqualTo(new DatasetReconciler.Since(early.head()));
    observe(ChainObservation.read(chain, early.head()).orElseThrow());
    assertThat(state().path("numRecords").asLong()).isEqualTo(32);
    assertThat(state().path("dataSize").asLong()).isEqualTo(143);
  }

  @Test
  void aChainThatDoesNotHoldTheKnownBlockIsCountedFromItsStart() {
    observe(ChainObservation.read(chain, null).orElseThrow());

    ChainObservation seen =
        ChainObservation.read(chain, WriterHarness.hash(77).toString()).orElseThrow();

    assertThat(seen.fromStart()).isTrue();
    assertThat(seen.dataSize()).isEqualTo(100);
  }

  private void announceLast() {
    StoredBlock last = chain.block(chain.head().map(BlockRef::target).orElseThrow());
    writer.commitResult(
        new CommitResult.Committed(
            did,
            "d",
            "r",
            last.block().prevBlockHash(),
            List.of(new CommitResult.CommittedBlock(last.hash(), last.block())),
            null));
  }

  private void observe(ChainObservation seen) {
    CommandOutcome outcome =
        writer.send(
            new ResourceCommand.Observe(
                writer.newCommandId(),
                "tester",
                RefTexts.write(ResourceRef.byId(ResourceType.Dataset, id)),
                seen));
    assertThat(outcome.rejection()).isNull();
  }

  private Resource resource() {
    return writer.resource(id);
  }

  private JsonNode state() {
    return resource().status().conditions().get(Condition.DATASET_STATE);
  }

  private DatasetReconciler.Since behind() {
    return DatasetReconciler.behind(resource()).orElseThrow();
  }

  private String head() {
    return chain.head().orElseThrow().target().toString();
  }

  private void append(MetadataEvent event) {
    BlockRef head = chain.head().orElse(null);
    var block =
        new MetadataBlock(
            WriterHarness.START,
            head == null ? null : head.target(),
            head == null ? 0 : chain.block(head.target()).block().sequenceNumber() + 1,
            event);
    assertThat(chain.append(block, UNCHECKED)).isInstanceOf(AppendOutcome.Appended.class);
  }

  private static MetadataEvent pushSource(String name) {
    return new MetadataEvent.AddPushSource(
        name, new ReadStep.NdJson(null, null, null, null, null), null, new MergeStrategy.Append());
  }

  private static MetadataEvent data(long first, long last, long bytes) {
    return new MetadataEvent.AddData(
        null,
        first == 0 ? null : first - 1,
        new DataSlice(
            WriterHarness.hash(9), WriterHarness.hash(8), new OffsetInterval(first, last), bytes),
        null,
        null,
        null,
        null);
  }
}
