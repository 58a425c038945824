package io.heddle.resources;

import io.heddle.HouseRules;

class ArchitectureTest extends HouseRules {
  ArchitectureTest() {
    super("io.heddle.resources");
  }
}
