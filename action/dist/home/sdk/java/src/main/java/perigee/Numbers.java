package perigee;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The numbers of one span, until they are sent. */
final class Numbers {
  /** Values that wait in one process. */
  private static final int MOST_WAITING = 1_000_000;

  /** So many of the longest kind fit into one message, beside their counts half as many. */
  private static final int VALUES_PER_MESSAGE = 2400;

  private static final AtomicInteger WAITING = new AtomicInteger();

  private final Map<String, Kept> kept = new LinkedHashMap<>();

  void keep(PerigeeNumber said, double[] values, long[] counts, boolean isMany) {
    Kept all = kept.computeIfAbsent(said.name, name -> new Kept(said));
    all.agree(said);
    all.isDistribution |= isMany;
    for (int i = 0; i < values.length; i++) {
      long count = counts == null ? 1 : counts[i];
      // Libraries of histograms list their empty buckets too.
      if (count > 0) all.add(values[i], count);
    }
  }

  /** What is refused stands in the record. @param span the fields of all messages, each behind a comma */
  void send(String span) {
    kept.values().forEach(one -> one.send(span));
  }

  void forget() {
    kept.values().forEach(one -> WAITING.addAndGet(-one.length));
    kept.clear();
  }

  private static final class Kept {
    private final PerigeeNumber number;
    private double[] values = new double[8];

    /** Only once one of them counts more than once. */
    private long[] counts;

    private int length;
    private long left;
    private boolean isDistribution;

    Kept(PerigeeNumber number) {
      this.number = number;
    }

    void agree(PerigeeNumber said) {
      if (number.unit != null && said.unit != null && !number.unit.equals(said.unit)) {
        throw new PerigeeException(
            number.name + " was recorded in " + number.unit + " before, and now in " + said.unit);
      }
      if (number.direction != null && said.direction != null && !number.direction.equals(said.direction)) {
        throw new PerigeeException(number.name + " was recorded with another direction before");
      }
      if (said.unit != null) number.unit = said.unit;
      if (said.direction != null) number.direction = said.direction;
    }

    void add(double value, long count) {
      if (WAITING.incrementAndGet() > MOST_WAITING) {
        WAITING.decrementAndGet();
        left++;
        return;
      }
      if (length == values.length) values = Arrays.copyOf(values, length * 2);
      if (count != 1 && counts == null) {
        counts = new long[values.length];
        Arrays.fill(counts, 0, length, 1);
      }
      if (counts != null) {
        if (counts.length < values.length) counts = Arrays.copyOf(counts, values.length);
        counts[length] = count;
      }
      values[length++] = value;
    }

    void send(String span) {
      int size = counts == null ? VALUES_PER_MESSAGE : VALUES_PER_MESSAGE / 2;
      try {
        for (int from = 0; from < length || (from == 0 && left > 0); from += size) {
          Connection.request(write(from, Math.min(from + size, length), span));
        }
      } catch (PerigeeException refused) {
        // It stands in the record.
      }
    }

    /** The first message says how many values all of them bring. */
    private String write(int from, int to, String span) {
      boolean isFirst = from == 0;
      StringBuilder line = new StringBuilder("{\"op\":\"record\",\"id\":").append(Connection.nextId());
      line.append(",\"name\":").append(Json.quote(number.name)).append(span);
      line.append(",\"total\":").append(isFirst ? length : 0).append(",\"left\":").append(isFirst ? left : 0);
      if (isDistribution) line.append(",\"distribution\":true");
      if (number.unit != null) line.append(",\"unit\":").append(Json.quote(number.unit));
      if (number.direction != null) line.append(",\"direction\":").append(Json.quote(number.direction));
      line.append(",\"values\":[");
      for (int i = from; i < to; i++) line.append(i == from ? "" : ",").append(values[i]);
      line.append(']');
      if (counts != null) {
        line.append(",\"counts\":[");
        for (int i = from; i < to; i++) line.append(i == from ? "" : ",").append(counts[i]);
        line.append(']');
      }
      return line.append('}').toString();
    }
  }
}
