package io.heddle.objectstore;

class InMemoryObjectStoreTest extends ObjectStoreContract {
  private final ObjectStore store = new InMemoryObjectStore();

  @Override
  protected ObjectStore store() {
    return store;
  }
}
