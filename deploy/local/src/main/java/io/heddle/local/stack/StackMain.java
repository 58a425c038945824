package io.heddle.local.stack;

import io.heddle.kafka.TopicLayout;
import io.heddle.kafka.TopicMismatchException;
import io.heddle.kafka.TopicSetup;
import io.heddle.message.Topics;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** The commands {@code up}, {@code down}, {@code status} and {@code topics} of the start script. */
public final class StackMain {
  private StackMain() {}

  public static void main(String[] args) {
    try {
      run(List.of(args));
    } catch (IllegalStateException | IllegalArgumentException | TopicMismatchException e) {
      System.err.println("heddle: " + e.getMessage());
      System.exit(1);
    }
    System.exit(0);
  }

  private static void run(List<String> args) {
    switch (args.isEmpty() ? "" : args.getFirst()) {
      case "up" -> up(stack());
      case "down" -> {
        stack().down();
        System.out.println("The local stack is down; its data stay in " + ProjectRoot.home());
      }
      case "status" -> status(stack());
      case "topics" -> topics(args.subList(1, args.size()));
      default -> throw new IllegalArgumentException("expected up, down, status or topics");
    }
  }

  private static LocalStack stack() {
    return new LocalStack(ProjectRoot.find(), new StackFolder(ProjectRoot.home().resolve("stack")));
  }

  private static void up(LocalStack stack) {
    if (!stack.isUp()) {
      try {
        stack.up();
      } catch (IllegalStateException e) {
        stack.down();
        throw e;
      }
    }
    status(stack);
    System.out.println("REST interface: " + stack.url(Service.RESOURCE, 1));
    System.out.println("Push endpoint:  " + stack.url(Service.INGRESS, 1));
    System.out.println("Kafka:          " + stack.bootstrapServers());
    System.out.println("S3:             " + stack.s3Endpoint() + ", bucket " + LocalStack.BUCKET);
  }

  private static void status(LocalStack stack) {
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
    return args.size() > index ? Integer.parseInt(args.get(index)) : otherwise;
  }
}
