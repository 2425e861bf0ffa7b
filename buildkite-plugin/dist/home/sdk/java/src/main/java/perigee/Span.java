package perigee;

import java.util.LinkedHashMap;
import java.util.Map;

/** A span that runs. */
final class Span {
  private final long id;
  private final String name;
  /** The fields that say which test case it is; empty where it is none. */
  private final String ofCase;
  private long startNs;
  private long latencyNs;
  /** As JSON. */
  final Map<String, String> annotations = new LinkedHashMap<>();

  final Numbers numbers = new Numbers();

  private Span(long id, String name, String ofCase) {
    this.id = id;
    this.name = name;
    this.ofCase = ofCase;
  }

  /** @return null where nothing is measured */
  static Span begin(String name, Span parent) {
    return begin(name, parent, "");
  }

  /** The same for a test case. @param id of the test case, the same for all its attempts */
  static Span beginCase(String name, String id) {
    return begin(name, null, ",\"case\":" + Json.quote(id));
  }

  private static Span begin(String name, Span parent, String ofCase) {
    if (!Connection.isOpen()) return null;
    Span span = new Span(Connection.nextId(), name, ofCase);
    String line =
        "{\"op\":\"begin\",\"id\":" + span.id
            + ",\"span\":" + Json.quote(name)
            + ofCase
            + ",\"pid\":" + ProcessHandle.current().pid()
            + (parent == null ? Connection.outer() : ",\"parent\":" + parent.id)
            + "}";
    if (!Connection.request(line)) return null;
    span.startNs = System.nanoTime();
    return span;
  }

  /** What follows is not part of its latency. */
  void stop() {
    latencyNs = System.nanoTime() - startNs;
  }

  void fail() {
    try {
      Connection.request(endWith("\"failed\":true"));
    } catch (PerigeeException refused) {
      // What the body threw is the one to tell.
    }
    numbers.forget();
  }

  void end() {
    StringBuilder fields = new StringBuilder("\"annotations\":{");
    annotations.forEach((key, json) -> fields.append(Json.quote(key)).append(':').append(json).append(','));
    if (!annotations.isEmpty()) fields.setLength(fields.length() - 1);
    fields.append('}');
    try {
      // The numbers afterwards, so that neither clock counts them.
      if (Connection.request(endWith(fields))) numbers.send(",\"span\":" + Json.quote(name) + ofCase + "," + fields);
    } finally {
      numbers.forget();
    }
  }

  private String endWith(CharSequence fields) {
    return "{\"op\":\"end\",\"id\":" + id + ",\"latencyNs\":" + latencyNs + "," + fields + "}";
  }
}
