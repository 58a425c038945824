package io.heddle;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules of the house that a compiler does not check. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.heddle");

  @Test
  void theModelKnowsNoFramework() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.quarkus..", "jakarta..", "org.apache.kafka.streams..")
        .because("codecs and rules are plain values and functions; services wrap them")
        .check(CLASSES);
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
        .check(CLASSES);
  }

  @Test
  void packagesAreNamedAfterTheDomain() {
    noClasses()
        .should()
        .resideInAnyPackage(
            "..util..",
            "..utils..",
            "..common..",
            "..helper..",
            "..helpers..",
            "..impl..",
            "..misc..",
            "..manager..",
            "..managers..")
        .check(CLASSES);
  }

  @Test
  void classesAreNamedAfterWhatTheyAre() {
    noClasses()
        .should()
        .haveNameMatching(".*\\.(Base[A-Z]\\w*|\\w+(Impl|Dto|DTO|Utils?|Helper|Manager))")
        .check(CLASSES);
  }

  @Test
  void everyPackageSaysWhatMayBeNull() {
    classes().should(resideInANullMarkedPackage()).check(CLASSES);
  }

  private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
    return new ArchCondition<>("reside in a @NullMarked package") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        if (!item.getPackage().isAnnotatedWith(NullMarked.class)) {
          events.add(
              SimpleConditionEvent.violated(
                  item, item.getName() + ": its package is not @NullMarked"));
        }
      }
    };
  }
}
