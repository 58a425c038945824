package io.heddle.ingress.push;

import io.heddle.ingress.read.MediaTypes;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.PrepStep;
import io.heddle.odf.ReadStep;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a source takes what is pushed to it: the same at the endpoint and when its topic is ingested.
 *
 * @param prepare run on each body, and on each message that was produced straight to the topic
 * @param eventTime the column that is the event time of rows which are merged as they were pushed;
 *     null: a query makes others of them
 */
public record PushDefinition(
    ReadStep read, List<PrepStep> prepare, MergeStrategy merge, @Nullable String eventTime) {
  /** What says that a body is packed, and nothing about what is in it. */
  private static final Set<String> PACKED =
      Set.of(
          "application/gzip",
          "application/x-gzip",
          "application/zip",
          "application/x-zip-compressed",
          "application/octet-stream");

  public PushDefinition {
    prepare = List.copyOf(prepare);
  }

  /** Whether each body is the whole table, and an ingestion of its own. */
  public boolean takesExports() {
    return merge instanceof MergeStrategy.Snapshot;
  }

  /**
   * The step that reads what leaves prepare.
   *
   * @param contentType of the body or message as it came
   * @throws io.heddle.problem.IngestException (UnsupportedMediaType) when there is none
   */
  ReadStep step(@Nullable String contentType) {
    return MediaTypes.adapt(read, readType(contentType));
  }

  /**
   * What the media type says about that which leaves prepare: nothing if it names an archive, and
   * nothing about the charset once a program has written the text anew.
   */
  @Nullable String readType(@Nullable String contentType) {
    if (contentType == null || contentType.isBlank() || prepare.isEmpty()) {
      return contentType == null || contentType.isBlank() ? null : contentType;
    }
    String essence = MediaTypes.essence(contentType);
    if (PACKED.contains(essence)) {
      return null;
    }
    return prepare.stream().allMatch(step -> step instanceof PrepStep.Decompress)
        ? contentType
        : essence;
  }

  /** Whether rows can be told apart without what the format says beside them. */
  static boolean declaresSchema(ReadStep step) {
    return step.schema() != null || step.ddlSchema() != null;
  }
}
