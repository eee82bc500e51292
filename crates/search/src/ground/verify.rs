//! Checking paths on the ground by the written rules, cell by cell.
//!
//! Nothing here comes from the search: clear cells, support and stances are looked up in the occupancy
//! and its materials one cell at a time, moves are told from the offset between two cells, and costs
//! are added up anew. Slow, and meant to be.

use glam::IVec3;
use thiserror::Error;
use voxnav_occupancy::{
    CellBox, CellState, Material, MaterialKind, Occupancy, Sign, Support, UnknownPolicy,
};

use super::link::{Link, LinkState, Ways};
use super::locomotion::{Compass, Fall, Hazards, Locomotion, Wading};
use super::table::Action;
use crate::cost::Cost;
use crate::movement::CornerRule;
use crate::path::Path;

/// Error for a path on the ground that is not made of moves of its agent.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 5)))?.commit();
/// use voxnav_search::{Ground, LegError, Locomotion, Query, Workspace, verify_legs};
///
/// let walker = Locomotion::walker();
/// let query = Query::new(IVec3::ZERO, IVec3::new(5, 0, 0));
/// let ground = Ground::new(&world, &walker)?;
/// let solution = query.solve(&ground, &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is a path")?;
/// assert_eq!(verify_legs(path, &world, &walker, &[]), Ok(path.cost()));
///
/// let mut edit = world.edit();
/// edit.set(IVec3::ZERO, voxnav_occupancy::CellState::Occupied)?;
/// let refused = verify_legs(path, &edit.commit(), &walker, &[]);
/// assert_eq!(refused, Err(LegError::Start { cell: IVec3::ZERO }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LegError {
    /// The agent cannot rest at the start of the path.
    #[error("the agent cannot rest at the start {cell}")]
    Start {
        /// The first cell.
        cell: IVec3,
    },
    /// No move of the leg's action leads from one cell to the next.
    #[error("leg {leg}: no {action:?} leads from {from} to {to}")]
    NoSuchMove {
        /// The place of the leg in the path.
        leg: usize,
        /// The action that the leg claims.
        action: Action,
        /// The cell before.
        from: IVec3,
        /// The cell after.
        to: IVec3,
    },
    /// The moves of a leg cost other than the leg says.
    #[error("leg {leg} costs {found}, not {stated}")]
    OtherCost {
        /// The place of the leg in the path.
        leg: usize,
        /// The cost that the leg states.
        stated: Cost,
        /// The sum of the costs of its moves.
        found: Cost,
    },
}

/// Checks every move of a path against the rules, and returns the cost of the path. The path of an
/// agent that stops before unknown cells must not need any.
///
/// # Errors
///
/// [`LegError`] with the first leg that breaks a rule.
pub fn verify_legs(
    path: &Path<Action>,
    world: &Occupancy,
    agent: &Locomotion,
    links: &[Link],
) -> Result<Cost, LegError> {
    let rules = Rules {
        world,
        agent,
        links,
        up: agent.up.step(),
    };
    let mut at = path.start();
    if !rules.rests(at) {
        return Err(LegError::Start { cell: at });
    }
    let mut sum = Cost::ZERO;
    for (number, leg) in path.legs().iter().enumerate() {
        let mut found = Cost::ZERO;
        for to in leg.cells().skip(1) {
            let refused = LegError::NoSuchMove {
                leg: number,
                action: leg.action,
                from: at,
                to,
            };
            found = found + rules.cheapest(at, to, leg.action).ok_or(refused)?;
            at = to;
        }
        if found != leg.cost() {
            return Err(LegError::OtherCost {
                leg: number,
                stated: leg.cost(),
                found,
            });
        }
        sum = sum + found;
    }
    Ok(sum)
}

struct Rules<'r> {
    world: &'r Occupancy,
    agent: &'r Locomotion,
    links: &'r [Link],
    up: IVec3,
}

/// The offset of a move: the step sideways, the number of such steps, and the rise.
struct Offset {
    side: IVec3,
    cells: i32,
    rise: i32,
}

fn scaled(cost: Cost, numerator: u64, denominator: u64) -> Cost {
    let product = u128::from(cost.raw()) * u128::from(numerator) / u128::from(denominator);
    Cost::from_raw(u64::try_from(product).unwrap_or(u64::MAX))
}

impl Rules<'_> {
    fn material(&self, cell: IVec3) -> Option<&Material> {
        self.world.palette().get(self.world.material(cell)?)
    }

    fn is_clear(&self, cell: IVec3) -> bool {
        let agent = self.agent;
        let Some(material) = self.material(cell) else {
            return match self.world.state(cell) {
                CellState::Free => true,
                CellState::Occupied => false,
                CellState::Unknown => agent.unknown == UnknownPolicy::Free,
            };
        };
        let is_for_agent = match material.kind {
            MaterialKind::Passable | MaterialKind::Climbable => true,
            MaterialKind::Liquid => agent.swim.is_some() || agent.wading == Wading::Allowed,
            MaterialKind::Door => agent.open_door.is_some(),
            MaterialKind::Hazard => agent.hazards == Hazards::Entered,
            _ => false,
        };
        is_for_agent && !material.forbidden
    }

    fn bears(&self, cell: IVec3) -> bool {
        match self.material(cell) {
            Some(material) => material.standable,
            None => self.world.state(cell) == CellState::Occupied,
        }
    }

    /// Returns the full body, and the lowest that it can be.
    fn bodies(&self) -> [CellBox; 2] {
        let full = self.agent.body.offsets();
        let mut low = full;
        if let Some(crouch) = self.agent.crouch {
            let (axis, height) = (self.agent.up.axis.index(), i32::from(crouch.height));
            match self.agent.up.sign {
                Sign::Positive => low.max[axis] = low.min[axis] + height,
                Sign::Negative => low.min[axis] = low.max[axis] - height,
            }
        }
        [full, low]
    }

    fn has_room(&self, cell: IVec3, body: &CellBox) -> bool {
        let mut cells = body.cells();
        self.world.bounds().contains(cell) && cells.all(|offset| self.is_clear(cell + offset))
    }

    fn is_upright(&self, cell: IVec3) -> bool {
        self.has_room(cell, &self.bodies()[0])
    }

    fn fits(&self, cell: IVec3) -> bool {
        self.has_room(cell, &self.bodies()[1])
    }

    /// Returns the cells that the body covers at a cell where it fits.
    fn covered(&self, cell: IVec3) -> Vec<IVec3> {
        let [full, low] = self.bodies();
        let body = if self.is_upright(cell) { full } else { low };
        body.cells().map(|offset| cell + offset).collect()
    }

    /// Returns the cells below the feet that the support rule looks at.
    fn soil(&self, cell: IVec3) -> Vec<IVec3> {
        let covered = self.covered(cell);
        let heights = covered.iter().map(|cell| cell.dot(self.up));
        let feet = heights.min().unwrap_or(0);
        let soles = covered.into_iter().filter(|cell| cell.dot(self.up) == feet);
        let across = IVec3::ONE - self.up.abs();
        let is_minded =
            |sole: &IVec3| self.agent.support != Support::Center || *sole * across == cell * across;
        soles.filter(is_minded).map(|sole| sole - self.up).collect()
    }

    fn stands(&self, cell: IVec3) -> bool {
        let soil = self.soil(cell);
        let mut soil = soil.iter();
        self.fits(cell)
            && match self.agent.support {
                Support::Any => soil.any(|&cell| self.bears(cell)),
                _ => soil.all(|&cell| self.bears(cell)),
            }
    }

    /// Returns the cells of the body in its anchor's column, from the feet up.
    fn column(&self, cell: IVec3) -> Vec<IVec3> {
        let across = IVec3::ONE - self.up.abs();
        let mut column = self.covered(cell);
        column.retain(|covered| *covered * across == cell * across);
        column.sort_by_key(|covered| covered.dot(self.up));
        column
    }

    fn is_of(&self, cell: Option<&IVec3>, kind: MaterialKind) -> bool {
        let material = cell.and_then(|&cell| self.material(cell));
        material.is_some_and(|material| material.kind == kind)
    }

    fn swims(&self, cell: IVec3) -> bool {
        let is_in = self.is_of(self.column(cell).first(), MaterialKind::Liquid);
        self.agent.swim.is_some() && self.fits(cell) && is_in
    }

    fn is_deep(&self, cell: IVec3) -> bool {
        self.is_of(self.column(cell).last(), MaterialKind::Liquid)
    }

    fn climbs(&self, cell: IVec3) -> bool {
        let column = self.column(cell);
        let mut column = column.iter();
        self.agent.climb.is_some()
            && self.fits(cell)
            && column.any(|cell| self.is_of(Some(cell), MaterialKind::Climbable))
    }

    fn is_held(&self, cell: IVec3) -> bool {
        self.stands(cell) || self.swims(cell) || self.climbs(cell)
    }

    fn rests(&self, cell: IVec3) -> bool {
        self.is_held(cell) || (self.agent.fly.is_some() && self.fits(cell))
    }

    fn offset(&self, from: IVec3, to: IVec3) -> Option<Offset> {
        let delta = to.checked_sub(from)?;
        let rise = delta.dot(self.up);
        let sideways = delta - self.up * rise;
        let cells = sideways.abs().max_element();
        let side = sideways.signum();
        (side * cells == sideways).then_some(Offset { side, cells, rise })
    }

    /// Returns the length of one cell along a side, if there is such a direction.
    fn length(side: IVec3, compass: Compass) -> Option<Cost> {
        match (side.abs().element_sum(), compass) {
            (1, _) => Some(Cost::STRAIGHT),
            (2, Compass::Eight) => Some(Cost::FACE_DIAGONAL),
            _ => None,
        }
    }

    /// Returns whether the cells beside a diagonal step that begins at a cell are clear enough.
    fn is_clear_beside(&self, from: IVec3, side: IVec3, room: impl Fn(IVec3) -> bool) -> bool {
        let parts = [IVec3::X, IVec3::Y, IVec3::Z].map(|axis| side * axis);
        let mut parts = parts
            .into_iter()
            .filter(|part| *part != IVec3::ZERO && *part != side);
        self.agent.corners == CornerRule::Lenient || parts.all(|part| room(from + part))
    }

    fn fall(&self, cells: i32) -> Option<Cost> {
        let cells = cells.unsigned_abs();
        match &self.agent.fall {
            Fall::PerCell(cost) => Some(*cost * cells),
            Fall::Table(costs) => costs
                .get(usize::try_from(cells).ok()?.checked_sub(1)?)
                .copied(),
        }
    }

    fn walk(&self, from: IVec3, to: IVec3) -> Option<Cost> {
        let Offset { side, cells, rise } = self.offset(from, to)?;
        let length = Self::length(side, self.agent.compass)?;
        let on_ground = |cell| self.stands(cell) || self.climbs(cell);
        let ends = on_ground(from) && self.is_held(to) || self.swims(from) && on_ground(to);
        let clear = self.is_clear_beside(from, side, |cell| self.fits(cell));
        let walk = self.agent.walk?;
        let leads = cells == 1 && rise == 0 && ends && clear;
        leads.then(|| scaled(walk, length.raw(), Cost::STRAIGHT.raw()))
    }

    fn step_up(&self, from: IVec3, to: IVec3) -> Option<Cost> {
        let Offset { side, cells, rise } = self.offset(from, to)?;
        let length = Self::length(side, self.agent.compass)?;
        let is_step = cells == 1 && (1..=i32::from(self.agent.step_up)).contains(&rise);
        let leads = is_step
            && self.is_held(from)
            && self.stands(to)
            && (1..=rise).all(|height| self.fits(from + self.up * height))
            && self.is_clear_beside(from + self.up * rise, side, |cell| self.fits(cell));
        let walk = scaled(self.agent.walk?, length.raw(), Cost::STRAIGHT.raw());
        leads.then(|| walk + self.agent.step * rise.unsigned_abs())
    }

    fn drop(&self, from: IVec3, to: IVec3) -> Option<Cost> {
        let Offset { side, cells, rise } = self.offset(from, to)?;
        let length = Self::length(side, self.agent.compass)?;
        if cells != 1 || rise >= 0 {
            return None;
        }
        let depth = -rise;
        let lands = self.stands(to) && depth <= i32::from(self.agent.drop)
            || self.swims(to) && depth <= i32::from(self.agent.drop_into_liquid);
        let falls = |depth: i32| {
            let cell = from + side - self.up * depth;
            self.fits(cell) && !self.stands(cell) && !self.swims(cell)
        };
        let leads = lands
            && self.is_held(from)
            && (0..depth).all(falls)
            && self.is_clear_beside(from, side, |cell| self.fits(cell));
        let walk = scaled(self.agent.walk?, length.raw(), Cost::STRAIGHT.raw());
        let fall = self.fall(depth)?;
        leads.then(|| walk + fall)
    }

    fn jump(&self, from: IVec3, to: IVec3) -> Option<Cost> {
        let jump = self.agent.jump?;
        let Offset { side, cells, rise } = self.offset(from, to)?;
        let length = Self::length(side, jump.compass)?;
        let gap = cells - 1;
        let least = if gap == 0 {
            i32::from(self.agent.step_up) + 1
        } else {
            -i32::from(self.agent.drop)
        };
        if gap > i32::from(jump.gap) || !(least..=i32::from(jump.rise)).contains(&rise) {
            return None;
        }
        let height = rise.max(1);
        let room = |cell| self.is_upright(cell);
        let top = from + self.up * height;
        let leads = self.stands(from)
            && self.is_held(to)
            && room(from)
            && (1..=height).all(|height| room(from + self.up * height))
            && (0..=cells).all(|cell| room(top + side * cell))
            && (0..cells).all(|cell| self.is_clear_beside(top + side * cell, side, room))
            && (rise..=height).all(|height| room(from + side * cells + self.up * height));
        let walk = scaled(self.agent.walk?, length.raw(), Cost::STRAIGHT.raw());
        let lift = match rise {
            0.. => self.agent.step * rise.unsigned_abs(),
            _ => self.fall(rise)?,
        };
        leads.then(|| jump.cost + walk * cells.unsigned_abs() + lift)
    }

    fn climb(&self, from: IVec3, to: IVec3) -> Option<Cost> {
        let Offset { cells, rise, .. } = self.offset(from, to)?;
        let is_held = self.is_held(from) && self.is_held(to);
        let holds_on = self.climbs(from) || self.climbs(to);
        let leads = cells == 0 && rise.abs() == 1 && is_held && holds_on;
        self.agent.climb.filter(|_| leads)
    }

    fn swim(&self, from: IVec3, to: IVec3) -> Option<Cost> {
        let swim = self.agent.swim?;
        let Offset { side, cells, rise } = self.offset(from, to)?;
        let length = match (cells, rise) {
            (1, 0) => Self::length(side, self.agent.compass)?,
            (0, 1 | -1) => Cost::STRAIGHT,
            _ => return None,
        };
        let clear = self.is_clear_beside(from, side, |cell| self.fits(cell));
        let cost = if self.is_deep(to) {
            swim.below
        } else {
            swim.surface
        };
        let leads = self.swims(from) && self.swims(to) && clear;
        leads.then(|| scaled(cost, length.raw(), Cost::STRAIGHT.raw()))
    }

    fn fly(&self, from: IVec3, to: IVec3) -> Option<Cost> {
        let fly = self.agent.fly?;
        let delta = to.checked_sub(from)?;
        let length = match (delta.abs().max_element(), delta.abs().element_sum()) {
            (1, 1) => Cost::STRAIGHT,
            (1, 2) => Cost::FACE_DIAGONAL,
            (1, 3) => Cost::BODY_DIAGONAL,
            _ => return None,
        };
        let spanned = CellBox::new(from.min(to), from.max(to) + 1);
        let mut cells = spanned.cells();
        let clear = self.agent.corners == CornerRule::Lenient || cells.all(|cell| self.fits(cell));
        let leads = self.fits(from) && self.fits(to) && clear;
        leads.then(|| scaled(fly, length.raw(), Cost::STRAIGHT.raw()))
    }

    fn link(&self, from: IVec3, to: IVec3, label: u32) -> Option<Cost> {
        let joins = |link: &&Link| {
            let ahead = link.from.contains(from) && link.to == to;
            let back = link.ways == Ways::Both && link.to == from && link.from.contains(to);
            let is_for_agent = link.groups & self.agent.groups != 0;
            link.label == label && link.state == LinkState::Open && is_for_agent && (ahead || back)
        };
        let is_usable = self.rests(from) && self.rests(to);
        let costs = self.links.iter().filter(joins).map(|link| link.cost);
        costs.min().filter(|_| is_usable)
    }

    /// Returns the cost and the action of a move, given its cost before materials; the action of a
    /// move that opens a door is that of the door.
    fn priced(&self, from: IVec3, to: IVec3, action: Action, base: Cost) -> (Cost, Action) {
        let covered = self.covered(to);
        let mut touched = covered.clone();
        if self.stands(to) {
            touched.extend(self.soil(to).into_iter().filter(|&cell| self.bears(cell)));
        }
        let materials = touched.iter().filter_map(|&cell| self.material(cell));
        let factor = materials.map(|material| material.cost.in_1024ths()).max();
        let mut cost = scaled(base, factor.unwrap_or(1024).into(), 1024);
        if let Some(crouch) = self.agent.crouch.filter(|_| !self.is_upright(to)) {
            cost = scaled(cost, crouch.factor.in_1024ths().into(), 1024);
        }
        let before = self.covered(from);
        let is_door = |cell: &&IVec3| self.is_of(Some(cell), MaterialKind::Door);
        let mut doors = covered.iter().filter(is_door);
        match self.agent.open_door {
            Some(open) if doors.any(|door| !before.contains(door)) => (cost + open, Action::Door),
            _ => (cost, action),
        }
    }

    /// Returns the cost of the cheapest move of an action from one cell to another.
    fn cheapest(&self, from: IVec3, to: IVec3, action: Action) -> Option<Cost> {
        if let Action::Link(label) = action {
            return self.link(from, to, label);
        }
        let bases = [
            (Action::Walk, self.walk(from, to)),
            (Action::StepUp, self.step_up(from, to)),
            (Action::Drop, self.drop(from, to)),
            (Action::Jump, self.jump(from, to)),
            (Action::Climb, self.climb(from, to)),
            (Action::Swim, self.swim(from, to)),
            (Action::Fly, self.fly(from, to)),
        ];
        let moves = bases
            .into_iter()
            .filter_map(|(action, base)| Some((action, base?)));
        let priced = moves.map(|(action, base)| self.priced(from, to, action, base));
        let costs = priced
            .filter(|&(_, named)| named == action)
            .map(|(cost, _)| cost);
        costs.min()
    }
}
