package io.heddle.odf;

import org.jspecify.annotations.Nullable;

/** Where a Source gets its data from (sources, "Ingress"). */
public sealed interface Ingress
    permits FetchStep.Url,
        FetchStep.FilesGlob,
        FetchStep.Container,
        FetchStep.Mqtt,
        Ingress.EvmLogs,
        Ingress.RestEndpoint {

  record EvmLogs(
      @Nullable Long chainId,
      @Nullable String nodeUrl,
      @Nullable String filter,
      @Nullable String signature)
      implements Ingress {}

  /** Records are handed over by HTTP or produced to the source's push topic. */
  record RestEndpoint(@Nullable Buffer buffer) implements Ingress {}

  /** Where pushed records wait (sources, "IngressBuffer"). */
  sealed interface Buffer {
    record Memory(@Nullable Long bufferSize, @Nullable OverflowPolicy overflowPolicy)
        implements Buffer {}
  }

  enum OverflowPolicy {
    Reject,
    DropOldest
  }
}
