package io.heddle.ingress.push;

import io.heddle.problem.Problem;
import io.heddle.problem.ProblemException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The digest that a client says its body has (RFC 9530, {@code Content-Digest}).
 *
 * @param running takes the bytes of the body
 */
record BodyDigest(MessageDigest running, byte[] expected) {
  private static final Pattern FORM = Pattern.compile("(sha-256|sha-512)=:([A-Za-z0-9+/=]+):");

  /**
   * @throws ProblemException when none of the algorithms is known, as the client relies on the
   *     check
   */
  static BodyDigest of(String header) {
    Matcher member = FORM.matcher(header);
    if (!member.find()) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST,
          "Content-Digest is understood as sha-256=:…: or sha-512=:…:, not " + header);
    }
    try {
      return new BodyDigest(
          MessageDigest.getInstance(member.group(1)), Base64.getDecoder().decode(member.group(2)));
    } catch (NoSuchAlgorithmException | IllegalArgumentException e) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST, "Content-Digest cannot be read: " + e.getMessage());
    }
  }

  void check() {
    if (!MessageDigest.isEqual(running.digest(), expected)) {
      throw new ProblemException(
          Problem.MALFORMED_REQUEST, "the body does not have the digest that Content-Digest says");
    }
  }
}
