//! The values of a line of requests: with names, as the line has them, and handed back as they came; or why it is none.

use std::borrow::Cow;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::lines::{self, Text};

/// The reason why a line, or a whole file, is no request: an error row has it, and the error that ends a run.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Malformed(pub(super) String);

impl Malformed {
    /// Refuses a line.
    pub(super) fn because<T>(reason: impl Into<String>) -> Result<T, Self> {
        Err(Self(reason.into()))
    }
}

/// Returns the line that is read, if all of it is there.
pub(super) fn whole(text: Text<'_>) -> Result<&str, Malformed> {
    match text {
        Text::Whole(bytes) => std::str::from_utf8(bytes)
            .or_else(|_| Malformed::because("the line is not text in UTF-8")),
        Text::TooLong => {
            Malformed::because(format!("the line is longer than {} bytes", lines::LONGEST))
        }
    }
}

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

/// The value of a member, as the line has it.
pub(super) enum Value<'l> {
    Text(Cow<'l, str>),
    Json(Box<RawValue>),
}

impl Value<'_> {
    /// The letters that stand for it, in JSON with the quotes of a text.
    pub(super) fn written(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Json(value) => value.get(),
        }
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self, Self::Json(value) if value.get() == "null")
    }

    pub(super) fn verbatim(&self) -> Verbatim {
        match self {
            Self::Text(text) => Verbatim::Text(text.to_string()),
            Self::Json(value) => Verbatim::of_json(value),
        }
    }
}

/// The values of a line with their names, in its order.
pub(super) type Members<'l> = Vec<(Cow<'l, str>, Value<'l>)>;

pub(super) fn find<'m, 'l>(members: &'m Members<'l>, wanted: &str) -> Option<&'m Value<'l>> {
    let found = members.iter().find(|(name, _)| name == wanted);
    found.map(|(_, value)| value)
}

/// The members of a JSON object in their order, values as they are written.
pub(super) fn members(line: &str) -> Result<Members<'static>, Malformed> {
    struct Object(Members<'static>);
    struct Collect;

    impl<'de> Visitor<'de> for Collect {
        type Value = Object;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
            let mut members = Members::new();
            while let Some((name, value)) = map.next_entry::<String, _>()? {
                members.push((name.into(), Value::Json(value)));
            }
            Ok(Object(members))
        }
    }

    impl<'de> Deserialize<'de> for Object {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_map(Collect)
        }
    }

    match serde_json::from_str(line) {
        Ok(Object(members)) => Ok(members),
        Err(error) => {
            let text = error.to_string();
            let said = text.split(" at line ").next().unwrap_or(&text);
            let column = error.column();
            Malformed::because(format!("not a JSON object: {said} at column {column}"))
        }
    }
}
