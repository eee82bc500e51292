//! Random worlds of cells for agents of both kinds, off the grid, and what single searches and rays say of them.

use std::collections::HashMap;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::ground::{Ground, Jump, Locomotion, Successors};
use voxnav::search::{AgentMoves, Limits, Query, verify_cells};
use voxnav::{
    CornerRule, Lattice, MoveSet, Path, RouteOptions, Terrain, UnknownPolicy, View, Workspace,
};
use voxnav_testkit::{Draws, Frame, drawn_support};

/// A view, and what is asked of it cell by cell.
pub(crate) struct World {
    pub(crate) view: View,
    pub(crate) bounds: CellBox,
    /// The cells where the agent can be, in cell order.
    pub(crate) cells: Vec<IVec3>,
    /// The cells that eyes look through.
    pub(crate) sight: Traversability,
    ways: HashMap<[IVec3; 2], Option<f64>>,
    workspace: Workspace,
}

impl World {
    pub(crate) fn drawn(draws: &mut Draws) -> Self {
        let frame = Frame::drawn(draws);
        let is_flying = draws.percent(50);
        let size = draws.vector(IVec3::new(3, 3, 2), IVec3::new(9, 8, 4));
        let plan = CellBox::new(IVec3::ZERO, size);
        let mut builder = OccupancyBuilder::new(frame.cells(plan)).unwrap();
        let mut terrain = Terrain::new();
        let is_weighed = draws.percent(30);
        for cell in plan.cells() {
            let floor = !is_flying && cell.z == 0;
            let at = frame.cells(CellBox::of_cell(cell));
            if draws.percent(if floor { 75 } else { 25 }) {
                builder.set_box(at, CellState::Occupied).unwrap();
            } else if is_weighed && draws.percent(40) {
                terrain.set(at.min, draws.between(2, 5)).unwrap();
            }
        }
        let (occupancy, lattice) = (builder.commit(), frame.lattice());
        let options = RouteOptions::default()
            .moves(draws.pick(&[MoveSet::Vertex26, MoveSet::Vertex26, MoveSet::Face6]))
            .corners(draws.pick(&[CornerRule::Strict, CornerRule::Lenient]));
        let sight = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let view = if is_flying {
            View::flying(lattice, sight.clone(), &terrain, &options).unwrap()
        } else {
            let locomotion = Locomotion {
                jump: draws.percent(50).then(Jump::over_one),
                support: drawn_support(draws),
                ..Locomotion::walker().with_up(frame.up())
            };
            let ground = Ground::new(&occupancy, &locomotion).unwrap();
            View::on_ground(lattice, ground.with_terrain(terrain), &options).unwrap()
        };
        let bounds = occupancy.bounds();
        let can_be_at = |cell: &IVec3| match view.moves() {
            AgentMoves::Flying(flight) => flight.world.is_traversable(*cell),
            AgentMoves::OnGround(ground) => ground.can_rest(*cell),
        };
        Self {
            cells: bounds.cells().filter(can_be_at).collect(),
            bounds,
            sight,
            view,
            ways: HashMap::new(),
            workspace: Workspace::new(),
        }
    }

    pub(crate) fn lattice(&self) -> Lattice {
        *self.view.lattice()
    }

    /// A position at a cell where the agent can be, or a little off it.
    pub(crate) fn position(&self, draws: &mut Draws) -> DVec3 {
        let at = self.view.position_at(draws.pick(&self.cells));
        let off = draws.pick(&[0.0, 0.2]) * self.lattice().longest_side();
        at + draws.point(-off, off)
    }

    /// Any position in or near the world.
    pub(crate) fn anywhere(&self, draws: &mut Draws) -> DVec3 {
        let near = CellBox::new(self.bounds.min - 1, self.bounds.max + 1);
        let at = self.lattice().center(draws.cell(&near));
        at + draws.pick(&[0.0, 0.5, 0.3]) * self.lattice().longest_side()
    }

    /// The cell at which the agent is for a position.
    pub(crate) fn cell(&self, position: DVec3) -> Option<IVec3> {
        let route = self.view.find_route(position, position).unwrap();
        route.path().map(Path::start)
    }

    /// The cost of the cheapest way from one cell to another, in world units.
    pub(crate) fn way(&mut self, from: IVec3, to: IVec3) -> Option<f64> {
        let (view, workspace) = (&self.view, &mut self.workspace);
        let size = view.lattice().longest_side();
        *self.ways.entry([from, to]).or_insert_with(|| {
            let settings = view.options().settings.limits(Limits::none());
            let query = Query::new(from, to).settings(settings);
            let solution = query.solve(view.moves(), workspace);
            solution
                .outcome
                .path()
                .map(|path| path.cost().length() * size)
        })
    }

    /// The cost of the cheapest way from the nearest of some positions.
    pub(crate) fn way_from(&mut self, from: &[DVec3], to: IVec3) -> Option<f64> {
        let cells: Vec<IVec3> = from.iter().filter_map(|at| self.cell(*at)).collect();
        let ways = cells.iter().filter_map(|&cell| self.way(cell, to));
        ways.reduce(f64::min)
    }

    /// Whether a ray gets from an eye to some point.
    pub(crate) fn sees(&self, eye: DVec3, points: &[DVec3]) -> bool {
        let in_cells = |at| self.lattice().coordinates_of(at).unwrap();
        let ray = |point: &DVec3| self.sight.cast_ray(in_cells(eye), in_cells(*point));
        points.iter().any(|point| ray(point) == Ok(None))
    }

    /// The cells to which single moves from a cell lead.
    pub(crate) fn moves_from(&self, cell: IVec3) -> Vec<IVec3> {
        match self.view.moves() {
            AgentMoves::Flying(flight) => {
                let near = CellBox::new(cell - 1, cell + 2).cells();
                let rules = (flight.moves, flight.corners);
                let is_move = |next: &IVec3| {
                    verify_cells([cell, *next], &flight.world, rules.0, rules.1, None).is_ok()
                };
                near.filter(|next| *next != cell && is_move(next)).collect()
            }
            AgentMoves::OnGround(ground) => {
                let mut moves = Vec::new();
                ground.moves().moves_from(cell, &mut moves);
                moves.iter().map(|it| it.to).collect()
            }
        }
    }
}
