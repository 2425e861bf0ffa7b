//! Sorts numbers and counts the comparisons. Runs with and without Perigee.

const LINES: usize = 50_000;

fn main() -> Result<(), perigee::Error> {
    let mut numbers: Vec<usize> = (0..LINES).map(|i| i * 7919 % 50_021).collect();
    let mut comparisons = 0;

    let span = perigee::begin("sort")?;
    perigee::annotate("lines", LINES)?;
    numbers.sort_by(|left, right| {
        comparisons += 1;
        left.cmp(right)
    });
    perigee::record("comparisons", f64::from(comparisons))?;
    span.end()
}
