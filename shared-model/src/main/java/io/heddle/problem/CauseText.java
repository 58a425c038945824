package io.heddle.problem;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.regex.Pattern;

/** What an exception says, for the messages that users read: in words, without names of classes. */
public final class CauseText {
  private static final Pattern QUALIFIED_NAME =
      Pattern.compile("[a-z]\\w*(\\.[a-z]\\w*)*\\.[A-Z]\\w*");

  private CauseText() {}

  public static String of(Throwable failure) {
    return switch (failure) {
      case IngestException known -> known.failure().message();
      case AccessDeniedException e -> onFile(e, "the permission to use it is missing");
      case NoSuchFileException e -> onFile(e, "it does not exist");
      case NotDirectoryException e -> onFile(e, "it is no folder");
      case DirectoryNotEmptyException e -> onFile(e, "the folder is not empty");
      case NullPointerException e when speaksOfCode(e) -> inTheProgram();
      case ClassCastException e when speaksOfCode(e) -> inTheProgram();
      default -> message(failure);
    };
  }

  /** As the JDK explains some faults. */
  private static boolean speaksOfCode(RuntimeException e) {
    return e.getMessage() != null && QUALIFIED_NAME.matcher(e.getMessage()).find();
  }

  private static String message(Throwable failure) {
    String message = failure.getMessage();
    Throwable cause = failure.getCause();
    if (cause != null && cause.toString().equals(message)) {
      return of(cause);
    }
    return message == null || message.isBlank() ? inTheProgram() : message;
  }

  /** These have no more than the name of the file for a message. */
  private static String onFile(FileSystemException e, String byDefault) {
    String reason = e.getReason();
    String why = reason == null ? byDefault : reason;
    return e.getFile() == null ? why : e.getFile() + ": " + why;
  }

  private static String inTheProgram() {
    return "a fault in the program, of which the log has more";
  }
}
