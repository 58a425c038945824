package io.heddle.odf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the legacy event {@code SetPollingSource} gets its data from (chain model, "union
 * FetchStep"). Most of its cases are cases of a Source's {@link Ingress}, too.
 */
public sealed interface FetchStep {
  record Url(
      String url,
      @Nullable EventTimeSource eventTime,
      @Nullable SourceCaching cache,
      @Nullable List<RequestHeader> headers)
      implements FetchStep, Ingress {
    public Url {
      headers = headers == null ? null : List.copyOf(headers);
    }
  }

  record FilesGlob(
      String path,
      @Nullable EventTimeSource eventTime,
      @Nullable SourceCaching cache,
      @Nullable SourceOrdering order)
      implements FetchStep, Ingress {}

  record Container(
      String image,
      @Nullable List<String> command,
      @Nullable List<String> args,
      @Nullable List<EnvVar> env)
      implements FetchStep, Ingress {
    public Container {
      command = command == null ? null : List.copyOf(command);
      args = args == null ? null : List.copyOf(args);
      env = env == null ? null : List.copyOf(env);
    }
  }

  record Mqtt(
      String host,
      int port,
      @Nullable String username,
      @Nullable String password,
      List<MqttTopicSubscription> topics)
      implements FetchStep, Ingress {
    public Mqtt {
      topics = List.copyOf(topics);
    }
  }

  /** The legacy name of {@code EvmLogs}; its form as an ingress is {@link Ingress.EvmLogs}. */
  record EthereumLogs(
      @Nullable Long chainId,
      @Nullable String nodeUrl,
      @Nullable String filter,
      @Nullable String signature)
      implements FetchStep {}

  record RequestHeader(String name, String value) {}

  record EnvVar(String name, @Nullable String value) {}

  record MqttTopicSubscription(String path, @Nullable MqttQos qos) {}
}
