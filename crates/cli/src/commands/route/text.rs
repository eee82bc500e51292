//! Values that are handed back as they came.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A value of a request, written in the results as it is written there.
#[derive(Clone, Debug)]
pub(super) enum Verbatim {
    Text(String),
    /// A value that is no text in JSON: a number with all its digits, true, a list.
    Json(Box<RawValue>),
}

impl Verbatim {
    /// The value of a JSON member.
    pub(super) fn of_json(value: &RawValue) -> Self {
        match serde_json::from_str::<String>(value.get()) {
            Ok(text) => Self::Text(text),
            Err(_) => Self::Json(value.to_owned()),
        }
    }

    /// The value as CSV shows it.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Json(value) if value.get() == "null" => Cow::Borrowed(""),
            Self::Json(value) => Cow::Borrowed(value.get()),
        }
    }

    /// Returns whether it is a text on one line, or a number.
    pub(super) fn is_id(&self) -> bool {
        match self {
            Self::Text(text) => !text.contains(['\n', '\r']),
            Self::Json(value) => value
                .get()
                .starts_with(|first: char| first == '-' || first.is_ascii_digit()),
        }
    }
}

impl Serialize for Verbatim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Json(value) => value.serialize(serializer),
        }
    }
}
