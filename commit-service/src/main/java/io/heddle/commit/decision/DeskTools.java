package io.heddle.commit.decision;

import io.heddle.chain.DatasetStorage;
import io.heddle.commit.staging.StagingFolder;
import io.heddle.multiformats.DatasetId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * What all partitions share.
 *
 * @param stagingLimit bytes on disk above which no more rows are taken in
 * @param storePatience how long a decision is tried whose dataset the store fails while it answers
 *     otherwise
 */
public record DeskTools(
    StagingFolder folder,
    SliceWorkers workers,
    Function<DatasetId, DatasetStorage> storages,
    Answers answers,
    Positions positions,
    CommitEvents events,
    StoreState store,
    long stagingLimit,
    Duration storePatience,
    InstantSource clock) {}
