package io.heddle.resources.catalog;

import io.heddle.resource.Condition;
import io.heddle.resource.ResourceStatus.Phase;
import io.heddle.resource.ResourceType;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** How many live resources there are, by type and phase. */
@ApplicationScoped
class ResourceMetrics {
  private final ResourceView view;
  private final MeterRegistry registry;

  ResourceMetrics(ResourceView view, MeterRegistry registry) {
    this.view = view;
    this.registry = registry;
  }

  void register(@Observes StartupEvent event) {
    for (ResourceType type : ResourceType.values()) {
      if (!type.supported()) {
        continue;
      }
      for (Phase phase : Phase.values()) {
        Gauge.builder("odf.resources", view, seen -> count(seen, type, phase))
            .tag("type", type.name())
            .tag("phase", phase.name())
            .strongReference(true)
            .register(registry);
      }
    }
    Gauge.builder("odf.datasets.broken", view, ResourceMetrics::broken)
        .description("Datasets on which work has stopped until somebody mends them")
        .strongReference(true)
        .register(registry);
  }

  private static double broken(ResourceView view) {
    return view.all(ResourceType.Dataset)
        .map(dataset -> dataset.status().conditions().get(Condition.BROKEN))
        .filter(broken -> broken != null && broken.path("value").asText().equals("True"))
        .count();
  }

  private static double count(ResourceView view, ResourceType type, Phase phase) {
    return view.all(type).filter(resource -> resource.status().phase() == phase).count();
  }
}
