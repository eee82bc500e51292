//! Files that take their name when they are whole.
//!
//! INVARIANT: whatever ends a run, at the name of an output stands what stood there before, or the
//! whole new file. While `FILE` is written it is called `FILE.partial`, and one run at a time writes
//! it. What is no regular file, such as a pipe or a device, is written as it is.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::WriteError;
use crate::lock;

/// The fate of the part of a file that was written before its run failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// The part is removed.
    Removed,
    /// The part stays under the name of the partial file.
    Kept,
}

/// A file that is being written.
#[derive(Debug)]
pub struct NewFile {
    target: PathBuf,
    /// The path of the file until it is whole; `None` where it is written in place.
    partial: Option<PathBuf>,
    /// `None` once the file is closed.
    file: Option<BufWriter<File>>,
    leftover: Leftover,
}

/// Returns the name of the file at `path` while it is written.
#[must_use]
pub fn partial_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".partial");
    name.into()
}

impl NewFile {
    /// Begins an empty file that will be at `path`, instead of what is there.
    ///
    /// # Errors
    ///
    /// Those of the system; [`ErrorKind::ResourceBusy`] where another run writes the file.
    pub fn begin(path: &Path, leftover: Leftover) -> io::Result<Self> {
        if !is_replaceable(path) {
            return Ok(Self {
                target: path.to_owned(),
                partial: None,
                file: Some(BufWriter::new(File::create(path)?)),
                leftover,
            });
        }
        let new = Self::open(path, leftover)?;
        if let Some(file) = &new.file {
            file.get_ref().set_len(0)?;
        }
        Ok(new)
    }

    /// Opens the partial file of `path` as an interrupted run left it, or an empty one; with the
    /// position at its beginning.
    ///
    /// # Errors
    ///
    /// Those of the system; [`ErrorKind::ResourceBusy`] where another run writes the file.
    pub fn open(path: &Path, leftover: Leftover) -> io::Result<Self> {
        // What a link points to is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let partial = partial_name(&target);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&partial)?;
        if lock::take(&file).is_err() {
            return Err(io::Error::new(
                ErrorKind::ResourceBusy,
                "another run is writing it",
            ));
        }
        Ok(Self {
            target,
            partial: Some(partial),
            file: Some(BufWriter::new(file)),
            leftover,
        })
    }

    /// Returns the path of the file once it is whole.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the path that the file has now.
    #[must_use]
    pub fn partial(&self) -> &Path {
        self.partial.as_deref().unwrap_or(&self.target)
    }

    /// Returns the file itself, for callers that read and cut what is there.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn file(&mut self) -> io::Result<&mut File> {
        let file = self.writer()?;
        file.flush()?;
        Ok(file.get_mut())
    }

    /// Removes the partial file when it is dropped unfinished.
    pub fn discard(&mut self) {
        self.leftover = Leftover::Removed;
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(mut file) = self.file.take() else {
            return Ok(());
        };
        let written = file.flush();
        let Some(partial) = self.partial.clone() else {
            return written;
        };
        written?;
        file.get_ref().sync_all()?;
        if let Ok(before) = fs::metadata(&self.target) {
            file.get_ref().set_permissions(before.permissions())?;
        }
        fs::rename(&partial, &self.target)?;
        self.partial = None;
        Ok(())
    }

    fn writer(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.file.as_mut().ok_or(ErrorKind::NotConnected.into())
    }
}

/// Returns whether another file can take the place of the one at `path`, if there is one.
#[must_use]
pub fn is_replaceable(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |there| there.is_file())
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer()?.flush()
    }
}

impl Seek for NewFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.writer()?.seek(position)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Nothing can be done where this fails, and nothing wrong bears the name of the output.
        drop(self.file.take());
        if let (Some(partial), Leftover::Removed) = (&self.partial, self.leftover) {
            let _ = fs::remove_file(partial);
        }
    }
}

/// Writes a whole file at `path`: whatever fails, what was there before is there still.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(NewFile) -> Result<NewFile, WriteError>,
) -> Result<(), WriteError> {
    let file = NewFile::begin(path, Leftover::Removed).map_err(|error| match error.kind() {
        ErrorKind::ResourceBusy => WriteError::Busy,
        _ => WriteError::Io(error),
    })?;
    Ok(write(file)?.finish()?)
}
