package io.heddle.resources.writer;

import io.heddle.odf.MetadataEvent;
import io.heddle.problem.Problem;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Resource;
import io.heddle.resource.ResourceRef;
import io.heddle.resource.ResourceType;
import io.heddle.resources.command.RejectedException;
import io.heddle.resources.store.ReferenceResolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Inputs of a derivative dataset by DID, as the chain names them. They have to exist: a chain never
 * forgets, so a name that means nothing must not get into it.
 */
final class Inputs {
  private final ReferenceResolver resolver;

  Inputs(ReferenceResolver resolver) {
    this.resolver = resolver;
  }

  DatasetSpec resolve(DatasetSpec dataset) {
    List<MetadataEvent> events = new ArrayList<>();
    for (MetadataEvent event : dataset.metadata()) {
      events.add(
          event instanceof MetadataEvent.SetTransform transform
              ? resolve(transform, "/spec/metadata/" + events.size())
              : event);
    }
    return dataset.withMetadata(events);
  }

  private MetadataEvent.SetTransform resolve(MetadataEvent.SetTransform transform, String pointer) {
    List<MetadataEvent.TransformInput> inputs = new ArrayList<>();
    for (MetadataEvent.TransformInput input : transform.inputs()) {
      String place = pointer + "/inputs/" + inputs.size() + "/datasetRef";
      inputs.add(
          new MetadataEvent.TransformInput(
              did(input.datasetRef(), place),
              input.alias() == null ? input.datasetRef() : input.alias()));
    }
    return new MetadataEvent.SetTransform(inputs, transform.transform());
  }

  private String did(String text, String pointer) {
    ResourceRef ref;
    try {
      ref = ResourceRef.parse(text, ResourceType.Dataset);
    } catch (IllegalArgumentException e) {
      throw new RejectedException(
          Problem.MANIFEST_INVALID, Objects.toString(e.getMessage(), "no reference"), pointer);
    }
    return resolver
        .find(ref)
        .map(Resource::did)
        .orElseThrow(
            () ->
                new RejectedException(
                    Problem.MANIFEST_INVALID,
                    "the input %s does not exist; create it first".formatted(text),
                    pointer));
  }
}
