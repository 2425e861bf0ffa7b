use crate::connection::{is_wanted, next_id, outer, request};
use crate::{json, Error, OPEN};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

const LARGEST: f64 = 1e300;
/// Values that wait in one process.
const MOST_WAITING: usize = 1_000_000;
/// So many of the longest kind fit into one message, beside their counts half as many.
const VALUES_PER_MESSAGE: usize = 2400;

static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Which way of a number is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Lower,
    Higher,
}

/// A number that is about to be recorded. State unit and direction with its first value.
#[derive(Debug, Clone)]
pub struct Number {
    name: String,
    unit: Option<String>,
    direction: Option<Direction>,
}

/// A number of the innermost span of this thread, or of the whole test outside spans.
pub fn number(name: &str) -> Number {
    Number {
        name: name.to_owned(),
        unit: None,
        direction: None,
    }
}

/// Records a value without a unit: `number(name).record(value)`.
pub fn record(name: &str, value: f64) -> Result<(), Error> {
    number(name).record(value)
}

impl Number {
    /// A time (ns, us, ms, s), bytes (B, kB, MB, KiB, MiB), or any other unit, e.g. ops/s.
    pub fn unit(mut self, unit: &str) -> Self {
        self.unit = Some(unit.to_owned());
        self
    }

    /// Which way is better: by itself higher for a unit that ends in /s, otherwise lower.
    pub fn direction(mut self, direction: Direction) -> Self {
        self.direction = Some(direction);
        self
    }

    /// Records a value, finite and 0 or more. Several become their mean, 100 or more a distribution.
    pub fn record(self, value: f64) -> Result<(), Error> {
        self.keep(&[value], None, false)
    }

    /// Records a list of values: a distribution, of which Perigee judges p50, p90, p99 and max.
    pub fn record_list(self, values: &[f64]) -> Result<(), Error> {
        self.keep(values, None, true)
    }

    /// Records values that were counted already: `counts[i]` of them are `values[i]`, and it may be 0.
    pub fn record_histogram(self, values: &[f64], counts: &[u64]) -> Result<(), Error> {
        if counts.len() != values.len() {
            return Err(Error(format!(
                "{}: a histogram has one count for each value",
                self.name
            )));
        }
        self.keep(values, Some(counts), true)
    }

    fn keep(self, values: &[f64], counts: Option<&[u64]>, is_many: bool) -> Result<(), Error> {
        if values.iter().any(|value| !(0.0..=LARGEST).contains(value)) {
            return Err(Error(format!(
                "{}: a value is a finite number, 0 or more",
                self.name
            )));
        }
        let kept = OPEN.with(|open| {
            let mut open = open.borrow_mut();
            let span = open.last_mut()?;
            Some(span.numbers.keep(&self, values, counts, is_many))
        });
        if let Some(kept) = kept {
            return kept;
        }
        if !is_wanted() {
            return Ok(());
        }
        let mut alone = Numbers::default();
        alone.keep(&self, values, counts, is_many)?;
        alone.send(&outer());
        Ok(())
    }
}

struct Kept {
    number: Number,
    values: Vec<f64>,
    /// Only once one of them counts more than once.
    counts: Option<Vec<u64>>,
    is_distribution: bool,
    left: usize,
}

/// Those of one span, until they are sent.
#[derive(Default)]
pub(crate) struct Numbers(Vec<Kept>);

impl Numbers {
    fn keep(
        &mut self,
        said: &Number,
        values: &[f64],
        counts: Option<&[u64]>,
        is_many: bool,
    ) -> Result<(), Error> {
        let kept = self.find(said);
        kept.agree(said)?;
        kept.is_distribution |= is_many;
        if counts.is_some() && kept.counts.is_none() {
            kept.counts = Some(vec![1; kept.values.len()]);
        }
        for (place, value) in values.iter().enumerate() {
            // Libraries of histograms list their empty buckets too.
            match counts.map_or(1, |counts| counts[place]) {
                0 => {}
                count => kept.add(*value, count),
            }
        }
        Ok(())
    }

    fn find(&mut self, said: &Number) -> &mut Kept {
        let known = self.0.iter().position(|kept| kept.number.name == said.name);
        let place = known.unwrap_or_else(|| {
            let number = said.clone();
            self.0.push(Kept {
                number,
                values: Vec::new(),
                counts: None,
                is_distribution: false,
                left: 0,
            });
            self.0.len() - 1
        });
        &mut self.0[place]
    }

    /// What is refused stands in the record. @param span the fields of all messages, each behind a comma
    pub(crate) fn send(&self, span: &str) {
        for kept in &self.0 {
            kept.send(span);
        }
    }
}

impl Drop for Numbers {
    fn drop(&mut self) {
        let count = self.0.iter().map(|kept| kept.values.len()).sum();
        WAITING.fetch_sub(count, Ordering::Relaxed);
    }
}

impl Kept {
    fn agree(&mut self, said: &Number) -> Result<(), Error> {
        let known = &mut self.number;
        if said.unit.is_some() && known.unit.is_some() && said.unit != known.unit {
            return Err(Error(format!(
                "{} was recorded in another unit before",
                known.name
            )));
        }
        if said.direction.is_some()
            && known.direction.is_some()
            && said.direction != known.direction
        {
            return Err(Error(format!(
                "{} was recorded with another direction before",
                known.name
            )));
        }
        known.unit = known.unit.take().or_else(|| said.unit.clone());
        known.direction = known.direction.or(said.direction);
        Ok(())
    }

    fn add(&mut self, value: f64, count: u64) {
        if WAITING.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            WAITING.fetch_sub(1, Ordering::Relaxed);
            self.left += 1;
            return;
        }
        self.values.push(value);
        if let Some(counts) = &mut self.counts {
            counts.push(count);
        }
    }

    fn send(&self, span: &str) {
        let size = VALUES_PER_MESSAGE / if self.counts.is_some() { 2 } else { 1 };
        let mut from = 0;
        while from < self.values.len() || (from == 0 && self.left > 0) {
            let to = (from + size).min(self.values.len());
            if request(&self.write(from, to, span)).is_err() {
                return;
            }
            from += size;
        }
    }

    /// The first message says how many values all of them bring.
    fn write(&self, from: usize, to: usize, span: &str) -> String {
        let Number {
            name,
            unit,
            direction,
        } = &self.number;
        let (total, left) = if from == 0 {
            (self.values.len(), self.left)
        } else {
            (0, 0)
        };
        let mut line = format!(
            "{{\"op\":\"record\",\"id\":{},\"name\":{},\"total\":{},\"left\":{},\"distribution\":{}{}",
            next_id(),
            json::quote(name),
            total,
            left,
            self.is_distribution,
            span
        );
        if let Some(unit) = unit {
            let _ = write!(line, ",\"unit\":{}", json::quote(unit));
        }
        if let Some(direction) = direction {
            let word = if *direction == Direction::Lower {
                "lower"
            } else {
                "higher"
            };
            let _ = write!(line, ",\"direction\":\"{}\"", word);
        }
        let values: Vec<String> = self.values[from..to]
            .iter()
            .map(|value| format!("{:e}", value))
            .collect();
        let _ = write!(line, ",\"values\":[{}]", values.join(","));
        if let Some(counts) = &self.counts {
            let counts: Vec<String> = counts[from..to].iter().map(u64::to_string).collect();
            let _ = write!(line, ",\"counts\":[{}]", counts.join(","));
        }
        line.push('}');
        line
    }
}
