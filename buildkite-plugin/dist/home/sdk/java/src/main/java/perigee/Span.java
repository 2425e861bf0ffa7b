package perigee;

import java.util.LinkedHashMap;
import java.util.Map;

/** A span that runs. */
final class Span {
  private final long id;
  private final String name;
  private long startNs;
  private long latencyNs;
  /** As JSON. */
  final Map<String, String> annotations = new LinkedHashMap<>();

  final Numbers numbers = new Numbers();

  private Span(long id, String name) {
    this.id = id;
    this.name = name;
  }

  /** @return null where nothing is measured */
  static Span begin(String name, Span parent) {
    if (!Connection.isOpen()) return null;
    Span span = new Span(Connection.nextId(), name);
    String line =
        "{\"op\":\"begin\",\"id\":" + span.id
            + ",\"span\":" + Json.quote(name)
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
      if (Connection.request(endWith(fields))) numbers.send(",\"span\":" + Json.quote(name) + "," + fields);
    } finally {
      numbers.forget();
    }
  }

  private String endWith(CharSequence fields) {
    return "{\"op\":\"end\",\"id\":" + id + ",\"latencyNs\":" + latencyNs + "," + fields + "}";
  }
}
