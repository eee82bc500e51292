//! Numbers in messages: as usual where that is short, in scientific form where it is not.

use std::fmt::{self, Display, LowerExp};

/// A number as messages have it.
pub(crate) struct Number<T>(T);

/// Three numbers as messages have them, in brackets.
pub(crate) struct Numbers<T>([T; 3]);

pub(crate) fn number<T: Copy>(value: &T) -> Number<T> {
    Number(*value)
}

pub(crate) fn numbers<T>(values: &(impl Copy + Into<[T; 3]>)) -> Numbers<T> {
    Numbers((*values).into())
}

impl<T: Copy + Into<f64> + Display + LowerExp> Display for Number<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.into().abs();
        // Sixteen digits say all that a double knows.
        if magnitude == 0.0 || (1e-6..1e16).contains(&magnitude) || !magnitude.is_finite() {
            write!(f, "{}", self.0)
        } else {
            write!(f, "{:e}", self.0)
        }
    }
}

impl<T: Copy + Into<f64> + Display + LowerExp> Display for Numbers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.map(Number);
        write!(f, "[{x}, {y}, {z}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3};

    #[test]
    fn numbers_are_short() {
        let shown = numbers(&DVec3::new(1e300, 0.5, -2.5e-9)).to_string();
        assert_eq!(shown, "[1e300, 0.5, -2.5e-9]");
        assert_eq!(
            numbers(&Vec3::new(0.3, f32::NAN, -7.0)).to_string(),
            "[0.3, NaN, -7]"
        );
        assert_eq!(number(&1_099_511_627_776.0).to_string(), "1099511627776");
    }
}
