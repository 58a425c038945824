package io.heddle.resources.rest;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;

/** Who may call. */
@ConfigMapping(prefix = "heddle.web")
public interface WebConfig {
  /**
   * The names, without ports, by which callers know this service; a request that calls it otherwise
   * is refused. {@code localhost} and addresses are always right. The default is the address that
   * the service is bound to.
   */
  @WithDefault("${quarkus.http.host:localhost}")
  List<String> ownNames();
}
