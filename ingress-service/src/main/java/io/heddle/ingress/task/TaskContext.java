package io.heddle.ingress.task;

import io.heddle.chain.ChainSummary;
import io.heddle.message.IngestRequest;
import io.heddle.message.Proposal.Attempt;
import io.heddle.resource.Resource;
import java.nio.file.Path;
import java.time.Clock;

/**
 * What one look at a source goes by.
 *
 * @param chain of the dataset, as it stands now
 * @param attempt which attempt of which round this look is
 * @param folder of the task; empty at first
 */
record TaskContext(
    IngestRequest request,
    Resource resource,
    SourceDefinition source,
    ChainSummary chain,
    Attempt attempt,
    Path folder,
    Clock clock,
    TaskReport report) {}
