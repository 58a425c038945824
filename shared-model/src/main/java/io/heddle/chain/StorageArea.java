package io.heddle.chain;

/** The folders of content-addressed objects below a dataset's root. */
public enum StorageArea {
  BLOCKS("blocks"),
  DATA("data"),
  CHECKPOINTS("checkpoints");

  private final String folder;

  StorageArea(String folder) {
    this.folder = folder;
  }

  public String folder() {
    return folder;
  }
}
