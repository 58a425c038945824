package io.heddle.commit;

import io.heddle.HouseRules;

class ArchitectureTest extends HouseRules {
  ArchitectureTest() {
    super("io.heddle.commit");
  }
}
