package io.heddle.resource;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The owner of resources, as it stands in their headers. */
public record Account(UUID id, @Nullable String did, ResourceName name) {}
