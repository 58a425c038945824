package io.heddle.resources.manifest;

import io.heddle.odf.DatasetKind;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.Transform;
import io.heddle.odf.Vocabulary;
import io.heddle.resource.DatasetSpec;
import java.util.HashMap;
import java.util.Map;

/** Which events a Dataset may be declared with. */
final class DatasetChecks {
  private DatasetChecks() {}

  static void check(DatasetSpec dataset, Remarks remarks) {
    if (dataset.kind() == DatasetKind.Derivative) {
      remarks.notInEffect(
          "/spec/kind", "derivative datasets are kept, but their queries are not run yet");
    }
    Map<Class<?>, Integer> seen = new HashMap<>();
    for (int i = 0; i < dataset.metadata().size(); i++) {
      String pointer = "/spec/metadata/" + i;
      MetadataEvent event = dataset.metadata().get(i);
      check(event, dataset.kind(), pointer, remarks);
      Integer before = seen.put(event.getClass(), i);
      if (before != null) {
        remarks.warn(
            "overridden-event",
            "/spec/metadata/" + before,
            "%s occurs again further down, which counts"
                .formatted(event.getClass().getSimpleName()));
      }
    }
  }

  private static void check(
      MetadataEvent event, DatasetKind kind, String pointer, Remarks remarks) {
    switch (event) {
      case MetadataEvent.SetInfo info -> {}
      case MetadataEvent.SetLicense license -> {}
      case MetadataEvent.SetAttachments attachments -> {}
      case MetadataEvent.SetVocab vocab ->
          VocabularyChecks.check(Vocabulary.of(vocab), pointer, remarks);
      case MetadataEvent.SetDataSchema set -> {
        if (set.schema() == null) {
          remarks.refuse(
              pointer,
              "SetDataSchema needs 'schema'; rawArrowSchema is not accepted in a manifest");
        } else {
          SchemaChecks.check(set.schema(), pointer + "/schema", remarks);
          SchemaChecks.notStorable(set.schema())
              .ifPresent(why -> remarks.notInEffect(pointer + "/schema", why + " yet"));
        }
      }
      case MetadataEvent.SetTransform transform -> {
        if (kind == DatasetKind.Root) {
          refuse(pointer, "SetTransform belongs into a Derivative dataset", remarks);
        } else if (transform.transform() instanceof Transform.Sql sql) {
          PreprocessChecks.checkSteps(sql, pointer + "/transform", remarks);
        }
      }
      case MetadataEvent.Seed seed -> refuse(pointer, "the service writes Seed itself", remarks);
      case MetadataEvent.AddData data ->
          refuse(pointer, "AddData comes from an ingestion, not from a manifest", remarks);
      case MetadataEvent.ExecuteTransform execute ->
          refuse(pointer, "ExecuteTransform comes from a run, not from a manifest", remarks);
      case MetadataEvent.SetPollingSource source -> refuseSource(pointer, remarks);
      case MetadataEvent.AddPushSource source -> refuseSource(pointer, remarks);
      case MetadataEvent.DisablePollingSource disable -> refuseSource(pointer, remarks);
      case MetadataEvent.DisablePushSource disable -> refuseSource(pointer, remarks);
      case MetadataEvent.Unknown unknown ->
          refuse(pointer, "an event of a later revision", remarks);
    }
  }

  private static void refuseSource(String pointer, Remarks remarks) {
    refuse(pointer, "sources are resources of their own: write a Source and a Flow", remarks);
  }

  private static void refuse(String pointer, String message, Remarks remarks) {
    remarks.refuse(pointer, "event-not-allowed", message);
  }
}
