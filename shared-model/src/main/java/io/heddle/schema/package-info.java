/** The logical schema of a dataset (ODF DataSchema) and how it maps to Arrow and Parquet. */
@NullMarked
package io.heddle.schema;

import org.jspecify.annotations.NullMarked;
