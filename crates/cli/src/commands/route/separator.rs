//! The separators of CSV: the one that a file has, by its name, by a line such as `sep=;` or by its header.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::path::Path;

use super::fields::values;
use super::text::Malformed;

/// The character between the values of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Separator {
    #[default]
    Comma,
    Semicolon,
    Tab,
    Bar,
}

impl Separator {
    const ALL: [Self; 4] = [Self::Comma, Self::Semicolon, Self::Tab, Self::Bar];

    pub(crate) fn character(self) -> char {
        char::from(self.byte())
    }

    pub(crate) fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Bar => b'|',
        }
    }

    /// Returns how rows with this separator are written.
    pub(crate) fn writer(self) -> csv::WriterBuilder {
        let mut writer = csv::WriterBuilder::new();
        writer.delimiter(self.byte());
        writer
    }

    /// Returns how rows with the separator of their header are read: one of those with known names.
    pub(crate) fn reader(
        mut file: impl BufRead,
        is_known: impl Fn(&str) -> bool,
    ) -> io::Result<csv::Reader<impl Read>> {
        let beginning = file.fill_buf()?;
        let header = beginning.split(|byte| *byte == b'\n').next();
        let header = String::from_utf8_lossy(header.unwrap_or_default());
        let separator = Self::of_header(header.trim_end(), Self::default(), is_known);
        let mut reader = csv::ReaderBuilder::new();
        Ok(reader.delimiter(separator.byte()).from_reader(file))
    }

    /// Returns the separator that the extension of a file name stands for: a tab for `.tsv`, else a comma.
    pub(crate) fn of_name(path: &Path) -> Self {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("tsv") => Self::Tab,
            _ => Self::Comma,
        }
    }

    /// Returns the separator that a line such as `sep=;` states, as spreadsheets write it before the header; `None`
    /// for any other line.
    pub(super) fn stated_by(line: &str) -> Option<Result<Self, Malformed>> {
        const WORD: &str = "sep=";
        let line = line.strip_prefix('"').unwrap_or(line);
        let line = line.strip_suffix('"').unwrap_or(line);
        let word = line.get(..WORD.len())?;
        let stated = &line[WORD.len()..];
        if !word.eq_ignore_ascii_case(WORD) || stated.chars().count() > 1 {
            return None;
        }
        let found = Self::ALL
            .into_iter()
            .find(|it| stated.starts_with(it.character()));
        Some(found.map_or_else(
            || {
                let stated = stated.escape_default();
                Malformed::because(format!(
                    "`sep={stated}` states no comma, semicolon, tab or vertical bar"
                ))
            },
            Ok,
        ))
    }

    /// Returns the separator between most columns of a header that have known names; the usual one where none is
    /// better.
    pub(crate) fn of_header(header: &str, usual: Self, is_known: impl Fn(&str) -> bool) -> Self {
        let known = |separator: &Self| {
            let names = values(header, *separator).unwrap_or_default();
            names.iter().filter(|name| is_known(name)).count()
        };
        // Of several that are as good, the last one is taken.
        let all = Self::ALL.into_iter().rev().chain([usual]);
        all.max_by_key(known).unwrap_or(usual)
    }
}

/// Names the separators of a line: between what its values stand.
impl fmt::Display for Separator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Comma => "commas",
            Self::Semicolon => "semicolons",
            Self::Tab => "tabs",
            Self::Bar => "vertical bars",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_tells_its_separator_and_a_line_may_state_it() {
        let known = |name: &str| ["id", "x", "y"].contains(&name);
        let of = |header| Separator::of_header(header, Separator::Comma, known);
        assert_eq!(of("id,x,y"), Separator::Comma);
        assert_eq!(of("\"a,b\";id;x;y"), Separator::Semicolon);
        assert_eq!(of("\tid\tx\ty;"), Separator::Tab);
        assert_eq!(of("x|y|id"), Separator::Bar);
        assert_eq!(of("id"), Separator::Comma);
        assert_eq!(of("a;b;c"), Separator::Comma);
        let tabs = Separator::of_header("id", Separator::Tab, known);
        assert_eq!(tabs, Separator::Tab);
        for (line, expected) in [
            ("sep=;", Some(Separator::Semicolon)),
            ("SEP=,", Some(Separator::Comma)),
            ("\"sep=|\"", Some(Separator::Bar)),
            ("sep=\t", Some(Separator::Tab)),
        ] {
            assert_eq!(Separator::stated_by(line).and_then(Result::ok), expected);
        }
        for line in ["sep=x", "sep="] {
            assert!(Separator::stated_by(line).unwrap().is_err(), "{line}");
        }
        for line in ["", "sep", "id,sep=;", "sep=a,b", "séparé"] {
            assert!(Separator::stated_by(line).is_none(), "{line}");
        }
    }
}
