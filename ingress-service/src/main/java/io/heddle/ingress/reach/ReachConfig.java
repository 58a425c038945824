package io.heddle.ingress.reach;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What sources may reach and run. The defaults suit a server: whoever may apply a source gets data
 * of the open internet, and nothing of this machine or its network.
 */
@ConfigMapping(prefix = "heddle.reach")
public interface ReachConfig {
  /** Schemes of URLs. {@code file} needs {@link #folders()} as well. */
  @WithDefault("http,https,file")
  List<String> schemes();

  /**
   * Names of hosts; {@code *.example.org} stands for all names below one, {@code *} for all. A host
   * must be allowed by its name and by its address.
   */
  @WithDefault("*")
  List<String> hosts();

  /**
   * IP addresses: ranges as {@code 10.1.0.0/16}, {@code public} for those of the open internet,
   * {@code any} for all, which opens this machine and its network to sources. The address that is
   * looked at is the one that is connected to, after each redirect anew.
   */
  @WithDefault("public")
  List<String> addresses();

  /**
   * Folders whose files {@code file://} and globs may read, with all that lies below them, links
   * followed. Empty: none. {@code /} opens all that the process can read, its own settings
   * included.
   */
  Optional<List<Path>> folders();

  /**
   * Absolute paths of the programs that the prepare step {@code Pipe} may run. Empty: none. A
   * program that runs others or reads files by its arguments, as shells do, opens all of that too.
   */
  Optional<List<Path>> commands();

  /** The whole environment of these programs, {@code PATH} included, each as {@code NAME=value}. */
  Optional<List<String>> environment();

  default NetworkReach network() {
    return new NetworkReach(schemes(), hosts(), addresses());
  }

  default FolderReach folderReach() {
    return new FolderReach(folders().orElse(List.of()));
  }

  default Programs programs() {
    return Programs.of(commands().orElse(List.of()), environment().orElse(List.of()));
  }
}
