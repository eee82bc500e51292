//! Octrees that octomap-tools made, against the answers of the library, cell by cell;
//! `fixtures/octomap.sh` describes how.

use voxnav_files::{ArrayAxes, FileReason, Import, Up, read_bytes};
use voxnav_occupancy::CellState::{self, Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice, Occupancy};

use crate::fixtures::{fixture, refusal};

/// The answers about the cells from `low` on.
fn answers(array: &str) -> Occupancy {
    let import = Import {
        array: Some(array.to_owned()),
        array_axes: ArrayAxes::Xyz,
        ..Import::default()
    };
    read_bytes(&fixture("octomap.npz"), "octomap.npz", &import)
        .unwrap()
        .occupancy
}

fn agrees(world: &Occupancy, answers: &Occupancy, low: IVec3) {
    let content = world.bounds();
    let around = CellBox::new(low, low + answers.bounds().max);
    assert!(around.contains_box(&content), "{content} in {around}");
    let mut counts = [0; 3];
    for cell in around.cells() {
        let answer = answers.state(cell - low);
        if content.contains(cell) {
            assert_eq!(world.state(cell), answer, "{cell}");
        } else {
            assert_eq!(answer, Unknown, "{cell} is left out");
        }
        counts[answer as usize] += 1;
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

#[test]
fn every_cell_of_a_binary_tree_is_as_the_library_answers() {
    let world = read_bytes(&fixture("octomap.bt"), "octomap.bt", &Import::default()).unwrap();
    agrees(&world.occupancy, &answers("bt"), IVec3::new(-20, -14, -8));
    assert_eq!(
        world.lattice.cell_at(DVec3::splat(0.05)).unwrap(),
        IVec3::ZERO
    );
    let lattice = Lattice::new(DVec3::splat(0.05), 0.1).unwrap();
    assert_eq!(world.lattice, lattice);
    world.occupancy.validate().unwrap();
}

#[test]
fn every_cell_of_a_tree_with_probabilities_is_as_the_library_answers() {
    let world = read_bytes(&fixture("octomap.ot"), "octomap.ot", &Import::default()).unwrap();
    agrees(&world.occupancy, &answers("ot"), IVec3::new(-10, -8, -5));
    // All that is known is at least that likely to be occupied, and nothing is certain.
    for (threshold, state) in [(0.0, Occupied), (1.0, Free)] {
        let import = Import {
            threshold: Some(threshold),
            ..Import::default()
        };
        let all = read_bytes(&fixture("octomap.ot"), "octomap.ot", &import).unwrap();
        let known = all.occupancy.bounds().volume() - all.occupancy.count(Unknown);
        assert_eq!(all.occupancy.count(state), known);
    }
}

#[test]
fn what_is_not_known_is_what_the_caller_says() {
    let count = |unknown: CellState, up| {
        let import = Import {
            unknown,
            up,
            ..Import::default()
        };
        let world = read_bytes(&fixture("octomap.bt"), "octomap.bt", &import).unwrap();
        [Free, Occupied, Unknown].map(|state| world.occupancy.count(state))
    };
    let [free, occupied, unknown] = count(Unknown, Up::Z);
    assert_eq!(count(Unknown, Up::Y), [free, occupied, unknown]);
    assert_eq!(count(Free, Up::Z), [free + unknown, occupied, 0]);
    assert_eq!(count(Occupied, Up::Y), [free, occupied + unknown, 0]);
}

#[test]
fn other_trees_and_other_sizes_are_refused() {
    let import = Import {
        size: Some(0.2.into()),
        ..Import::default()
    };
    let error = read_bytes(&fixture("octomap.bt"), "octomap.bt", &import).unwrap_err();
    assert!(
        matches!(error.reason, FileReason::SizeGiven { own } if own == DVec3::splat(0.1)),
        "{error}"
    );
    let head = "# Octomap OcTree binary file\nid OcTree\nsize 9\nres 0.1\ndata\n";
    // Deeper and deeper, and past the last level.
    let deep = [head.as_bytes(), &[3, 0].repeat(40)].concat();
    // The whole of the tree, 65,536 cells along each axis.
    let huge = [head.as_bytes(), &[1, 0]].concat();
    let long = [&fixture("octomap.bt"), b"x".as_slice()].concat();
    for (bytes, reason) in [
        (deep, "a.bt: byte 91: the tree is deeper than 16 levels"),
        (
            huge,
            "a.bt: byte 59: it would take more than 65536 chunks of 64 x 64 x 64 cells",
        ),
        (long, "a.bt: byte 1353: 1 bytes follow the end of the tree"),
        (
            head.replace("id OcTree", "id OcTreeStamped").into(),
            "a.bt: header: trees of the kind OcTreeStamped are not read",
        ),
        (b"data\n".to_vec(), "a.bt: header: this is no octree"),
    ] {
        assert_eq!(refusal("a.bt", &bytes, &Import::default()), reason);
    }
}
