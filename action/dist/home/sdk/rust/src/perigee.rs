//! Marks spans in a test and records numbers, for Perigee.
//!
//! Under Perigee, `PERIGEE_SOCKET` names the collector. Without it everything here does nothing, so it can stay in
//! the test:
//!
//! ```
//! # fn upload() -> Result<(), perigee::Error> { Ok(()) }
//! # fn main() -> Result<(), perigee::Error> {
//! let span = perigee::begin("upload")?;
//! perigee::annotate("num_files", 10000)?;
//! upload()?; // what returns early loses the span
//! perigee::number("throughput").unit("files/s").record(120.5)?;
//! span.end()?;
//! # Ok(())
//! # }
//! ```
//!
//! Spans belong to their thread: those that are begun in it meanwhile are nested in them.

mod connection;
mod json;
mod numbers;

use connection::{is_connected, next_id, request};
use numbers::Numbers;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::time::Instant;

pub use json::Value;
pub use numbers::{number, record, Direction, Number};

/// What Perigee refused, in its words, or what JSON cannot express.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Perigee: {}", self.0)
    }
}

impl std::error::Error for Error {}

struct Open {
    id: u64,
    name: String,
    annotations: Vec<(String, Value)>,
    numbers: Numbers,
}

thread_local! {
    /// Those of this thread, the innermost last.
    static OPEN: RefCell<Vec<Open>> = RefCell::new(Vec::new());
}

/// A span that runs. Dropped without `end`, as by `?` or a panic, it has failed and is not counted.
#[must_use = "a span that is dropped at once has failed"]
pub struct Span {
    /// Absent where nothing is measured, and when it has ended.
    id: Option<u64>,
    start: Instant,
    /// It ends in the thread that began it.
    here: PhantomData<*const ()>,
}

/// Begins a span with this name, nested in the innermost one of this thread.
pub fn begin(name: &str) -> Result<Span, Error> {
    let mut span = Span {
        id: None,
        start: Instant::now(),
        here: PhantomData,
    };
    if !connection::is_wanted() {
        return Ok(span);
    }
    let id = next_id();
    let parent = match OPEN.with(|open| open.borrow().last().map(|parent| parent.id)) {
        Some(parent) => format!(",\"parent\":{}", parent),
        None => connection::outer(),
    };
    let pid = std::process::id();
    let line = format!(
        "{{\"op\":\"begin\",\"id\":{},\"span\":{},\"pid\":{}{}}}",
        id,
        json::quote(name),
        pid,
        parent
    );
    if request(&line)? {
        let name = name.to_owned();
        let opened = Open {
            id,
            name,
            annotations: Vec::new(),
            numbers: Numbers::default(),
        };
        OPEN.with(|open| open.borrow_mut().push(opened));
        span.id = Some(id);
        span.start = Instant::now();
    }
    Ok(span)
}

impl Span {
    /// Ends the span and sends its numbers. The error says why Perigee refused it.
    pub fn end(mut self) -> Result<(), Error> {
        let latency = self.start.elapsed().as_nanos();
        let opened = match self.id.take().and_then(close) {
            Some(opened) => opened,
            None => return Ok(()),
        };
        let entries: Vec<String> = opened
            .annotations
            .iter()
            .map(|(key, value)| format!("{}:{}", json::quote(key), value))
            .collect();
        let annotations = format!("\"annotations\":{{{}}}", entries.join(","));
        let line = format!(
            "{{\"op\":\"end\",\"id\":{},\"latencyNs\":{},{}}}",
            opened.id, latency, annotations
        );
        request(&line)?;
        // Afterwards, so that neither clock counts it.
        let span = format!(",\"span\":{},{}", json::quote(&opened.name), annotations);
        opened.numbers.send(&span);
        Ok(())
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        let latency = self.start.elapsed().as_nanos();
        if let Some(opened) = self.id.take().and_then(close) {
            let line = format!(
                "{{\"op\":\"end\",\"id\":{},\"latencyNs\":{},\"failed\":true}}",
                opened.id, latency
            );
            // Its failure is the one to tell.
            let _ = request(&line);
        }
    }
}

fn close(id: u64) -> Option<Open> {
    OPEN.with(|open| {
        let mut open = open.borrow_mut();
        let place = open.iter().rposition(|one| one.id == id)?;
        Some(open.remove(place))
    })
}

/// Annotates the innermost span of this thread: the results are sliced by key and value. Whether they are allowed,
/// the end of the span says.
pub fn annotate(key: &str, value: impl Into<Value>) -> Result<(), Error> {
    let value = value.into();
    if value.is_no_number() {
        return Err(Error(format!("{}: no finite number", key)));
    }
    let is_there = OPEN.with(|open| match open.borrow_mut().last_mut() {
        Some(span) => {
            span.annotations.retain(|(known, _)| known != key);
            span.annotations.push((key.to_owned(), value));
            true
        }
        None => false,
    });
    if is_there || !connection::is_wanted() || !is_connected() {
        return Ok(());
    }
    Err(Error(format!("{} was annotated outside a span", key)))
}
