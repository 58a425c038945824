package io.heddle.ingress.task;

import io.heddle.chain.ChainSummary;
import io.heddle.message.IngestRequest;
import io.heddle.resource.Resource;
import java.nio.file.Path;
import java.time.Clock;

/**
 * What one look at a source goes by.
 *
 * @param chain of the dataset, as it stands now
 * @param ingestionId the same for every attempt to do this look's work, and for no other work
 * @param folder of the task; empty at first
 */
record TaskContext(
    IngestRequest request,
    Resource resource,
    SourceDefinition source,
    ChainSummary chain,
    String ingestionId,
    Path folder,
    Clock clock,
    TaskReport report) {}
