//! Laws draw where their worlds lie, and the sides of their cells: no law file writes down a lattice of its own.

use super::{files, root};

/// The files that may name a lattice, with the reason: worlds that are drawn by hand, one for each test, or laws whose oracle
/// counts in cells.
const BY_HAND: &[(&str, &str)] = &[
    (
        "cli/tests/program/cell_sizes.rs",
        "one refused world by hand, beside laws of drawn sides",
    ),
    ("cli/tests/program/convert.rs", "files by hand"),
    ("cli/tests/program/files.rs", "one file by hand"),
    ("crowd/tests/avoidance/alone.rs", "rooms by hand"),
    ("crowd/tests/avoidance/outside.rs", "rooms by hand"),
    ("crowd/tests/crowd/changing.rs", "scenes by hand"),
    ("crowd/tests/crowd/far.rs", "halls at distances by hand"),
    ("crowd/tests/crowd/halves.rs", "scenes by hand"),
    ("crowd/tests/crowd/heights.rs", "one terrace by hand"),
    ("crowd/tests/crowd/joint.rs", "one room by hand"),
    (
        "crowd/tests/crowd/legs.rs",
        "two rooms by hand, beside ground that is drawn",
    ),
    ("crowd/tests/crowd/links.rs", "two halves by hand"),
    ("crowd/tests/crowd/narrow.rs", "one aisle by hand"),
    ("crowd/tests/crowd/off_floor.rs", "floors by hand"),
    (
        "crowd/tests/crowd/pits.rs",
        "gorges of cubes on land that is drawn: the oracle drops by cells",
    ),
    ("crowd/tests/crowd/refusals.rs", "errors by hand"),
    ("crowd/tests/crowd/short.rs", "one hall by hand"),
    ("crowd/tests/crowd/turning_back.rs", "one ledge by hand"),
    ("crowd/tests/crowd/ways.rs", "scenes by hand"),
    ("crowd/tests/crowd/worlds.rs", "halls that lie on the grid"),
    ("files/tests/files/export.rs", "one placed model by hand"),
    ("files/tests/files/memory.rs", "large files by hand"),
    ("files/tests/files/npy.rs", "one array by hand"),
    (
        "files/tests/files/octomap.rs",
        "a fixture whose lattice is known",
    ),
    (
        "files/tests/files/pairs.rs",
        "places that formats have no room for, beside sides that are drawn",
    ),
    (
        "files/tests/files/ros.rs",
        "fixtures whose lattices are known",
    ),
    (
        "files/tests/files/volumes.rs",
        "fixtures whose lattices are known",
    ),
    (
        "occupancy/tests/occupancy/laws/lattice.rs",
        "ends of the range, beside lattices that are drawn",
    ),
    (
        "occupancy/tests/occupancy/obstacles/baking.rs",
        "obstacles by hand, beside lattices that are drawn",
    ),
    (
        "occupancy/tests/occupancy/obstacles/between_cells.rs",
        "a gap by hand, beside lattices that are drawn",
    ),
    (
        "occupancy/tests/occupancy/obstacles/extremes.rs",
        "obstacles at the ends of the range by hand",
    ),
    (
        "occupancy/tests/occupancy/obstacles/slopes.rs",
        "one surface by hand, beside frames that are drawn",
    ),
    (
        "occupancy/tests/occupancy/places.rs",
        "one refusal by hand, beside sides that are drawn",
    ),
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
        "voxnav/tests/voxnav/ground/slopes.rs",
        "a curb by hand, and sides of half a unit under ramps at any angle",
    ),
    (
        "voxnav/tests/voxnav/ground/smoothing.rs",
        "a bridge by hand",
    ),
    ("voxnav/tests/voxnav/ground/unseen.rs", "a hall by hand"),
    ("voxnav/tests/voxnav/improving.rs", "scenes by hand"),
    ("voxnav/tests/voxnav/index_of_passages.rs", "a maze by hand"),
    ("voxnav/tests/voxnav/index_of_rooms.rs", "rooms by hand"),
    (
        "voxnav/tests/voxnav/keeping_away.rs",
        "one hall by hand, beside sides that are drawn",
    ),
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
    (
        "voxnav/tests/voxnav/specs.rs",
        "one world by hand, beside laws over drawn lattices",
    ),
    ("voxnav/tests/voxnav/views.rs", "scenes by hand"),
];

/// Returns whether a line writes down a lattice: the usual one, or one whose side is a number or a constant.
fn is_literal(line: &str) -> bool {
    let is_number = |text: &str| {
        let text = text.trim_start_matches("DVec3::new(");
        let text = text
            .trim_start_matches("DVec3::splat(")
            .trim_start_matches('[');
        let is_constant = text.starts_with(|first: char| first.is_ascii_uppercase())
            && text.split(|it: char| !it.is_alphanumeric()).next() != Some("DVec3");
        is_constant || text.starts_with(|first: char| first.is_ascii_digit())
    };
    let after = |call: &str| line.split(call).nth(1).map(str::to_owned);
    let has_side = |call| after(call).is_some_and(|it| is_number(&it));
    // After the origin.
    let has_side_second = |call| {
        let given = after(call).unwrap_or_default();
        let mut depth = 0;
        let comma = given.find(|it: char| {
            depth += i32::from(it == '(') - i32::from(it == ')');
            it == ',' && depth == 0
        });
        comma.is_some_and(|at| is_number(given[at + 1..].trim_start()))
    };
    line.contains("Lattice::default()")
        || ["in_region(", "between_faces("].into_iter().any(has_side)
        || ["Lattice::new(", "Lattice::with_sizes("]
            .into_iter()
            .any(has_side_second)
}

#[test]
fn laws_draw_where_their_worlds_lie() {
    let mut found = Vec::new();
    let crates = root().join("crates");
    for path in files(&crates, &[".rs"]) {
        let name = path.strip_prefix(&crates).unwrap();
        let name = name.to_string_lossy().replace('\\', "/");
        // The tools of tests need not obey what they hold others to.
        let is_test = name.split('/').nth(1) == Some("tests") && !name.starts_with("testkit/");
        if is_test
            && std::fs::read_to_string(&path)
                .unwrap()
                .lines()
                .any(is_literal)
        {
            found.push(name);
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
