//! The cells whose center a closed surface winds around, exactly.
//!
//! A ray along z goes through the centers of a column of cells. Where it would meet an edge or a corner,
//! it counts as moved by an amount smaller than any difference, first along x, and by a yet smaller one
//! along y, so that it meets every wall of a closed surface in its inside.

use std::collections::HashMap;

use voxnav_occupancy::glam::{I64Vec3, IVec2, IVec3};
use voxnav_occupancy::{CellBox, CellState};

use super::overlap::Faces;
use super::parts::Closure;
use super::parts::Solid;
use super::{FRACTION, GRID, Triangle, each_cell};
use crate::cells::Cells;
use crate::error::Fault;

/// A wall that a ray meets: the first cell of the column whose center is above it, and whether the
/// ray, going up, goes in (1) or out (-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wall {
    above: i32,
    turn: i32,
}

/// Occupies the cells that have a share of closed parts: those whose center is inside, and those that a
/// surface comes into. No other cell has one, as one that no surface comes into is inside or outside as its
/// center is.
///
/// Parts whose triangles agree about which side is out wind together, so that one that is turned inside out
/// is a cavity of the part around it. Of any other part the walls are counted by themselves.
pub(super) fn fill(solids: &[Solid], cells: &mut Cells) -> Result<(), Fault> {
    for triangle in solids.iter().flat_map(|solid| &solid.triangles) {
        each_cell(triangle, Faces::None, &mut |cell| {
            cells.set(cell, CellState::Occupied)
        })?;
    }
    let (winding, others): (Vec<&Solid>, Vec<&Solid>) = solids
        .iter()
        .partition(|solid| solid.closure == Closure::Winding);
    let together = winding.into_iter().flat_map(|solid| &solid.triangles);
    fill_columns(together, Closure::Winding, cells)?;
    for solid in others {
        fill_columns(&solid.triangles, solid.closure, cells)?;
    }
    Ok(())
}

/// Occupies the cells whose center triangles enclose.
fn fill_columns<'t>(
    triangles: impl IntoIterator<Item = &'t Triangle>,
    closure: Closure,
    cells: &mut Cells,
) -> Result<(), Fault> {
    let seeds = ahash::RandomState::with_seeds(1, 2, 3, 4);
    let mut columns: HashMap<IVec2, Vec<Wall>, ahash::RandomState> = HashMap::with_hasher(seeds);
    for triangle in triangles {
        each_wall(triangle, &mut |column, wall| {
            columns.entry(column).or_default().push(wall);
        });
    }
    let mut columns: Vec<_> = columns.into_iter().collect();
    columns.sort_unstable_by_key(|(column, _)| column.to_array());
    for (column, mut walls) in columns {
        walls.sort_unstable();
        let mut depth = 0;
        for pair in walls.windows(2) {
            depth += match closure {
                Closure::Winding => pair[0].turn,
                Closure::Parity => 1 - 2 * depth,
            };
            if depth != 0 {
                for z in pair[0].above..pair[1].above {
                    cells.set(column.extend(z), CellState::Occupied)?;
                }
            }
        }
    }
    Ok(())
}

/// Occupies a cell next to each face of a cell that a triangle of a closed part covers, if neither of the two is: the
/// upper one, or the lower one at the upper end of the world. The same holds for a part that is a double wall on the
/// boundary of cells and encloses nothing.
pub(super) fn keep_thin(
    triangle: &Triangle,
    content: &CellBox,
    cells: &mut Cells,
) -> Result<(), Fault> {
    let is_between = |axis: &usize| {
        let [a, b, c] = triangle.map(|corner| corner[*axis]);
        a == b && b == c && a % GRID == 0
    };
    let Some(axis) = (0..3).find(is_between) else {
        return Ok(());
    };
    // In the middle of the cells above it.
    let raised = triangle.map(|corner| corner + I64Vec3::AXES[axis] * (GRID / 2));
    each_cell(&raised, Faces::None, &mut |above| {
        let below = above - IVec3::AXES[axis];
        // Beyond the content is what is occupied for other reasons.
        let is_kept = [above, below]
            .map(|cell| content.contains(cell) && cells.state(cell) == CellState::Occupied);
        match is_kept {
            [false, false] if content.contains(above) => cells.set(above, CellState::Occupied),
            [false, false] => cells.set(below, CellState::Occupied),
            _ => Ok(()),
        }
    })
}

/// Hands over the walls that a triangle is for rays through centers of cells.
fn each_wall(triangle: &Triangle, found: &mut impl FnMut(IVec2, Wall)) {
    let [a, b, c] = *triangle;
    let edges = [(a, b), (b, c), (c, a)];
    // Twice the area as seen along z, positive where the triangle looks up.
    let area = turn(a, b, c);
    if area == 0 {
        return;
    }
    let lowest = a.y.min(b.y).min(c.y);
    let highest = a.y.max(b.y).max(c.y);
    for y in first(lowest)..=last(highest) {
        let y = (y << FRACTION) + GRID / 2;
        let (low, high) = span(&edges, y);
        for x in first(low)..=last(high) {
            let ray = I64Vec3::new((x << FRACTION) + GRID / 2, y, 0);
            let is_met = |(from, to): &(I64Vec3, I64Vec3)| is_inside(*from, *to, ray, area);
            if edges.iter().all(is_met) {
                let wall = Wall {
                    above: above(triangle, ray, area),
                    // Looking up, it is gone through to the outside.
                    turn: if area > 0 { -1 } else { 1 },
                };
                let column = I64Vec3::new(x, y >> FRACTION, 0).as_ivec3();
                found(column.truncate(), wall);
            }
        }
    }
}

/// Returns the first cell whose center is not below a place.
fn first(place: i64) -> i64 {
    (place + GRID / 2 - 1) >> FRACTION
}

/// Returns the last cell whose center is not above a place.
fn last(place: i64) -> i64 {
    (place - GRID / 2) >> FRACTION
}

/// Returns between which x the edges of a triangle go through a line of constant y, give or take a step.
fn span(edges: &[(I64Vec3, I64Vec3); 3], y: i64) -> (i64, i64) {
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    for (from, to) in edges {
        let edge = *to - *from;
        if y < from.y.min(to.y) || y > from.y.max(to.y) {
            continue;
        }
        let ends = if edge.y == 0 {
            [from.x, to.x]
        } else {
            let along = i128::from(edge.x) * i128::from(y - from.y);
            let along = along.div_euclid(i128::from(edge.y));
            // Between the ends of the edge, and so no larger than they are.
            [from.x + i64::try_from(along).unwrap_or(0); 2]
        };
        low = low.min(ends[0].min(ends[1]) - 1);
        high = high.max(ends[0].max(ends[1]) + 1);
    }
    (low, high)
}

/// Returns twice the area of a triangle as seen along z.
fn turn(from: I64Vec3, to: I64Vec3, beside: I64Vec3) -> i128 {
    let (edge, side) = (to - from, beside - from);
    i128::from(edge.x) * i128::from(side.y) - i128::from(edge.y) * i128::from(side.x)
}

/// Returns whether a ray is on the inner side of an edge of a triangle that turns as `area` says.
fn is_inside(from: I64Vec3, to: I64Vec3, ray: I64Vec3, area: i128) -> bool {
    let side = turn(from, to, ray);
    let edge = to - from;
    // On the edge: moved along x the side changes by -dy, moved along y by dx.
    let side = match (side, edge.y) {
        (0, 0) => i128::from(edge.x),
        (0, dy) => i128::from(-dy),
        _ => side,
    };
    (side > 0) == (area > 0)
}

/// Returns the first cell of a column whose center is not below the plane of a triangle.
fn above(triangle: &Triangle, ray: I64Vec3, area: i128) -> i32 {
    let [a, b, c] = *triangle;
    // The height over the ray is that of the corners, each by the area of the triangle opposite.
    let [of_a, of_b, of_c] = [turn(b, c, ray), turn(c, a, ray), turn(a, b, ray)];
    let height = of_a * i128::from(a.z) + of_b * i128::from(b.z) + of_c * i128::from(c.z);
    // The smallest z with z * GRID + GRID / 2 >= height / area.
    let (height, area) = if area < 0 {
        (-height, -area)
    } else {
        (height, area)
    };
    let grid = i128::from(GRID);
    let cells = (2 * height - grid * area).div_euclid(2 * grid * area);
    let is_whole = (2 * height - grid * area).rem_euclid(2 * grid * area) == 0;
    let cell = cells + i128::from(!is_whole);
    #[expect(clippy::cast_possible_truncation, reason = "2^22 cells at most")]
    let cell = cell as i32;
    cell
}
