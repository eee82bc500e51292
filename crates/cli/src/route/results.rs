//! The file of results: begun anew, or continued after its last complete row.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::Value;

use super::form::Form;
use super::rows::Keeping;
use crate::error::CliError;

/// What an interrupted run left behind.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Done {
    /// Complete rows.
    pub(super) rows: u64,
    /// The id in the last of them.
    pub(super) last_id: Option<Value>,
}

/// A file of results, its header written.
pub(super) fn begin(path: &Path, form: Form, keeping: Keeping) -> Result<File, CliError> {
    let unwritable = |reason| unwritable(path, reason);
    let mut file = File::create(path).map_err(unwritable)?;
    if form == Form::Csv {
        let header = keeping.header();
        file.write_all(header.as_bytes()).map_err(unwritable)?;
    }
    Ok(file)
}

/// The file of an interrupted run, cut after its last complete row, and what it holds. A file that
/// does not exist, or not even has its header, is begun.
pub(super) fn resume(path: &Path, form: Form, keeping: Keeping) -> Result<(File, Done), CliError> {
    let unwritable = |reason| unwritable(path, reason);
    let file = OpenOptions::new().read(true).write(true).open(path);
    let mut file = match file {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok((begin(path, form, keeping)?, Done::default()));
        }
        other => other.map_err(unwritable)?,
    };
    let mut reader = BufReader::new(&file);
    let (mut line, mut complete) = (Vec::new(), 0_u64);
    if form == Form::Csv {
        reader.read_until(b'\n', &mut line).map_err(unwritable)?;
        let header = keeping.header();
        if line != header.as_bytes() {
            let is_begun = !line.ends_with(b"\n") && header.as_bytes().starts_with(&line);
            return if is_begun {
                Ok((begin(path, form, keeping)?, Done::default()))
            } else {
                Err(CliError::OtherResults(path.to_owned()))
            };
        }
        complete = line.len() as u64;
    }
    let (mut rows, mut last) = (0, Vec::new());
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(unwritable)?;
        if !line.ends_with(b"\n") {
            break;
        }
        complete += length as u64;
        rows += 1;
        std::mem::swap(&mut line, &mut last);
    }
    file.set_len(complete).map_err(unwritable)?;
    file.seek(SeekFrom::Start(complete)).map_err(unwritable)?;
    let last_id = match rows {
        0 => None,
        _ => Some(id_of(&last, form).ok_or_else(|| CliError::OtherResults(path.to_owned()))?),
    };
    Ok((file, Done { rows, last_id }))
}

fn id_of(row: &[u8], form: Form) -> Option<Value> {
    match form {
        Form::Csv => {
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(row);
            let record = reader.records().next()?.ok()?;
            Some(Value::from(record.get(0)?))
        }
        Form::JsonLines => serde_json::from_slice::<Value>(row)
            .ok()?
            .get("id")
            .cloned(),
    }
}

pub(super) fn unwritable(path: &Path, reason: io::Error) -> CliError {
    CliError::UnwritableResults {
        path: path.to_owned(),
        reason,
    }
}
