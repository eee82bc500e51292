//! Random scenes, ways through them, and chains of steps, from a seed.

use crate::oracle::Scene;
use rand_pcg::{Pcg64, rand_core::Rng};
use voxnav::following::Anchor;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, Footprint};
use voxnav::search::Query;
use voxnav::smoothing::Curve;
use voxnav::{Lattice, Path, SmoothPath, Smoothing, Workspace};

pub(crate) struct Dice(Pcg64);

impl Dice {
    pub(crate) fn new(seed: u128) -> Self {
        Self(Pcg64::new(seed, 0))
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32).unwrap()
    }

    /// From zero to less than one.
    fn share(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    fn cell(&mut self, size: IVec3) -> IVec3 {
        let sides = size.to_array().map(i32::cast_unsigned);
        IVec3::from_array(sides.map(|side| self.below(side).cast_signed()))
    }

    /// Noise or boxes, flat or high, for an agent of one cell or a few.
    pub(crate) fn scene(&mut self) -> Scene {
        let mut size = self.cell(IVec3::splat(14)) + 3;
        if self.below(4) == 0 {
            size.z = 1;
        }
        let space = CellBox::from_size(size);
        let mut occupied = Vec::new();
        if self.below(2) == 0 {
            let percent = self.below(36);
            occupied.extend(space.cells().filter(|_| self.below(100) < percent));
        } else {
            for _ in 0..self.below(12) {
                let (corner, extent) = (self.cell(size), self.cell(size / 2 + 1) + 1);
                let part = CellBox::new(corner, corner + extent).intersection(&space);
                occupied.extend(part.cells());
            }
        }
        let agent = if self.below(4) == 0 {
            let (below, above) = (self.cell(IVec3::splat(2)), self.cell(IVec3::splat(2)));
            Footprint::new(CellBox::new(-below, above + 1)).unwrap()
        } else {
            Footprint::ONE
        };
        Scene::new(size, &occupied, agent)
    }

    /// Two cells that the agent can be at.
    pub(crate) fn ends(&mut self, scene: &Scene) -> Option<[IVec3; 2]> {
        let mut cell = || {
            (0..40)
                .map(|_| self.cell(scene.size))
                .find(|&cell| scene.world.is_traversable(cell))
        };
        Some([cell()?, cell()?])
    }

    /// The line with other ends within the cells of its ends, where that is clear.
    pub(crate) fn with_free_ends(&mut self, line: &SmoothPath, scene: &Scene) -> SmoothPath {
        let points = line.waypoints();
        let [start, goal] = [points[0], points[points.len() - 1]].map(|end| {
            let aside = DVec3::from([(); 3].map(|()| self.share() - 0.5));
            // On the grain, as a smooth path has it.
            let moved = through([end + aside]).waypoints()[0];
            if scene.crosses([moved; 2]) {
                end
            } else {
                moved
            }
        });
        through([&[start], points, &[goal]].concat())
    }
}

/// The shortest path between two random cells.
pub(crate) fn way(scene: &Scene, dice: &mut Dice, workspace: &mut Workspace) -> Option<SmoothPath> {
    let [start, goal] = dice.ends(scene)?;
    let solution = Query::new(start, goal).solve(&scene.world, workspace);
    solution.outcome.path().map(along)
}

/// A path from cell to cell, in cells.
pub(crate) fn along(path: &Path) -> SmoothPath {
    SmoothPath::from_path(path, &Lattice::default(), Anchor::CENTER).unwrap()
}

/// A path from point to point, in cells.
pub(crate) fn through(points: impl IntoIterator<Item = DVec3>) -> SmoothPath {
    SmoothPath::new(points, &Lattice::default(), Anchor::CENTER).unwrap()
}

/// One to four random steps.
pub(crate) fn steps(dice: &mut Dice) -> Smoothing {
    let mut smoothing = Smoothing::new();
    for _ in 0..=dice.below(4) {
        let amount = dice.share() * 3.0 + 0.01;
        smoothing = match dice.below(7) {
            0 => smoothing.drop_collinear(),
            1 => smoothing.simplify(amount).unwrap(),
            2 => smoothing.pull_string(),
            3 => smoothing.shorten(amount / 10.0).unwrap(),
            4 => smoothing.round(Curve::CatmullRom, amount).unwrap(),
            5 => smoothing.round(Curve::BSpline, amount).unwrap(),
            _ => smoothing.space(amount).unwrap(),
        };
    }
    smoothing
}
