package io.heddle.resources.writer;

/** The messages of other services that the writer follows, told apart by their {@code ce_type}. */
enum FeedbackKind {
  COMMIT,
  REPLY,
  TASK,
  UNKNOWN;

  static FeedbackKind of(String ceType) {
    if (ceType.startsWith("io.heddle.commit.")) {
      return COMMIT;
    }
    if (ceType.startsWith("io.heddle.reply.")) {
      return REPLY;
    }
    return ceType.startsWith("io.heddle.task.") ? TASK : UNKNOWN;
  }
}
