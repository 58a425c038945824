package io.heddle.ingress.read;

import com.fasterxml.jackson.core.JsonFactory;
import io.heddle.notation.Encodings;
import io.heddle.notation.TimeFormats;
import io.heddle.odf.ReadStep;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;

/** A JSON document with an array of objects, at its root or at the end of a subPath. */
public final class JsonFormat implements ReadFormat<ReadStep.Json> {
  @Override
  public Class<ReadStep.Json> step() {
    return ReadStep.Json.class;
  }

  @Override
  public RowReader open(ReadInput input, ReadStep.Json step, ReadContext context) {
    Charset charset = Encodings.ofJson(step.encoding());
    String subPath = step.subPath();
    List<String> path = subPath == null ? List.of() : List.of(subPath.split("\\.", -1));
    ReadFailures failures = new ReadFailures(input.displayName(), "record");
    JsonFactory factory = JsonText.factory(context.maxValueChars());
    return JsonRowReader.open(
        () -> records(input, charset, factory, path, failures),
        DeclaredSchema.of(step),
        TimeFormats.of(step.dateFormat(), step.timestampFormat()),
        failures,
        context);
  }

  private static JsonRecords records(
      ReadInput input,
      Charset charset,
      JsonFactory factory,
      List<String> path,
      ReadFailures failures)
      throws IOException {
    DecodedText text = DecodedText.open(input.content(), charset);
    return new JsonArrayRecords(text, factory, path, failures);
  }
}
