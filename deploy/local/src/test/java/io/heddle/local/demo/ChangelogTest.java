package io.heddle.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;

class ChangelogTest {
  @Test
  void writesARowWithItsCode() throws Exception {
    JsonNode row =
        json("{'offset':7,'op':1,'system_time':'2025','event_time':'2024','city':'Lviv'}");

    assertThat(Changelog.row(row)).isEqualTo("     7  -R  2024  Lviv");
  }

  @Test
  void writesABlockWithItsOffsets() throws Exception {
    JsonNode block =
        json(
            "{'hash':'f1620000102030405060708','block':{'sequenceNumber':3,'event':{'kind':'AddData',"
                + "'newData':{'offsetInterval':{'start':0,'end':8}}}}}");

    assertThat(Changelog.block(block)).isEqualTo("  #3  f162000010203040…  AddData  offsets 0..8");
  }

  @Test
  void writesTheReasonWhyNothingWasDone() throws Exception {
    JsonNode run = json("{'tasks':[{'outcome':{'kind':'NoOp','message':'not modified'}}]}");

    assertThat(Changelog.outcome(run)).isEqualTo("NoOp (not modified)");
  }

  private static JsonNode json(String text) throws Exception {
    return JsonMapper.builder().build().readTree(text.replace('\'', '"'));
  }
}
