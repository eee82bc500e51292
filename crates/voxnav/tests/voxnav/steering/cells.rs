//! Worlds of cells, and an oracle for them that shares no code with the library.

use super::walker::{Numbers, Surroundings};
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder, Traversability};
use voxnav::{Lattice, UnknownPolicy};
use voxnav_testkit::{Draws, Frame};

/// A world of cells, blocked outside, with the snapshot for its agent: a plan of cells from zero to some size that a frame
/// puts anywhere.
pub(crate) struct Scene {
    pub(crate) frame: Frame,
    pub(crate) bounds: CellBox,
    pub(crate) occupied: Vec<IVec3>,
    pub(crate) agent: CellBox,
    pub(crate) lattice: Lattice,
    pub(crate) world: Traversability,
}

impl Scene {
    /// Makes a scene of cells of the lattice.
    fn new(frame: Frame, bounds: CellBox, occupied: Vec<IVec3>, agent: CellBox) -> Self {
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for &cell in &occupied {
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let cells = Footprint::new(agent).unwrap();
        let world = Traversability::for_agent(&builder.commit(), cells, UnknownPolicy::Blocked);
        Self {
            frame,
            bounds,
            occupied,
            agent,
            lattice: frame.lattice(),
            world,
        }
    }

    /// Noise, boxes, pillars or caves, flat or high, anywhere in the world, for an agent of one cell or a few.
    pub(crate) fn random(draws: &mut Draws) -> Self {
        let frame = Frame::of_any_sides(draws);
        let mut size = draws.vector(IVec3::splat(4), IVec3::splat(15));
        if draws.below(3) == 0 {
            size.y = 1;
        }
        let space = CellBox::from_size(size);
        let occupied: Vec<IVec3> = match draws.below(4) {
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
        let turned = |cell: IVec3| frame.cells(CellBox::of_cell(cell)).min;
        let (cells, zero) = (frame.cells(agent), turned(IVec3::ZERO));
        let agent = CellBox::new(cells.min - zero, cells.max - zero);
        let occupied = occupied.into_iter().map(turned).collect();
        Self::new(frame, frame.cells(space), occupied, agent)
    }

    /// The same with cells that come and go, but where the agent is.
    pub(crate) fn edited(&self, position: DVec3, draws: &mut Draws) -> Self {
        let mut occupied = self.occupied.clone();
        for _ in 0..draws.below(4) {
            let cell = draws.cell(&self.bounds);
            if let Some(place) = occupied.iter().position(|&other| other == cell) {
                occupied.swap_remove(place);
            } else {
                occupied.push(cell);
            }
        }
        let with = |occupied| Self::new(self.frame, self.bounds, occupied, self.agent);
        let edited = with(occupied);
        if edited.stands(position) {
            edited
        } else {
            with(self.occupied.clone())
        }
    }

    /// One where the agent stands clear: anywhere, as far off its cell as all is, or touching something.
    pub(crate) fn random_position(&self, draws: &mut Draws) -> Option<DVec3> {
        let finest = draws.pick(&[1.0, 0.5, 1e-6]);
        (0..40).find_map(|_| {
            let aside = (draws.point(-0.5, 0.5) / finest).round() * finest;
            let cell = draws.cell(&self.bounds).as_dvec3();
            let position = if draws.percent(50) {
                self.frame.rounded(self.lattice.position_of(cell + aside))
            } else {
                self.shifted(cell)
            };
            self.stands(position).then_some(position)
        })
    }

    /// A position as far off the center of a cell as all is: in double precision a number that is none in single precision,
    /// for such numbers are taken to be less exact.
    fn shifted(&self, cell: DVec3) -> DVec3 {
        let position = self.lattice.position_of(cell + self.frame.shift);
        let is_single = position.as_vec3().as_dvec3() == position;
        match (self.frame.is_single, is_single) {
            (true, _) => self.frame.rounded(position),
            (false, true) => DVec3::from_array(position.to_array().map(f64::next_up)),
            (false, false) => position,
        }
    }

    /// How deep, in cells, the agent gets into an occupied cell on the way.
    pub(crate) fn depth(&self, from: DVec3, to: DVec3) -> f64 {
        let [from, to] = [from, to].map(|end| (end - self.lattice.origin()) / self.lattice.sizes());
        let inside = (self.bounds.min - self.agent.min).as_dvec3();
        let outside = (self.bounds.max - self.agent.max).as_dvec3();
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
        let rounding = numbers.rounding(from).max(numbers.rounding(to));
        let allowed = 1e-8 + rounding / self.lattice.shortest_side();
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
