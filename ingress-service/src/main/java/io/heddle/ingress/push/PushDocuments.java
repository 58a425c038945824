package io.heddle.ingress.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.heddle.ingress.read.MediaTypes;
import io.heddle.ingress.read.MediaTypes.Format;
import io.heddle.ingress.read.ReadContext;
import io.heddle.ingress.read.ReadInput;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.read.RowReader;
import io.heddle.kafka.TopicLayout;
import io.heddle.problem.Failure;
import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import io.heddle.problem.Problem;
import io.heddle.problem.ProblemDetail.Finding;
import io.heddle.problem.ProblemException;
import io.heddle.source.MergeStrategy;
import io.heddle.source.ReadStep;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the body of a push into the documents that are put into the topic, one for each record,
 * after reading all of it by the source's rules.
 *
 * <p>NDJSON goes line by line as it came. Rows of other formats go as NDJSON under the source's
 * declared schema; without one, what a format says about types would be lost, so the body stays one
 * document.
 */
final class PushDocuments {
  private static final int MAX_FINDINGS = 20;
  private static final String NDJSON = "application/x-ndjson";
  private static final int MAX_DOCUMENT_BYTES = TopicLayout.MAX_MESSAGE_BYTES - 64 * 1024;

  /** Takes the documents, in order. */
  interface Sink {
    void accept(byte[] document, String contentType) throws IOException;
  }

  /**
   * @param lines a file of NDJSON; null: the body is one document
   */
  record Read(@Nullable Path lines, Path body, @Nullable String contentType, long records) {

    void forEach(Sink sink) throws IOException {
      if (lines == null) {
        byte[] document = Files.readAllBytes(body);
        sink.accept(document, contentType == null ? "" : MediaTypes.essence(contentType));
        return;
      }
      try (BufferedReader reader = Files.newBufferedReader(lines)) {
        String line;
        while ((line = reader.readLine()) != null) {
          if (!line.isBlank()) {
            sink.accept(line.getBytes(UTF_8), NDJSON);
          }
        }
      }
    }
  }

  private final Readers readers;
  private final ReadContext context;

  PushDocuments(Readers readers, ReadContext context) {
    this.readers = readers;
    this.context = context;
  }

  /**
   * @throws ProblemException when a record cannot be read
   */
  Read read(
      PushBody body,
      ReadStep source,
      MergeStrategy merge,
      @Nullable String contentType,
      Path folder)
      throws IOException {
    ReadStep step = step(source, contentType);
    if (body.bytes() == 0) {
      if (merge instanceof MergeStrategy.Snapshot) {
        throw new ProblemException(
            Problem.RECORDS_INVALID,
            "the body has no bytes, and an empty file is not an empty table");
      }
      return new Read(null, body.file(), contentType, 0);
    }
    boolean ndJson = step instanceof ReadStep.NdJson;
    boolean declared = step.schema() != null || step.ddlSchema() != null;
    Path lines = ndJson ? body.file() : declared ? folder.resolve("lines") : null;
    try {
      long records = readAll(body, step, ndJson ? null : lines);
      if (lines == null && body.bytes() > MAX_DOCUMENT_BYTES) {
        throw new ProblemException(
            Problem.PAYLOAD_TOO_LARGE,
            "without a declared schema the body is one document of at most %d bytes"
                .formatted(MAX_DOCUMENT_BYTES));
      }
      return new Read(lines, body.file(), contentType, records);
    } catch (IngestException e) {
      throw problem(e.failure(), ndJson ? findings(body, step, folder) : List.of(), step);
    }
  }

  private static ReadStep step(ReadStep source, @Nullable String contentType) {
    ReadStep step;
    try {
      step = MediaTypes.adapt(source, contentType);
    } catch (IngestException e) {
      throw new ProblemException(Problem.UNSUPPORTED_MEDIA_TYPE, e.failure().message());
    }
    Format format = Format.of(step);
    if (format != Format.Csv && format != Format.Json && format != Format.NdJson) {
      throw new ProblemException(
          Problem.UNSUPPORTED_MEDIA_TYPE,
          "%s cannot be pushed yet; supported: text/csv, application/json, application/x-ndjson"
              .formatted(format));
    }
    return step;
  }

  private long readAll(PushBody body, ReadStep step, @Nullable Path lines) throws IOException {
    try (OutputStream out =
            lines == null
                ? OutputStream.nullOutputStream()
                : new BufferedOutputStream(Files.newOutputStream(lines));
        RowReader reader = readers.open(new ReadInput(body.file(), "body"), step, context)) {
      while (reader.loadNextBatch()) {
        if (lines != null) {
          JsonLines.write(reader.schema(), reader.root(), out);
        }
      }
      return reader.rows();
    }
  }

  /** Every line for itself, so that a client sees more than the first mistake. */
  private List<Finding> findings(PushBody body, ReadStep step, Path folder) throws IOException {
    List<Finding> findings = new ArrayList<>();
    Path one = folder.resolve("line");
    try (BufferedReader reader = Files.newBufferedReader(body.file())) {
      String line;
      long record = 0;
      while (findings.size() < MAX_FINDINGS && (line = reader.readLine()) != null) {
        if (line.isBlank()) {
          continue;
        }
        Files.writeString(one, line);
        try {
          readAll(new PushBody(one, line.length()), step, null);
        } catch (IngestException e) {
          findings.add(finding(e.failure(), record));
        }
        record++;
      }
    } catch (java.nio.charset.CharacterCodingException e) {
      return List.of();
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
        failure.message() + hint,
        findings.isEmpty() ? List.of(finding(failure, record)) : findings);
  }

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
