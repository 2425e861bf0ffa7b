package perigee;

/** A number that is about to be recorded. State unit and direction with its first value. */
public final class PerigeeNumber {
  private static final double LARGEST = 1e300;

  final String name;
  String unit;
  String direction;

  PerigeeNumber(String name) {
    this.name = name;
  }

  /** A time (ns, us, ms, s), bytes (B, kB, MB, KiB, MiB), or any other unit, e.g. ops/s. */
  public PerigeeNumber unit(String unit) {
    this.unit = unit;
    return this;
  }

  /** Higher is better; for a unit that ends in /s that needs no word. */
  public PerigeeNumber higher() {
    direction = "higher";
    return this;
  }

  /** Lower is better. */
  public PerigeeNumber lower() {
    direction = "lower";
    return this;
  }

  /** Records a value, finite and 0 or more. Several become their mean, 100 or more a distribution. */
  public void record(double value) {
    keep(new double[] {value}, null, false);
  }

  /** Records a list of values: a distribution, of which Perigee judges p50, p90, p99 and max. */
  public void recordList(double... values) {
    keep(values, null, true);
  }

  /** Records values that were counted already: {@code counts[i]} of them are {@code values[i]}; it may be 0. */
  public void recordHistogram(double[] values, long[] counts) {
    if (counts.length != values.length) throw refuse("a histogram has one count for each value");
    for (long count : counts) if (count < 0) throw refuse("a count is a whole number, 0 or more");
    keep(values, counts, true);
  }

  private void keep(double[] values, long[] counts, boolean isMany) {
    if (!Connection.isOpen()) return;
    for (double value : values) {
      if (!(value >= 0 && value <= LARGEST)) throw refuse("a value is a finite number, 0 or more");
    }
    Span span = Perigee.innermost();
    Numbers numbers = span == null ? new Numbers() : span.numbers;
    numbers.keep(this, values, counts, isMany);
    if (span != null) return;
    numbers.send(Connection.outer());
    numbers.forget();
  }

  private PerigeeException refuse(String why) {
    return new PerigeeException(name + ": " + why);
  }
}
