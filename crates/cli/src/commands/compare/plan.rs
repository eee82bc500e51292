//! Whole experiments in a file: a plan of options, or the command of an earlier report.

use std::error::Error;
use std::path::Path;

use clap::{Args, Command, FromArgMatches};
use serde_json::Value as Json;
use toml::{Table, Value};

use super::CompareOptions;
use crate::error::{CliError, Context, one_line};
use crate::search::locomotion::{LocomotionSource, one_line_of_toml};

/// The words of a plan or a report, or why it tells no experiment.
type Words = Result<Vec<String>, Box<dyn Error + Send + Sync>>;

/// The advice for a plan that tells no experiment.
const ADVICE: &str = "voxnav compare --help lists the options of a plan";

/// A plan may name a report, and a report a plan: so often.
const DEEPEST: usize = 8;

/// The options of `--plan` or `--rerun`, with those of the command line after them; none if it has neither.
pub(super) fn options(options: &CompareOptions) -> Result<Option<Box<CompareOptions>>, CliError> {
    let mut words: Vec<String> = std::env::args().skip(2).collect();
    let mut planned: Option<Box<CompareOptions>> = None;
    for _ in 0..DEEPEST {
        let now = planned.as_deref().unwrap_or(options);
        let (path, found) = match (&now.plan, &now.rerun) {
            (Some(path), _) => (path, of_plan(path)),
            (None, Some(path)) => (path, of_report(path)),
            (None, None) => return Ok(planned),
        };
        let mut all = found.at(path, ADVICE)?;
        all.extend(without(words.into_iter(), &["--plan", "--rerun"]));
        let command = CompareOptions::augment_args(Command::new("voxnav compare"));
        let matched = command.no_binary_name(true).try_get_matches_from(&all);
        let next = matched.and_then(|matched| CompareOptions::from_arg_matches(&matched));
        // The words of the command line alone were understood.
        let next = next
            .map_err(|refused| one_line(&refused))
            .at(path, ADVICE)?;
        (words, planned) = (all, Some(Box::new(next)));
    }
    let first = options.plan.as_deref().or(options.rerun.as_deref());
    Err("plans and reports refer to each other in a circle")
        .at(first.unwrap_or(Path::new("")), ADVICE)
}

/// Options of a plan: each key is the name of an option, `maps` are the maps.
fn of_plan(path: &Path) -> Words {
    let table = toml::from_str(&std::fs::read_to_string(path)?);
    let table: Table = table.map_err(|error| one_line_of_toml(&error))?;
    check_keys(&table)?;
    // What a plan names lies beside it.
    let beside = path.parent().unwrap_or(Path::new(""));
    let mut words = Vec::new();
    for (name, value) in &table {
        let list = match value {
            Value::Array(list) => list
                .iter()
                .map(|it| text(name, it))
                .collect::<Result<_, _>>()?,
            Value::Boolean(false) => continue,
            Value::Boolean(true) => Vec::new(),
            one => vec![text(name, one)?],
        };
        match name.as_str() {
            "maps" => words.extend(list.iter().map(|map| placed(beside, map))),
            "scenarios" | "join" | "locomotion" => {
                // Presets have names; files lie somewhere.
                let is_preset = |it: &str| {
                    name == "locomotion" && !matches!(it.parse(), Ok(LocomotionSource::File(_)))
                };
                let placed = |it: &String| {
                    if is_preset(it) {
                        it.clone()
                    } else {
                        placed(beside, it)
                    }
                };
                let list: Vec<_> = list.iter().map(placed).collect();
                words.extend([format!("--{name}"), list.join(",")]);
            }
            _ => {
                words.push(format!("--{}", name.replace('_', "-")));
                words.extend((!list.is_empty()).then(|| list.join(",")));
            }
        }
    }
    Ok(words)
}

/// Refuses keys that are neither `maps` nor the name of an option.
fn check_keys(table: &Table) -> Result<(), String> {
    let command = CompareOptions::augment_args(clap::Command::new("compare"));
    let options: Vec<_> = command
        .get_arguments()
        .filter_map(clap::Arg::get_long)
        .collect();
    for key in table.keys() {
        let name = key.replace('_', "-");
        if key != "maps" && !options.contains(&name.as_str()) {
            let known = options.iter().copied().chain(["maps"]);
            let near = known.max_by_key(|option| common_letters(option, &name));
            let near = near.filter(|option| common_letters(option, &name) > 2);
            let near = near.map_or(String::new(), |near| format!(", but `{near}`"));
            return Err(format!("there is no key `{key}`{near}"));
        }
    }
    Ok(())
}

/// Returns the number of letters that two names begin with alike.
fn common_letters(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(one, other)| one == other).count()
}

fn text(name: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(format!(
            "`{name}` is neither text, a number, true, false nor a list of texts and numbers"
        )),
    }
}

/// A name of a plan as the command line would say it.
fn placed(beside: &Path, name: &str) -> String {
    if name.starts_with("generated:") {
        return name.to_owned();
    }
    beside.join(name).display().to_string()
}

/// The command of an earlier report, without the files that it wrote.
fn of_report(path: &Path) -> Words {
    const NO_COMMAND: &str = "it contains no voxnav compare command";
    let report: Json = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let command = report["command"].as_str().ok_or(NO_COMMAND)?;
    let words = shlex::split(command).ok_or(NO_COMMAND)?;
    match words.as_slice() {
        [_, compare, rest @ ..] if compare == "compare" => {
            let outputs = [
                "--html",
                "--json",
                "--csv",
                "--markdown",
                "--latex",
                "--svg",
                // To repeat is to search again.
                "--resume",
            ];
            Ok(without(rest.iter().cloned(), &outputs))
        }
        _ => Err(NO_COMMAND.into()),
    }
}

/// Words without some options and their values.
fn without(words: impl Iterator<Item = String>, options: &[&str]) -> Vec<String> {
    let mut left = Vec::new();
    let mut words = words;
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or_default();
        if !options.contains(&name) {
            left.push(word);
        } else if !word.contains('=') {
            words.next();
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_left_out_with_their_values() {
        let words = "a --json r.json b --csv=r.csv --sample 3"
            .split(' ')
            .map(str::to_owned);
        assert_eq!(
            without(words, &["--json", "--csv"]),
            ["a", "b", "--sample", "3"]
        );
    }
}
