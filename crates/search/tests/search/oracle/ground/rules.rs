//! The rules: where the body can be and how, and every move.

use glam::IVec3;
use voxnav_occupancy::{
    CellState, Material, MaterialId, MaterialKind, Sign, Support, UnknownPolicy,
};
use voxnav_search::{Action, Fall, Hazards, Link, Locomotion, Wading};

use super::{OracleMove, World};

/// How the body can be at a cell.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of them can hold together"
)]
struct Place {
    fits: bool,
    upright: bool,
    standing: bool,
    /// In liquid that reaches the highest cell of the body, and in such that does not.
    submerged: bool,
    surfaced: bool,
    climbing: bool,
    /// May hold on to something that goes on below its feet.
    may_hang: bool,
    /// Fits, and neither stands nor swims, or need not.
    falling: bool,
}

/// How much of the body is asked about.
#[derive(Clone, Copy)]
enum Height {
    Full,
    Lowest,
}

/// The rules for one agent in one world.
pub(crate) struct Rules<'a> {
    world: &'a World,
    pub(super) agent: &'a Locomotion,
    pub(super) links: &'a [Link],
    pub(super) up: IVec3,
    /// How the body can be at each cell of the world, worked out once.
    places: Vec<Place>,
}

impl<'a> Rules<'a> {
    pub(crate) fn new(world: &'a World, agent: &'a Locomotion, links: &'a [Link]) -> Self {
        let mut up = IVec3::ZERO;
        up[agent.up.axis.index()] = match agent.up.sign {
            Sign::Positive => 1,
            Sign::Negative => -1,
        };
        let mut rules = Self {
            world,
            agent,
            links,
            up,
            places: Vec::new(),
        };
        rules.places = world
            .bounds()
            .cells()
            .map(|cell| rules.look(cell))
            .collect();
        rules
    }

    pub(crate) fn world(&self) -> &World {
        self.world
    }

    // Cells.

    pub(super) fn is(&self, cell: IVec3, kind: MaterialKind) -> bool {
        self.world
            .material(cell)
            .is_some_and(|material| material.kind == kind)
    }

    fn clear(&self, cell: IVec3) -> bool {
        let agent = self.agent;
        let Some(material) = self.world.material(cell) else {
            return match self.world.state(cell) {
                CellState::Free => true,
                CellState::Unknown => agent.unknown != UnknownPolicy::Blocked,
                CellState::Occupied => false,
            };
        };
        !material.forbidden
            && match material.kind {
                MaterialKind::Passable | MaterialKind::Climbable => true,
                MaterialKind::Hazard => agent.hazards == Hazards::Entered,
                MaterialKind::Liquid => agent.swim.is_some() || agent.wading == Wading::Allowed,
                MaterialKind::Door => agent.open_door.is_some(),
                _ => false,
            }
    }

    /// Whether a cell may turn out to be anything.
    fn is_open(&self, cell: IVec3) -> bool {
        self.agent.unknown == UnknownPolicy::StopAtBoundary
            && self.world.state(cell) == CellState::Unknown
    }

    fn certainly_supports(&self, cell: IVec3) -> bool {
        match self.world.material(cell) {
            Some(material) => material.standable,
            None => self.world.state(cell) == CellState::Occupied,
        }
    }

    fn supports(&self, cell: IVec3) -> bool {
        self.certainly_supports(cell) || self.is_open(cell)
    }

    /// Whether a cell is of a kind, or may turn out to be of a material of that kind; nothing outside the
    /// world is of any material.
    fn may_be(&self, cell: IVec3, kind: MaterialKind) -> bool {
        let mut palette = self.world.palette().iter();
        let is_inside = self.world.index(cell).is_some();
        self.is(cell, kind)
            || is_inside
                && self.is_open(cell)
                && palette.any(|material| material.kind == kind && !material.forbidden)
    }

    // The body.

    /// How far a cell is along `up`.
    fn along(&self, cell: IVec3) -> i32 {
        cell.dot(self.up)
    }

    /// How far the feet are along `up` from the anchor.
    fn feet(&self) -> i32 {
        let offsets = self.agent.body.offsets().cells();
        offsets
            .map(|offset| self.along(offset))
            .min()
            .expect("a body has cells")
    }

    fn cells(&self, anchor: IVec3, height: Height) -> Vec<IVec3> {
        let feet = self.feet();
        let low = match (height, self.agent.crouch) {
            (Height::Lowest, Some(crouch)) => i32::from(crouch.height),
            _ => i32::MAX,
        };
        let offsets = self.agent.body.offsets().cells();
        let kept = offsets.filter(|offset| self.along(*offset) - feet < low);
        kept.map(|offset| anchor + offset).collect()
    }

    /// The bodies that the agent may have at a cell where it fits: the full one, the lowest, or either.
    fn bodies(&self, anchor: IVec3) -> Vec<Vec<IVec3>> {
        let [full, low] = [Height::Full, Height::Lowest].map(|height| self.cells(anchor, height));
        let has_room = full.iter().all(|cell| self.clear(*cell));
        if has_room && full.iter().any(|cell| self.is_open(*cell)) {
            vec![full, low]
        } else {
            vec![if has_room { full } else { low }]
        }
    }

    /// The cells that the body covers at a cell whatever unknown ones turn out to be.
    fn certain_body(&self, anchor: IVec3) -> Vec<IVec3> {
        self.bodies(anchor).pop().expect("a body")
    }

    /// The body at a cell: the full one if it fits.
    fn body(&self, anchor: IVec3) -> Vec<IVec3> {
        let full = self.cells(anchor, Height::Full);
        if full.iter().all(|cell| self.clear(*cell)) {
            full
        } else {
            self.cells(anchor, Height::Lowest)
        }
    }

    fn is_in_column(&self, cell: IVec3, anchor: IVec3) -> bool {
        let offset = cell - anchor;
        offset == self.up * self.along(offset)
    }

    /// The cells of a body at a cell in the anchor's column, from the feet up.
    fn column(&self, mut column: Vec<IVec3>, anchor: IVec3) -> Vec<IVec3> {
        column.retain(|cell| self.is_in_column(*cell, anchor));
        column.sort_by_key(|cell| self.along(*cell));
        column
    }

    /// The cells directly below the feet that the support rule looks at.
    fn below(&self, anchor: IVec3) -> Vec<IVec3> {
        let feet = self.feet();
        let offsets = self.agent.body.offsets().cells();
        let soles = offsets.filter(|offset| self.along(*offset) == feet);
        let below = soles.map(|offset| anchor + offset - self.up);
        below
            .filter(|cell| {
                self.agent.support != Support::Center || self.is_in_column(*cell, anchor)
            })
            .collect()
    }

    /// The cells below the feet in the anchor's column that a body on a slope leans on: down to a step for each cell by
    /// which the body is wider on a side.
    fn leaning(&self, anchor: IVec3) -> impl Iterator<Item = IVec3> {
        let offsets = self.agent.body.offsets().cells();
        let across =
            offsets.map(|offset| (offset - self.up * self.along(offset)).abs().max_element());
        let wide = across.max().unwrap_or(0);
        let lean = wide * i32::from(self.agent.step_up);
        let feet = anchor + self.up * self.feet();
        (1..=1 + lean).map(move |down| feet - self.up * down)
    }

    fn look(&self, cell: IVec3) -> Place {
        let lowest = self.cells(cell, Height::Lowest);
        if !lowest.into_iter().all(|part| self.clear(part)) {
            return Place::default();
        }
        let full = self.cells(cell, Height::Full);
        let below = self.below(cell);
        let bears = |test: &dyn Fn(IVec3) -> bool| match self.agent.support {
            Support::Whole => below.iter().all(|part| test(*part)),
            Support::Slope => below.iter().any(|part| test(*part)) && self.leaning(cell).any(test),
            _ => below.iter().any(|part| test(*part)),
        };
        let bodies = self.bodies(cell).into_iter();
        let columns: Vec<_> = bodies.map(|body| self.column(body, cell)).collect();
        let swims = self.agent.swim.is_some();
        let foot = columns[0][0];
        let swimming = swims && self.may_be(foot, MaterialKind::Liquid);
        let has_head = |test: &dyn Fn(IVec3) -> bool| {
            let mut heads = columns.iter().map(|column| column[column.len() - 1]);
            heads.any(test)
        };
        let is_out = |head| head != foot && !self.is(head, MaterialKind::Liquid);
        let holds_on = |part: &IVec3| self.may_be(*part, MaterialKind::Climbable);
        let floats = swims && self.is(foot, MaterialKind::Liquid) && !has_head(&is_out);
        let climbs = self.agent.climb.is_some();
        let rung = foot - self.up;
        let is_rung = |part: &IVec3| self.is(*part, MaterialKind::Climbable);
        let hangs = climbs && is_rung(&rung) && columns.iter().all(|it| it.iter().any(is_rung));
        let climbing = climbs && columns.iter().flatten().any(holds_on);
        let may_hang = climbing && holds_on(&rung);
        Place {
            fits: true,
            upright: full.into_iter().all(|part| self.clear(part)),
            standing: bears(&|part| self.supports(part)) && !floats && !hangs,
            submerged: swimming && has_head(&|head| self.may_be(head, MaterialKind::Liquid)),
            surfaced: swimming && has_head(&is_out),
            climbing,
            may_hang,
            falling: !(bears(&|part| self.certainly_supports(part)) && !may_hang
                || swims && self.is(foot, MaterialKind::Liquid)),
        }
    }

    // Where the body can be, and how.

    fn place(&self, cell: IVec3) -> Place {
        let index = self.world.index(cell);
        index.map_or(Place::default(), |index| self.places[index])
    }

    pub(super) fn fits(&self, cell: IVec3) -> bool {
        self.place(cell).fits
    }

    pub(super) fn upright(&self, cell: IVec3) -> bool {
        self.place(cell).upright
    }

    pub(super) fn standing(&self, cell: IVec3) -> bool {
        self.place(cell).standing
    }

    pub(super) fn submerged(&self, cell: IVec3) -> bool {
        self.place(cell).submerged
    }

    pub(super) fn surfaced(&self, cell: IVec3) -> bool {
        self.place(cell).surfaced
    }

    pub(super) fn swimming(&self, cell: IVec3) -> bool {
        self.submerged(cell) || self.surfaced(cell)
    }

    pub(super) fn falling(&self, cell: IVec3) -> bool {
        self.place(cell).falling
    }

    pub(super) fn climbing(&self, cell: IVec3) -> bool {
        self.place(cell).climbing
    }

    pub(super) fn held(&self, cell: IVec3) -> bool {
        self.standing(cell) || self.swimming(cell) || self.climbing(cell)
    }

    pub(crate) fn rest(&self, cell: IVec3) -> bool {
        self.held(cell) || self.agent.fly.is_some() && self.fits(cell)
    }

    // Costs.

    pub(super) fn fall(&self, cells: i32) -> u64 {
        let cells = usize::try_from(cells).expect("a height");
        match &self.agent.fall {
            Fall::PerCell(cost) => cost.raw().saturating_mul(cells as u64),
            Fall::Table(costs) => costs[cells - 1].raw(),
            _ => unreachable!("no other falls are sampled"),
        }
    }

    /// The factor of a material for this agent, in 1024ths.
    fn factor(&self, material: &Material) -> u32 {
        let mut palette = self.world.palette().iter();
        let place = palette.position(|it| it.name == material.name);
        let own = |(id, _): &(&MaterialId, _)| Some(usize::from(id.number() - 1)) == place;
        let own = self.agent.material_costs.iter().find(own);
        own.map_or(material.cost, |(_, cost)| *cost).in_1024ths()
    }

    /// The move between two cells with what materials, crouching and doors make of its cost.
    pub(super) fn priced(&self, from: IVec3, to: IVec3, base: u64, action: Action) -> OracleMove {
        let body = self.certain_body(to);
        let below = self.below(to);
        // Where some support will do, other cells below may be open.
        let certainly_stands = self.standing(to)
            && !self.submerged(to)
            && !self.place(to).may_hang
            && match self.agent.support {
                Support::Any => below.iter().any(|cell| self.certainly_supports(*cell)),
                Support::Slope => {
                    below.iter().any(|cell| self.certainly_supports(*cell))
                        && self.leaning(to).any(|cell| self.certainly_supports(cell))
                }
                _ => below.iter().all(|cell| !self.is_open(*cell)),
            };
        let ground = below
            .iter()
            .filter(|cell| certainly_stands && self.certainly_supports(**cell));
        let factors = body
            .iter()
            .chain(ground)
            .filter_map(|cell| self.world.material(*cell));
        let factors = factors.map(|material: &Material| self.factor(material));
        let leaning = (self.agent.support == Support::Slope).then(|| self.leaning(to));
        let touched = self.body(to).into_iter().chain(below.iter().copied());
        let mut touched = touched.chain(leaning.into_iter().flatten());
        let otherwise = if touched.any(|cell| self.is_open(cell)) {
            let palette = self.world.palette().iter();
            palette.map(|material| self.factor(material)).min()
        } else {
            None
        };
        let factor = factors.max();
        let factor = factor.unwrap_or_else(|| otherwise.unwrap_or(1024).min(1024));
        let mut cost = by(base, factor);
        if let Some(crouch) = self.agent.crouch {
            let crouching = crouch.factor.in_1024ths();
            let full = self.cells(to, Height::Full);
            if !self.upright(to) || crouching < 1024 && full.iter().any(|cell| self.is_open(*cell))
            {
                cost = by(cost, crouching);
            }
        }
        let before = self.body(from);
        let is_new_door =
            |cell: &IVec3| self.is(*cell, MaterialKind::Door) && !before.contains(cell);
        match self.agent.open_door {
            Some(open) if body.iter().any(is_new_door) => OracleMove {
                to,
                cost: cost.saturating_add(open.raw()),
                action: Action::Door,
            },
            _ => OracleMove { to, cost, action },
        }
    }
}

/// Cost times a factor in 1024ths, rounded down.
fn by(cost: u64, factor: u32) -> u64 {
    let exact = u128::from(cost) * u128::from(factor) / 1024;
    u64::try_from(exact).unwrap_or(u64::MAX)
}
