//! Sizes of cells, as laws draw them.

use crate::Draws;

/// Draws the sizes of cells along x, y and z: cubes in half of the draws, else flat or long cells, or any up to 64 times
/// as long as wide.
#[must_use]
pub fn drawn_sizes(draws: &mut Draws) -> [f64; 3] {
    if draws.percent(50) {
        [1.0; 3]
    } else {
        drawn_uneven_sizes(draws)
    }
}

/// Draws the sizes of cells that are no cubes.
#[must_use]
pub fn drawn_uneven_sizes(draws: &mut Draws) -> [f64; 3] {
    let mut sizes = match draws.below(5) {
        0 => [5.0, 5.0, 1.0],
        1 => [1.0, 1.0, 4.0],
        2 => [3.0, 4.0, 5.0],
        _ => loop {
            let sizes = [(); 3].map(|()| draws.between(1, 64));
            if sizes != [sizes[0]; 3] {
                break sizes.map(f64::from);
            }
        },
    };
    sizes.rotate_left(draws.below(3));
    sizes
}
