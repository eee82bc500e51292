//! Lines and fields of a text format, read from a stream.
//!
//! Owns what the formats share: where a line ends, what separates fields, and how a field becomes a
//! number within a range. Besides the line at hand nothing is held in memory.
//!
//! INVARIANT: arithmetic on what a file says saturates, so that a number of any length is compared
//! with its range as if it had been read exactly.

use std::fmt::Display;
use std::io::{self, BufRead};

use voxnav_occupancy::MAX_COORDINATE;

use crate::error::{Fault, Place, malformed, quote};

/// The longest line of a stream, in bytes; rows of grids are read in pieces and may be longer. No
/// correct line comes near it, and a compressed file of a few kilobytes may hold a line of
/// gigabytes.
const LONGEST_LINE: usize = 1 << 20;

/// The byte order mark, which some editors put before the first line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A cursor over the lines of a stream that knows where it is.
pub(crate) struct Lines<R> {
    source: R,
    /// The line handed out last.
    line: Vec<u8>,
    /// The number of that line, counted from 1.
    number: u64,
    longest: usize,
    end: LineEnd,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    Break,
    EndOfFile,
}

impl<R: BufRead> Lines<R> {
    /// Makes a cursor over the lines of a stream, none of them longer than [`LONGEST_LINE`].
    pub(crate) fn new(source: R) -> Self {
        Self {
            source,
            line: Vec::new(),
            number: 0,
            longest: LONGEST_LINE,
            end: LineEnd::Break,
        }
    }

    /// Makes a cursor over the lines of a stream, however long.
    pub(crate) fn of_any_length(source: R) -> Self {
        Self {
            longest: usize::MAX,
            ..Self::new(source)
        }
    }

    /// Reads the next line, without its end; `None` at the end of the file.
    pub(crate) fn next_line(&mut self) -> Result<Option<&[u8]>, Fault> {
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        let limit = self.longest;
        let read = self.next_in_pieces(|piece| {
            if piece.len() > limit - line.len() {
                let what = format!("the line is longer than {limit} bytes");
                return Err(malformed(what));
            }
            line.extend_from_slice(piece);
            Ok(())
        });
        self.line = line;
        if read?.is_none() {
            return Ok(None);
        }
        if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
            if self.line.is_empty() && self.end == LineEnd::EndOfFile {
                self.number = 0;
                return Ok(None);
            }
        }
        Ok(Some(&self.line))
    }

    /// Reads the next line that is not blank.
    pub(crate) fn next_filled(&mut self) -> Result<Option<&[u8]>, Fault> {
        while self.next_line()?.is_some() {
            if !trim(&self.line).is_empty() {
                return Ok(Some(&self.line));
            }
        }
        Ok(None)
    }

    /// Reads the next line that is neither blank nor a comment, which begins with `#`.
    pub(crate) fn next_statement(&mut self) -> Result<Option<&[u8]>, Fault> {
        while self.next_line()?.is_some() {
            if !matches!(trim(&self.line), [] | [b'#', ..]) {
                return Ok(Some(&self.line));
            }
        }
        Ok(None)
    }

    /// Returns the byte that the next line begins with, without taking it; `None` at the end of the file.
    pub(crate) fn next_byte(&mut self) -> Result<Option<u8>, Fault> {
        loop {
            match self.source.fill_buf() {
                Ok(available) => return Ok(available.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.end(format!("reading ends here: {error}"))),
            }
        }
    }

    /// Hands the next line to `each` in pieces as they come, without its end; `None` at the end of
    /// the file.
    pub(crate) fn next_in_pieces(
        &mut self,
        mut each: impl FnMut(&[u8]) -> Result<(), Fault>,
    ) -> Result<Option<()>, Fault> {
        let mut has_begun = false;
        // A carriage return that ended a piece: part of the line only if something follows.
        let mut held: &[u8] = b"";
        loop {
            let available = match self.source.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.number += u64::from(!has_begun);
                    return Err(self.error(malformed(format!("reading ends here: {error}"))));
                }
            };
            if available.is_empty() {
                if has_begun {
                    self.end = LineEnd::EndOfFile;
                }
                return Ok(has_begun.then_some(()));
            }
            self.number += u64::from(!has_begun);
            has_begun = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let piece = &available[..end.unwrap_or(available.len())];
            let handed = if piece.is_empty() {
                Ok(())
            } else {
                let body = piece.strip_suffix(b"\r").unwrap_or(piece);
                let before = std::mem::replace(&mut held, if body == piece { b"" } else { b"\r" });
                each(before).and_then(|()| each(body))
            };
            let used = end.map_or(piece.len(), |end| end + 1);
            self.source.consume(used);
            handed.map_err(|fault| self.error(fault))?;
            if end.is_some() {
                self.end = LineEnd::Break;
                return Ok(Some(()));
            }
        }
    }

    /// Returns how the line ends that was handed out last.
    pub(crate) fn line_end(&self) -> LineEnd {
        self.end
    }

    /// Returns what `parse` makes of the next line that is not blank; the file must not end before
    /// it.
    pub(crate) fn expect<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&[u8]) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        match self.next_filled()? {
            Some(line) => parse(line).map_err(|fault| self.error(fault)),
            None => Err(self.missing(expected)),
        }
    }

    /// Returns a fault in the current line.
    pub(crate) fn error(&self, fault: Fault) -> Fault {
        fault.at(Place::Line(self.number.max(1)))
    }

    /// Returns a fault where the next line should be.
    pub(crate) fn end(&self, what: impl Display) -> Fault {
        malformed(what).at(Place::Line(self.number + 1))
    }

    /// Returns the fault of a file that ends where something should follow.
    pub(crate) fn missing(&self, expected: &str) -> Fault {
        self.end(format!("the file ends where {expected} should follow"))
    }
}

/// Takes the next line from the text at the head of a file, whose last line is `last`; no such line is longer than
/// 4,096 bytes.
pub(crate) fn header_line<'b>(rest: &mut &'b [u8], last: &str) -> Result<&'b str, Fault> {
    const LONGEST: usize = 1 << 12;
    let end = rest.iter().take(LONGEST).position(|byte| *byte == b'\n');
    let end = end.ok_or_else(|| malformed(format!("the line `{last}` is missing")))?;
    let line = str::from_utf8(&rest[..end]).map_err(malformed)?;
    *rest = &rest[end + 1..];
    Ok(line.trim())
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns the text without spaces and tabs around it.
pub(crate) fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_separator(*first)
    {
        text = rest;
    }
    trim_end(text)
}

/// Returns the text without spaces and tabs at its end.
pub(crate) fn trim_end(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., last] = text
        && is_separator(*last)
    {
        text = rest;
    }
    text
}

/// Returns the fault of a line that is not as expected.
pub(crate) fn unexpected(expected: &str, line: &[u8]) -> Fault {
    malformed(format!("expected {expected}, found \"{}\"", quote(line)))
}

/// Returns the fault of a line with another number of fields than it should have.
pub(crate) fn field_count(expected: &str, found: usize) -> Fault {
    malformed(format!(
        "the number of fields is {found}, expected `{expected}`"
    ))
}

/// Returns the first `N` fields of a line, and how many it has.
pub(crate) fn fields<const N: usize>(line: &[u8]) -> ([&[u8]; N], usize) {
    let mut first = [&[][..]; N];
    let mut count = 0;
    for field in line
        .split(|&byte| is_separator(byte))
        .filter(|field| !field.is_empty())
    {
        if let Some(slot) = first.get_mut(count) {
            *slot = field;
        }
        count += 1;
    }
    (first, count)
}

/// Returns the `N` fields of a line that has exactly as many.
pub(crate) fn exactly<'a, const N: usize>(
    line: &'a [u8],
    expected: &str,
) -> Result<[&'a [u8]; N], Fault> {
    match fields(line) {
        (fields, count) if count == N => Ok(fields),
        (_, found) => Err(field_count(expected, found)),
    }
}

/// Parses a coordinate from 0 to below `end`.
pub(crate) fn coordinate(field: &str, text: &[u8], end: i32) -> Result<i32, Fault> {
    integer(field, text, 0, (end - 1).into()).map(narrowed)
}

/// Parses the extent of a map along an axis: at least one cell, and all of them at representable
/// coordinates.
pub(crate) fn extent(field: &str, text: &[u8]) -> Result<i32, Fault> {
    integer(field, text, 1, MAX_COORDINATE.into()).map(narrowed)
}

/// Returns an integer whose range is one of 32 bits.
fn narrowed(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

fn integer(field: &str, text: &[u8], min: i64, max: i64) -> Result<i64, Fault> {
    let value = decimal(text);
    if let Some(value) = value.filter(|value| (min..=max).contains(value)) {
        return Ok(value);
    }
    let found = quote(text);
    Err(malformed(match value {
        Some(_) => format!("{field} is {found}, not between {min} and {max}"),
        None => format!("{field} is \"{found}\", not an integer"),
    }))
}

/// Returns the integer that the text writes, saturated; `None` where it writes none.
fn decimal(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_i64, |value, digit| match digit {
        b'0'..=b'9' => Some(
            value
                .saturating_mul(10)
                .saturating_add(sign * i64::from(digit - b'0')),
        ),
        _ => None,
    })
}

/// Checks that a field counts something: an integer of 0 or more, of any length.
pub(crate) fn check_count(field: &str, text: &[u8]) -> Result<(), Fault> {
    integer(field, text, 0, i64::MAX).map(drop)
}

/// The number of digits that a decimal number is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digits {
    /// The number of digits before the decimal point.
    pub(crate) whole: usize,
    /// The number of digits after it; negative where a power of ten takes places away before it.
    pub(crate) decimals: i64,
}

impl Digits {
    /// Returns the digits of a text that [`number`] reads.
    pub(crate) fn of(text: &[u8]) -> Self {
        let text = text.strip_prefix(b"+").unwrap_or(text);
        let mut parts = text.splitn(2, |byte| matches!(byte, b'e' | b'E'));
        let mantissa = parts.next().unwrap_or_default();
        let power = parts
            .next()
            .map(|power| power.strip_prefix(b"+").unwrap_or(power));
        let power = power.and_then(decimal).unwrap_or(0);
        let point = mantissa.iter().position(|&byte| byte == b'.');
        let whole = point.unwrap_or(mantissa.len());
        let decimals = point.map_or(0, |point| mantissa.len() - point - 1);
        Self {
            whole,
            decimals: i64::try_from(decimals)
                .unwrap_or(i64::MAX)
                .saturating_sub(power),
        }
    }
}

/// Parses a finite number of 0 or more.
pub(crate) fn number(field: &str, text: &[u8]) -> Result<f64, Fault> {
    str::from_utf8(text)
        .ok()
        .and_then(|text| text.parse().ok())
        .filter(|&value| is_listed_number(value))
        .ok_or_else(|| {
            let found = quote(text);
            malformed(format!(
                "{field} is \"{found}\", not a finite number of 0 or more"
            ))
        })
}

/// Returns whether a length or ratio may stand in a file.
pub(crate) fn is_listed_number(value: f64) -> bool {
    value.is_finite() && value >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads two bytes at a time, so that every line comes in pieces.
    fn drops(bytes: &[u8]) -> io::BufReader<&[u8]> {
        io::BufReader::with_capacity(2, bytes)
    }

    #[test]
    fn lines_end_in_lf_crlf_or_the_end_of_the_file() {
        for shift in 0..2 {
            let text = [&b"\xef\xbb\xbf"[..], &b"aa"[shift..], b"\r\n\nb\rc\r\r\n d"].concat();
            let mut lines = Lines::new(drops(&text));
            assert_eq!(lines.next_line().unwrap(), Some(&b"aa"[shift..]));
            assert_eq!(lines.next_filled().unwrap(), Some(&b"b\rc\r"[..]));
            assert_eq!((lines.number, lines.line_end()), (3, LineEnd::Break));
            assert_eq!(lines.next_line().unwrap(), Some(&b" d"[..]));
            assert_eq!(lines.line_end(), LineEnd::EndOfFile);
            assert_eq!(lines.next_line().unwrap(), None);
            assert_eq!((lines.number, lines.line_end()), (4, LineEnd::EndOfFile));
        }
    }

    #[test]
    fn a_line_is_not_held_beyond_the_limit() {
        let endless = io::BufReader::new(io::repeat(b' '));
        let error = Lines::new(endless).next_filled().unwrap_err();
        assert_eq!(
            error.of("file").to_string(),
            "file:1: the line is longer than 1048576 bytes"
        );
        let long = vec![b'x'; LONGEST_LINE + 1];
        assert!(Lines::new(&long[1..]).next_line().is_ok());
        assert!(Lines::of_any_length(&long[..]).next_line().is_ok());
    }

    #[test]
    fn digits_are_counted_as_they_are_written() {
        for (text, whole, decimals) in [
            ("3.41421", 1, 5),
            ("244.95", 3, 2),
            ("12", 2, 0),
            ("12.", 2, 0),
            (".5", 0, 1),
            ("1.25e1", 1, 1),
            ("5e-1", 1, 1),
            ("12E+3", 2, -3),
        ] {
            assert_eq!(
                Digits::of(text.as_bytes()),
                Digits { whole, decimals },
                "{text}"
            );
        }
    }

    #[test]
    fn fields_beyond_the_wanted_ones_are_counted() {
        assert_eq!(fields::<2>(b" a\t\tbc d "), ([&b"a"[..], b"bc"], 3));
        assert_eq!(fields::<2>(b"a"), ([&b"a"[..], b""], 1));
    }

    #[test]
    fn decimals_saturate() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("007", 7),
            ("-12", -12),
            ("9223372036854775807", i64::MAX),
            ("9223372036854775808", i64::MAX),
            ("-9223372036854775808", i64::MIN),
            ("-99999999999999999999999", i64::MIN),
            ("0000000000000000000000000000001", 1),
        ] {
            assert_eq!(decimal(text.as_bytes()), Some(value), "{text}");
        }
        for text in ["", "-", "--1", "+1", "1.0", "1-", "0x1", "1\0", "\u{661}"] {
            assert_eq!(decimal(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(coordinate("x", b"4", 5).unwrap(), 4);
        assert!(coordinate("x", b"5", 5).is_err());
        assert!(coordinate("x", b"-1", 5).is_err());
        assert_eq!(extent("W", b"1073741824").unwrap(), MAX_COORDINATE);
        assert!(extent("W", b"1073741825").is_err());
        assert!(extent("W", b"0").is_err());
    }

    #[test]
    fn numbers_are_finite_and_not_negative() {
        assert_eq!(
            number("length", b"1.25").unwrap().to_bits(),
            1.25_f64.to_bits()
        );
        for text in ["", "x", "nan", "NaN", "inf", "-inf", "1e999", "-1", "1,5"] {
            assert!(number("length", text.as_bytes()).is_err(), "{text}");
        }
    }
}
