//! The moves from a cell, as a search asks for them.

use std::cell::RefCell;

use glam::IVec3;
use voxnav_occupancy::{
    CellBox, CostFactor, MaterialKind, MaterialSet, Occupancy, Stance, StanceReader, Support,
};

use super::Ground;
use super::cut_off::Flood;
use super::estimate::{LinkBounds, by_factor};
use super::link::Ways;
use super::runs::Runs;
use super::table::{Action, MoveTable, Row};
use crate::cost::Cost;
use crate::movement::{Direction, Listed, Move, Predecessors, Pruned, Successors};

/// The moves of an agent on the ground, for one query after the other.
///
/// Remembers the chunks that it read last, so it is not shared between threads: each takes its own
/// from [`Ground::moves`].
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_search::{Ground, Locomotion, Query, Workspace};
///
/// let ground = Ground::new(&world, &Locomotion::walker())?;
/// let (moves, mut workspace) = (ground.moves(), Workspace::new());
/// for x in 1..9 {
///     let solution = Query::new(IVec3::ZERO, IVec3::X * x).solve_with(&moves, &mut workspace);
///     assert!(solution.outcome.path().is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GroundMoves<'g> {
    ground: &'g Ground,
    seen: RefCell<Seen<'g>>,
    bounds: RefCell<Option<LinkBounds>>,
    /// Runs over even ground, where there can be any.
    runs: Option<RefCell<Runs<'g>>>,
    /// The moves being listed.
    listed: RefCell<Vec<Move<Action>>>,
    /// The doors of the palette, if the agent opens them.
    doors: MaterialSet,
}

/// What is known of the stances around a cell.
#[derive(Debug)]
struct Seen<'g> {
    reader: StanceReader<'g>,
    cell: IVec3,
    /// The stance at each place of the table, if it was looked at for this cell.
    places: Vec<(u32, Stance)>,
    /// The number of this cell.
    number: u32,
}

impl Seen<'_> {
    /// Begins with another cell.
    fn go_to(&mut self, cell: IVec3) {
        self.cell = cell;
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.places.fill((0, Stance::NONE));
            self.number = 1;
        }
    }

    #[inline]
    fn at(&mut self, table: &MoveTable, place: u32) -> Stance {
        let place = place as usize;
        let (number, stance) = self.places[place];
        if number == self.number {
            return stance;
        }
        let cell = self.cell.checked_add(table.places[place]);
        let stance = cell.map_or(Stance::NONE, |cell| self.reader.at(cell));
        self.places[place] = (self.number, stance);
        stance
    }

    /// Whether a kind of move leads from the cell, whose stance is known; the stance at its target.
    fn leads(&mut self, table: &MoveTable, number: usize, from: Stance) -> Option<Stance> {
        let (row, looks) = (&table.rows[number], &table.looks[number]);
        if !from.has(row.from) || !from.has(row.all_along) {
            return None;
        }
        let to = self.at(table, looks.target);
        if !to.has(row.to) || !to.has(row.all_along) {
            return None;
        }
        let mut at = |place: &u32| self.at(table, *place);
        let is_way_clear = looks.way.iter().all(|place| at(place).has(row.all_along));
        let leads = is_way_clear && !looks.falling.iter().any(|place| at(place).has(RESTS));
        leads.then_some(to)
    }
}

/// Where nobody falls on.
const RESTS: Stance = Stance::STANDING.or(Stance::SWIMMING);

impl<'g> GroundMoves<'g> {
    pub(super) fn new(ground: &'g Ground) -> Self {
        let palette = ground.stances.occupancy().palette();
        let opens = ground.locomotion.open_door.is_some();
        Self {
            ground,
            seen: RefCell::new(Seen {
                reader: ground.stances.reader(),
                cell: IVec3::ZERO,
                places: vec![(0, Stance::NONE); ground.table.places.len()],
                number: 0,
            }),
            bounds: RefCell::new(None),
            runs: ground
                .stances
                .even_reader()
                .map(|reader| RefCell::new(Runs::new(reader, &ground.locomotion))),
            listed: RefCell::default(),
            doors: palette.select(|material| opens && material.kind == MaterialKind::Door),
        }
    }

    fn world(&self) -> &'g Occupancy {
        self.ground.stances.occupancy()
    }

    fn at(&self, cell: IVec3) -> Stance {
        self.seen.borrow_mut().reader.at(cell)
    }

    /// The cells of the body at a cell.
    fn body(&self, cell: IVec3, stance: Stance) -> CellBox {
        let agent = &self.ground.locomotion;
        let full = agent.body.offsets();
        let offsets = match agent.crouched() {
            Some(crouched) if !stance.has(Stance::UPRIGHT) => crouched,
            _ => full,
        };
        CellBox::new(cell + offsets.min, cell + offsets.max)
    }

    /// The largest factor of the materials in the body and under its feet where it stands on them.
    fn factor(&self, cell: IVec3, stance: Stance) -> CostFactor {
        let world = self.world();
        let palette = world.palette();
        let cost = |cell| Some(palette.get(world.material(cell)?)?.cost);
        let body = self.body(cell, stance);
        let in_body = body.cells().filter_map(cost).max();
        let below = if stance.has(Stance::STANDING) {
            self.soil(cell, &body)
                .cells()
                .filter(|&cell| self.bears(cell))
                .filter_map(cost)
                .max()
        } else {
            None
        };
        in_body.max(below).unwrap_or(CostFactor::ONE)
    }

    /// The cells below the feet that the rule of support looks at.
    fn soil(&self, cell: IVec3, body: &CellBox) -> CellBox {
        let agent = &self.ground.locomotion;
        let up = agent.up.step();
        let axis = agent.up.axis.index();
        let feet = if up[axis] > 0 {
            body.min[axis] - 1
        } else {
            body.max[axis]
        };
        let mut soil = match agent.support {
            Support::Center => CellBox::of_cell(cell),
            _ => *body,
        };
        (soil.min[axis], soil.max[axis]) = (feet, feet + 1);
        soil
    }

    fn bears(&self, cell: IVec3) -> bool {
        let world = self.world();
        match world.material(cell).and_then(|id| world.palette().get(id)) {
            Some(material) => material.standable,
            None => true,
        }
    }

    /// Whether the body covers a door at its target that it did not cover before.
    fn opens_a_door(&self, from: (IVec3, Stance), to: (IVec3, Stance)) -> bool {
        if self.doors.is_empty() {
            return false;
        }
        let before = self.body(from.0, from.1);
        let is_new_door = |cell: IVec3| {
            let material = self.world().material(cell);
            material.is_some_and(|id| self.doors.contains(id)) && !before.contains(cell)
        };
        self.body(to.0, to.1).cells().any(is_new_door)
    }

    /// What a move costs, and what it is called.
    fn priced(&self, row: &Row, from: (IVec3, Stance), to: (IVec3, Stance)) -> (Cost, Action) {
        let agent = &self.ground.locomotion;
        let mut cost = row.cost;
        // Materials that are not minded cost nothing extra, and are no doors.
        let is_minded = to.1.has(Stance::MINDED);
        if is_minded {
            cost = by_factor(cost, self.factor(to.0, to.1));
        }
        if let Some(crouch) = agent.crouch.filter(|_| !to.1.has(Stance::UPRIGHT)) {
            cost = by_factor(cost, crouch.factor);
        }
        match agent.open_door {
            Some(open) if is_minded && self.opens_a_door(from, to) => (cost + open, Action::Door),
            _ => (cost, row.action),
        }
    }

    fn links_from(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        let resting = self.ground.locomotion.resting();
        let links = self.ground.links.iter();
        for link in links.filter(|link| link.is_for(&self.ground.locomotion)) {
            let mut lead = |to: IVec3| {
                if self.at(to).has(resting) {
                    let action = Action::Link(link.label);
                    let cost = link.cost;
                    moves.push(Move { to, cost, action });
                }
            };
            if link.from.contains(cell) {
                lead(link.to);
            }
            if link.to == cell && link.ways == Ways::Both {
                link.from.cells().for_each(lead);
            }
        }
    }
}

impl GroundMoves<'_> {
    fn links_into(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        let links = self.ground.links.iter();
        for link in links.filter(|link| link.is_for(&self.ground.locomotion)) {
            let mut begin = |to: IVec3| {
                if self.can_be_at(to) {
                    let action = Action::Link(link.label);
                    let cost = link.cost;
                    moves.push(Move { to, cost, action });
                }
            };
            if link.to == cell {
                link.from.cells().for_each(&mut begin);
            }
            if link.from.contains(cell) && link.ways == Ways::Both {
                begin(link.to);
            }
        }
    }
}

impl Successors for GroundMoves<'_> {
    type Action = Action;

    fn bounds(&self) -> CellBox {
        self.world().bounds()
    }

    fn can_be_at(&self, cell: IVec3) -> bool {
        self.at(cell).has(self.ground.locomotion.resting())
    }

    fn moves_from(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        let table = &*self.ground.table;
        let from = {
            let mut seen = self.seen.borrow_mut();
            let seen = &mut *seen;
            seen.go_to(cell);
            let from = seen.reader.at(cell);
            for group in &table.groups {
                if !from.has(group.from) {
                    continue;
                }
                if let Some(edge) = group.edge {
                    let over = seen.at(table, edge);
                    if over.has(RESTS) || !over.has(Stance::FITS) {
                        continue;
                    }
                }
                for number in group.rows.clone() {
                    if let Some(stance) = seen.leads(table, number, from) {
                        let row = &table.rows[number];
                        let to = cell + row.offset;
                        let (cost, action) = self.priced(row, (cell, from), (to, stance));
                        moves.push(Move { to, cost, action });
                    }
                }
            }
            from
        };
        if from.has(self.ground.locomotion.resting()) {
            self.links_from(cell, moves);
        }
    }

    fn estimate(&self, from: IVec3, to: &CellBox) -> Cost {
        let slopes = &self.ground.slopes;
        let direct = slopes.toward(from, to);
        if self.ground.links.is_empty() {
            return direct;
        }
        let mut bounds = self.bounds.borrow_mut();
        let bounds = match &mut *bounds {
            Some(bounds) if bounds.goal == *to => bounds,
            other => {
                let agent = &self.ground.locomotion;
                let links = &self.ground.links;
                other.insert(LinkBounds::toward(*to, slopes, links, agent))
            }
        };
        bounds.estimate(from, direct, slopes)
    }

    fn pruned(&self) -> Option<&dyn Pruned<Action>> {
        Some(self)
    }
}

impl Pruned<Action> for GroundMoves<'_> {
    fn minds_arrival(&self, cell: IVec3, goal: &CellBox) -> bool {
        let runs = self.runs.as_ref();
        runs.is_some_and(|runs| runs.borrow_mut().begin_at(cell, goal))
    }

    fn list(
        &self,
        cell: IVec3,
        arrival: Option<Direction>,
        goal: &CellBox,
        listed: &mut Vec<Listed>,
    ) {
        let mut runs = self.runs.as_ref().map(RefCell::borrow_mut);
        if let Some(runs) = &mut runs
            && runs.begin_at(cell, goal)
        {
            runs.list(cell, arrival, goal, listed);
            return;
        }
        let mut moves = self.listed.borrow_mut();
        moves.clear();
        self.moves_from(cell, &mut moves);
        let any = Direction::along(self.ground.locomotion.up);
        listed.extend(moves.iter().map(|step| Listed {
            to: step.to,
            cost: step.cost,
            arrival: runs.as_ref().map_or(any, |runs| runs.arrival(cell, step)),
        }));
    }

    fn is_cut_off(&self, start: IVec3, goal: &CellBox, looks: u64) -> bool {
        let agent = &self.ground.locomotion;
        let links = self.ground.links.iter();
        let mut flood = Flood {
            reader: &mut self.seen.borrow_mut().reader,
            reaches: &self.ground.table.reaches,
            links: links.filter(|link| link.is_for(agent)).copied().collect(),
            resting: agent.resting(),
        };
        flood.is_cut_off(start, goal, looks)
    }

    fn write_run(
        &self,
        from: IVec3,
        to: IVec3,
        goal: &CellBox,
        moves: &mut Vec<Move<Action>>,
    ) -> bool {
        let Some(runs) = &self.runs else { return false };
        let mut runs = runs.borrow_mut();
        let is_run = runs.begin_at(from, goal);
        if is_run {
            runs.write(from, to, moves);
        }
        is_run
    }
}

impl Predecessors for GroundMoves<'_> {
    fn moves_into(&self, cell: IVec3, moves: &mut Vec<Move<Action>>) {
        let table = &*self.ground.table;
        for (number, row) in table.rows.iter().enumerate() {
            let Some(source) = cell.checked_sub(row.offset) else {
                continue;
            };
            let led = {
                let mut seen = self.seen.borrow_mut();
                let from = seen.reader.at(source);
                seen.go_to(source);
                let to = seen.leads(table, number, from);
                to.map(|to| (from, to))
            };
            if let Some((from, to)) = led {
                let (cost, action) = self.priced(row, (source, from), (cell, to));
                let to = source;
                moves.push(Move { to, cost, action });
            }
        }
        if self.can_be_at(cell) {
            self.links_into(cell, moves);
        }
    }
}
