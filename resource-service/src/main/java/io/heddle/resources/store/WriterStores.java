package io.heddle.resources.store;

import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the writer knows.
 *
 * @param resources {@link StoredResource} by id
 * @param index ids by name, by DID, and by the time of deletion
 * @param datasets {@link DatasetProgress} by DID
 * @param runs {@link RunState} by id, and the runs of each binding
 */
public record WriterStores(
    KeyValueStore<String, byte[]> resources,
    KeyValueStore<String, byte[]> index,
    KeyValueStore<String, byte[]> datasets,
    KeyValueStore<String, byte[]> runs) {
  public static final String RESOURCES = "resources";
  public static final String INDEX = "index";
  public static final String DATASETS = "datasets";
  public static final String RUNS = "runs";
}
