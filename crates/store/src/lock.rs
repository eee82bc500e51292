//! Locks of files that are being written: one run at a time writes one.

use std::fs::File;
use std::io;

/// Takes the lock of a file, which lasts until the file is closed or the lock [released](release).
///
/// # Errors
///
/// The errors of the system, also where another run has the lock.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn take(file: &File) -> io::Result<()> {
    Ok(fs4::FileExt::try_lock(file)?)
}

/// Releases the lock of a file.
///
/// # Errors
///
/// The errors of the system.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) fn release(file: &File) -> io::Result<()> {
    fs4::FileExt::unlock(file)
}

/// Does nothing where there is no system, and so no file to be opened.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) fn take(_: &File) -> io::Result<()> {
    Ok(())
}

/// Does nothing where there is no system.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) fn release(_: &File) -> io::Result<()> {
    Ok(())
}
