package perigee;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Marks spans in a test and records numbers. Under Perigee, {@code PERIGEE_SOCKET} names the collector; without it
 * all of this does nothing, so it can stay in the test.
 *
 * <pre>{@code
 * Perigee.profile("upload", () -> {
 *   Perigee.annotate("num_files", 10000);
 *   upload(files);
 *   Perigee.number("throughput").unit("files/s").record(files.size() / seconds);
 * });
 * }</pre>
 */
public final class Perigee {
  /** The spans of this thread that run, the innermost first. */
  private static final ThreadLocal<Deque<Span>> OPEN = ThreadLocal.withInitial(ArrayDeque::new);

  private Perigee() {}

  /** What a span measures. */
  @FunctionalInterface
  public interface Body<E extends Exception> {
    void run() throws E;
  }

  /** What a span measures, with a result. */
  @FunctionalInterface
  public interface ResultBody<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Measures the body as a span with this name. Spans that it begins in its thread are nested in it.
   *
   * @throws E what the body throws; its span is then not counted
   * @throws PerigeeException where Perigee refused the span
   */
  public static <E extends Exception> void profile(String name, Body<E> body) throws E {
    profileResult(
        name,
        () -> {
          body.run();
          return null;
        });
  }

  /** The same for a body with a result, which is given back. */
  public static <T, E extends Exception> T profileResult(String name, ResultBody<T, E> body) throws E {
    Deque<Span> open = open();
    Span span = Span.begin(name, open.peek());
    if (span == null) return body.run();
    open.push(span);
    boolean isDone = false;
    T result;
    try {
      result = body.run();
      isDone = true;
    } finally {
      span.stop();
      open.remove(span);
      if (!isDone) span.fail();
    }
    span.end();
    return result;
  }

  /** Annotates the innermost span of this thread: the results are sliced by key and value. */
  public static void annotate(String key, String value) {
    annotateAs(key, Json.quote(value));
  }

  public static void annotate(String key, boolean value) {
    annotateAs(key, String.valueOf(value));
  }

  public static void annotate(String key, long value) {
    annotateAs(key, String.valueOf(value));
  }

  public static void annotate(String key, double value) {
    if (!Double.isFinite(value)) throw new PerigeeException(key + ": no finite number");
    annotateAs(key, String.valueOf(value));
  }

  /** Records a value without a unit: {@code number(name).record(value)}. */
  public static void record(String name, double value) {
    number(name).record(value);
  }

  /** A number of the innermost span of this thread, or of the whole test outside spans. */
  public static PerigeeNumber number(String name) {
    return new PerigeeNumber(name);
  }

  static Deque<Span> open() {
    return OPEN.get();
  }

  static Span innermost() {
    return open().peek();
  }

  private static void annotateAs(String key, String json) {
    Span span = innermost();
    if (span != null) span.annotations.put(key, json);
    else if (Connection.isOpen()) throw new PerigeeException(key + " was annotated outside a span");
  }
}
