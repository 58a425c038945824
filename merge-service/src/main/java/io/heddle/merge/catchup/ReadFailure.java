package io.heddle.merge.catchup;

import io.heddle.objectstore.ObjectStoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.apache.arrow.memory.OutOfMemoryException;

/** Why a chain or its data files could not be read. */
public final class ReadFailure {
  private ReadFailure() {}

  /**
   * Whether trying again later may help, as with a store that does not answer. Else something is
   * damaged or gone.
   */
  public static boolean isPassing(Throwable failure) {
    return switch (failure) {
      case ObjectStoreException store -> store.kind() != ObjectStoreException.Kind.CORRUPT;
      case NoSuchFileException ignored -> false;
      case IOException ignored -> true;
      case OutOfMemoryException ignored -> true;
      case UncheckedIOException wrapped ->
          wrapped.getCause() == null || isPassing(wrapped.getCause());
      default -> false;
    };
  }
}
