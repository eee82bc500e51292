//! The file of results: started again, or continued after its last complete row. Until it is
//! complete, it has another name ([`NewFile`]) and a [`Ledger`] next to it.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::form::Form;
use super::ledger::{self, Checkpoint, Ledger, Noted, Terms};
use super::rows::Layout;
use crate::error::{CliError, Context};
use crate::files::{Leftover, NewFile, is_replaceable, partial_name};

/// The fate of what is at the name of the results, or of rows of an interrupted run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    /// Kept: the run is refused.
    Spared,
    /// Replaced.
    Replaced,
    /// Rows of an interrupted run are gone on with.
    Resumed,
}

/// The rows that an interrupted run left behind.
#[derive(Debug, Default)]
pub(super) struct FinishedRows {
    /// The number of complete rows.
    pub(super) count: u64,
    pub(super) checkpoints: Vec<Checkpoint>,
    /// The file of the rows, to compare their ids and count their outcomes.
    file: Option<(PathBuf, Form)>,
}

/// Results that are being written.
#[derive(Debug)]
pub(super) struct Results {
    pub(super) file: NewFile,
    /// None where the results go to a pipe or a device.
    pub(super) ledger: Option<Ledger>,
    pub(super) done: FinishedRows,
}

/// Refuses what an output must not replace, before any work; what an interrupted run noted if there
/// is one to go on with.
pub(super) fn look(path: &Path, existing: Existing) -> Result<Option<Noted>, CliError> {
    if !is_replaceable(path) {
        return match existing {
            Existing::Resumed => Err(nothing_to_resume()),
            _ => Ok(None),
        };
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let partial = partial_name(&target);
    let has_rows = fs::metadata(&partial).is_ok_and(|file| file.len() > 0);
    match existing {
        Existing::Replaced => Ok(None),
        _ if target.exists() => Err(CliError::at(
            path,
            "the file exists; give another name, or replace it with --force",
        )),
        Existing::Spared if has_rows => Err(CliError::at(
            &partial,
            "an interrupted run left rows; continue it with --resume, or discard them and start over with --force",
        )),
        Existing::Resumed if has_rows => {
            let noted = ledger::read(&ledger_name(&target)).writing(path)?;
            let advice =
                "the run file is missing, so the rows cannot be resumed; start over with --force";
            noted
                .map(Some)
                .ok_or_else(|| CliError::at(&partial, advice))
        }
        _ => Ok(None),
    }
}

/// Returns the name of the ledger of the results at `path`.
fn ledger_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".run");
    name.into()
}

/// Opens the results at `path` for a run with these terms, to go on with what is `noted`.
pub(super) fn open(
    path: &Path,
    layout: &Layout,
    terms: &Terms,
    noted: Option<Noted>,
) -> Result<Results, CliError> {
    if let Some(Noted { terms: before, .. }) = &noted
        && let Some(difference) = terms.difference(before)
    {
        return Err(CliError::at(
            path,
            format!(
                "{difference}; resume with the arguments of the interrupted run, or start over with --force"
            ),
        ));
    }
    open_file(path, layout, terms, noted).writing(path)
}

fn open_file(
    path: &Path,
    layout: &Layout,
    terms: &Terms,
    noted: Option<Noted>,
) -> io::Result<Results> {
    let header = layout.header()?;
    let mut done = FinishedRows::default();
    if !is_replaceable(path) {
        let mut file = NewFile::begin(path, Leftover::Kept)?;
        file.write_all(&header)?;
        let ledger = None;
        return Ok(Results { file, ledger, done });
    }
    let mut file = NewFile::open(path, Leftover::Kept)?;
    let ledger = ledger_name(file.target());
    let complete = match &noted {
        Some(_) => complete_rows(file.file()?, &header)?,
        None => None,
    };
    let (rows, length) = complete.unwrap_or_default();
    let rows_file = file.file()?;
    rows_file.set_len(length)?;
    rows_file.seek(SeekFrom::Start(length))?;
    let ledger = if let (Some(noted), Some(_)) = (noted, complete) {
        (done.count, done.checkpoints) = (rows, noted.checkpoints);
        done.file = Some((file.partial().to_owned(), layout.form));
        Some(Ledger::resume(&ledger)?)
    } else {
        // What is noted of nothing would pass for what is noted of the rows to come.
        let ledger = Ledger::begin(&ledger, terms)?;
        file.write_all(&header)?;
        file.flush()?;
        Some(ledger)
    };
    Ok(Results { file, ledger, done })
}

/// Returns the number of complete rows of a file after its header, and where they end; `None` if not even the
/// header is complete.
fn complete_rows(file: &File, header: &[u8]) -> io::Result<Option<(u64, u64)>> {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut line = Vec::new();
    let (mut rows, mut length) = (0, 0);
    if !header.is_empty() {
        reader.read_until(b'\n', &mut line)?;
        if line != header {
            return Ok(None);
        }
        length = line.len() as u64;
    }
    loop {
        line.clear();
        reader.read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") {
            return Ok(Some((rows, length)));
        }
        length += line.len() as u64;
        rows += 1;
    }
}

impl FinishedRows {
    /// Returns what the complete rows say; nothing of a row that cannot be read.
    pub(super) fn rows(
        &self,
    ) -> io::Result<impl Iterator<Item = io::Result<Option<WrittenAnswer>>> + use<>> {
        let lines = match &self.file {
            None => None,
            Some((path, form)) => {
                let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
                if let Form::Csv(_) = form {
                    reader.skip_until(b'\n')?;
                }
                let form = *form;
                let lines = reader.lines();
                Some(lines.map(move |line| Ok(WrittenAnswer::of(&line?, form))))
            }
        };
        Ok(lines.into_iter().flatten())
    }
}

/// The answer in a row of an interrupted run.
#[derive(Debug)]
pub(super) struct WrittenAnswer {
    /// The id as CSV shows it.
    pub(super) id: String,
    pub(super) outcome: String,
}

impl WrittenAnswer {
    fn of(row: &str, form: Form) -> Option<Self> {
        match form {
            Form::Csv(separator) => {
                let mut values = super::fields::values(row, separator).ok()?.into_iter();
                let [id, outcome] = [values.next()?, values.next()?].map(Cow::into_owned);
                Some(Self { id, outcome })
            }
            Form::JsonLines => {
                #[derive(serde::Deserialize)]
                struct Row<'r> {
                    #[serde(borrow)]
                    id: &'r serde_json::value::RawValue,
                    outcome: String,
                }
                let Row { id, outcome } = serde_json::from_str(row).ok()?;
                let id = super::text::Verbatim::of_json(id).text().into_owned();
                Some(Self { id, outcome })
            }
        }
    }
}

/// Refuses `--resume` where nothing is kept.
pub(super) fn nothing_to_resume() -> CliError {
    CliError::bad_input("--resume needs a file; give one to --out")
}
