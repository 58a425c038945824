package io.heddle.local;

import io.heddle.HouseRules;

class ArchitectureTest extends HouseRules {
  ArchitectureTest() {
    super("io.heddle.local");
  }
}
