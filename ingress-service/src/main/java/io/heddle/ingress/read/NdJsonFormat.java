package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonFactory;
import io.heddle.notation.TimeFormats;
import io.heddle.odf.ReadStep;

/** One JSON object on each line. */
public final class NdJsonFormat implements ReadFormat<ReadStep.NdJson> {
  @Override
  public Class<ReadStep.NdJson> step() {
    return ReadStep.NdJson.class;
  }

  @Override
  public RowReader open(ReadInput input, ReadStep.NdJson step, ReadContext context) {
    ReadFailures failures = new ReadFailures(input.displayName(), "record");
    JsonFactory factory = JsonText.factory(context.maxValueChars());
    return JsonRowReader.open(
        () -> new NdJsonRecords(NdJsonLines.open(input, step, context), factory, failures),
        DeclaredSchema.of(step),
        TimeFormats.of(step.dateFormat(), step.timestampFormat()),
        failures,
        context);
  }
}
