//! One program for each scenario of the conformance suite.

use perigee::{annotate, begin, number, record, Direction, Error};
use std::thread;
use std::time::Duration;

fn main() -> Result<(), Error> {
    match std::env::args().nth(1).unwrap_or_default().as_str() {
        "nested" => nested(),
        "concurrent" => concurrent(),
        "repeated" => repeated(),
        "failing" => failing(),
        "refused" => refused(),
        "manyClasses" => many_classes(),
        "twoLines" => {
            show(begin("a\u{2028}b").map(drop));
            Ok(())
        }
        "inside" => inside(),
        "numbers" => numbers(),
        "distributions" => distributions(),
        "emptyBuckets" => empty_buckets(),
        "wrongValues" => {
            show(record("ops", -1.0));
            show(record("ops", f64::NAN));
            show(number("ops").record_list(&[1.0, f64::INFINITY]));
            Ok(())
        }
        "failingWithNumbers" => failing_with_numbers(),
        "undeclared" => undeclared(),
        "outliving" => outliving(),
        "tooManyValues" => too_many_values(),
        other => panic!("no scenario {}", other),
    }
}

fn show(result: Result<(), Error>) {
    if let Err(error) = result {
        println!("{}", error);
    }
}

fn nested() -> Result<(), Error> {
    let outer = begin("outer")?;
    annotate("size", 2)?;
    let inner = begin("inner")?;
    annotate("kind_of", "a")?;
    inner.end()?;
    annotate("late", true)?;
    outer.end()
}

fn concurrent() -> Result<(), Error> {
    let one = |name: &'static str, ms: u64| {
        thread::spawn(move || {
            let span = begin(name)?;
            thread::sleep(Duration::from_millis(ms));
            annotate("ms", ms as i64)?;
            span.end()
        })
    };
    let both = [one("short", 50), one("long", 300)];
    both.into_iter()
        .try_for_each(|thread| thread.join().unwrap())
}

fn repeated() -> Result<(), Error> {
    for i in 0..6 {
        let span = begin("r")?;
        annotate("odd", i % 2 == 1)?;
        span.end()?;
    }
    Ok(())
}

fn fail() -> Result<(), Box<dyn std::error::Error>> {
    let _span = begin("f")?;
    Err("mine".into())
}

fn failing() -> Result<(), Error> {
    let error = fail().unwrap_err();
    begin("g")?.end()?;
    println!("{} 42", error);
    Ok(())
}

fn refused() -> Result<(), Error> {
    let span = begin("w")?;
    annotate("test", 1)?;
    show(span.end());
    begin("g")?.end()
}

fn many_classes() -> Result<(), Error> {
    for i in 0..65 {
        let span = begin("v")?;
        annotate("number", i)?;
        if let Err(error) = span.end() {
            println!("{} {}", i, error);
        }
    }
    Ok(())
}

fn inside() -> Result<(), Error> {
    let span = begin("inner")?;
    record("n", 1.0)?;
    span.end()?;
    record("m", 2.0)
}

fn numbers() -> Result<(), Error> {
    let span = begin("work")?;
    annotate("size", 2)?;
    number("ops")
        .unit("ops/s")
        .direction(Direction::Higher)
        .record(300.0)?;
    number("wait").unit("ms").record(1.5)?;
    span.end()?;
    number("bundle.size").unit("kB").record(12.0)
}

fn distributions() -> Result<(), Error> {
    let span = begin("work")?;
    for i in 1..=200 {
        record("wait", f64::from(i))?;
    }
    record("few", 10.0)?;
    record("few", 20.0)?;
    number("list").record_list(&[3.0, 1.0, 2.0])?;
    number("histogram").record_histogram(&[1.0, 100.0], &[98, 2])?;
    span.end()
}

fn empty_buckets() -> Result<(), Error> {
    for _ in 0..12 {
        let span = begin("work")?;
        number("buckets").record_histogram(&[1.0, 2.0, 3.0], &[5, 0, 2])?;
        number("none").record_histogram(&[1.0], &[0])?;
        span.end()?;
    }
    Ok(())
}

fn failing_with_numbers() -> Result<(), Error> {
    let _span = begin("work")?;
    record("ops", 1.0)
}

fn undeclared() -> Result<(), Error> {
    record("opps", 1.0)?;
    let span = begin("w")?;
    record("ops", 2.0)?;
    span.end()
}

fn outliving() -> Result<(), Error> {
    let outer = begin("w")?;
    let inner = begin("inner")?;
    outer.end()?;
    inner.end()?;
    record("late", 5.0)?;
    show(annotate("late", 1));
    Ok(())
}

fn too_many_values() -> Result<(), Error> {
    let span = begin("w")?;
    for i in 0..1_000_001 {
        record("n", f64::from(i))?;
    }
    record("kept", 1.0)?;
    span.end()
}
