package io.heddle.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;

/**
 * An S3 server over a folder, on the loopback address. Conditional writes are atomic. Objects are
 * plain files {@code FOLDER/BUCKET/KEY}; the file system needs extended attributes.
 */
public final class EmbeddedS3 implements AutoCloseable {
  /** Held on to, since the log manager only knows loggers weakly. */
  private static final Logger[] CHATTY = {
    Logger.getLogger("org.gaul"), Logger.getLogger("org.eclipse.jetty")
  };

  private final S3Proxy proxy;

  /**
   * Starts the server; it is ready when this returns.
   *
   * @param port to listen on; 0: any free one
   */
  public EmbeddedS3(Path folder, int port, S3Keys keys) {
    for (Logger logger : CHATTY) {
      logger.setLevel(Level.WARNING);
    }
    Properties settings = new Properties();
    settings.setProperty("jclouds.filesystem.basedir", folder.toString());
    try {
      Files.createDirectories(folder);
      proxy =
          S3Proxy.builder()
              .blobStore(new LockingBlobStore(BlobStores.create("filesystem-nio2", settings)))
              .endpoint(URI.create("http://127.0.0.1:" + port))
              .awsAuthentication(
                  AuthenticationType.AWS_V2_OR_V4, keys.accessKey(), keys.secretKey())
              .ignoreUnknownHeaders(true)
              .build();
      proxy.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare the S3 server's folder " + folder, e);
    } catch (Exception e) {
      throw new IllegalStateException("cannot start the S3 server over " + folder, e);
    }
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + proxy.getPort());
  }

  @Override
  public void close() {
    try {
      proxy.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the S3 server does not stop", e);
    }
  }

  /**
   * The server as a process: {@code FOLDER PORT}, its keys on two lines of standard input, so that
   * no list of processes shows them. Stops on SIGTERM.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    S3Keys keys = S3Keys.read(System.in);
    var server = new EmbeddedS3(Path.of(args[0]), Integer.parseInt(args[1]), keys);
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  stopped.countDown();
                },
                "s3-stop"));
    stopped.await();
  }
}
