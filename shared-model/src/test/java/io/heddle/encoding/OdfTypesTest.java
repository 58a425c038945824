package io.heddle.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.SourceCaching;
import io.heddle.schema.DataType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OdfTypesTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void writesEachBlockAsItWasRead() throws IOException {
    // Given
    JsonNode vectors;
    try (InputStream in = OdfTypesTest.class.getResourceAsStream("/vectors/blocks.json")) {
      vectors = JSON.readTree(Objects.requireNonNull(in)).get("vectors");
    }
    for (JsonNode vector : vectors) {
      // When
      MetadataBlock block = OdfTypes.METADATA_BLOCK.fromJson(vector.get("block"));
      // Then
      assertThat(OdfTypes.METADATA_BLOCK.toJson(block))
          .as(vector.get("name").asText())
          .isEqualTo(vector.get("block"));
    }
  }

  @Test
  void acceptsThreeSpellingsOfAKindAndNoOther() throws IOException {
    for (String kind : new String[] {"SetInfo", "setInfo", "setinfo"}) {
      assertThat(event("{'kind': '%s'}".formatted(kind)))
          .isEqualTo(new MetadataEvent.SetInfo(null, null));
    }
    assertThatThrownBy(() -> event("{'kind': 'setINFO'}"))
        .isInstanceOfSatisfying(
            DocumentException.class,
            e -> {
              assertThat(e.pointer()).isEqualTo("/kind");
              assertThat(e.suggestion()).contains("SetInfo");
            });
  }

  @Test
  void pointsToAnUnknownKeyAndSuggestsTheRightOne() {
    assertThatThrownBy(() -> event("{'kind': 'SetInfo', 'keyword': ['a']}"))
        .isInstanceOf(DocumentException.class)
        .hasMessage(
            "/keyword: expected a key of SetInfo (description, keywords),"
                + " found unknown key \"keyword\"; did you mean keywords?");
  }

  @Test
  void pointsToWhatIsMissing() {
    assertThatThrownBy(() -> event("{'kind': 'AddData', 'newCheckpoint': {'size': 5}}"))
        .isInstanceOfSatisfying(
            DocumentException.class,
            e -> assertThat(e.pointer()).isEqualTo("/newCheckpoint/physicalHash"));
  }

  @Test
  void keepsTheFullRangeOfUnsignedNumbers() throws IOException {
    // Given
    String text = "{\"kind\":\"AddData\",\"prevOffset\":18446744073709551615}";
    // When
    MetadataEvent event = OdfTypes.METADATA_EVENT.fromJson(JSON.readTree(text));
    // Then
    assertThat(((MetadataEvent.AddData) event).prevOffset()).isEqualTo(-1L);
    assertThat(OdfTypes.METADATA_EVENT.toJson(event)).hasToString(text);
  }

  @Test
  void shortFormsAreForKindsWithoutRequiredFields() throws IOException {
    assertThat(OdfTypes.DATA_TYPE.fromJson(tree("'string'"))).isEqualTo(new DataType.Text());
    assertThatThrownBy(() -> OdfTypes.DATA_TYPE.fromJson(tree("'Decimal'")))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("Decimal has required fields");
  }

  @Test
  void shortFormsOfEventTimeAndCachingAreForResourcesOnly() throws IOException {
    // Given
    JsonNode url = tree("{'kind':'Url','url':'u','eventTime':'FromMetadata','cache':'forever'}");
    // When / Then
    assertThat(OdfTypes.INGRESS.fromJson(url))
        .isEqualTo(
            new FetchStep.Url(
                "u", new EventTimeSource.FromMetadata(), new SourceCaching.Forever(), null));
    assertThatThrownBy(() -> OdfTypes.FETCH_STEP.fromJson(url))
        .isInstanceOf(DocumentException.class)
        .hasMessageStartingWith("/eventTime: ");
  }

  private static MetadataEvent event(String json) throws IOException {
    return OdfTypes.METADATA_EVENT.fromJson(tree(json));
  }

  private static JsonNode tree(String json) throws IOException {
    return JSON.readTree(json.replace('\'', '"'));
  }
}
