//! Files that take their name when they are whole, see [`voxnav_store::new_file`], or go when Ctrl-C ends
//! the run.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use voxnav_store::new_file;
pub(crate) use voxnav_store::new_file::{Leftover, is_replaceable, partial_name};

use crate::error::CliError;
use crate::interrupt;

/// A file that is being written.
#[derive(Debug)]
pub(crate) struct NewFile {
    /// `None` once it is finished.
    file: Option<new_file::NewFile>,
}

impl NewFile {
    /// An empty file that will be at `path`, in place of what is there.
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
        Ok(Self { file: Some(file) })
    }

    /// What the file will be called.
    pub(crate) fn target(&self) -> &Path {
        self.file
            .as_ref()
            .map_or(Path::new(""), new_file::NewFile::target)
    }

    /// What the file is called by now.
    pub(crate) fn partial(&self) -> &Path {
        self.file
            .as_ref()
            .map_or(Path::new(""), new_file::NewFile::partial)
    }

    /// The file itself, for those who read and cut what is there.
    pub(crate) fn file(&mut self) -> io::Result<&mut File> {
        self.inner()?.file()
    }

    /// Removes the partial file when it is dropped unfinished.
    pub(crate) fn discard(&mut self) {
        if let Some(file) = &mut self.file {
            file.discard();
        }
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let partial = file.partial().to_owned();
        let finished = file.finish();
        interrupt::keep(&partial);
        finished
    }

    fn inner(&mut self) -> io::Result<&mut new_file::NewFile> {
        self.file.as_mut().ok_or(io::ErrorKind::NotConnected.into())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner()?.flush()
    }
}

impl Seek for NewFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner()?.seek(position)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            let partial = file.partial().to_owned();
            drop(file);
            interrupt::keep(&partial);
        }
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

/// Refuses a name whose extension is none of those that are known.
pub(crate) fn unsupported<'k>(path: &Path, known: impl Iterator<Item = &'k str>) -> CliError {
    let known = known.collect::<Vec<_>>().join(", ");
    let reason = format!("unsupported extension; choose one of {known}");
    CliError::at(path, reason)
}
