package io.heddle.ingress.fetch;

import io.heddle.ingress.reach.FolderReach;
import io.heddle.ingress.reach.NetworkReach;
import java.time.Duration;

/**
 * The limits and habits of fetching.
 *
 * @param userAgent sent with each HTTP request; empty: none is sent
 * @param connectTimeout how long a connection may take to stand
 * @param stallTimeout how long a source may be silent in the middle of an answer
 * @param maxRedirects how many redirects in a row are followed
 * @param maxBytes the largest download
 * @param maxRatio the largest ratio of output to input when a compression is taken off a download
 * @param maxRetryWait the longest wait in one poll that a source may ask for by Retry-After; zero:
 *     such an answer fails at once
 * @param quietPeriod a local file that was written more recently than this is looked at again
 *     before it is taken, since its writer may not be done
 * @param network the servers that sources may reach
 * @param folders whose files sources may read by {@code file://} and {@code FilesGlob}
 */
public record FetchSettings(
    String userAgent,
    Duration connectTimeout,
    Duration stallTimeout,
    int maxRedirects,
    long maxBytes,
    long maxRatio,
    Duration maxRetryWait,
    Duration quietPeriod,
    NetworkReach network,
    FolderReach folders) {}
