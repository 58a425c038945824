package io.heddle.resource;

import org.jspecify.annotations.Nullable;

/** One step of a flow, and the spec of a Task. */
public sealed interface TaskSpec extends ResourceSpec {
  Options options();

  /** The kind as it is written. */
  default String kind() {
    return getClass().getSimpleName();
  }

  TaskSpec withOptions(Options options);

  /**
   * What all tasks have.
   *
   * @param target what the task works on; null: the target of the flow
   */
  record Options(
      @Nullable String name,
      @Nullable ResourceRef target,
      @Nullable AccountRef serviceAccount,
      @Nullable OnNoOp onNoOp,
      @Nullable OnFailure onFailure) {
    public static final Options NONE = new Options(null, null, null, null, null);

    public Options withTarget(ResourceRef target) {
      return new Options(name, target, serviceAccount, onNoOp, onFailure);
    }
  }

  /** Whether a run goes on after a task that had nothing to do; the default is Continue. */
  enum OnNoOp {
    Break,
    Continue
  }

  /** Whether a run goes on after a task that failed; the default is Fail. */
  enum OnFailure {
    Fail,
    Continue
  }

  record Ingest(Options options, ResourceRef source, @Nullable Long targetRecordsPerSlice)
      implements TaskSpec {
    @Override
    public Ingest withOptions(Options options) {
      return new Ingest(options, source, targetRecordsPerSlice);
    }
  }

  /** {@code maxSliceSize} is in bytes. */
  record Compaction(Options options, @Nullable Long maxSliceSize, @Nullable Long maxSliceRecords)
      implements TaskSpec {
    @Override
    public Compaction withOptions(Options options) {
      return new Compaction(options, maxSliceSize, maxSliceRecords);
    }
  }

  record GarbageCollection(Options options) implements TaskSpec {
    @Override
    public GarbageCollection withOptions(Options options) {
      return new GarbageCollection(options);
    }
  }

  record Verify(Options options, @Nullable Boolean replayTransform) implements TaskSpec {
    @Override
    public Verify withOptions(Options options) {
      return new Verify(options, replayTransform);
    }
  }

  record Reset(
      Options options,
      @Nullable String ref,
      @Nullable String newBlockHash,
      @Nullable String oldBlockHash)
      implements TaskSpec {
    @Override
    public Reset withOptions(Options options) {
      return new Reset(options, ref, newBlockHash, oldBlockHash);
    }
  }

  record WebhookCall(
      Options options,
      ResourceRef endpoint,
      @Nullable String payload,
      FlowSpec.@Nullable RetryPolicy retryPolicy)
      implements TaskSpec {
    @Override
    public WebhookCall withOptions(Options options) {
      return new WebhookCall(options, endpoint, payload, retryPolicy);
    }
  }

  /** Runs the query of a derivative dataset. */
  record Transform(Options options) implements TaskSpec {
    @Override
    public Transform withOptions(Options options) {
      return new Transform(options);
    }
  }

  record SyncFrom(Options options, String url) implements TaskSpec {
    @Override
    public SyncFrom withOptions(Options options) {
      return new SyncFrom(options, url);
    }
  }

  record SyncTo(Options options, String url) implements TaskSpec {
    @Override
    public SyncTo withOptions(Options options) {
      return new SyncTo(options, url);
    }
  }
}
