//! Random scenes, ways through them, and chains of steps, from a seed.

use super::oracle::Scene;
use voxnav::following::Anchor;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::search::Query;
use voxnav::smoothing::Curve;
use voxnav::smoothing::Smoothing;
use voxnav::{Path, SmoothPath, Workspace};
use voxnav_testkit::{Draws, Frame};

/// A cell of the box of this size.
fn cell(size: IVec3, draws: &mut Draws) -> IVec3 {
    draws.cell(&CellBox::from_size(size))
}

/// Noise or boxes, flat or high, anywhere in the world, for an agent of one cell or a few.
pub(crate) fn sample_scene(draws: &mut Draws) -> Scene {
    let frame = Frame::of_any_sides(draws);
    let mut size = draws.vector(IVec3::splat(3), IVec3::splat(16));
    if draws.below(4) == 0 {
        size.z = 1;
    }
    let space = CellBox::from_size(size);
    let mut occupied = Vec::new();
    if draws.below(2) == 0 {
        let percent = draws.below(36);
        occupied.extend(space.cells().filter(|_| draws.percent(percent)));
    } else {
        for _ in 0..draws.below(12) {
            let corner = cell(size, draws);
            let part = CellBox::new(corner, corner + cell(size / 2 + 1, draws) + 1);
            occupied.extend(part.intersection(&space).cells());
        }
    }
    let agent = if draws.below(4) == 0 {
        let [below, above] = [(); 2].map(|()| cell(IVec3::splat(2), draws));
        CellBox::new(-below, above + 1)
    } else {
        CellBox::from_size(IVec3::ONE)
    };
    Scene::new(frame, size, &occupied, agent)
}

/// Two cells that the agent can be at.
pub(crate) fn sample_ends(scene: &Scene, draws: &mut Draws) -> Option<[IVec3; 2]> {
    let mut end = || {
        (0..40)
            .map(|_| draws.cell(&scene.bounds))
            .find(|&cell| scene.world.is_traversable(cell))
    };
    Some([end()?, end()?])
}

/// The line with other ends within the cells of its ends, or as far off as all is from the cells, where that is clear.
pub(crate) fn with_free_ends(line: &SmoothPath, scene: &Scene, draws: &mut Draws) -> SmoothPath {
    let (points, frame) = (line.waypoints(), &scene.frame);
    let shift = frame.position(DVec3::ZERO) - unshifted(frame).position(DVec3::ZERO);
    let [start, goal] = [points[0], points[points.len() - 1]].map(|end| {
        let aside = draws.point(-0.5, 0.5) * frame.sizes();
        let aside = draws.pick(&[aside, shift]);
        // On the grain, as a smooth path has it.
        let moved = through_world(frame, [frame.rounded(end + aside)]).waypoints()[0];
        if scene.crosses([moved; 2]) {
            end
        } else {
            moved
        }
    });
    through_world(frame, [&[start], points, &[goal]].concat())
}

/// The shortest path between two random cells.
pub(crate) fn way(
    scene: &Scene,
    draws: &mut Draws,
    workspace: &mut Workspace,
) -> Option<SmoothPath> {
    let [start, goal] = sample_ends(scene, draws)?;
    let solution = Query::new(start, goal).solve(&scene.world, workspace);
    solution
        .outcome
        .path()
        .map(|path| along(&scene.frame, path))
}

/// The frame with all centers of cells of the plan at centers of the lattice.
fn unshifted(frame: &Frame) -> Frame {
    Frame {
        shift: DVec3::ZERO,
        is_single: false,
        ..*frame
    }
}

/// A path from cell to cell.
pub(crate) fn along(frame: &Frame, path: &Path) -> SmoothPath {
    SmoothPath::from_path(path, &frame.lattice(), Anchor::CENTER).unwrap()
}

/// A path from point to point of the plan.
pub(crate) fn through(frame: &Frame, points: impl IntoIterator<Item = DVec3>) -> SmoothPath {
    let unshifted = unshifted(frame);
    let points = points.into_iter().map(|point| unshifted.position(point));
    through_world(frame, points)
}

/// A path from point to point of the world.
fn through_world(frame: &Frame, points: impl IntoIterator<Item = DVec3>) -> SmoothPath {
    SmoothPath::new(points, &frame.lattice(), Anchor::CENTER).unwrap()
}

/// One to four random steps.
pub(crate) fn steps(draws: &mut Draws) -> Smoothing {
    let mut smoothing = Smoothing::new();
    for _ in 0..=draws.below(4) {
        let amount = draws.within(0.01, 3.01);
        smoothing = match draws.below(7) {
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
