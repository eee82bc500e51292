//! YAML, as far as it is read: mappings of words and numbers, value by value, with the line of what is wrong.

use std::fmt::Display;

use saphyr_parser::{Event, Parser, StrInput};

use crate::error::{Fault, Place, malformed, quote};

/// A file as it is read.
pub(crate) struct Yaml<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// The line and the column of what was read last.
    place: (usize, usize),
}

impl<'t> Yaml<'t> {
    /// Begins a file, which must be text.
    pub(crate) fn new(bytes: &'t [u8]) -> Result<Self, Fault> {
        let text = std::str::from_utf8(bytes);
        let text = text.map_err(|error| malformed(error).at(Place::Line(1)))?;
        Ok(Self {
            parser: Parser::new_from_str(text),
            place: (1, 0),
        })
    }

    /// Returns the line of what was read last.
    pub(crate) fn line(&self) -> Place {
        Place::Line(self.place.0 as u64)
    }

    /// Makes the fault of what was read last.
    pub(crate) fn refused(&self, reason: impl Display) -> Fault {
        malformed(format!("column {}: {reason}", self.place.1 + 1)).at(self.line())
    }

    pub(crate) fn next(&mut self) -> Result<Event<'t>, Fault> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                self.place = (span.start.line(), span.start.col());
                Ok(event)
            }
            Some(Err(error)) => {
                self.place = (error.marker().line(), error.marker().col());
                Err(self.refused(error.info()))
            }
            None => Err(self.refused("the file ends too early")),
        }
    }

    /// Goes to the mapping that the file is.
    pub(crate) fn expect_mapping(&mut self, what: &str) -> Result<(), Fault> {
        loop {
            match self.next()? {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                Event::MappingStart(..) => return Ok(()),
                _ => return Err(self.refused(format!("expected {what}"))),
            }
        }
    }

    /// Reads the next key of a mapping, or none at its end.
    pub(crate) fn key(&mut self) -> Result<Option<String>, Fault> {
        match self.next()? {
            Event::MappingEnd => Ok(None),
            Event::Scalar(key, ..) => Ok(Some(key.into_owned())),
            _ => Err(self.refused("expected a word before a colon")),
        }
    }

    /// Passes by a value, whatever it is.
    pub(crate) fn pass_by(&mut self) -> Result<(), Fault> {
        let mut depth = 0_usize;
        loop {
            match self.next()? {
                Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
                Event::SequenceEnd | Event::MappingEnd => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Reads a value, and returns it if it is one word or number.
    pub(crate) fn scalar(&mut self) -> Result<Option<String>, Fault> {
        let value = self.next()?;
        self.word(value)
    }

    /// Returns a value if it is one word or number.
    fn word(&self, value: Event<'t>) -> Result<Option<String>, Fault> {
        match value {
            Event::Scalar(value, ..) if matches!(&*value, "null" | "~" | "") => Ok(None),
            Event::Scalar(value, ..) => Ok(Some(value.into_owned())),
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                Err(self.refused("expected a word or a number"))
            }
            _ => Err(self.refused("aliases are not read")),
        }
    }

    pub(crate) fn number(&mut self) -> Result<Option<f64>, Fault> {
        let text = self.scalar()?;
        text.map(|text| self.finite(&text)).transpose()
    }

    fn finite(&self, text: &str) -> Result<f64, Fault> {
        match text.parse() {
            Ok(number) if f64::is_finite(number) => Ok(number),
            _ => Err(self.refused(format!("`{}` is not a number", quote(text.as_bytes())))),
        }
    }

    /// Reads a list of as many numbers.
    pub(crate) fn numbers<const N: usize>(&mut self) -> Result<[f64; N], Fault> {
        let expected = format!("expected a list of {N} numbers");
        if !matches!(self.next()?, Event::SequenceStart(..)) {
            return Err(self.refused(expected));
        }
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = match self.next()? {
                Event::SequenceEnd => return Err(self.refused(expected)),
                value => match self.word(value)? {
                    Some(text) => self.finite(&text)?,
                    None => return Err(self.refused(expected)),
                },
            };
        }
        match self.next()? {
            Event::SequenceEnd => Ok(numbers),
            _ => Err(self.refused(expected)),
        }
    }
}
