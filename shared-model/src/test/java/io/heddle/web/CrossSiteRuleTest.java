package io.heddle.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.heddle.problem.ProblemDetail;
import io.heddle.web.CrossSiteRule.Caller;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CrossSiteRuleTest {
  private final CrossSiteRule rule =
      new CrossSiteRule(OwnNames.of(List.of("Heddle.example.com", "resource-service")));

  private @Nullable String code(
      @Nullable String host, @Nullable String origin, @Nullable String site) {
    return rule.refusal(new Caller(host, origin, site)).map(ProblemDetail::code).orElse(null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8080",
        "localhost.:8080",
        "heddle.localhost:1",
        "127.0.0.1:49152",
        "10.1.2.3",
        "[::1]:8080",
        "[fe80::1]",
        "heddle.example.com",
        "HEDDLE.example.com.:443",
        "resource-service:8080"
      })
  void programsCallTheServiceByItsNamesAndAddresses(String host) {
    assertThat(code(host, null, null)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "notlocalhost",
        "heddle.example.com.evil.example",
        "127.0.0.1.evil.example",
        "[evil.example]",
        "localhost:80:evil.example",
        "localhost@evil.example",
        ""
      })
  void aNameThatSomebodyElseMadePointHereIsRefused(String host) {
    assertThat(code(host, null, null)).isEqualTo("misdirected-request");
  }

  @Test
  void theRefusalNamesTheSettingAndTheNames() {
    Optional<ProblemDetail> refusal = rule.refusal(new Caller("evil.example", null, null));

    assertThat(refusal).isPresent();
    assertThat(refusal.get().status()).isEqualTo(421);
    assertThat(refusal.get().detail())
        .contains("evil.example", "heddle.web.own-names", "heddle.example.com", "localhost");
  }

  @Test
  void aRequestWithoutHostComesFromNoBrowser() {
    assertThat(code(null, null, null)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "localhost:8080, http://localhost:8080, same-origin",
        "localhost:8080, http://localhost:8080, -",
        "127.0.0.1:8080, http://127.0.0.1:8080, -",
        "[::1]:8080, http://[::1]:8080, -",
        "localhost:8080, -, none",
        "localhost:8080, https://heddle.example.com, same-origin",
        "heddle.example.com, https://HEDDLE.example.com, -"
      })
  void ownPagesMayCall(String host, @Nullable String origin, @Nullable String site) {
    assertThat(code(host, origin, site)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "localhost:8080, http://evil.example, -",
        "localhost:8080, http://evil.example, cross-site",
        "localhost:8080, -, cross-site",
        "localhost:8080, -, same-site",
        "localhost:8080, -, something-new",
        "localhost:8080, null, -",
        "localhost:8080, http://localhost:3000, -",
        "localhost:8080, http://localhost, -",
        "localhost:8080, http://127.0.0.1:8080, -",
        "localhost:8080, http://heddle.example.com:81, -",
        "localhost:8080, file://, -",
        "localhost:8080, '', -",
        "-, http://evil.example, -"
      })
  void pagesOfOtherSitesMayNot(
      @Nullable String host, @Nullable String origin, @Nullable String site) {
    assertThat(code(host, origin, site)).isEqualTo("cross-site-request");
  }
}
