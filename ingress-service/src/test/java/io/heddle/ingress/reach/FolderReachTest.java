package io.heddle.ingress.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderReachTest {
  @TempDir private Path root;
  private Path open;
  private Path secret;

  @BeforeEach
  void layOut() throws IOException {
    root = root.toRealPath();
    open = Files.createDirectories(root.resolve("open/deep")).getParent();
    secret = Files.writeString(root.resolve("secret.csv"), "x");
    Files.writeString(open.resolve("in.csv"), "x");
  }

  @Test
  void opensWhatLiesBelow() throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("door"), open);
    FolderReach reach = new FolderReach(List.of(link));

    assertThat(reach.require(open.resolve("deep/../in.csv"))).isEqualTo(open.resolve("in.csv"));
    assertThat(reach.require(link.resolve("in.csv"))).isEqualTo(open.resolve("in.csv"));
    assertThat(reach.require(open.resolve("deep/new/none.csv")))
        .isEqualTo(open.resolve("deep/new/none.csv"));
  }

  @Test
  void followsLinksAndDotsToTheirEnd() throws Exception {
    Path file = Files.createSymbolicLink(open.resolve("link.csv"), secret);
    Path folder = Files.createSymbolicLink(open.resolve("up"), root);
    FolderReach reach = new FolderReach(List.of(open));

    for (Path path :
        List.of(
            secret,
            file,
            folder.resolve("secret.csv"),
            folder.resolve("none.csv"),
            open.resolve("../secret.csv"),
            open.resolve("deep/../../none.csv"),
            root.resolve("openly.csv"))) {
      assertThatThrownBy(() -> reach.require(path))
          .as(path.toString())
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.Unsupported))
          .hasMessageContaining("heddle.reach.folders (now: " + open + ")");
    }
  }

  @Test
  void opensNothingUnlessTold() {
    assertThatThrownBy(() -> new FolderReach(List.of()).require(open.resolve("in.csv")))
        .hasMessageContaining("heddle.reach.folders (now: none)");
  }
}
