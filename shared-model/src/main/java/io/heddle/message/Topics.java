package io.heddle.message;

/**
 * The names of Heddle's topics under a configurable prefix (default {@code odf.}).
 *
 * @param prefix stands before every name, with its dot
 */
public record Topics(String prefix) {
  public static final Topics DEFAULT = new Topics("odf.");

  /** Every change of a resource, in order. Keyed by resource id; kept. */
  public String resourceEvents() {
    return prefix + "resource-events";
  }

  /** Latest form of each resource. Keyed by resource id; compacted. */
  public String resources() {
    return prefix + "resources";
  }

  /**
   * Which content came with the last states of each source. Keyed by dataset and source; compacted.
   */
  public String sourceContents() {
    return prefix + "source-contents";
  }

  /** Intents for the one writer of the resources. One partition. */
  public String resourceCommands() {
    return prefix + "resource-commands";
  }

  /** What became of a resource command. Keyed by command id. */
  public String resourceOutcomes() {
    return prefix + "resource-outcomes";
  }

  /** {@link IngestRequest}s, keyed by dataset. */
  public String ingestRequests() {
    return prefix + "ingest-requests";
  }

  /** {@link Proposal}s, keyed by dataset. */
  public String changes() {
    return prefix + "changes";
  }

  /** {@link Reply}s of the aggregate, keyed by dataset. */
  public String replies() {
    return prefix + "replies";
  }

  /** {@link CommitRequest}s, keyed by dataset. */
  public String commitRequests() {
    return prefix + "commit-requests";
  }

  /** {@link CommitResult}s, keyed by dataset; kept. */
  public String commits() {
    return prefix + "commits";
  }

  /** {@link TaskEvent}s, keyed by task id. */
  public String taskEvents() {
    return prefix + "task-events";
  }

  /** OpenLineage run events, keyed by job name. */
  public String lineage() {
    return prefix + "lineage";
  }

  /** Records that could not be understood, unchanged, with the reason in headers. */
  public String deadLetters() {
    return prefix + "dead-letters";
  }

  /** The durable buffer of a push source. */
  public String push(String account, String source) {
    return prefix + "push." + account + "." + source;
  }
}
