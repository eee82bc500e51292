//! Lines of worlds: where the faces of solids meet at an angle, and nowhere else.

use std::collections::BTreeSet;

use voxnav::drawing::edges;
use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav_testkit::{Draws, cases};

/// The unit faces of solids, each by its lower corner and its axis.
fn faces(cells: CellBox, solid: &BTreeSet<[i32; 3]>) -> BTreeSet<([i32; 3], usize)> {
    let is_solid = |cell: [i32; 3]| cells.contains(cell.into()) && solid.contains(&cell);
    let mut faces = BTreeSet::new();
    for &cell in solid.iter().filter(|&&cell| is_solid(cell)) {
        for axis in 0..3 {
            let (mut before, mut after) = (cell, cell);
            before[axis] -= 1;
            after[axis] += 1;
            if !is_solid(before) {
                faces.insert((cell, axis));
            }
            if !is_solid(after) {
                faces.insert((after, axis));
            }
        }
    }
    faces
}

/// The unit lines at which faces of different axes meet, or more than two faces: each by its lower corner and its axis.
fn creases(faces: &BTreeSet<([i32; 3], usize)>) -> BTreeSet<([i32; 3], usize)> {
    let mut creases = BTreeSet::new();
    let lines = faces.iter().flat_map(|&(corner, normal)| {
        (0..3)
            .filter(move |&along| along != normal)
            .flat_map(move |along| {
                let other = 3 - normal - along;
                let mut beyond = corner;
                beyond[other] += 1;
                [(corner, along), (beyond, along)]
            })
    });
    for (corner, along) in lines {
        let mut normals = Vec::new();
        for normal in (0..3).filter(|&normal| normal != along) {
            let mut before = corner;
            before[3 - normal - along] -= 1;
            for at in [corner, before] {
                if faces.contains(&(at, normal)) {
                    normals.push(normal);
                }
            }
        }
        let is_flat = normals.len() == 2 && normals[0] == normals[1];
        if !is_flat {
            creases.insert((corner, along));
        }
    }
    creases
}

fn sample(draws: &mut Draws) -> (CellBox, BTreeSet<[i32; 3]>) {
    let low = IVec3::from_array([(); 3].map(|()| draws.below(5_u32).cast_signed() - 2));
    let size = IVec3::from_array([(); 3].map(|()| draws.below(6_u32).cast_signed()));
    let thick = 1 + draws.below(4);
    let around = CellBox::new(low - 1, low + size + 1);
    let solid = around.cells().filter(|_| draws.below(5) < thick);
    (
        CellBox::new(low, low + size),
        solid.map(|cell| cell.to_array()).collect(),
    )
}

#[test]
fn edges_are_where_faces_meet_at_an_angle() {
    let mut drawn = 0;
    for mut draws in cases(0x5eed_0013, 200) {
        let (cells, solid) = sample(&mut draws);
        let lines = edges(cells, |cell| solid.contains(&cell.to_array()));
        let mut units = BTreeSet::new();
        for &[start, end] in &lines {
            let step = (end - start).signum();
            assert_eq!(step.element_sum(), 1, "{start} to {end}");
            let along = step.to_array().iter().position(|&it| it == 1).unwrap();
            for at in 0..(end - start).element_sum() {
                assert!(
                    units.insert(((start + step * at).to_array(), along)),
                    "twice"
                );
            }
        }
        for [start, end] in lines.iter().map(|line| line.map(|at| at.to_array())) {
            let along = (0..3).find(|&axis| start[axis] != end[axis]).unwrap();
            assert!(!units.contains(&(end, along)), "goes on at {end:?}");
        }
        assert_eq!(units, creases(&faces(cells, &solid)));
        drawn += lines.len();
    }
    assert!(drawn > 1000, "{drawn}");
}
