//! Laws draw where their worlds lie: no law file of `voxnav` and `voxnav-crowd` writes down a lattice of its own.

use super::{files, root};

/// The files that may name a lattice, with the reason: worlds that are drawn by hand, one for each test, or laws whose oracle
/// counts in cells.
const BY_HAND: &[(&str, &str)] = &[
    ("crowd/tests/avoidance/alone.rs", "rooms by hand"),
    ("crowd/tests/avoidance/outside.rs", "rooms by hand"),
    ("crowd/tests/crowd/changing.rs", "scenes by hand"),
    ("crowd/tests/crowd/far.rs", "halls at distances by hand"),
    ("crowd/tests/crowd/halves.rs", "scenes by hand"),
    ("crowd/tests/crowd/heights.rs", "one terrace by hand"),
    ("crowd/tests/crowd/joint.rs", "one room by hand"),
    ("crowd/tests/crowd/links.rs", "two halves by hand"),
    ("crowd/tests/crowd/narrow.rs", "one aisle by hand"),
    ("crowd/tests/crowd/off_floor.rs", "floors by hand"),
    ("crowd/tests/crowd/refusals.rs", "errors by hand"),
    ("crowd/tests/crowd/short.rs", "one hall by hand"),
    ("crowd/tests/crowd/ways.rs", "scenes by hand"),
    ("crowd/tests/crowd/worlds.rs", "halls that lie on the grid"),
    ("voxnav/tests/voxnav/bodies/ends.rs", "walls by hand"),
    ("voxnav/tests/voxnav/bodies/refusals.rs", "errors by hand"),
    ("voxnav/tests/voxnav/bodies/through.rs", "a gap by hand"),
    ("voxnav/tests/voxnav/following.rs", "paths by hand"),
    ("voxnav/tests/voxnav/ground/doors.rs", "doors by hand"),
    (
        "voxnav/tests/voxnav/ground/links.rs",
        "two halves by hand, floors at any height",
    ),
    (
        "voxnav/tests/voxnav/ground/matter.rs",
        "oracles that count in cells",
    ),
    ("voxnav/tests/voxnav/ground/refusals.rs", "errors by hand"),
    (
        "voxnav/tests/voxnav/ground/smoothing.rs",
        "a bridge by hand",
    ),
    ("voxnav/tests/voxnav/ground/unseen.rs", "a hall by hand"),
    ("voxnav/tests/voxnav/improving.rs", "scenes by hand"),
    ("voxnav/tests/voxnav/index_of_passages.rs", "a maze by hand"),
    ("voxnav/tests/voxnav/index_of_rooms.rs", "rooms by hand"),
    ("voxnav/tests/voxnav/kept.rs", "scenes by hand"),
    ("voxnav/tests/voxnav/navigator.rs", "scenes by hand"),
    (
        "voxnav/tests/voxnav/places.rs",
        "levels that turn by swapping axes",
    ),
    ("voxnav/tests/voxnav/reach.rs", "scenes by hand"),
    ("voxnav/tests/voxnav/refusals.rs", "errors by hand"),
    ("voxnav/tests/voxnav/replanning/first.rs", "a hall by hand"),
    (
        "voxnav/tests/voxnav/replanning/ground_goals.rs",
        "plains by hand",
    ),
    (
        "voxnav/tests/voxnav/replanning/other_kind.rs",
        "a room by hand",
    ),
    (
        "voxnav/tests/voxnav/place_queries/refusals.rs",
        "rooms by hand",
    ),
    ("voxnav/tests/voxnav/replanning/pushed.rs", "a room by hand"),
    (
        "voxnav/tests/voxnav/replanning/replanner.rs",
        "halls by hand",
    ),
    (
        "voxnav/tests/voxnav/steering/going_on.rs",
        "drones' cells by hand",
    ),
    (
        "voxnav/tests/voxnav/smoothing/costs.rs",
        "halls by hand, beside a law on a lattice that is drawn",
    ),
    ("voxnav/tests/voxnav/steering/mod.rs", "long paths by hand"),
    ("voxnav/tests/voxnav/stored.rs", "files by hand"),
    (
        "voxnav/tests/voxnav/trajectories.rs",
        "corners and straight ways by hand, beside rooms that are drawn",
    ),
    ("voxnav/tests/voxnav/views.rs", "scenes by hand"),
];

/// Returns whether a line writes down a lattice: the usual one, or one whose side is a number.
fn is_literal(line: &str) -> bool {
    let has_side = |call: &str| {
        let after = line.split(call).nth(1);
        after.is_some_and(|it| it.starts_with(|first: char| first.is_ascii_digit()))
    };
    line.contains("Lattice::default()")
        || ["in_region(", "between_faces("].into_iter().any(has_side)
}

#[test]
fn laws_draw_where_their_worlds_lie() {
    let mut found = Vec::new();
    for krate in ["voxnav", "crowd"] {
        for path in files(&root().join("crates").join(krate).join("tests"), &[".rs"]) {
            let text = std::fs::read_to_string(&path).unwrap();
            if text.lines().any(is_literal) {
                let path = path.strip_prefix(root().join("crates")).unwrap();
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    let is_listed = |name: &&String| BY_HAND.iter().any(|(listed, _)| *listed == **name);
    let others: Vec<_> = found.iter().filter(|name| !is_listed(name)).collect();
    assert!(
        others.is_empty(),
        "draw a `voxnav_testkit::Frame`, or list worlds drawn by hand: {others:?}"
    );
    let drawn = BY_HAND.iter().map(|(listed, _)| *listed);
    let drawn: Vec<_> = drawn
        .filter(|it| found.iter().all(|name| name != it))
        .collect();
    assert!(
        drawn.is_empty(),
        "these draw, and need not be listed: {drawn:?}"
    );
}
