//! Files that take their name when they are whole.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use fs4::FileExt;

use crate::error::WriteError;

/// Writes a whole file at `path`: whatever fails, what was there before is there still.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(BufWriter<File>) -> Result<BufWriter<File>, WriteError>,
) -> Result<(), WriteError> {
    // What a link points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut partial = OsString::from(&target);
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let file = options.open(&partial)?;
    if FileExt::try_lock(&file).is_err() {
        return Err(WriteError::Busy);
    }
    let finish = |file: File| {
        file.set_len(0)?;
        let mut file = write(BufWriter::with_capacity(1 << 20, file))?;
        file.flush()?;
        file.get_ref().sync_all()?;
        if let Ok(before) = fs::metadata(&target) {
            file.get_ref().set_permissions(before.permissions())?;
        }
        fs::rename(&partial, &target)?;
        Ok(())
    };
    let written = finish(file);
    if written.is_err() {
        // Nothing can be done where this fails, and nothing wrong bears the name of the file.
        let _ = fs::remove_file(&partial);
    }
    written
}
