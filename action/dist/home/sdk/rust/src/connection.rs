use crate::{json, Error};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

enum State {
    New,
    Open(BufReader<UnixStream>),
    /// The test goes on without it.
    Gone,
}

/// The connection of this process; threads take turns.
static STATE: Mutex<State> = Mutex::new(State::New);
static LAST_ID: AtomicU64 = AtomicU64::new(0);

pub fn next_id() -> u64 {
    LAST_ID.fetch_add(1, Ordering::Relaxed) + 1
}

/// Whether Perigee runs this test.
pub fn is_wanted() -> bool {
    env::var_os("PERIGEE_SOCKET").is_some()
}

/// The field that names the span of another process in which this one runs; empty without one.
pub fn outer() -> String {
    match env::var("PERIGEE_SPAN") {
        Ok(key) => format!(",\"parent\":{}", json::quote(&key)),
        Err(_) => String::new(),
    }
}

pub fn is_connected() -> bool {
    !matches!(*connect(), State::Gone)
}

/// Sends a message and waits for its answer. False when the collector is gone; the error has its words.
pub fn request(line: &str) -> Result<bool, Error> {
    let mut state = connect();
    let answer = match &mut *state {
        State::Open(stream) => exchange(stream, line),
        _ => return Ok(false),
    };
    match answer {
        Some(answer) if answer.starts_with("{\"ok\":true") => Ok(true),
        Some(answer) => Err(Error(json::read_error(&answer))),
        None => {
            *state = State::Gone;
            Ok(false)
        }
    }
}

fn exchange(stream: &mut BufReader<UnixStream>, line: &str) -> Option<String> {
    stream
        .get_mut()
        .write_all(format!("{}\n", line).as_bytes())
        .ok()?;
    let mut answer = String::new();
    stream.read_line(&mut answer).ok()?;
    Some(answer).filter(|answer| answer.ends_with('\n'))
}

fn connect() -> MutexGuard<'static, State> {
    // A thread that panicked meanwhile left no half message: the turn is taken again.
    let mut state = STATE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if matches!(*state, State::New) {
        let stream = env::var_os("PERIGEE_SOCKET").and_then(|path| UnixStream::connect(path).ok());
        *state = stream.map_or(State::Gone, |stream| State::Open(BufReader::new(stream)));
    }
    state
}
