//! Custom moves, whose bounds may be whatever an `IVec3` holds.

use glam::IVec3;
use voxnav_occupancy::CellBox;
use voxnav_search::{
    Action, Algorithm, Cost, LegField, Limits, Move, Partial, Predecessors, Query, Successors,
    Workspace,
};
use voxnav_testkit::{Draws, hold, seeds};

use voxnav_testkit::ends::{Shift, same};

use super::leg_solution_before;

/// Leaps from cell to cell of a few.
struct Leaps {
    cells: CellBox,
    bounds: CellBox,
    offsets: Vec<IVec3>,
}

impl Leaps {
    fn from(&self, cell: IVec3, sign: i32, moves: &mut Vec<Move>) {
        for offset in &self.offsets {
            if let Some(to) = cell.checked_add(*offset * sign) {
                let cost = Cost::STRAIGHT;
                moves.push(Move {
                    to,
                    cost,
                    action: Action::Custom(0),
                });
            }
        }
    }
}

impl Successors for Leaps {
    fn bounds(&self) -> CellBox {
        self.bounds
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.cells.contains(cell)
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move>) {
        self.from(cell, 1, moves);
        moves.retain(|it| self.cells.contains(it.to));
    }
}

impl Predecessors for Leaps {
    fn moves_into(&self, cell: IVec3, moves: &mut Vec<Move>) {
        self.from(cell, -1, moves);
        moves.retain(|it| self.cells.contains(it.to));
    }
}

fn told(shift: Shift, home: IVec3, seed: u64, workspace: &mut Workspace) -> Vec<String> {
    let draws = &mut Draws::new(seed);
    let size = IVec3::from_array(std::array::from_fn(|_| draws.between(1, 5)));
    // At the end of the chunk of the origin along axes on which it is moved up.
    let min = IVec3::from_array(std::array::from_fn(|axis| {
        if home[axis] == 0 {
            0
        } else {
            home[axis] - size[axis]
        }
    }));
    let cells = CellBox::new(min, min + size);
    let moves = Leaps {
        cells: shift.moved(&cells),
        bounds: CellBox::new(IVec3::MIN, IVec3::MAX),
        offsets: [(); 6]
            .map(|()| draws.vector(IVec3::splat(-2), IVec3::splat(2)))
            .to_vec(),
    };
    let mut told = Vec::new();
    for _ in 0..6 {
        let [start, end] = [(); 2].map(|()| draws.cell(&cells) + shift.0);
        for algorithm in [
            Algorithm::Auto,
            Algorithm::Dijkstra,
            Algorithm::GreedyBestFirst,
        ] {
            let query = Query::new(start, end).algorithm(algorithm);
            let query = query.partial(Partial::Allowed);
            let solution = query.solve(&moves, workspace);
            told.push(leg_solution_before(shift, &solution));
            told.push(format!("{:?}", solution.statistics));
        }
        if let Ok(field) = LegField::to_nearest_of(&moves, [end], Limits::none()) {
            let costs = moves.cells.cells().map(|cell| field.cost(cell));
            told.push(format!("{:?}", costs.collect::<Vec<_>>()));
        }
    }
    told
}

#[test]
fn own_moves_are_the_same_at_the_ends_of_all_numbers() {
    hold(
        "ends, own moves",
        seeds(8_200_000, 150),
        Workspace::new,
        |seed, workspace| {
            let draws = &mut Draws::new(seed);
            let is_low: [bool; 3] = std::array::from_fn(|_| draws.percent(50));
            let home = IVec3::from_array(is_low.map(|low| if low { 0 } else { 63 }));
            let shift = is_low.map(|low| if low { i32::MIN } else { i32::MAX - 63 });
            let end = told(Shift(IVec3::from_array(shift)), home, seed, workspace);
            let origin = told(Shift::NONE, home, seed, workspace);
            same(&end, &origin)
        },
    );
}
