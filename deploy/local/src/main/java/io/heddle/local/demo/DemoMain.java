package io.heddle.local.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.local.rest.HeddleRest;
import io.heddle.local.rest.RestException;
import io.heddle.local.stack.LocalStack;
import io.heddle.local.stack.Patience;
import io.heddle.local.stack.ProjectRoot;
import io.heddle.local.stack.Service;
import io.heddle.local.stack.StackFolder;
import io.heddle.message.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Starts a stack of its own, ingests the samples twice with changes in between, shows what came of
 * it, verifies it, and stops.
 */
public final class DemoMain {
  private static final List<String> DATASETS = List.of("exchange-rates", "cities", "thermometers");
  private static final Duration RUN_PATIENCE = Duration.ofSeconds(90);

  private final Path samples;
  private final PublishedFiles files;
  private final LocalStack stack;
  private final HeddleRest rest;

  private DemoMain(Path samples, PublishedFiles files, LocalStack stack) {
    this.samples = samples;
    this.files = files;
    this.stack = stack;
    this.rest = new HeddleRest(stack.url(Service.RESOURCE, 1));
  }

  public static void main(String[] args) throws IOException {
    Path root = ProjectRoot.find();
    var folder = new StackFolder(ProjectRoot.home().resolve("demo"));
    new LocalStack(root, folder).down();
    folder.wipe();
    var stack =
        new LocalStack(root, folder, Patience.endless(line -> System.out.println("  " + line)));
    Thread stop = new Thread(stack::down, "stack-stop");
    Runtime.getRuntime().addShutdownHook(stop);

    boolean whole = false;
    try (var files = new PublishedFiles(folder.root().resolve("published"))) {
      heading("Starting broker, S3 server and services (logs: " + folder.root() + "/logs)");
      stack.up();
      whole = new DemoMain(root.resolve("deploy/local/samples"), files, stack).run();
    } catch (IllegalStateException | RestException e) {
      System.err.println("heddle: " + e.getMessage());
    }
    heading("Stopping");
    stack.down();
    System.exit(whole ? 0 : 1);
  }

  private boolean run() throws IOException {
    heading("Applying the samples' datasets, sources and flows");
    for (String dataset : DATASETS) {
      String manifests = Files.readString(samples.resolve(dataset).resolve("manifests.yaml"));
      for (JsonNode item : rest.apply(files.fillIn(manifests)).path("items")) {
        String type = item.path("resource").path("type").asText();
        System.out.printf(
            "  %s %s: %s%n",
            type.substring(type.lastIndexOf('/') + 1),
            item.path("resource").path("name").asText(),
            item.path("operation").asText());
      }
    }

    heading("First round");
    publish("exchange-rates/exchange-rates-1.csv", "exchange-rates.csv");
    publish("cities/cities-2024-07-01.csv", "cities-2024-07-01.csv");
    pushByKafka(samples.resolve("thermometers/reading-by-kafka.json"));
    DATASETS.forEach(this::ingest);

    heading("Second round, with changed data");
    publish("exchange-rates/exchange-rates-2.csv", "exchange-rates.csv");
    publish("cities/cities-2025-07-01.csv", "cities-2025-07-01.csv");
    pushByRest(samples.resolve("thermometers/reading-by-rest.json"));
    DATASETS.forEach(this::ingest);

    heading("A third time, with nothing new");
    ingest("exchange-rates");

    boolean whole = true;
    for (String dataset : DATASETS) {
      heading(dataset);
      whole &= show(dataset);
    }
    return whole;
  }

  private void publish(String sample, String name) throws IOException {
    files.publish(samples.resolve(sample), name);
  }

  private void ingest(String flow) {
    JsonNode run = rest.awaitRun(flow, rest.trigger(flow), RUN_PATIENCE);
    System.out.printf("  %s: %s%n", flow, Changelog.outcome(run));
    if (run.path("outcome").asText().equals("Failed")) {
      throw new IllegalStateException("the run failed: " + run);
    }
  }

  private boolean show(String dataset) {
    System.out.println("  Changelog:");
    rest.tail(dataset, 100).forEach(row -> System.out.println("  " + Changelog.row(row)));
    System.out.println("  Chain, newest block first:");
    rest.blocks(dataset).forEach(block -> System.out.println("  " + Changelog.block(block)));
    JsonNode verdict = rest.verify(dataset);
    boolean whole = verdict.path("ok").asBoolean();
    System.out.printf(
        "  Verified: %s (%d blocks, %d slices, %d records)%n",
        whole ? "ok" : verdict.path("errors").toPrettyString(),
        verdict.path("checkedBlocks").asLong(),
        verdict.path("checkedSlices").asLong(),
        verdict.path("checkedRecords").asLong());
    return whole;
  }

  /** As any producer would: JSON into the source's topic, no client of ours. */
  private void pushByKafka(Path reading) throws IOException {
    JsonNode source = rest.get("/sources/v1alpha1/source/thermometers");
    String account = source.path("headers").path("account").path("name").asText();
    String topic = Topics.DEFAULT.push(account, "thermometers");
    Map<String, Object> settings =
        Map.of("bootstrap.servers", stack.bootstrapServers(), "acks", "all");
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, Files.readAllBytes(reading))).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot push to " + topic, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while pushing to " + topic, e);
    }
    System.out.println("  thermometers: one reading pushed through Kafka, topic " + topic);
  }

  private void pushByRest(Path reading) throws IOException {
    JsonNode receipt =
        new HeddleRest(stack.url(Service.INGRESS, 1))
            .post(
                "/sources/v1alpha1/source/thermometers/ingest",
                "application/x-ndjson",
                Files.readString(reading, UTF_8));
    System.out.printf(
        "  thermometers: one reading pushed by REST, receipt %s, %s%n",
        receipt.path("receipt").asText(), receipt.path("status").asText());
  }

  private static void heading(String text) {
    System.out.printf("%n== %s%n", text);
  }
}
