package io.heddle.encoding;

import static io.heddle.encoding.BasicTypes.I32;
import static io.heddle.encoding.BasicTypes.TEXT;
import static io.heddle.encoding.BasicTypes.TEXTS;
import static io.heddle.encoding.BasicTypes.U64;

import io.heddle.encoding.UnionType.Member;
import io.heddle.odf.EventTimeSource;
import io.heddle.odf.FetchStep;
import io.heddle.odf.FetchStep.EnvVar;
import io.heddle.odf.FetchStep.MqttTopicSubscription;
import io.heddle.odf.FetchStep.RequestHeader;
import io.heddle.odf.Ingress;
import io.heddle.odf.MqttQos;
import io.heddle.odf.SourceCaching;
import io.heddle.odf.SourceOrdering;
import java.util.List;

/**
 * FetchStep of legacy events and Ingress of Source resources. They share most tables; only in
 * resources may EventTimeSource and SourceCaching be written as mere strings. Ingress is never part
 * of a block.
 */
final class FetchTypes {
  static final TableType<EventTimeSource.FromPath> FROM_PATH =
      TableType.of(
          "EventTimeSourceFromPath",
          EventTimeSource.FromPath.class,
          table -> {
            var pattern = table.required(0, "pattern", TEXT, EventTimeSource.FromPath::pattern);
            var format =
                table.optional(
                    1, "timestampFormat", TEXT, EventTimeSource.FromPath::timestampFormat);
            return values -> new EventTimeSource.FromPath(values.get(pattern), values.get(format));
          });

  static final UnionType<EventTimeSource> EVENT_TIME_SOURCE = eventTimeSource(false);

  static final UnionType<SourceCaching> SOURCE_CACHING = sourceCaching(false);

  static final TableType<RequestHeader> REQUEST_HEADER =
      TableType.of(
          "RequestHeader",
          RequestHeader.class,
          table -> {
            var name = table.required(0, "name", TEXT, RequestHeader::name);
            var value = table.required(1, "value", TEXT, RequestHeader::value);
            return values -> new RequestHeader(values.get(name), values.get(value));
          });

  static final TableType<EnvVar> ENV_VAR =
      TableType.of(
          "EnvVar",
          EnvVar.class,
          table -> {
            var name = table.required(0, "name", TEXT, EnvVar::name);
            var value = table.optional(1, "value", TEXT, EnvVar::value);
            return values -> new EnvVar(values.get(name), values.get(value));
          });

  static final TableType<MqttTopicSubscription> MQTT_TOPIC =
      TableType.of(
          "MqttTopicSubscription",
          MqttTopicSubscription.class,
          table -> {
            var path = table.required(0, "path", TEXT, MqttTopicSubscription::path);
            var qos =
                table.optional(
                    1, "qos", new EnumType<>(MqttQos.class, 4), MqttTopicSubscription::qos);
            return values -> new MqttTopicSubscription(values.get(path), values.get(qos));
          });

  static final OdfType<SourceOrdering> SOURCE_ORDERING = new EnumType<>(SourceOrdering.class, 4);

  static final TableType<FetchStep.Container> CONTAINER =
      TableType.of(
          "FetchStepContainer",
          FetchStep.Container.class,
          table -> {
            var image = table.required(0, "image", TEXT, FetchStep.Container::image);
            var command = table.optional(1, "command", TEXTS, FetchStep.Container::command);
            var args = table.optional(2, "args", TEXTS, FetchStep.Container::args);
            var env = table.optional(3, "env", new ListType<>(ENV_VAR), FetchStep.Container::env);
            return values ->
                new FetchStep.Container(
                    values.get(image), values.get(command), values.get(args), values.get(env));
          });

  static final TableType<FetchStep.Mqtt> MQTT =
      TableType.of(
          "FetchStepMqtt",
          FetchStep.Mqtt.class,
          table -> {
            var host = table.required(0, "host", TEXT, FetchStep.Mqtt::host);
            var port = table.required(1, "port", I32, FetchStep.Mqtt::port);
            var username = table.optional(2, "username", TEXT, FetchStep.Mqtt::username);
            var password = table.optional(3, "password", TEXT, FetchStep.Mqtt::password);
            var topics =
                table.required(4, "topics", new ListType<>(MQTT_TOPIC), FetchStep.Mqtt::topics);
            return values ->
                new FetchStep.Mqtt(
                    values.get(host),
                    values.get(port),
                    values.get(username),
                    values.get(password),
                    values.get(topics));
          });

  static final TableType<FetchStep.EthereumLogs> ETHEREUM_LOGS =
      TableType.of(
          "FetchStepEthereumLogs",
          FetchStep.EthereumLogs.class,
          table -> {
            var chainId = table.optional(0, "chainId", U64, FetchStep.EthereumLogs::chainId);
            var nodeUrl = table.optional(1, "nodeUrl", TEXT, FetchStep.EthereumLogs::nodeUrl);
            var filter = table.optional(2, "filter", TEXT, FetchStep.EthereumLogs::filter);
            var signature = table.optional(3, "signature", TEXT, FetchStep.EthereumLogs::signature);
            return values ->
                new FetchStep.EthereumLogs(
                    values.get(chainId),
                    values.get(nodeUrl),
                    values.get(filter),
                    values.get(signature));
          });

  static final UnionType<FetchStep> FETCH_STEP =
      new UnionType<>(
          "FetchStep",
          false,
          () ->
              List.of(
                  new Member<>(1, "Url", url(EVENT_TIME_SOURCE, SOURCE_CACHING)),
                  new Member<>(2, "FilesGlob", filesGlob(EVENT_TIME_SOURCE, SOURCE_CACHING)),
                  new Member<>(3, "Container", CONTAINER),
                  new Member<>(4, "Mqtt", MQTT),
                  new Member<>(5, "EthereumLogs", ETHEREUM_LOGS)));

  static final TableType<Ingress.EvmLogs> EVM_LOGS =
      TableType.of(
          "IngressEvmLogs",
          Ingress.EvmLogs.class,
          table -> {
            var chainId = table.optional(0, "chainId", U64, Ingress.EvmLogs::chainId);
            var nodeUrl = table.optional(1, "nodeUrl", TEXT, Ingress.EvmLogs::nodeUrl);
            var filter = table.optional(2, "filter", TEXT, Ingress.EvmLogs::filter);
            var signature = table.optional(3, "signature", TEXT, Ingress.EvmLogs::signature);
            return values ->
                new Ingress.EvmLogs(
                    values.get(chainId),
                    values.get(nodeUrl),
                    values.get(filter),
                    values.get(signature));
          });

  static final TableType<Ingress.Buffer.Memory> MEMORY_BUFFER =
      TableType.of(
          "IngressBufferMemory",
          Ingress.Buffer.Memory.class,
          table -> {
            var size = table.optional(0, "bufferSize", U64, Ingress.Buffer.Memory::bufferSize);
            var policy =
                table.optional(
                    1,
                    "overflowPolicy",
                    new EnumType<>(Ingress.OverflowPolicy.class, 4),
                    Ingress.Buffer.Memory::overflowPolicy);
            return values -> new Ingress.Buffer.Memory(values.get(size), values.get(policy));
          });

  static final UnionType<Ingress.Buffer> INGRESS_BUFFER =
      new UnionType<>(
          "IngressBuffer", false, () -> List.of(new Member<>(1, "Memory", MEMORY_BUFFER)));

  static final TableType<Ingress.RestEndpoint> REST_ENDPOINT =
      TableType.of(
          "IngressRestEndpoint",
          Ingress.RestEndpoint.class,
          table -> {
            var buffer = table.optional(0, "buffer", INGRESS_BUFFER, Ingress.RestEndpoint::buffer);
            return values -> new Ingress.RestEndpoint(values.get(buffer));
          });

  static final UnionType<Ingress> INGRESS =
      new UnionType<>("Ingress", false, FetchTypes::ingressMembers);

  private FetchTypes() {}

  private static List<Member<? extends Ingress>> ingressMembers() {
    var eventTime = eventTimeSource(true);
    var cache = sourceCaching(true);
    return List.of(
        new Member<>(1, "Url", url(eventTime, cache)),
        new Member<>(2, "FilesGlob", filesGlob(eventTime, cache)),
        new Member<>(3, "Container", CONTAINER),
        new Member<>(4, "Mqtt", MQTT),
        new Member<>(5, "EvmLogs", EVM_LOGS),
        new Member<>(6, "RestEndpoint", REST_ENDPOINT));
  }

  private static UnionType<EventTimeSource> eventTimeSource(boolean shortForms) {
    return new UnionType<>(
        "EventTimeSource",
        shortForms,
        () ->
            List.of(
                new Member<>(
                    1,
                    "FromMetadata",
                    TableType.empty(
                        "EventTimeSourceFromMetadata",
                        EventTimeSource.FromMetadata.class,
                        new EventTimeSource.FromMetadata())),
                new Member<>(2, "FromPath", FROM_PATH),
                new Member<>(
                    3,
                    "FromSystemTime",
                    TableType.empty(
                        "EventTimeSourceFromSystemTime",
                        EventTimeSource.FromSystemTime.class,
                        new EventTimeSource.FromSystemTime()))));
  }

  private static UnionType<SourceCaching> sourceCaching(boolean shortForms) {
    return new UnionType<>(
        "SourceCaching",
        shortForms,
        () ->
            List.of(
                new Member<>(
                    1,
                    "Forever",
                    TableType.empty(
                        "SourceCachingForever",
                        SourceCaching.Forever.class,
                        new SourceCaching.Forever()))));
  }

  private static TableType<FetchStep.Url> url(
      OdfType<EventTimeSource> eventTimes, OdfType<SourceCaching> caching) {
    return TableType.of(
        "FetchStepUrl",
        FetchStep.Url.class,
        table -> {
          var url = table.required(0, "url", TEXT, FetchStep.Url::url);
          var eventTime = table.optional(1, "eventTime", eventTimes, FetchStep.Url::eventTime);
          var cache = table.optional(3, "cache", caching, FetchStep.Url::cache);
          var headers =
              table.optional(5, "headers", new ListType<>(REQUEST_HEADER), FetchStep.Url::headers);
          return values ->
              new FetchStep.Url(
                  values.get(url), values.get(eventTime), values.get(cache), values.get(headers));
        });
  }

  private static TableType<FetchStep.FilesGlob> filesGlob(
      OdfType<EventTimeSource> eventTimes, OdfType<SourceCaching> caching) {
    return TableType.of(
        "FetchStepFilesGlob",
        FetchStep.FilesGlob.class,
        table -> {
          var path = table.required(0, "path", TEXT, FetchStep.FilesGlob::path);
          var eventTime =
              table.optional(1, "eventTime", eventTimes, FetchStep.FilesGlob::eventTime);
          var cache = table.optional(3, "cache", caching, FetchStep.FilesGlob::cache);
          var order = table.optional(5, "order", SOURCE_ORDERING, FetchStep.FilesGlob::order);
          return values ->
              new FetchStep.FilesGlob(
                  values.get(path), values.get(eventTime), values.get(cache), values.get(order));
        });
  }
}
