package io.heddle.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.heddle.chain.ChainFixture;
import io.heddle.hash.Sha3;
import io.heddle.multiformats.Multihash;
import io.heddle.objectstore.FolderObjectStore;
import io.heddle.odf.Checkpoint;
import io.heddle.odf.MetadataEvent;
import io.heddle.odf.SourceState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChainCommandTest {
  private static final byte[] STATE = "state".getBytes(UTF_8);

  @TempDir Path folder;
  private ChainFixture chain;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void build() {
    Multihash checkpoint = Sha3.hash(STATE);
    chain = new ChainFixture(new FolderObjectStore(folder)).seed().schema();
    chain.store().putIfAbsent("checkpoints/" + checkpoint, STATE);
    chain.add(
        new MetadataEvent.AddData(
            null,
            null,
            null,
            new Checkpoint(checkpoint, STATE.length),
            ChainFixture.START,
            new SourceState("rates", SourceState.ETAG, "1"),
            null));
  }

  @Test
  void showsTheLogNewestFirst() {
    assertThat(run("log", folder.toString())).isEqualTo(ExitCode.OK);

    assertThat(out().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("    2  " + chain.head(), "source rates"),
            line -> assertThat(line).contains("SetDataSchema  6 columns"),
            line -> assertThat(line).contains("Seed  Root " + ChainFixture.DATASET));
  }

  @Test
  void cutsTheLog() {
    assertThat(run("log", folder.toString(), "--limit", "1", "--json")).isEqualTo(ExitCode.OK);

    assertThat(out().lines()).singleElement().asString().startsWith("{\"hash\":\"" + chain.head());
  }

  @Test
  void showsABlockByNumberHashOrItsEnd() {
    String head = chain.head().toString();

    run("show", folder.toString());
    String shown = out();
    assertThat(shown).contains("\"kind\" : \"AddData\"");
    for (String name : new String[] {"2", head, head.substring(head.length() - 8)}) {
      out.reset();
      assertThat(run("show", folder.toString(), name)).isEqualTo(ExitCode.OK);
      assertThat(out()).isEqualTo(shown);
    }
  }

  @Test
  void showsTheSchema() {
    assertThat(run("schema", folder.toString())).isEqualTo(ExitCode.OK);

    assertThat(out()).contains("\"population\"");
  }

  @Test
  void verifiesAFolder() {
    assertThat(run("verify", folder.toString())).isEqualTo(ExitCode.OK);
    assertThat(out()).startsWith("ok; 3 blocks");
  }

  @Test
  void verifiesByNothingButAHead() throws IOException {
    String head = chain.head().toString();
    Files.delete(folder.resolve("refs/head"));

    assertThat(run("verify", folder.toString(), "--head", head, "--json")).isEqualTo(ExitCode.OK);
    assertThat(out()).contains("\"ok\" : true");
    assertThat(run("verify", folder.toString())).isEqualTo(ExitCode.UNREADABLE);
    assertThat(err()).contains("refs/head", "--head");
  }

  @Test
  void saysWhatIsBroken() throws IOException {
    Multihash checkpoint = Sha3.hash(STATE);
    Files.write(folder.resolve("checkpoints/" + checkpoint), "strange".getBytes(UTF_8));

    assertThat(run("verify", folder.toString())).isEqualTo(ExitCode.BROKEN);
    assertThat(out())
        .contains("error size-mismatch, block 2", "physical-hash-mismatch", "to do: ", "broken: 2");
  }

  @Test
  void saysThatTheLogIsBroken() throws IOException {
    Files.delete(
        folder.resolve("blocks/" + chain.chain().block(chain.head()).block().prevBlockHash()));

    assertThat(run("log", folder.toString())).isEqualTo(ExitCode.BROKEN);
    assertThat(err()).contains("is not in the store");
  }

  @Test
  void verifiesAnHttpRoot() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/dataset/",
        exchange -> {
          String key = exchange.getRequestURI().getPath().substring("/dataset/".length());
          Path file = folder.resolve(key);
          if (!Files.isRegularFile(file)) {
            exchange.sendResponseHeaders(404, -1);
          } else if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", "" + Files.size(file));
            exchange.sendResponseHeaders(200, -1);
          } else {
            exchange.sendResponseHeaders(200, Files.size(file));
            exchange.getResponseBody().write(Files.readAllBytes(file));
          }
          exchange.close();
        });
    server.start();
    try {
      String root = "http://127.0.0.1:" + server.getAddress().getPort() + "/dataset";

      assertThat(run("verify", root, "--head", chain.head().toString())).isEqualTo(ExitCode.OK);
      assertThat(run("log", root)).isEqualTo(ExitCode.OK);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void saysThatThereIsNothingToRead() {
    assertThat(run("verify", folder.resolve("nowhere").toString())).isEqualTo(ExitCode.UNREADABLE);
    assertThat(err()).contains("there is no folder");
  }

  @Test
  void explainsItself() {
    assertThat(run("log")).isEqualTo(ExitCode.USAGE);
    assertThat(run("frobnicate", folder.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(run("verify", folder.toString(), "--check", "Nothing")).isEqualTo(ExitCode.USAGE);
    assertThat(run("verify", folder.toString(), "--head", "xyz")).isEqualTo(ExitCode.USAGE);
    assertThat(run("log", folder.toString(), "--limit", "few")).isEqualTo(ExitCode.USAGE);
    assertThat(run("log", "s3://bucket/prefix")).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("usage: ./heddle chain", "HEDDLE_S3_ENDPOINT");
  }

  private ExitCode run(String... arguments) {
    return new ChainCommand(new PrintStream(out), new PrintStream(err), Map.of()).run(arguments);
  }

  private String out() {
    return out.toString(UTF_8);
  }

  private String err() {
    return err.toString(UTF_8);
  }
}
