//! Worlds of cells, and an oracle for them that shares no code with the library.

use super::walker::{Numbers, Surroundings};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder, Traversability};
use voxnav::{Lattice, UnknownPolicy};
use voxnav_testkit::Draws;

/// A world of cells from zero to `size`, blocked outside, with the snapshot for its agent.
pub(crate) struct Scene {
    pub(crate) size: IVec3,
    pub(crate) occupied: Vec<IVec3>,
    pub(crate) agent: CellBox,
    pub(crate) lattice: Lattice,
    pub(crate) world: Traversability,
}

impl Scene {
    pub(crate) fn new(size: IVec3, occupied: Vec<IVec3>, agent: CellBox, lattice: Lattice) -> Self {
        let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
        for &cell in &occupied {
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let cells = Footprint::new(agent).unwrap();
        let world = Traversability::for_agent(&builder.commit(), cells, UnknownPolicy::Blocked);
        Self {
            size,
            occupied,
            agent,
            lattice,
            world,
        }
    }

    /// Noise, boxes, pillars or caves, flat or high, near the origin or far, for an agent of one cell
    /// or a few.
    pub(crate) fn random(draws: &mut Draws) -> Self {
        let mut size = draws.vector(IVec3::splat(4), IVec3::splat(15));
        if draws.below(3) == 0 {
            size.y = 1;
        }
        let space = CellBox::from_size(size);
        let occupied = match draws.below(4) {
            0 => {
                let percent = draws.pick(&[3, 10, 20, 30, 38]);
                space.cells().filter(|_| draws.percent(percent)).collect()
            }
            1 => boxes(draws, size, false),
            2 => boxes(draws, size, true),
            _ => caves(draws, size),
        };
        let agent = if draws.below(4) == 0 {
            let (below, above) = (
                draws.vector(IVec3::ZERO, IVec3::ONE),
                draws.vector(IVec3::ZERO, IVec3::ONE),
            );
            CellBox::new(-below, above + 1)
        } else {
            CellBox::from_size(IVec3::ONE)
        };
        let cell = draws.magnitude(0.05, 20.0);
        let origin = draws.pick(&[0.0, 1.0, 30.0, 3000.0, 10_000.0]);
        let origin = draws.point(-origin, origin) * cell;
        Self::new(size, occupied, agent, Lattice::new(origin, cell).unwrap())
    }

    /// The same with cells that come and go, but where the agent is.
    pub(crate) fn edited(&self, position: DVec3, draws: &mut Draws) -> Self {
        let mut occupied = self.occupied.clone();
        for _ in 0..draws.below(4) {
            let cell = draws.cell(&CellBox::from_size(self.size));
            if let Some(place) = occupied.iter().position(|&other| other == cell) {
                occupied.swap_remove(place);
            } else {
                occupied.push(cell);
            }
        }
        let edited = Self::new(self.size, occupied, self.agent, self.lattice);
        if edited.stands(position) {
            edited
        } else {
            Self::new(self.size, self.occupied.clone(), self.agent, self.lattice)
        }
    }

    /// One where the agent stands clear: anywhere, or touching something.
    pub(crate) fn random_position(&self, draws: &mut Draws) -> Option<DVec3> {
        let finest = draws.pick(&[1.0, 0.5, 1e-6]);
        (0..40).find_map(|_| {
            let aside = (draws.point(-0.5, 0.5) / finest).round() * finest;
            let position = self
                .lattice
                .position_of(draws.cell(&CellBox::from_size(self.size)).as_dvec3() + aside);
            self.stands(position).then_some(position)
        })
    }

    /// How deep, in cells, the agent gets into an occupied cell on the way.
    pub(crate) fn depth(&self, from: DVec3, to: DVec3) -> f64 {
        let [from, to] = [from, to].map(|end| (end - self.lattice.origin()) / self.lattice.size());
        let inside = (-self.agent.min).as_dvec3();
        let outside = (self.size - self.agent.max).as_dvec3();
        let leaves = [from, to].map(|end| (inside - end).max(end - outside).max_element());
        let cells = self
            .occupied
            .iter()
            .map(|&cell| self.depth_in(cell, from, to));
        cells.chain(leaves).fold(0.0, f64::max)
    }

    /// Found by trying depths: the box shrunk by it meets the cell or not.
    fn depth_in(&self, cell: IVec3, from: DVec3, to: DVec3) -> f64 {
        let low = (cell - self.agent.max).as_dvec3();
        let high = (cell - self.agent.min + 1).as_dvec3();
        let meets = |depth: f64| {
            let (mut first, mut last) = (0.0_f64, 1.0_f64);
            for axis in 0..3 {
                let (low, high) = (
                    low[axis] + depth - from[axis],
                    high[axis] - depth - from[axis],
                );
                let along = to[axis] - from[axis];
                if along == 0.0 {
                    if low >= 0.0 || high <= 0.0 {
                        return false;
                    }
                } else {
                    let (enters, leaves) = (low / along, high / along);
                    first = first.max(enters.min(leaves));
                    last = last.min(enters.max(leaves));
                }
            }
            first < last
        };
        let depths = [
            0.5, 0.1, 0.03, 0.01, 0.003, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10,
        ];
        depths
            .into_iter()
            .find(|&depth| meets(depth))
            .unwrap_or(0.0)
    }
}

impl Surroundings for Scene {
    fn assert_untouched(&self, from: DVec3, to: DVec3, numbers: Numbers) {
        let largest = from.abs().max_element().max(to.abs().max_element());
        let step = match numbers {
            Numbers::Double => 4.0 * f64::EPSILON,
            Numbers::Single => 4.0 * f64::from(f32::EPSILON),
        };
        let allowed = 1e-8 + step * largest / self.lattice.size();
        let depth = self.depth(from, to);
        assert!(
            depth <= allowed,
            "{depth} deep, {allowed} allowed, from {from} to {to}"
        );
    }

    fn stands(&self, position: DVec3) -> bool {
        self.depth(position, position) <= 1e-10
    }
}

fn boxes(draws: &mut Draws, size: IVec3, pillars: bool) -> Vec<IVec3> {
    let mut occupied = Vec::new();
    for _ in 0..draws.below(12) {
        let (mut corner, mut extent) = (
            draws.cell(&CellBox::from_size(size)),
            draws.vector(IVec3::ONE, size / 2 + 1),
        );
        if pillars {
            (corner.y, extent.y) = (0, size.y);
        }
        let part = CellBox::new(corner, corner + extent);
        occupied.extend(part.intersection(&CellBox::from_size(size)).cells());
    }
    occupied
}

/// What random walks leave.
fn caves(draws: &mut Draws, size: IVec3) -> Vec<IVec3> {
    let mut free = std::collections::BTreeSet::new();
    let mut cell = draws.cell(&CellBox::from_size(size));
    for _ in 0..draws.below(150) + 20 {
        let mut step = IVec3::ZERO;
        step[draws.below(3_usize)] = draws.pick(&[1, -1]);
        cell = (cell + step).clamp(IVec3::ZERO, size - 1);
        free.insert(cell.to_array());
    }
    let space = CellBox::from_size(size);
    space
        .cells()
        .filter(|cell| !free.contains(&cell.to_array()))
        .collect()
}
