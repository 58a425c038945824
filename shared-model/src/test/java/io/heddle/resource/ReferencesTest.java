package io.heddle.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {
  private static final String ID = "9b2e4f1a-3c7d-4e8b-a1f2-6d5e7c8b9a0d";

  @ParameterizedTest
  @ValueSource(strings = {"a", "acme.sensor", "ca.bank-of-canada", "0.1-2", "A1"})
  void names(String text) {
    assertThat(ResourceName.isValid(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "has_underscore", ".a", "a.", "a..b", "-a", "a-", "a--b", "ä", "a b"})
  void notNames(String text) {
    assertThatThrownBy(() -> new ResourceName(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void letterCaseOfNamesDoesNotMatterButIsKept() {
    assertThat(new ResourceName("Acme.X")).isEqualTo(new ResourceName("acme.x"));
    assertThat(new ResourceName("Acme.X").text()).isEqualTo("Acme.X");
  }

  @ParameterizedTest
  @CsvSource({
    "Source:ca.bankofcanada, Source:ca.bankofcanada",
    "dataset:acme/sensor-temp, Dataset:acme/sensor-temp",
    "https://opendatafabric.org/schemas/source/v1alpha1/Source:x, Source:x",
    "FlowRun:" + ID + ", FlowRun:" + ID,
    "Dataset:did:odf:fed01, Dataset:did:odf:fed01",
  })
  void shortForms(String text, String expected) {
    assertThat(ResourceRef.parse(text, null)).hasToString(expected);
  }

  @Test
  void thePlaceOfUseMayImplyTheType() {
    ResourceRef ref = ResourceRef.parse("acme/sensor", ResourceType.Source);

    assertThat(ref.type()).isEqualTo(ResourceType.Source);
    assertThat(ref.account()).isEqualTo(AccountRef.parse("acme"));
    assertThat(ref.name()).isEqualTo(new ResourceName("sensor"));
    assertThat(ResourceRef.parse(ID, ResourceType.Source).id()).isEqualTo(UUID.fromString(ID));
    assertThatThrownBy(() -> ResourceRef.parse("Dataset:x", ResourceType.Source))
        .hasMessageContaining("a Source is meant here");
    assertThatThrownBy(() -> ResourceRef.parse("x", null)).hasMessageContaining("type");
  }

  @Test
  void valuesComeFromSets() {
    ValueRef value = ValueRef.parse("SecretSet:api-keys#prod.token");

    assertThat(value.set()).isEqualTo(ResourceRef.byName(ResourceType.SecretSet, "api-keys"));
    assertThat(value.path()).isEqualTo("prod.token");
    assertThat(ValueRef.parse("VariableSet:v").path()).isNull();
    assertThatThrownBy(() -> ValueRef.parse("Dataset:x#y"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "acme.%, acme.x, true",
    "acme.%, acme, false",
    "%, anything, true",
    "%.x, a.b.X, true",
    "a%c, abbc, true",
    "a%c, ac, true",
    "a%c, acd, false",
    "acme.x, acme.X, true",
    "acme.x, acme-x, false",
  })
  void patterns(String pattern, String name, boolean matches) {
    assertThat(ResourceSelector.matches(pattern, new ResourceName(name))).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({
    "https://opendatafabric.org/schemas/sources/v1alpha1/Source, Source",
    "https://opendatafabric.org/schemas/source/v1alpha1/Source, Source",
    "http://opendatafabric.org/schemas/Dataset/v1alpha1/dataset.json, Dataset",
    "https://opendatafabric.org/schemas/flow/v1alpha1/Task, Task",
    "https://opendatafabric.org/schemas/flows/v1alpha1/Task, Task",
    "https://opendatafabric.org/schemas/sink/v1alpha1/WebhookTarget, WebhookTarget",
    "https://opendatafabric.org/schemas/sinks/v1alpha1/WebhookEndpoint, WebhookTarget",
  })
  void schemas(String uri, ResourceType type) {
    assertThat(ResourceType.resolve(uri)).isEqualTo(new ResourceType.Resolution.Known(type));
    assertThat(type.acceptedUris()).allSatisfy(this::isKnown);
  }

  private void isKnown(String uri) {
    assertThat(ResourceType.resolve(uri)).isInstanceOf(ResourceType.Resolution.Known.class);
  }

  @Test
  void otherVersionsAndUnknownTypesAreToldApart() {
    assertThat(ResourceType.resolve("https://opendatafabric.org/schemas/sources/v2/Source"))
        .isEqualTo(new ResourceType.Resolution.OtherVersion(ResourceType.Source, "v2"));
    assertThat(ResourceType.resolve("https://opendatafabric.org/schemas/datasets/v1/Projection"))
        .isInstanceOf(ResourceType.Resolution.Unknown.class);
  }

  @ParameterizedTest
  @CsvSource({"datasets, Dataset", "FLOWRUNS, FlowRun", "ds, Dataset", "source, Source"})
  void segments(String segment, ResourceType type) {
    assertThat(ResourceType.ofSegment(segment)).contains(type);
  }
}
