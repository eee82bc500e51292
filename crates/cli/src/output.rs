//! Standard output whose reader may leave early, as `head` does, and files that must not be written
//! over.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use crate::error::CliError;
use crate::new_file::partial_name;

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
        Some(path) => Err(CliError::WouldReplaceInput(path.to_owned())),
        None => Ok(()),
    }
}

/// A writer that takes a broken pipe for a reader that has seen enough: everything from then on is
/// dropped, and the program ends with the exit code it would have had.
pub(crate) struct PipeTolerant<W> {
    inner: W,
    state: Pipe,
}

#[derive(PartialEq, Eq)]
enum Pipe {
    Open,
    Broken,
}

impl<W: Write> PipeTolerant<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self {
            inner,
            state: Pipe::Open,
        }
    }

    /// Does `action` while there is a reader; `instead` stands for its result afterwards.
    fn unless_broken<T>(
        &mut self,
        instead: T,
        action: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.state == Pipe::Broken {
            return Ok(instead);
        }
        match action(&mut self.inner) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.state = Pipe::Broken;
                Ok(instead)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for PipeTolerant<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_broken(bytes.len(), |inner| inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_broken((), Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn a_broken_pipe_is_no_error_and_a_full_disk_is() {
        let mut broken = PipeTolerant::new(Failing(ErrorKind::BrokenPipe));
        broken.write_all(b"nobody reads this").unwrap();
        broken.flush().unwrap();
        let mut full = PipeTolerant::new(Failing(ErrorKind::StorageFull));
        assert!(full.write_all(b"nor this").is_err());
    }
}
