package io.heddle.resources.apply;

import io.heddle.document.DocumentLimits;
import io.heddle.resources.catalog.Commands;
import io.heddle.resources.catalog.ResourceView;
import io.heddle.resources.dataset.AdoptionCheck;
import io.heddle.resources.manifest.ManifestChecks;
import io.heddle.resources.manifest.ManifestParser;
import io.heddle.resources.manifest.ManifestReader;
import io.heddle.resources.rest.ResourcesConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Wires what the routes of this package share. */
@ApplicationScoped
class ApplyBeans {
  @Produces
  @Singleton
  ManifestReader reader(ResourcesConfig config) {
    return new ManifestReader(
        new DocumentLimits(
            config.maxRequestSize().asLongValue(),
            config.maxDocumentSize().asLongValue(),
            config.maxDocuments(),
            DocumentLimits.DEFAULT.nodes(),
            DocumentLimits.DEFAULT.depth()));
  }

  @Produces
  @Singleton
  ManifestParser parser() {
    return new ManifestParser(new ManifestChecks());
  }

  @Produces
  @Singleton
  Applying applying(
      ManifestParser parser, Commands commands, ResourceView view, AdoptionCheck adoption) {
    return new Applying(parser, commands, view, adoption);
  }
}
