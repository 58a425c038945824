package io.heddle.merge;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.heddle.HouseRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
  ArchitectureTest() {
    super("io.heddle.merge");
  }

  @Test
  void strategiesKnowNeitherKafkaNorTheObjectStore() {
    noClasses()
        .that()
        .resideInAnyPackage("io.heddle.merge.row..", "io.heddle.merge.strategy..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.kafka..", "io.heddle.kafka..", "io.heddle.objectstore..")
        .check(classes);
  }

  @Test
  void onlyTheServiceKnowsQuarkus() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.heddle.merge.service..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.quarkus..", "jakarta..", "io.smallrye..", "org.eclipse.microprofile..")
        .check(classes);
  }

  @Test
  void aggregatesReadChainsOnlyInTheBackground() {
    noClasses()
        .that()
        .resideInAPackage("io.heddle.merge.aggregate..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.heddle.objectstore..", "io.heddle.slice..")
        .check(classes);
  }
}
