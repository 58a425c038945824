package io.heddle.ingress.task;

import io.heddle.ingress.fetch.ContentMemory;
import io.heddle.ingress.fetch.Fetchers;
import io.heddle.ingress.offer.Offers;
import io.heddle.ingress.prepare.Preparation;
import io.heddle.ingress.preprocess.SqlPreprocess;
import io.heddle.ingress.push.PushTopics;
import io.heddle.ingress.read.Readers;
import io.heddle.ingress.spool.SpoolWriter;
import io.heddle.ingress.spool.TaskFolders;
import io.heddle.message.Topics;
import java.time.Clock;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * The parts that tasks are made of.
 *
 * @param consumers gives new consumers, which read committed and have no group
 * @param producer for dead letters
 * @param memory of the process, of which each task gets a part
 */
public record Tasks(
    ResourceView resources,
    Chains chains,
    Fetchers fetchers,
    ContentMemory contents,
    Preparation preparation,
    Readers readers,
    SqlPreprocess sql,
    SpoolWriter spools,
    Offers offers,
    PushTopics pushTopics,
    Supplier<Consumer<byte[], byte[]>> consumers,
    Producer<byte[], byte[]> producer,
    Topics topics,
    TaskFolders folders,
    CpuPool cpu,
    BufferAllocator memory,
    Clock clock,
    TaskSettings settings) {

  /** Puts them together; the caller closes the runner. */
  public TaskRunner runner(
      TaskEvents events, Attempts attempts, String worker, TaskRunner.Listener listener) {
    RowPipeline pipeline = new RowPipeline(sql, spools);
    SourceIngest polling =
        new PollingIngest(
            fetchers, contents, preparation, readers, pipeline, offers, cpu, memory, settings);
    PushIngest.Parts push =
        new PushIngest.Parts(
            pushTopics,
            consumers,
            producer,
            topics,
            preparation,
            readers,
            pipeline,
            offers,
            cpu,
            memory,
            settings);
    return new TaskRunner(
        new IngestTask(
            resources,
            chains,
            polling,
            () -> new PushIngest(push),
            offers::offer,
            folders,
            clock,
            settings),
        events,
        attempts,
        clock,
        worker,
        settings,
        listener);
  }
}
