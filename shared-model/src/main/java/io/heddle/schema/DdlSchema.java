package io.heddle.schema;

import io.heddle.problem.FailureKind;
import io.heddle.problem.IngestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The deprecated {@code ddlSchema} of read steps: columns in SQL's notation. */
public final class DdlSchema {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<word>[A-Za-z_][A-Za-z0-9_$]*)|\"(?<quoted>(?:[^\"]|\"\")*)\""
              + "|`(?<ticked>[^`]*)`|(?<number>\\d+)|(?<sign>[(),<>]))\\s*");

  private final String text;
  private final List<Token> tokens;
  private int position;

  private DdlSchema(String text) {
    this.text = text;
    this.tokens = tokens(text);
  }

  private record Token(String text, boolean keyword, boolean name) {
    boolean is(String word) {
      return keyword && text.equalsIgnoreCase(word);
    }
  }

  /**
   * @param definitions one or more column definitions each
   * @throws IngestException (UnsupportedSchema) for anything else than a column name, a supported
   *     type, and NOT NULL
   */
  public static DataSchema parse(List<String> definitions) {
    return new DdlSchema(String.join(", ", definitions)).schema();
  }

  private DataSchema schema() {
    List<DataField> fields = new ArrayList<>();
    while (position < tokens.size()) {
      if (!fields.isEmpty()) {
        expect(",");
      }
      fields.add(column());
    }
    long names = fields.stream().map(DataField::name).distinct().count();
    if (names < fields.size()) {
      throw unsupported("two columns have the same name");
    }
    return new DataSchema(fields);
  }

  private DataField column() {
    Token name = next("a column name");
    if (!name.name()) {
      throw unsupported("\"%s\" is no column name".formatted(name.text()));
    }
    DataType type = type(name.text());
    if (peekIs("not")) {
      position++;
      expect("null");
      return new DataField(name.text(), type);
    }
    if (position < tokens.size() && !peekIs(",")) {
      throw unsupported(
          "column \"%s\": \"%s\" is not supported, only NOT NULL is"
              .formatted(name.text(), tokens.get(position).text()));
    }
    return new DataField(name.text(), new DataType.Option(type));
  }

  private DataType type(String column) {
    Token token = next("a type");
    String word = token.keyword() ? token.text().toUpperCase(Locale.ROOT) : "";
    return switch (word) {
      case "BOOL", "BOOLEAN" -> new DataType.Bool();
      case "INT", "INTEGER", "SIGNED" -> unsigned() ? new DataType.UInt32() : new DataType.Int32();
      case "UNSIGNED" -> new DataType.UInt32();
      case "BIGINT" -> unsigned() ? new DataType.UInt64() : new DataType.Int64();
      case "FLOAT" -> new DataType.Float32();
      case "DOUBLE" -> new DataType.Float64();
      case "DECIMAL" -> decimal(column);
      case "DATE" -> new DataType.Date();
      case "TIMESTAMP" -> new DataType.Timestamp(TimeUnit.Millisecond, "UTC");
      case "STRING", "VARCHAR", "TEXT" -> new DataType.Text();
      case "ARRAY" -> {
        expect("<");
        DataType item = type(column);
        expect(">");
        yield new DataType.List(new DataType.Option(item), null);
      }
      default ->
          throw unsupported(
              "column \"%s\": the type \"%s\" is not supported".formatted(column, token.text()));
    };
  }

  private DataType decimal(String column) {
    if (!peekIs("(")) {
      throw unsupported("column \"%s\": DECIMAL needs precision and scale".formatted(column));
    }
    expect("(");
    int precision = number();
    if (!peekIs(",")) {
      throw unsupported("column \"%s\": DECIMAL needs a scale, too".formatted(column));
    }
    expect(",");
    int scale = number();
    expect(")");
    if (precision < 1 || precision > 76 || scale > precision) {
      throw unsupported(
          "column \"%s\": DECIMAL(%d,%d) is out of range".formatted(column, precision, scale));
    }
    return new DataType.Decimal(precision, scale);
  }

  private int number() {
    String digits = next("a number").text();
    if (!digits.matches("\\d{1,9}")) {
      throw unsupported("\"%s\" is no number".formatted(digits));
    }
    return Integer.parseInt(digits);
  }

  private boolean unsigned() {
    boolean found = peekIs("unsigned");
    if (found) {
      position++;
    }
    return found;
  }

  private boolean peekIs(String word) {
    return position < tokens.size() && tokens.get(position).is(word);
  }

  private void expect(String word) {
    Token token = next("\"" + word + "\"");
    if (!token.is(word)) {
      throw unsupported("\"%s\" stands where \"%s\" belongs".formatted(token.text(), word));
    }
  }

  private Token next(String what) {
    if (position == tokens.size()) {
      throw unsupported(what + " is missing at the end");
    }
    return tokens.get(position++);
  }

  private List<Token> tokens(String input) {
    List<Token> found = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(input);
    int end = 0;
    while (end < input.length()) {
      if (!matcher.find(end) || matcher.start() != end) {
        throw unsupported("\"%s\" is not understood".formatted(input.substring(end)));
      }
      String quoted = matcher.group("quoted");
      String ticked = matcher.group("ticked");
      String word = matcher.group("word");
      if (quoted != null) {
        found.add(new Token(quoted.replace("\"\"", "\""), false, true));
      } else if (ticked != null) {
        found.add(new Token(ticked, false, true));
      } else {
        found.add(new Token(matcher.group().strip(), true, word != null));
      }
      end = matcher.end();
    }
    return found;
  }

  private IngestException unsupported(String why) {
    return new IngestException(
        FailureKind.UnsupportedSchema, "ddlSchema: " + why, Map.of("ddlSchema", text));
  }
}
