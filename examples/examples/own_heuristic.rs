//! A heuristic of one's own: the formula that tutorials on voxel worlds publish as the octile distance.
//!
//! It is `D min + (D2 - D) (dx + dy + dz - 2 min)` with D = sqrt 2 and D2 = 1, where `min` is the
//! smallest component. The factor `D2 - D` is negative, so the formula falls as components grow, below
//! zero for every cell along an axis, which counts as zero here. It never overestimates, but a single
//! move can change it by more than the move costs. So paths are optimal, and cost more to find.

use std::error::Error;
use std::io::Write;
use std::sync::Arc;

use voxnav::experiment::{Estimator, EstimatorError, EstimatorGuarantee};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::search::{Cost, Guarantee, Query};
use voxnav::{Algorithm, UnknownPolicy, Workspace};

/// The formula, and what is claimed of it.
#[derive(Debug)]
struct Tutorial(EstimatorGuarantee);

impl Estimator for Tutorial {
    fn estimate(&self, from: IVec3, to: IVec3) -> Cost {
        let delta = [
            from.x.abs_diff(to.x),
            from.y.abs_diff(to.y),
            from.z.abs_diff(to.z),
        ];
        let least = delta.into_iter().min().unwrap_or_default();
        let rest = delta.into_iter().sum::<u32>() - 2 * least;
        // Costs are never negative: the difference stops at zero.
        Cost::FACE_DIAGONAL * least - (Cost::FACE_DIAGONAL - Cost::STRAIGHT) * rest
    }

    fn law(&self) -> EstimatorGuarantee {
        self.0
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Writes what is found.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?;
    let wall = CellBox::new(IVec3::new(14, 0, 0), IVec3::new(16, 24, 30));
    builder.set_box(wall, CellState::Occupied)?;
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let query = Query::new(IVec3::new(2, 3, 4), IVec3::new(27, 9, 20)).algorithm(Algorithm::AStar);
    let mut workspace = Workspace::new();

    let tutorial: Arc<dyn Estimator> = Arc::new(Tutorial(EstimatorGuarantee::Admissible));
    let guided = query.guided_by(&tutorial);
    guided.check_estimator(&world)?;
    assert_eq!(guided.guarantee(), Guarantee::Optimal);
    let mut costs = Vec::new();
    for (name, query) in [("octile", query), ("tutorial", guided)] {
        let solution = query.solve(&world, &mut workspace);
        let path = solution.outcome.path().ok_or(solution.outcome.name())?;
        writeln!(
            out,
            "{name:9} cost {:.3}, {} expansions",
            path.cost().length(),
            solution.statistics.expanded
        )?;
        costs.push((path.cost(), solution.statistics.expanded));
    }
    assert_eq!(costs[0].0, costs[1].0);
    assert!(costs[0].1 < costs[1].1);

    // To claim more of it is a mistake, which can be found.
    let claimed: Arc<dyn Estimator> = Arc::new(Tutorial(EstimatorGuarantee::Consistent));
    let refuted = query.guided_by(&claimed).check_estimator(&world);
    writeln!(out, "claimed to be consistent: {refuted:?}")?;
    assert!(matches!(refuted, Err(EstimatorError::Inconsistent { .. })));
    Ok(())
}
