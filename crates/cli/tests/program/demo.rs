//! `voxnav` without a command.

use crate::program::{Scratch, fits_in_80_columns};

#[test]
fn the_demonstration_needs_nothing_and_repeats_itself() {
    let scratch = Scratch::new("demo");
    let [first, second] = [(); 2].map(|()| scratch.succeeds(""));
    fits_in_80_columns(&first);
    assert!(first.contains("\nroutes     399 found"), "{first}");
    let timeless = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains(" ms"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(timeless(&first), timeless(&second));
}
