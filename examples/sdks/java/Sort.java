import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import perigee.Perigee;

/** Sorts numbers and counts the comparisons. Runs with and without Perigee. */
public final class Sort {
  private static final int LINES = 50_000;

  public static void main(String[] words) {
    Integer[] numbers = new Integer[LINES];
    for (int i = 0; i < LINES; i++) numbers[i] = (int) (i * 7919L % 50_021);
    AtomicLong comparisons = new AtomicLong();

    Perigee.profile(
        "sort",
        () -> {
          Perigee.annotate("lines", LINES);
          Arrays.sort(
              numbers,
              (left, right) -> {
                comparisons.incrementAndGet();
                return Integer.compare(left, right);
              });
          Perigee.record("comparisons", comparisons.get());
        });
  }
}
