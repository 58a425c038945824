package io.heddle.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.chain.ChainRules.Origin;
import io.heddle.odf.FetchStep;
import io.heddle.odf.MergeStrategy;
import io.heddle.odf.MetadataBlock;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.MetadataEvent.AddPushSource;
import io.heddle.odf.MetadataEvent.DisablePollingSource;
import io.heddle.odf.MetadataEvent.DisablePushSource;
import io.heddle.odf.MetadataEvent.SetPollingSource;
import io.heddle.odf.ReadStep;
import io.heddle.odf.SourceState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules 31 to 33 with sources that are disabled, which no vector has. */
class SourceRulesTest {
  private static final ReadStep READ = new ReadStep.NdJson(null, null, null, null, null);
  private static final SetPollingSource POLLING =
      new SetPollingSource(
          new FetchStep.Url("https://example.com/a", null, null, null),
          null,
          READ,
          null,
          new MergeStrategy.Append());

  @ParameterizedTest
  @EnumSource
  void aDisabledSourceExcludesNothing(Origin origin) {
    assertThat(check(origin, POLLING, push("a"), new DisablePushSource("a"))).isEmpty();
    assertThat(check(origin, push("a"), push("a"), new DisablePushSource("a"))).isEmpty();
    assertThat(check(origin, push("a"), POLLING, new DisablePollingSource())).isEmpty();
    assertThat(check(origin, push("b"), push("a"), new DisablePushSource("a"))).isEmpty();
    assertThat(check(origin, POLLING, POLLING, new DisablePollingSource())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsStillActiveExcludes(Origin origin) {
    assertThat(check(origin, POLLING, push("a"), push("b"), new DisablePushSource("b")))
        .map(Violation::message)
        .contains("the dataset has the push source \"a\"; the two cannot be mixed");
    assertThat(check(origin, push("a"), POLLING, new DisablePushSource("b")))
        .map(Violation::rule)
        .contains(ChainRule.PUSH_SOURCE);
    assertThat(check(origin, push("a"), push("a"), push("b"), new DisablePushSource("b")))
        .map(Violation::rule)
        .contains(ChainRule.PUSH_SOURCE_REPEATED);
    assertThat(check(origin, POLLING, push("a"), new DisablePushSource("a"), push("a")))
        .map(Violation::rule)
        .contains(ChainRule.POLLING_SOURCE);
  }

  @Test
  void onlyFoundChainsDisable() {
    assertThat(check(Origin.FOUND, new DisablePushSource("a"), push("a"))).isEmpty();
    assertThat(check(Origin.AUTHORED, new DisablePushSource("a"), push("a")))
        .map(Violation::rule)
        .contains(ChainRule.SOURCE_DISABLED);
    assertThat(check(Origin.AUTHORED, new DisablePollingSource(), POLLING))
        .map(Violation::rule)
        .contains(ChainRule.SOURCE_DISABLED);
  }

  @Test
  void readersSeeWhatIsActive() {
    SourceHistory switched = summary(push("a"), push("b"), new DisablePushSource("a")).sources();
    assertThat(switched.pushSources()).containsExactly(push("b"));

    SourceHistory polled = summary(push("a"), new DisablePushSource("a"), POLLING).sources();
    assertThat(polled.pollingSource()).contains(POLLING);
    assertThat(polled.pushSources()).isEmpty();

    SourceHistory pushed = summary(POLLING, new DisablePollingSource(), push("a")).sources();
    assertThat(pushed.pollingSource()).isEmpty();
    assertThat(pushed.pushSources()).containsExactly(push("a"));
  }

  @Test
  void theStateOfADisabledPushSourceIsNotThatOfTheOldPollingSource() {
    SourceState state = new SourceState("default", SourceState.ETAG, "x");
    MetadataEvent data = new MetadataEvent.AddData(null, null, null, null, null, state, null);

    assertThat(summary(POLLING, data).state(SourceState.LEGACY_POLLING_SOURCE)).contains(state);
    assertThat(
            summary(push("default"), data, new DisablePushSource("default"), POLLING)
                .state(SourceState.LEGACY_POLLING_SOURCE))
        .isEmpty();
  }

  private static AddPushSource push(String name) {
    return new AddPushSource(name, READ, null, new MergeStrategy.Append());
  }

  private static ChainSummary summary(MetadataEvent... events) {
    ChainFixture chain = new ChainFixture().seed();
    List.of(events).forEach(chain::add);
    return chain.chain().summary().orElseThrow();
  }

  private static Optional<Violation> check(
      Origin origin, MetadataEvent event, MetadataEvent... before) {
    ChainSummary summary = summary(before);
    MetadataBlock block =
        new MetadataBlock(
            summary.systemTime(), summary.head(), summary.sequenceNumber() + 1, event);
    return ChainRules.check(block, summary, origin);
  }
}
