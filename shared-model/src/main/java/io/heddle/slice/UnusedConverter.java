package io.heddle.slice;

import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;

/** Stands where column readers want a converter, although their values are fetched one by one. */
final class UnusedConverter extends GroupConverter {
  private static final PrimitiveConverter VALUE = new PrimitiveConverter() {};

  @Override
  public Converter getConverter(int fieldIndex) {
    return VALUE;
  }

  @Override
  public void start() {}

  @Override
  public void end() {}
}
