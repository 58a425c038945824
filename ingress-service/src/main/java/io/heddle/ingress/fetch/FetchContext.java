package io.heddle.ingress.fetch;

import java.nio.file.Path;
import java.time.Clock;

/**
 * What surrounds one poll.
 *
 * @param sourceName the name under which the source keeps its state
 * @param clock tells the system time of the ingestion
 * @param downloads an existing folder for what has to be copied; the caller deletes it
 * @param hasData whether the dataset holds data of this source
 * @param ignoreCache fetch even if the source says that nothing changed. A position (the last file
 *     of a glob) is no cache, and is kept.
 * @param htmlIsData whether an HTML page can be the data, since a program makes a table of it.
 *     Otherwise it is refused: it is the sign-in page that stands in front of the data
 */
public record FetchContext(
    String sourceName,
    Clock clock,
    Path downloads,
    boolean hasData,
    boolean ignoreCache,
    boolean htmlIsData) {}
