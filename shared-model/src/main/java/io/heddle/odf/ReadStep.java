package io.heddle.odf;

import io.heddle.schema.DataSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How bytes become a table (sources, "Read"). At most one of {@code schema} and the deprecated
 * {@code ddlSchema} may be given. Absent options have the defaults of the specification, which are
 * resolved where they are used.
 */
public sealed interface ReadStep {
  @Nullable List<String> ddlSchema();

  @Nullable DataSchema schema();

  record Csv(
      @Nullable List<String> ddlSchema,
      @Nullable String separator,
      @Nullable String encoding,
      @Nullable String quote,
      @Nullable String escape,
      @Nullable Boolean header,
      @Nullable Boolean inferSchema,
      @Nullable String nullValue,
      @Nullable String dateFormat,
      @Nullable String timestampFormat,
      @Nullable DataSchema schema)
      implements ReadStep {
    public Csv {
      ddlSchema = ddlSchema == null ? null : List.copyOf(ddlSchema);
    }
  }

  record GeoJson(@Nullable List<String> ddlSchema, @Nullable DataSchema schema)
      implements ReadStep {
    public GeoJson {
      ddlSchema = ddlSchema == null ? null : List.copyOf(ddlSchema);
    }
  }

  record EsriShapefile(
      @Nullable List<String> ddlSchema, @Nullable String subPath, @Nullable DataSchema schema)
      implements ReadStep {
    public EsriShapefile {
      ddlSchema = ddlSchema == null ? null : List.copyOf(ddlSchema);
    }
  }

  record Parquet(@Nullable List<String> ddlSchema, @Nullable DataSchema schema)
      implements ReadStep {
    public Parquet {
      ddlSchema = ddlSchema == null ? null : List.copyOf(ddlSchema);
    }
  }

  record Json(
      @Nullable String subPath,
      @Nullable List<String> ddlSchema,
      @Nullable String dateFormat,
      @Nullable String encoding,
      @Nullable String timestampFormat,
      @Nullable DataSchema schema)
      implements ReadStep {
    public Json {
      ddlSchema = ddlSchema == null ? null : List.copyOf(ddlSchema);
    }
  }

  record NdJson(
      @Nullable List<String> ddlSchema,
      @Nullable String dateFormat,
      @Nullable String encoding,
      @Nullable String timestampFormat,
      @Nullable DataSchema schema)
      implements ReadStep {
    public NdJson {
      ddlSchema = ddlSchema == null ? null : List.copyOf(ddlSchema);
    }
  }

  record NdGeoJson(@Nullable List<String> ddlSchema, @Nullable DataSchema schema)
      implements ReadStep {
    public NdGeoJson {
      ddlSchema = ddlSchema == null ? null : List.copyOf(ddlSchema);
    }
  }
}
