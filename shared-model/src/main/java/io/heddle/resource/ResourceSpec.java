package io.heddle.resource;

/** What a resource asks for, by type. */
public sealed interface ResourceSpec
    permits DatasetSpec, SourceSpec, FlowSpec, FlowRunSpec, TaskSpec {}
