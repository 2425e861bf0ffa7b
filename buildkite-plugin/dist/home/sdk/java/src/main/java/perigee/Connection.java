package perigee;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** The connection of this process to the collector; threads take turns. */
final class Connection {
  private static final String PATH = System.getenv("PERIGEE_SOCKET");
  private static final String OUTER = System.getenv("PERIGEE_SPAN");
  private static final AtomicLong LAST_ID = new AtomicLong();
  private static final ByteBuffer RECEIVED = ByteBuffer.allocate(4096);
  private static SocketChannel channel;
  /** The test goes on without a collector. */
  private static volatile boolean isGone = PATH == null;

  private Connection() {}

  static long nextId() {
    return LAST_ID.incrementAndGet();
  }

  /** The field that names the span of another process in which this one runs; empty without one. */
  static String outer() {
    return OUTER == null ? "" : ",\"parent\":" + Json.quote(OUTER);
  }

  static boolean isOpen() {
    return !isGone && connect();
  }

  /**
   * Sends a message and waits for its answer.
   *
   * @return whether the collector took it; false when it is gone
   * @throws PerigeeException with its words when it refuses the message
   */
  static synchronized boolean request(String line) {
    if (!connect()) return false;
    String answer;
    try {
      ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) channel.write(bytes);
      answer = receive();
    } catch (IOException gone) {
      isGone = true;
      return false;
    }
    if (answer.startsWith("{\"ok\":true")) return true;
    throw new PerigeeException(Json.readError(answer));
  }

  private static String receive() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      RECEIVED.clear();
      if (channel.read(RECEIVED) < 0) throw new IOException("the collector is gone");
      line.write(RECEIVED.array(), 0, RECEIVED.position());
      if (RECEIVED.get(RECEIVED.position() - 1) == '\n') return line.toString(StandardCharsets.UTF_8);
    }
  }

  private static synchronized boolean connect() {
    if (channel == null && !isGone) {
      try {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(PATH));
      } catch (IOException nobodyListens) {
        isGone = true;
      }
    }
    return !isGone;
  }
}
