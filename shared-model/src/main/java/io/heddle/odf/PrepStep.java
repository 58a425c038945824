package io.heddle.odf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A byte-level step between fetching and reading. */
public sealed interface PrepStep {
  record Decompress(CompressionFormat format, @Nullable String subPath) implements PrepStep {}

  record Pipe(List<String> command) implements PrepStep {
    public Pipe {
      command = List.copyOf(command);
    }
  }
}
