package io.heddle.conformance;

/** Puts one vector or case to the real code. */
@FunctionalInterface
public interface ConformanceCheck {
  /**
   * Returns if what the case says holds. An {@link AssertionError}, best one that knows expected
   * and actual value as AssertJ's {@code isEqualTo} throws it, or any other exception is a failure;
   * what {@link ConformanceSuite#notSupported} throws is a skip.
   */
  void check(ConformanceCase conformanceCase) throws Exception;
}
