//! Specs: the forms of agents, searches and crowds as data, from keywords, dictionaries or JSON.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::failure::{Answer, Failure};

/// Reads keywords as the fields of a spec. What is wrong is blamed on the name of its field.
pub(crate) fn keywords<T: DeserializeOwned>(fields: Option<&Bound<'_, PyDict>>) -> Answer<T> {
    let mut whole = Map::new();
    for (name, value) in fields.into_iter().flatten() {
        let name: String = name.extract()?;
        let value = plain(&name, &value)?;
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        read::<T>(&name, Value::Object(alone))?;
        whole.insert(name, value);
    }
    read("settings", Value::Object(whole))
}

/// Reads a dictionary, or a text in JSON, as a spec.
pub(crate) fn described<T: DeserializeOwned>(
    argument: &str,
    given: &Bound<'_, PyAny>,
) -> Answer<T> {
    let value = match given.cast::<PyString>() {
        Ok(text) => serde_json::from_str(text.to_str()?)
            .map_err(|error| Failure::argument(argument, error))?,
        Err(_) => plain(argument, given)?,
    };
    read(argument, value)
}

/// Returns a value as plain data; numbers of numpy are numbers, too.
fn plain(argument: &str, value: &Bound<'_, PyAny>) -> Answer<Value> {
    let py = value.py();
    let how = PyDict::new(py);
    how.set_item(
        "default",
        py.import("operator")?
            .call_method1("methodcaller", ("tolist",))?,
    )?;
    how.set_item("allow_nan", false)?;
    let text = py
        .import("json")?
        .call_method("dumps", (value,), Some(&how));
    let text: String = text
        .map_err(|error| {
            let is_number = error.is_instance_of::<pyo3::exceptions::PyValueError>(py);
            if is_number {
                Failure::argument(argument, error)
            } else {
                Failure::argument_type(argument, error)
            }
        })?
        .extract()?;
    serde_json::from_str(&text).map_err(|error| Failure::argument(argument, error))
}

fn read<T: DeserializeOwned>(argument: &str, value: Value) -> Answer<T> {
    serde_json::from_value(value).map_err(|error| {
        let message = error.to_string();
        // The argument is named already.
        let named = message.strip_prefix(&format!("`{argument}`: "));
        let message = named.unwrap_or(&message);
        if message.starts_with("there is no field") || message.starts_with("unknown field") {
            Failure::argument_type(argument, message)
        } else {
            Failure::argument(argument, message)
        }
    })
}
