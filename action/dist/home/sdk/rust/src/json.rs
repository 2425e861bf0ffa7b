use std::fmt;

/// What an annotation may be.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    Number(f64),
    Whole(i64),
    Truth(bool),
}

impl Value {
    pub(crate) fn is_no_number(&self) -> bool {
        matches!(self, Value::Number(number) if !number.is_finite())
    }
}

impl fmt::Display for Value {
    /// As JSON.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => out.write_str(&quote(text)),
            Value::Number(number) => write!(out, "{:e}", number),
            Value::Whole(number) => write!(out, "{}", number),
            Value::Truth(truth) => write!(out, "{}", truth),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Truth(truth)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Value::Number(number)
    }
}

macro_rules! whole {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Value {
            fn from(number: $kind) -> Self {
                Value::Whole(number as i64)
            }
        })*
    };
}
whole!(i32, i64, u32, usize);

/// The text as a JSON string.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\0'..='\u{1f}' => quoted.push_str(&format!("\\u{:04x}", letter as u32)),
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// The text of the field `error` in an answer of the collector.
pub(crate) fn read_error(answer: &str) -> String {
    let from = match answer.find("\"error\":\"") {
        Some(place) => &answer[place + 9..],
        None => return "refused".to_owned(),
    };
    let mut error = String::new();
    let mut letters = from.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => error.extend(letters.next()),
            _ => error.push(letter),
        }
    }
    error
}
