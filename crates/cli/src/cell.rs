//! Cells and sizes on the command line: `X,Y,Z`.

use std::str::FromStr;

use voxnav::glam::IVec3;

/// Three whole numbers separated by commas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Triple(pub(crate) IVec3);

/// A text that is not three whole numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write three whole numbers between commas, such as 3,0,12")]
pub(crate) struct NotATriple;

impl FromStr for Triple {
    type Err = NotATriple;

    fn from_str(text: &str) -> Result<Self, NotATriple> {
        let mut cell = IVec3::ZERO;
        let mut parts = text.split(',');
        for axis in 0..3 {
            let number = parts.next().and_then(|part| part.trim().parse().ok());
            cell[axis] = number.ok_or(NotATriple)?;
        }
        match parts.next() {
            None => Ok(Self(cell)),
            Some(_) => Err(NotATriple),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_numbers_and_nothing_else() {
        assert_eq!("3,-4, 5".parse(), Ok(Triple(IVec3::new(3, -4, 5))));
        for text in ["", "1,2", "1,2,3,4", "1,2,", "1;2;3", "1,2,9999999999"] {
            assert_eq!(text.parse::<Triple>(), Err(NotATriple), "{text}");
        }
    }
}
