import java.util.List;
import java.util.Map;
import perigee.Perigee;
import perigee.PerigeeException;

/** One program for each scenario of the conformance suite. */
public final class Conformance {
  private interface Scenario {
    void run() throws Exception;
  }

  private static final Map<String, Scenario> SCENARIOS =
      Map.ofEntries(
          Map.entry("nested", Conformance::nested),
          Map.entry("concurrent", Conformance::concurrent),
          Map.entry("repeated", Conformance::repeated),
          Map.entry("failing", Conformance::failing),
          Map.entry("refused", Conformance::refused),
          Map.entry("manyClasses", Conformance::manyClasses),
          Map.entry("twoLines", () -> show(() -> Perigee.profile("a\u2028b", () -> {}))),
          Map.entry("inside", Conformance::inside),
          Map.entry("numbers", Conformance::numbers),
          Map.entry("distributions", Conformance::distributions),
          Map.entry("emptyBuckets", Conformance::emptyBuckets),
          Map.entry("wrongValues", Conformance::wrongValues),
          Map.entry("failingWithNumbers", Conformance::failingWithNumbers),
          Map.entry("undeclared", Conformance::undeclared),
          Map.entry("outliving", Conformance::outliving),
          Map.entry("tooManyValues", Conformance::tooManyValues));

  public static void main(String[] words) throws Exception {
    SCENARIOS.get(words[0]).run();
  }

  private static void show(Runnable call) {
    try {
      call.run();
    } catch (PerigeeException refused) {
      System.out.println(refused.getMessage());
    }
  }

  private static void nested() {
    Perigee.profile(
        "outer",
        () -> {
          Perigee.annotate("size", 2);
          Perigee.profile("inner", () -> Perigee.annotate("kind_of", "a"));
          Perigee.annotate("late", true);
        });
  }

  private static void concurrent() throws InterruptedException {
    List<Thread> threads = List.of(sleeper("short", 50), sleeper("long", 300));
    threads.forEach(Thread::start);
    for (Thread thread : threads) thread.join();
  }

  private static Thread sleeper(String name, int ms) {
    return new Thread(
        () -> {
          try {
            Perigee.profile(
                name,
                () -> {
                  Thread.sleep(ms);
                  Perigee.annotate("ms", ms);
                });
          } catch (InterruptedException error) {
            throw new IllegalStateException(error);
          }
        });
  }

  private static void repeated() {
    for (int i = 0; i < 6; i++) {
      boolean isOdd = i % 2 == 1;
      Perigee.profile("r", () -> Perigee.annotate("odd", isOdd));
    }
  }

  private static void failing() {
    try {
      Perigee.profile(
          "f",
          () -> {
            throw new IllegalStateException("mine");
          });
    } catch (IllegalStateException error) {
      System.out.println(error.getMessage() + " " + Perigee.profileResult("g", () -> 42));
    }
  }

  private static void refused() {
    show(() -> Perigee.profile("w", () -> Perigee.annotate("test", 1)));
    Perigee.profile("g", () -> {});
  }

  private static void manyClasses() {
    for (int i = 0; i < 65; i++) {
      int number = i;
      try {
        Perigee.profile("v", () -> Perigee.annotate("number", number));
      } catch (PerigeeException refused) {
        System.out.println(i + " " + refused.getMessage());
      }
    }
  }

  private static void inside() {
    Perigee.profile("inner", () -> Perigee.record("n", 1));
    Perigee.record("m", 2);
  }

  private static void numbers() {
    Perigee.profile(
        "work",
        () -> {
          Perigee.annotate("size", 2);
          Perigee.number("ops").unit("ops/s").higher().record(300);
          Perigee.number("wait").unit("ms").record(1.5);
        });
    Perigee.number("bundle.size").unit("kB").record(12);
  }

  private static void distributions() {
    Perigee.profile(
        "work",
        () -> {
          for (int i = 1; i <= 200; i++) Perigee.record("wait", i);
          Perigee.record("few", 10);
          Perigee.record("few", 20);
          Perigee.number("list").recordList(3, 1, 2);
          Perigee.number("histogram").recordHistogram(new double[] {1, 100}, new long[] {98, 2});
        });
  }

  private static void emptyBuckets() {
    for (int i = 0; i < 12; i++) {
      Perigee.profile(
          "work",
          () -> {
            Perigee.number("buckets").recordHistogram(new double[] {1, 2, 3}, new long[] {5, 0, 2});
            Perigee.number("none").recordHistogram(new double[] {1}, new long[] {0});
          });
    }
  }

  private static void wrongValues() {
    show(() -> Perigee.record("ops", -1));
    show(() -> Perigee.record("ops", Double.NaN));
    show(() -> Perigee.number("ops").recordList(1, Double.POSITIVE_INFINITY));
  }

  private static void failingWithNumbers() {
    try {
      Perigee.profile(
          "work",
          () -> {
            Perigee.record("ops", 1);
            throw new IllegalStateException("mine");
          });
    } catch (IllegalStateException mine) {
      // As it should be.
    }
  }

  private static void undeclared() {
    Perigee.record("opps", 1);
    Perigee.profile("w", () -> Perigee.record("ops", 2));
  }

  private static void outliving() {
    Runnable[] late = new Runnable[1];
    Perigee.profile(
        "w",
        () ->
            late[0] =
                () -> {
                  Perigee.record("late", 5);
                  show(() -> Perigee.annotate("late", 1));
                });
    late[0].run();
  }

  private static void tooManyValues() {
    Perigee.profile(
        "w",
        () -> {
          for (int i = 0; i < 1_000_001; i++) Perigee.record("n", i);
          Perigee.record("kept", 1);
        });
  }
}
