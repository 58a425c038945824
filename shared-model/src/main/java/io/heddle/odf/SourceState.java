package io.heddle.odf;

/**
 * How far a source has been ingested into a dataset (sources, "Source state").
 *
 * @param sourceName the Source's name as it was at creation; {@code odf/polling} is the legacy
 *     polling source's
 * @param kind says how to read the value, e.g. {@link #ETAG}
 */
public record SourceState(String sourceName, String kind, String value) {
  public static final String ETAG = "odf/etag";
  public static final String LAST_MODIFIED = "odf/last-modified";

  /** SHA3-256 multihash (base16) of the content of a source that has no validator of its own. */
  public static final String CONTENT_HASH = "heddle/content-hash";

  /** Topic id and next position of each partition of a push topic, as JSON. */
  public static final String TOPIC_POSITIONS = "heddle/topic-positions";

  /** The name under which the legacy polling source keeps its state. */
  public static final String LEGACY_POLLING_SOURCE = "odf/polling";
}
