package io.heddle.kafka;

import java.util.List;

/** The topics of the broker are not those the installation needs. */
public final class TopicMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param findings each says which topic, what was expected and what was found
   * @param remedy what to do
   */
  public TopicMismatchException(List<String> findings, String remedy) {
    super(String.join("; ", findings) + ". " + remedy);
  }
}
