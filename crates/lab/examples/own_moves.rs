//! Custom moves among contestants: a knight in three dimensions, checked move by move.

use std::sync::Arc;

use voxnav::Algorithm;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Traversability};
use voxnav::ground::{Action, Move, Successors};
use voxnav::search::{Cost, SearchSettings};
use voxnav_lab::{Contestant, Experiment, Lineup, ProblemSet, Report, Setting};

/// Two cells along one axis and one along another, over whatever is between: a leap costs 1.
struct Knight(Traversability);

impl Successors for Knight {
    fn bounds(&self) -> CellBox {
        self.0.bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.0.is_traversable(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        for far in CellBox::new(IVec3::splat(-2), IVec3::splat(3)).cells() {
            let to = cell + far;
            if far.length_squared() == 5 && self.0.is_traversable(to) {
                let (cost, action) = (Cost::STRAIGHT, Action::Custom(0));
                moves.push(Move { to, cost, action });
            }
        }
    }

    /// A leap comes nearer by three cells at most.
    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        let left = (to.min - from).abs().element_sum().unsigned_abs();
        Cost::STRAIGHT * left.div_ceil(3)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let set = ProblemSet::generated(&"generated:rooms:24,24,12:1".parse()?, 10)?;
    let knight = Arc::new(Knight(set.world.clone()));
    let [astar, dijkstra] = [Algorithm::AStar, Algorithm::Dijkstra].map(|algorithm| {
        let search = SearchSettings::default().algorithm(algorithm);
        Contestant::new(search).moving_by("knight", knight.clone())
    });
    let world = Experiment::default()
        .check_estimates(2)
        .run(&set, &Lineup::new([astar, dijkstra]));
    assert!(world.combinations.iter().all(|line| line.wrong == 0));
    assert!(world.laws[0].is_admissible() && world.laws[0].is_consistent());
    let report = Report::new(Setting::now("own moves", "cargo run"), vec![world]);
    voxnav_lab::write_table(&report, &mut std::io::stdout())?;
    Ok(())
}
