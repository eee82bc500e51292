//! Standard output whose reader may leave early, as `head` does, and may be a narrow terminal.

use std::env;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use serde::Serialize;

use crate::error::CliError;

/// Tells something worth knowing of a file, or of what has this name, that is no failure.
pub(crate) fn note(of: impl Display, note: impl Display) {
    // Nothing can be done about a note that nobody reads.
    let _ = writeln!(io::stderr(), "voxnav: {of}: {note}");
}

/// The output to which commands print.
pub(crate) type StandardOutput<'o> = BufWriter<PipeTolerant<StdoutLock<'o>>>;

/// Standard output of a command that only prints: once the reader closes the pipe, writing
/// fails with [`ErrorKind::BrokenPipe`], and the command ends.
pub(crate) struct WhileRead<'w, 'o>(pub(crate) &'w mut StandardOutput<'o>);

impl Write for WhileRead<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()?;
        match self.0.get_ref().state {
            Pipe::Open => Ok(()),
            Pipe::Broken => Err(ErrorKind::BrokenPipe.into()),
        }
    }
}

/// Writes a value as a line of JSON.
pub(crate) fn write_json(value: &impl Serialize, out: &mut dyn Write) -> Result<(), CliError> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// The columns of a terminal for which texts and tables are made.
const USUAL_COLUMNS: usize = 80;

/// Returns the number of columns that lines may have: those of the terminal, else those that the environment
/// states, at most 80.
pub(crate) fn columns() -> usize {
    let of_terminal = terminal_size::terminal_size_of(io::stdout());
    let of_terminal = of_terminal.map(|(width, _)| usize::from(width.0));
    let stated = || env::var("COLUMNS").ok()?.parse().ok();
    // In fewer than 20 there is no table.
    let columns = of_terminal.or_else(stated).unwrap_or(USUAL_COLUMNS);
    columns.clamp(20, USUAL_COLUMNS)
}

/// Text whose lines are broken between words where the terminal is narrower than they are, and go on
/// under the beginning of what they say.
pub(crate) struct WrappedText<'o> {
    out: &'o mut dyn Write,
    columns: usize,
    line: Vec<u8>,
}

impl<'o> WrappedText<'o> {
    /// For the terminal that there is.
    pub(crate) fn new(out: &'o mut dyn Write) -> Self {
        Self::within(columns(), out)
    }

    fn within(columns: usize, out: &'o mut dyn Write) -> Self {
        let line = Vec::new();
        Self { out, columns, line }
    }
}

impl Write for WrappedText<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Wider terminals break nothing: what does not fit there is a name, or a table of others.
        if self.columns >= USUAL_COLUMNS {
            return self.out.write(bytes);
        }
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if let Some(line) = self.line.strip_suffix(b"\n") {
                let fitted = fitted(&String::from_utf8_lossy(line), self.columns);
                self.out.write_all(fitted.as_bytes())?;
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A line of text in lines of at most so many columns, if its words are no longer.
fn fitted(line: &str, columns: usize) -> String {
    let width = |text: &str| text.chars().count();
    if width(line) <= columns {
        return format!("{line}\n");
    }
    // What follows a label, such as `outcome    found`, stays to the right of it.
    let margin = width(line) - width(line.trim_start());
    let label = line.trim_start().find("  ").map(|end| margin + end);
    let text = label.map(|label| {
        let (before, after) = line.split_at(label);
        width(before) + width(after) - width(after.trim_start())
    });
    let indent = text.filter(|text| *text <= columns / 3).unwrap_or(margin);
    let (mut result, mut used) = (String::new(), 0);
    for word in line.split_inclusive(' ') {
        let is_first = used <= indent;
        if !is_first && used + width(word.trim_end()) > columns {
            result.truncate(result.trim_end().len());
            result.push('\n');
            result.extend(std::iter::repeat_n(' ', indent));
            used = indent;
        }
        result.push_str(word);
        used += width(word);
    }
    result.truncate(result.trim_end().len());
    result.push('\n');
    result
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

    #[test]
    fn lines_are_broken_between_words_and_go_on_beside_their_labels() {
        let fit = |text: &str, columns| {
            let mut fitted = Vec::new();
            WrappedText::within(columns, &mut fitted)
                .write_all(text.as_bytes())
                .unwrap();
            String::from_utf8(fitted).unwrap()
        };
        assert_eq!(
            fit("memory    world 1.2 MiB, search 3.4 KiB\n\nshort\n", 30),
            "memory    world 1.2 MiB,\n          search 3.4 KiB\n\nshort\n"
        );
        assert_eq!(
            fit("  1,2,3 4,5,6 7,8,9\n", 9),
            "  1,2,3\n  4,5,6\n  7,8,9\n"
        );
        // A word is never broken.
        assert_eq!(
            fit("a averylongname.3dmap b\n", 9),
            "a\naverylongname.3dmap\nb\n"
        );
        let wide = "x".repeat(50) + " " + &"y".repeat(50) + "\n";
        assert_eq!(fit(&wide, 80), wide);
    }
}
