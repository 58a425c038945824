package io.heddle.ingress.fetch;

import io.heddle.ingress.reach.NetworkReach;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.SourceState;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code file://}: a local file, read in place; any other modification time is a new version. */
public final class FileUrls implements UrlScheme {
  private final LocalFiles files;
  private final NetworkReach network;

  public FileUrls(FetchSettings settings) {
    this.files = new LocalFiles(settings);
    this.network = settings.network();
  }

  @Override
  public List<String> schemes() {
    return List.of("file");
  }

  @Override
  public FetchResult fetch(
      FetchStep.Url source, URI uri, @Nullable SourceState previous, FetchContext context)
      throws InterruptedException {
    network.requireScheme(uri);
    Path path = path(uri);
    FetchedFile file = files.take(path);
    Instant modified = StoredPosition.roundToMillis(file.modified());
    if (!context.ignoreCache()
        && StoredPosition.of(previous).equals(new StoredPosition.LastModified(modified))) {
      return new FetchResult.UpToDate("%s was not modified since %s".formatted(path, modified));
    }
    EventTimeSource eventTime = source.eventTime();
    Instant time =
        switch (eventTime) {
          case null -> EventTimes.ofFile(modified, path);
          case EventTimeSource.FromMetadata ignored -> EventTimes.ofFile(modified, path);
          case EventTimeSource.FromSystemTime ignored -> context.clock().instant();
          case EventTimeSource.FromPath fromPath -> EventTimes.fromPath(fromPath, path.toString());
        };
    return new FetchResult.Fetched(
        file.hashed(),
        StoredPosition.lastModified(context.sourceName(), modified),
        time,
        false,
        List.of());
  }

  private static Path path(URI uri) {
    String host = uri.getHost();
    if (uri.getPath() == null || (host != null && !host.equals("localhost"))) {
      throw new IngestException(
          FailureKind.Unsupported,
          "\"%s\" names no file of this machine; write file:///folder/file"
              .formatted(HttpQuestion.display(uri)));
    }
    return Path.of(uri.getPath());
  }
}
