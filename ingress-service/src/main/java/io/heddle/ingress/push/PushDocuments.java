package io.heddle.ingress.push;

import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.prepare.PreparedFile;
import io.heddle.ingress.read.CheckedRows;
import io.heddle.ingress.read.MediaTypes;
import io.heddle.ingress.read.MediaTypes.Format;
import io.heddle.ingress.read.NdJsonLines;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.ReadInput;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.read.RowReader;
import io.heddle.kafka.TopicLayout;
import io.heddle.odf.ReadStep;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail.Finding;
import io.heddle.problem.ProblemException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the body of a push into the documents that are put into the topic, one for each record,
 * after preparing and reading all of it by the source's rules.
 *
 * <p>NDJSON goes line by line as it came. Rows of other formats go as {@link JsonLines} under the
 * source's declared schema; without one, what a format says about types would be lost, so the body
 * stays one document.
 */
final class PushDocuments {
  private static final int MAX_FINDINGS = 20;
  private static final String BODY = "body";
  private static final String NDJSON = "application/x-ndjson";
  private static final int MAX_DOCUMENT_BYTES = TopicLayout.MAX_MESSAGE_BYTES - 64 * 1024;
  private static final ReadStep.NdJson LINES = new ReadStep.NdJson(null, null, null, null, null);

  private final Preparation preparation;
  private final Readers readers;
  private final ReadContext context;

  PushDocuments(Preparation preparation, Readers readers, ReadContext context) {
    this.preparation = preparation;
    this.readers = readers;
    this.context = context;
  }

  /** Takes the documents, in order. */
  interface Sink {
    void accept(byte[] document) throws IOException;
  }

  /** The records of a body, in a file with one on each line, or with one document. */
  final class Read {
    private final Path file;
    private final boolean lines;
    private final @Nullable String contentType;
    private final long records;

    private Read(Path file, boolean lines, @Nullable String contentType, long records) {
      this.file = file;
      this.lines = lines;
      this.contentType = contentType;
      this.records = records;
    }

    /** How many rows were read. */
    long records() {
      return records;
    }

    /** How many documents there are: one for each record, or one. */
    long documents() {
      return lines ? records : 1;
    }

    /** Of each document; null: the source's own. */
    @Nullable String contentType() {
      return contentType;
    }

    /**
     * @throws IllegalStateException when there are others than those that were read; whatever was
     *     made of them must not last
     */
    void forEach(Sink sink) throws IOException {
      if (!lines) {
        sink.accept(Files.readAllBytes(file));
        return;
      }
      try (NdJsonLines cut = NdJsonLines.open(new ReadInput(file, BODY), LINES, context)) {
        while (cut.next()) {
          sink.accept(cut.bytes());
        }
        if (cut.number() != records) {
          throw new IllegalStateException(
              "%d records were read, and %d lines were cut".formatted(records, cut.number()));
        }
      }
    }
  }

  /**
   * @param folder existing, of this push
   * @throws ProblemException when the body or a record of it cannot be taken
   */
  Read read(PushBody body, PushDefinition source, @Nullable String contentType, Path folder)
      throws IOException, InterruptedException {
    ReadStep step = step(source, contentType);
    PreparedFile prepared = prepare(body, source, folder);
    if (prepared.bytes() == 0) {
      if (source.takesExports()) {
        throw new ProblemException(
            Problem.RECORDS_INVALID,
            "the body has no bytes, and an empty file is not an empty table");
      }
      return new Read(prepared.path(), true, null, 0);
    }
    ReadInput input = new ReadInput(prepared.path(), BODY);
    boolean ndJson = step instanceof ReadStep.NdJson;
    try {
      if (ndJson) {
        return new Read(prepared.path(), true, NDJSON, readAll(input, step, source, null));
      }
      if (PushDefinition.declaresSchema(step)) {
        Path lines = folder.resolve("lines");
        return new Read(lines, true, JsonLines.CONTENT_TYPE, readAll(input, step, source, lines));
      }
      long records = readAll(input, step, source, null);
      if (prepared.bytes() > MAX_DOCUMENT_BYTES) {
        throw new ProblemException(
            Problem.PAYLOAD_TOO_LARGE,
            "without a declared schema the body is one document of at most %d bytes"
                .formatted(MAX_DOCUMENT_BYTES));
      }
      return new Read(prepared.path(), false, source.readType(contentType), records);
    } catch (IngestException e) {
      throw problem(e.failure(), ndJson ? findings(input, step, source, folder) : List.of(), step);
    }
  }

  private PreparedFile prepare(PushBody body, PushDefinition source, Path folder)
      throws InterruptedException {
    try {
      return preparation.prepare(body.file(), BODY, source.prepare(), source.read(), folder);
    } catch (IngestException e) {
      throw new ProblemException(
          switch (e.kind()) {
            case Unsupported -> Problem.MANIFEST_INVALID;
            case LimitExceeded -> Problem.PAYLOAD_TOO_LARGE;
            default -> Problem.RECORDS_INVALID;
          },
          "the source's prepare step refuses the body: " + e.failure().message());
    }
  }

  private static ReadStep step(PushDefinition source, @Nullable String contentType) {
    ReadStep step;
    try {
      step = source.step(contentType);
    } catch (IngestException e) {
      throw new ProblemException(Problem.UNSUPPORTED_MEDIA_TYPE, e.failure().message());
    }
    Format format = Format.of(step);
    if (!MediaTypes.isRead(format)) {
      throw new ProblemException(
          Problem.UNSUPPORTED_MEDIA_TYPE,
          "%s cannot be pushed yet; supported: %s"
              .formatted(format, String.join(", ", MediaTypes.supported())));
    }
    return step;
  }

  /**
   * @param lines where the rows go as {@link JsonLines}, if anywhere
   */
  private long readAll(ReadInput input, ReadStep step, PushDefinition source, @Nullable Path lines)
      throws IOException {
    try (OutputStream out =
            lines == null
                ? OutputStream.nullOutputStream()
                : new BufferedOutputStream(Files.newOutputStream(lines));
        RowReader reader = readers.open(input, step, context)) {
      String eventTime = source.eventTime();
      RowReader rows = eventTime == null ? reader : new CheckedRows(reader, eventTime);
      while (rows.loadNextBatch()) {
        if (lines != null) {
          JsonLines.write(rows.schema(), rows.root(), out);
        }
      }
      return rows.rows();
    }
  }

  /** Every line for itself, so that a client sees more than the first mistake. */
  private List<Finding> findings(
      ReadInput body, ReadStep step, PushDefinition source, Path folder) {
    List<Finding> findings = new ArrayList<>();
    Path one = folder.resolve("line");
    try (NdJsonLines lines = NdJsonLines.open(body, (ReadStep.NdJson) step, context)) {
      while (findings.size() < MAX_FINDINGS && lines.next()) {
        Files.write(one, lines.bytes());
        long before = lines.number() - 1;
        try {
          readAll(new ReadInput(one, BODY, before), step, source, null);
        } catch (IngestException e) {
          findings.add(finding(e.failure(), before));
        }
      }
    } catch (IOException | IngestException e) {
      // The text itself is damaged; what was found before that place stands.
      return findings;
    }
    return findings;
  }

  private static ProblemException problem(Failure failure, List<Finding> findings, ReadStep step) {
    Problem problem =
        switch (failure.kind()) {
          case Unsupported, UnsupportedSchema -> Problem.MANIFEST_INVALID;
          default -> Problem.RECORDS_INVALID;
        };
    Long record =
        failure.details().get("record") instanceof Number number ? number.longValue() - 1 : null;
    String hint =
        step instanceof ReadStep.Json && failure.kind() == FailureKind.BadInput
            ? ". One object alone is application/x-ndjson"
            : "";
    return new ProblemException(
        problem,
        (findings.isEmpty() ? failure.message() : findings.getFirst().message()) + hint,
        findings.isEmpty() ? List.of(finding(failure, record)) : findings);
  }

  /**
   * @param record its index, from 0; the messages count records from 1, as lines are counted
   */
  private static Finding finding(Failure failure, @Nullable Long record) {
    Integer line =
        failure.details().get("line") instanceof Number number ? (Integer) number.intValue() : null;
    return new Finding(
        null,
        record,
        null,
        null,
        failure.details().get("column") instanceof String column ? "/" + column : null,
        line,
        null,
        failure.kind().name(),
        failure.message(),
        null);
  }
}
