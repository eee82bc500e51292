//! Lines of a source, one at a time and none longer than a request can be.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes: so much memory at most, whatever the source holds.
pub(super) const LONGEST: usize = 1 << 16;

/// The byte order mark that some programs write before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a line without the end of line and blanks around it, but for tabs: values may stand between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Text<'l> {
    Whole(&'l [u8]),
    TooLong,
}

/// A source read line by line.
pub(super) struct Lines {
    reader: Box<dyn BufRead>,
    number: u64,
    line: Vec<u8>,
    next: Next,
}

/// The kind of the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// To be read.
    Unread,
    /// The one that was read last and only looked at.
    Read,
}

impl Lines {
    pub(super) fn new(reader: Box<dyn BufRead>) -> Self {
        Self {
            reader,
            number: 0,
            line: Vec::new(),
            next: Next::Unread,
        }
    }

    /// The next line that is not empty, which stays the next one.
    pub(super) fn look_ahead(&mut self) -> io::Result<Option<Text<'_>>> {
        let there = self.advance()?;
        self.next = Next::Read;
        Ok(there.then(|| self.text()))
    }

    /// The next line that is not empty, and its number from 1.
    pub(super) fn next_line(&mut self) -> io::Result<Option<(u64, Text<'_>)>> {
        let there = self.advance()?;
        Ok(there.then(|| (self.number, self.text())))
    }

    /// Goes on to the next line that is not empty; whether there is one.
    fn advance(&mut self) -> io::Result<bool> {
        if self.next == Next::Read {
            self.next = Next::Unread;
            return Ok(!self.line.is_empty());
        }
        loop {
            self.line.clear();
            let mut start = self.reader.by_ref().take(LONGEST as u64);
            if start.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(false);
            }
            self.number += 1;
            if self.is_cut() {
                self.reader.skip_until(b'\n')?;
                return Ok(true);
            }
            if matches!(self.text(), Text::Whole(text) if !text.trim_ascii().is_empty()) {
                return Ok(true);
            }
        }
    }

    /// Returns whether the line is longer than what was read of it.
    fn is_cut(&self) -> bool {
        self.line.len() == LONGEST && !self.line.ends_with(b"\n")
    }

    fn text(&self) -> Text<'_> {
        if self.is_cut() {
            return Text::TooLong;
        }
        let marked = (self.number == 1).then(|| self.line.strip_prefix(BYTE_ORDER_MARK));
        let mut text = marked.flatten().unwrap_or(&self.line);
        while let [b' ' | b'\r' | b'\n' | b'\x0c', rest @ ..]
        | [rest @ .., b' ' | b'\r' | b'\n' | b'\x0c'] = text
        {
            text = rest;
        }
        Text::Whole(text)
    }
}

/// Returns the bytes that a source begins with, after the byte order mark.
pub(super) fn without_mark(beginning: &[u8]) -> &[u8] {
    beginning.strip_prefix(BYTE_ORDER_MARK).unwrap_or(beginning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_anyhow_and_long_ones_are_passed_over() {
        let long = vec![b'x'; 3 * LONGEST];
        let text = [
            b"\xef\xbb\xbf a\t\r\n\r\n \t\nb\n",
            &long[..],
            b"\nc,\xef\xbb\xbf",
        ]
        .concat();
        let mut lines = Lines::new(Box::new(io::Cursor::new(text)));
        let mut expect = |expected| assert_eq!(lines.next_line().unwrap(), expected);
        expect(Some((1, Text::Whole(b"a\t"))));
        expect(Some((4, Text::Whole(b"b"))));
        expect(Some((5, Text::TooLong)));
        expect(Some((6, Text::Whole(b"c,\xef\xbb\xbf"))));
        expect(None);
    }
}
