//! Files that take their name when they are whole, see [`voxnav_store::new_file`], or go when Ctrl-C ends
//! the run.

use std::fs;
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use voxnav_store::new_file;
pub(crate) use voxnav_store::new_file::{Leftover, is_replaceable, partial_name};

use crate::error::CliError;
use crate::interrupt;

/// A file that is being written.
#[derive(Debug)]
pub(crate) struct NewFile {
    // INVARIANT: dropped before `watched`, so that Ctrl-C removes what is there until nothing is.
    file: new_file::NewFile,
    watched: Watched,
}

/// The name of a partial file that Ctrl-C removes until this is dropped.
#[derive(Debug)]
struct Watched(PathBuf);

impl Drop for Watched {
    fn drop(&mut self) {
        interrupt::keep(&self.0);
    }
}

impl NewFile {
    /// An empty file that will replace what is at `path`.
    pub(crate) fn begin(path: &Path, leftover: Leftover) -> io::Result<Self> {
        Self::watched(path, leftover, new_file::NewFile::begin)
    }

    /// The partial file of `path` as an interrupted run left it, or an empty one; with the position
    /// at its beginning.
    pub(crate) fn open(path: &Path, leftover: Leftover) -> io::Result<Self> {
        Self::watched(path, leftover, new_file::NewFile::open)
    }

    fn watched(
        path: &Path,
        leftover: Leftover,
        begin: fn(&Path, Leftover) -> io::Result<new_file::NewFile>,
    ) -> io::Result<Self> {
        let begin = || begin(path, leftover);
        // To open a pipe may take for ever, and Ctrl-C must end that.
        let file = if leftover == Leftover::Removed && is_replaceable(path) {
            interrupt::remove_at_the_end(begin, |file| file.partial().to_owned())?
        } else {
            begin()?
        };
        let watched = Watched(file.partial().to_owned());
        Ok(Self { file, watched })
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        let Self { file, watched } = self;
        let finished = file.finish();
        drop(watched);
        finished
    }
}

impl Deref for NewFile {
    type Target = new_file::NewFile;

    fn deref(&self) -> &new_file::NewFile {
        &self.file
    }
}

impl DerefMut for NewFile {
    fn deref_mut(&mut self) -> &mut new_file::NewFile {
        &mut self.file
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for NewFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

/// Writes a whole file at `path`.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = NewFile::begin(path, Leftover::Removed)?;
    write(&mut file)?;
    file.finish()
}

/// Refuses to write where a command reads from, by whatever name.
pub(crate) fn spare_inputs<'p>(
    inputs: impl IntoIterator<Item = &'p Path>,
    outputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), CliError> {
    // What does not exist is not written over.
    let place = |path: &Path| fs::canonicalize(path).ok();
    let inputs: Vec<_> = inputs.into_iter().filter_map(place).collect();
    let is_input = |path: &Path| place(path).is_some_and(|place| inputs.contains(&place));
    let writes_input = |path: &&Path| is_input(path) || is_input(&partial_name(path));
    match outputs.into_iter().find(writes_input) {
        Some(path) => Err(CliError::at(
            path,
            "the command reads this file and would overwrite it; give another output file",
        )),
        None => Ok(()),
    }
}

/// The folder in which a file lies.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Refuses a name whose extension is none of those that are known.
pub(crate) fn unsupported<'k>(path: &Path, known: impl Iterator<Item = &'k str>) -> CliError {
    let known = known.collect::<Vec<_>>().join(", ");
    let reason = format!("unsupported extension; choose one of {known}");
    CliError::at(path, reason)
}
