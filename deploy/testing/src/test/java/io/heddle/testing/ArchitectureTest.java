package io.heddle.testing;

import io.heddle.HouseRules;

class ArchitectureTest extends HouseRules {
  ArchitectureTest() {
    super("io.heddle.testing");
  }
}
