package io.heddle.ingress;

import io.heddle.HouseRules;

class ArchitectureTest extends HouseRules {
  ArchitectureTest() {
    super("io.heddle.ingress");
  }
}
