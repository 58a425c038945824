package io.heddle;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

class ArchitectureTest extends HouseRules {
  ArchitectureTest() {
    super("io.heddle");
  }

  @Test
  void theModelKnowsNoFramework() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.quarkus..", "jakarta..", "org.apache.kafka.streams..")
        .because("codecs and rules are plain values and functions; services wrap them")
        .check(classes);
  }

  @Test
  void onlyOnePackageKnowsKafka() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.heddle.kafka..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.kafka..")
        .because("records and headers are translated in one place")
        .check(classes);
  }
}
