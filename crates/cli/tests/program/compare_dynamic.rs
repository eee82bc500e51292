//! `voxnav compare --dynamic`.

use crate::program::{Scratch, fits_in_80_columns};

#[test]
fn worlds_that_change_are_played() {
    let scratch = Scratch::new("compare-dynamic");
    let text = scratch.succeeds(
        "compare generated:rooms:24,24,8:1 --dynamic near-doors,sensors --sample 25 --markdown r.md",
    );
    fits_in_80_columns(&text);
    for name in [
        "near-doors",
        "sensors",
        "afresh",
        "D* Lite",
        "adaptive A*",
        "Replanner",
    ] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(scratch.read("r.md").contains("| D* Lite |"), "{text}");
    let refused = scratch.fails(2, "compare generated:rooms:24,24,8:1 --dynamic weather");
    assert!(refused.contains("near-doors, far-doors"), "{refused}");
}
