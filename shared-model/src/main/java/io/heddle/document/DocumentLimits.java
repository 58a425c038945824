package io.heddle.document;

/**
 * How much a text may hold.
 *
 * @param requestBytes of the whole text
 * @param documentBytes of one document
 * @param documents in one text
 * @param nodes values in one document, aliases expanded
 * @param depth levels of nesting
 */
public record DocumentLimits(
    long requestBytes, long documentBytes, int documents, int nodes, int depth) {
  public static final DocumentLimits DEFAULT =
      new DocumentLimits(16L << 20, 1L << 20, 1000, 100_000, 100);

  public DocumentLimits {
    if (requestBytes < 1 || documentBytes < 1 || documents < 1 || nodes < 1 || depth < 1) {
      throw new IllegalArgumentException("limits of manifests are 1 or more");
    }
  }
}
