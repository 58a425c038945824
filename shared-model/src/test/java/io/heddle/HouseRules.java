package io.heddle;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * The rules of the house that a compiler does not check, for the main code of one module. Every
 * module has a test that extends it and adds what holds for that module alone.
 */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class HouseRules {
  /** The classes of the module. */
  protected final JavaClasses classes;

  /**
   * @param packageOfModule the package that holds all others of the module
   */
  protected HouseRules(String packageOfModule) {
    classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ImportOption.DoNotIncludeJars())
            .importPackages(packageOfModule);
  }

  @Test
  void packagesAreStoreysWithoutStepsBack() {
    slices().matching("io.heddle.(**)").should().beFreeOfCycles().check(classes);
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
        .check(classes);
  }

  @Test
  void classesAreNamedAfterWhatTheyAre() {
    noClasses()
        .should()
        .haveNameMatching(".*\\.(Base[A-Z]\\w*|\\w+(Impl|Dto|DTO|Utils?|Helper|Manager))")
        .check(classes);
  }

  @Test
  void everyPackageSaysWhatMayBeNull() {
    classes().should(resideInANullMarkedPackage()).check(classes);
  }

  /** The local stack sets the levels of what it starts, and logs nothing by itself. */
  @Test
  void thereIsOneLogger() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.heddle.local..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.jboss.logging..", "java.util.logging..", "io.quarkus.logging..")
        .because("messages are constant and carry keys and values, by SLF4J")
        .allowEmptyShould(true)
        .check(classes);
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
