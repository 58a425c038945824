package io.heddle.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.multiformats.DatasetId;
import io.heddle.multiformats.HashFunction;
import io.heddle.multiformats.Multihash;
import io.heddle.odf.MetadataBlock;
import io.heddle.schema.ExtraAttributes;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random values of any type, made from its description, so that a new field or member takes part in
 * the tests without further ado.
 */
public final class RandomValues {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int DEEP = 12;
  private static final int FIRST_NESTED_DATA_TYPE = 17;

  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "yes",
          "null",
          "~",
          "1e3",
          "007",
          "0x1f",
          "-",
          "- a",
          "a: b",
          "# no comment",
          " leading",
          "trailing ",
          "tab\there",
          "line\nbreak",
          "two\n\nlines\n",
          "\n",
          "\r\n",
          "quote \" and ' and \\",
          "{braces: [and]}",
          "*alias",
          "&anchor",
          "!tag",
          "%directive",
          "@at",
          "`tick",
          "2020-01-01",
          "2020-01-01T12:00:00Z",
          "Grüße aus Zürich",
          "\u0000\u0001\u001f\u007f",
          "\u0085\u2028\u2029\ufeff",
          "\ud83e\uddf5 thread",
          "\u05e9\u05dc\u05d5\u05dd \u202eabc\u202c",
          "+10000-01-01T04:59:59Z",
          "-0001-12-31T19:00:00Z",
          "18446744073709551616",
          "x".repeat(200));

  private final Random random;

  public RandomValues(long seed) {
    random = new Random(seed);
  }

  public MetadataBlock block() {
    return value(OdfTypes.METADATA_BLOCK);
  }

  public <T> T value(OdfType<T> type) {
    return value(type, 0);
  }

  @SuppressWarnings("unchecked") // each case makes values of its own type
  private <T> T value(OdfType<T> type, int depth) {
    return (T)
        switch (type) {
          case TableType<T> table -> table(table, depth);
          case UnionType<T> union -> union(union, depth);
          case ListType<?> list -> list(list, depth);
          case EnumType<?> constants -> pick(constants.constants());
          case TextType text -> text(text);
          case BytesType<T> bytes -> bytes(bytes);
          case ExtraAttributesType extra -> ExtraAttributes.of(attributes(0));
          case TimestampType time -> timestamp();
          case UnsignedLongType number -> number();
          case UnsignedIntType number -> number().intValue();
          case SignedIntType number -> number().intValue();
          case BooleanType flag -> random.nextBoolean();
        };
  }

  private <T> T table(TableType<T> table, int depth) {
    @Nullable Object[] values = new @Nullable Object[table.fields().size()];
    for (Field<T, ?> field : table.fields()) {
      if (field instanceof Field.Required || random.nextBoolean()) {
        values[field.index] = value(field.type, depth + 1);
      }
    }
    return table.create(values);
  }

  private <T> T union(UnionType<T> union, int depth) {
    List<UnionType.Member<? extends T>> members = union.allMembers();
    if (depth > DEEP && union.name().equals("DataType")) {
      members = members.stream().filter(member -> member.tag() < FIRST_NESTED_DATA_TYPE).toList();
    }
    return value(pick(members).table(), depth);
  }

  private <E> List<E> list(ListType<E> list, int depth) {
    int size = random.nextInt(depth > DEEP ? 2 : 4);
    List<E> items = new ArrayList<>();
    for (int index = 0; index < size; index++) {
      items.add(value(list.item(), depth));
    }
    return items;
  }

  public String text() {
    return random.nextInt(50) == 0 ? "big \" text\n".repeat(20_000) : pick(TEXTS);
  }

  private String text(TextType type) {
    return switch (type.name()) {
      case "dataset reference" ->
          pick(List.of("account/name.of-it", "name", datasetId().toString()));
      case "dataset alias" -> pick(List.of("account/name.of-it", "a1"));
      default -> pick(TEXTS);
    };
  }

  private Object bytes(BytesType<?> type) {
    return switch (type.name()) {
      case "multihash" ->
          new Multihash(pick(List.of(HashFunction.values())), bytes(Multihash.DIGEST_LENGTH));
      case "dataset id" -> datasetId();
      default -> bytes(random.nextInt(70));
    };
  }

  private DatasetId datasetId() {
    return new DatasetId(bytes(DatasetId.KEY_LENGTH));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Of the usual years most of the time, now and then of any year that a block can hold. */
  public Instant timestamp() {
    long seconds =
        random.nextInt(4) == 0
            ? random.nextLong(
                LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC),
                LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC))
            : random.nextLong(-62_167_219_200L, 253_402_300_800L);
    return Instant.ofEpochSecond(seconds, pick(List.of(0, 500_000_000, 1000, 999_999_999)));
  }

  /** Any 64 bits. */
  public Long number() {
    return pick(List.of(0L, 1L, 255L, 1L << 31, 1L << 40, Long.MAX_VALUE, -1L, random.nextLong()));
  }

  private ObjectNode attributes(int depth) {
    ObjectNode object = JSON.objectNode();
    int size = random.nextInt(4);
    for (int index = 0; index < size; index++) {
      object.set(pick(TEXTS) + index, attribute(depth + 1));
    }
    return object;
  }

  private JsonNode attribute(int depth) {
    return switch (random.nextInt(depth > 3 ? 5 : 7)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.booleanNode(random.nextBoolean());
      case 2 -> JsonNumbers.signed(number());
      case 3 -> JSON.numberNode(pick(List.of(0.5, -1.0, 1e16, 1.5e-7, 0.1, 123456.789)));
      case 4 -> JSON.textNode(pick(TEXTS));
      case 5 -> attributes(depth);
      default -> {
        ArrayNode array = JSON.arrayNode();
        for (int index = random.nextInt(3); index > 0; index--) {
          array.add(attribute(depth + 1));
        }
        yield array;
      }
    };
  }

  private <E> E pick(List<E> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
