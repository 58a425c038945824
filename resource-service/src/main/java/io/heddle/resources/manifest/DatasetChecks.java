package io.heddle.resources.manifest;

import io.heddle.chain.DatasetKind;
import io.heddle.chain.MetadataEvent;
import io.heddle.resource.DatasetSpec;
import io.heddle.resource.Finding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which events a Dataset may be declared with. */
final class DatasetChecks {
  private DatasetChecks() {}

  static void check(DatasetSpec dataset, List<Finding> findings, List<Reading.Warning> warnings) {
    Map<Class<?>, Integer> seen = new HashMap<>();
    for (int i = 0; i < dataset.metadata().size(); i++) {
      String pointer = "/spec/metadata/" + i;
      MetadataEvent event = dataset.metadata().get(i);
      check(event, dataset.kind(), pointer, findings);
      Integer before = seen.put(event.getClass(), i);
      if (before != null) {
        warnings.add(
            new Reading.Warning(
                "overridden-event",
                "/spec/metadata/" + before,
                "%s occurs again further down, which counts"
                    .formatted(event.getClass().getSimpleName())));
      }
    }
  }

  private static void check(
      MetadataEvent event, DatasetKind kind, String pointer, List<Finding> findings) {
    switch (event) {
      case MetadataEvent.SetInfo info -> {}
      case MetadataEvent.SetLicense license -> {}
      case MetadataEvent.SetAttachments attachments -> {}
      case MetadataEvent.SetVocab vocab -> {}
      case MetadataEvent.SetDataSchema set -> {
        if (set.schema() == null) {
          findings.add(
              new Finding(
                  pointer,
                  Finding.INVALID_VALUE,
                  "SetDataSchema needs 'schema'; rawArrowSchema is not accepted in a manifest"));
        } else {
          SchemaChecks.check(set.schema(), pointer + "/schema", findings);
        }
      }
      case MetadataEvent.SetTransform transform -> {
        if (kind == DatasetKind.Root) {
          refuse(pointer, "SetTransform belongs into a Derivative dataset", findings);
        }
      }
      case MetadataEvent.Seed seed -> refuse(pointer, "the service writes Seed itself", findings);
      case MetadataEvent.AddData data ->
          refuse(pointer, "AddData comes from an ingestion, not from a manifest", findings);
      case MetadataEvent.ExecuteTransform execute ->
          refuse(pointer, "ExecuteTransform comes from a run, not from a manifest", findings);
      case MetadataEvent.SetPollingSource source -> refuseSource(pointer, findings);
      case MetadataEvent.AddPushSource source -> refuseSource(pointer, findings);
      case MetadataEvent.DisablePollingSource disable -> refuseSource(pointer, findings);
      case MetadataEvent.DisablePushSource disable -> refuseSource(pointer, findings);
      case MetadataEvent.Unknown unknown ->
          refuse(pointer, "an event of a later revision", findings);
    }
  }

  private static void refuseSource(String pointer, List<Finding> findings) {
    refuse(pointer, "sources are resources of their own: write a Source and a Flow", findings);
  }

  private static void refuse(String pointer, String message, List<Finding> findings) {
    findings.add(new Finding(pointer, "event-not-allowed", message));
  }
}
