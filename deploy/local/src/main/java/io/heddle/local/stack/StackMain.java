package io.heddle.local.stack;

import io.heddle.kafka.TopicLayout;
import io.heddle.kafka.TopicMismatchException;
import io.heddle.kafka.TopicSetup;
import io.heddle.message.Topics;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * The commands {@code up}, {@code down}, {@code status}, {@code restart} and {@code topics} of the
 * start script.
 */
public final class StackMain {
  private StackMain() {}

  public static void main(String[] args) {
    try {
      run(List.of(args));
    } catch (IllegalStateException
        | IllegalArgumentException
        | UncheckedIOException
        | KafkaException
        | TopicMismatchException e) {
      System.err.println("heddle: " + e.getMessage());
      System.exit(1);
    }
    System.exit(0);
  }

  private static void run(List<String> args) {
    String command = args.isEmpty() ? "" : args.getFirst();
    List<String> arguments = args.subList(Math.min(1, args.size()), args.size());
    switch (command) {
      case "up" -> up(arguments);
      case "restart" -> restart(arguments);
      case "down" -> {
        stack(Patience.endless(System.out::println)).down();
        System.out.println("The local stack is down; its data stay in " + ProjectRoot.home());
      }
      case "status" -> status(stack(Patience.endless(System.out::println)));
      case "topics" -> topics(arguments);
      default -> throw new IllegalArgumentException("expected up, down, status, restart or topics");
    }
  }

  private static SupervisedStack stack(Patience patience) {
    return new SupervisedStack(
        ProjectRoot.find(),
        new StackFolder(ProjectRoot.home().resolve("stack")),
        SupervisedStack.ALL,
        patience);
  }

  private static void up(List<String> args) {
    SupervisedStack stack = stack(patience(args));
    stack.up();
    status(stack);
    LocalStack local = stack.stack();
    System.out.println("Kafka: " + local.bootstrapServers());
    System.out.println("S3:    " + local.s3Endpoint() + ", bucket " + LocalStack.BUCKET);
    System.out.println("REST interface and push endpoint, for the examples in docs/:");
    System.out.println(
        "export HEDDLE=%s INGRESS=%s"
            .formatted(local.url(Service.RESOURCE, 1), local.url(Service.INGRESS, 1)));
  }

  private static void restart(List<String> args) {
    if (args.size() != 1) {
      throw new IllegalArgumentException(
          "usage: heddle restart SERVICE, one of " + String.join(", ", SupervisedStack.ALL));
    }
    SupervisedStack stack = stack(Patience.endless(System.out::println));
    stack.restart(args.getFirst());
    status(stack);
  }

  private static Patience patience(List<String> args) {
    if (args.isEmpty()) {
      return Patience.endless(System.out::println);
    }
    if (args.size() != 2 || !args.getFirst().equals("--within")) {
      throw new IllegalArgumentException("usage: heddle up [--within SECONDS]");
    }
    return Patience.atMost(Duration.ofSeconds(number(args, 1, 0)), System.out::println);
  }

  private static void status(SupervisedStack stack) {
    List<String> lines = stack.status();
    if (lines.isEmpty()) {
      System.out.println("Nothing runs.");
    }
    lines.forEach(System.out::println);
  }

  private static void topics(List<String> args) {
    if (args.isEmpty()) {
      throw new IllegalArgumentException(
          "usage: heddle topics BOOTSTRAP_SERVERS [PARTITIONS [REPLICATION [PREFIX]]]");
    }
    int partitions = number(args, 1, TopicLayout.DEFAULT_DATASET_PARTITIONS);
    int replication = number(args, 2, 3);
    var topics = args.size() > 3 ? new Topics(args.get(3)) : Topics.DEFAULT;
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", args.getFirst()))) {
      List<String> created =
          TopicSetup.ensure(admin, new TopicLayout(topics, partitions), replication);
      System.out.println(
          created.isEmpty() ? "All topics exist." : "Created: " + String.join(", ", created));
    }
  }

  private static int number(List<String> args, int index, int otherwise) {
    if (args.size() <= index) {
      return otherwise;
    }
    try {
      return Integer.parseInt(args.get(index));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(args.get(index) + " is not a number", e);
    }
  }
}
