//! Lines and fields of a text format, read from bytes.
//!
//! Owns what the four formats share: where a line ends, what separates fields, and how a field
//! becomes a number within a range. Nothing here allocates, except to quote the text of an error.
//!
//! INVARIANT: arithmetic on what a file says saturates, so that a number of any length is compared
//! with its range as if it had been read exactly.

use voxnav_occupancy::MAX_COORDINATE;

use crate::error::{FormatError, FormatReason, quote};

/// A cursor over the lines of a file that knows where it is.
pub(crate) struct Lines<'a> {
    file: &'a str,
    rest: &'a [u8],
    /// Number of the line handed out last, counted from 1.
    number: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8], file: &'a str) -> Self {
        // Some editors put a byte order mark before the first line.
        let rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Self {
            file,
            rest,
            number: 0,
        }
    }

    /// The next line, without its end; `None` at the end of the file.
    pub(crate) fn next_line(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self
            .rest
            .iter()
            .position(|&byte| byte == b'\n')
            .unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The next line that is not blank.
    pub(crate) fn next_filled(&mut self) -> Option<&'a [u8]> {
        loop {
            let line = self.next_line()?;
            if !trim(line).is_empty() {
                return Some(line);
            }
        }
    }

    /// What `parse` makes of the next line that is not blank; the file must not end before it.
    pub(crate) fn expect<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&'a [u8]) -> Result<T, FormatReason>,
    ) -> Result<T, FormatError> {
        match self.next_filled() {
            Some(line) => parse(line).map_err(|reason| self.error(reason)),
            None => Err(self.end(FormatReason::UnexpectedEnd { expected })),
        }
    }

    /// An error in the current line.
    pub(crate) fn error(&self, reason: FormatReason) -> FormatError {
        FormatError {
            file: self.file.to_owned(),
            line: self.number.max(1),
            reason,
        }
    }

    /// An error where the next line should be.
    pub(crate) fn end(&self, reason: FormatReason) -> FormatError {
        FormatError {
            file: self.file.to_owned(),
            line: self.number + 1,
            reason,
        }
    }
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The text without spaces and tabs around it.
pub(crate) fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_separator(*first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_separator(*last)
    {
        text = rest;
    }
    text
}

/// The first `N` fields of a line, and how many it has.
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

/// The `N` fields of a line that has exactly as many.
pub(crate) fn exactly<'a, const N: usize>(
    line: &'a [u8],
    expected: &'static str,
) -> Result<[&'a [u8]; N], FormatReason> {
    match fields(line) {
        (fields, count) if count == N => Ok(fields),
        (_, found) => Err(FormatReason::FieldCount { expected, found }),
    }
}

/// A coordinate from 0 to below `end`.
pub(crate) fn coordinate(field: &'static str, text: &[u8], end: i32) -> Result<i32, FormatReason> {
    integer(field, text, 0, end - 1)
}

/// The extent of a map along an axis: at least one cell, and all of them at representable
/// coordinates.
pub(crate) fn extent(field: &'static str, text: &[u8]) -> Result<i32, FormatReason> {
    integer(field, text, 1, MAX_COORDINATE)
}

fn integer(field: &'static str, text: &[u8], min: i32, max: i32) -> Result<i32, FormatReason> {
    match decimal(text) {
        None => Err(FormatReason::NotAnInteger {
            field,
            found: quote(text),
        }),
        Some(value) => match i32::try_from(value) {
            Ok(value) if (min..=max).contains(&value) => Ok(value),
            _ => Err(FormatReason::OutOfRange {
                field,
                found: quote(text),
                min: min.into(),
                max: max.into(),
            }),
        },
    }
}

/// The integer that the text writes, saturated; `None` where it writes none.
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
pub(crate) fn check_count(field: &'static str, text: &[u8]) -> Result<(), FormatReason> {
    match decimal(text) {
        None => Err(FormatReason::NotAnInteger {
            field,
            found: quote(text),
        }),
        Some(0..) => Ok(()),
        Some(_) => Err(FormatReason::OutOfRange {
            field,
            found: quote(text),
            min: 0,
            max: i64::MAX,
        }),
    }
}

/// A finite number of 0 or more.
pub(crate) fn number(field: &'static str, text: &[u8]) -> Result<f64, FormatReason> {
    str::from_utf8(text)
        .ok()
        .and_then(|text| text.parse().ok())
        .filter(|&value| is_listed_number(value))
        .ok_or_else(|| FormatReason::NotANumber {
            field,
            found: quote(text),
        })
}

/// Whether a length or ratio may stand in a file.
pub(crate) fn is_listed_number(value: f64) -> bool {
    value.is_finite() && value >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_lf_crlf_or_the_end_of_the_file() {
        let mut lines = Lines::new(b"\xef\xbb\xbfa\r\n\nb\rc\r\n d", "file");
        assert_eq!(lines.next_line(), Some(&b"a"[..]));
        assert_eq!(lines.next_filled(), Some(&b"b\rc"[..]));
        assert_eq!(lines.number, 3);
        assert_eq!(lines.next_line(), Some(&b" d"[..]));
        assert_eq!(lines.next_line(), None);
        assert_eq!(lines.number, 4);
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
