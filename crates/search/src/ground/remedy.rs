//! Changes to an agent that would give it a path that it does not have.

use std::fmt;

use voxnav_occupancy::{CostFactor, MaterialKind};

use super::link::LinkState;
use super::locomotion::{Compass, Crouch, Fall, Hazards, Jump, Locomotion, Swim};
use super::{Ground, Link};
use crate::cost::Cost;
use crate::outcome::Outcome;
use crate::path::Path;
use crate::query::Query;
use crate::workspace::Workspace;

/// One change after which there is a path.
///
/// ```
/// use glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder};
/// use voxnav_search::{Ground, Locomotion, Query, Remedy, Workspace};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 1, 9)))?;
/// builder.set_box(CellBox::new(IVec3::X * 5, IVec3::new(9, 1, 3)), CellState::Occupied)?;
/// let ground = Ground::new(&builder.commit(), &Locomotion::walker())?;
/// let query = Query::new(IVec3::ZERO, IVec3::new(7, 0, 3));
/// let remedies = ground.remedies(&query, &mut Workspace::new());
/// assert_eq!(remedies[0], Remedy::StepUp { needed: 3, has: 1 });
/// assert_eq!(remedies[0].to_string(), "a step up of 3 would do: this agent has 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Remedy {
    /// Steps up of more cells.
    StepUp {
        /// The fewest that would do.
        needed: u8,
        /// The height that the agent steps up.
        has: u8,
    },
    /// Drops of more cells.
    Drop {
        /// The fewest that would do.
        needed: u8,
        /// The height that the agent drops.
        has: u8,
    },
    /// Drops of more cells into liquid.
    DropIntoLiquid {
        /// The fewest that would do.
        needed: u8,
        /// The height that the agent drops into liquid.
        has: u8,
    },
    /// Jumps over more cells.
    JumpGap {
        /// The fewest that would do.
        needed: u8,
        /// The gap that the agent jumps, 0 if it does not jump.
        has: u8,
    },
    /// Jumps that rise by more cells.
    JumpRise {
        /// The fewest that would do.
        needed: u8,
        /// The rise of the agent's jumps, 0 if it does not jump.
        has: u8,
    },
    /// Crouching to fewer cells.
    Crouch {
        /// The most that would do.
        needed: u8,
        /// The height of the body as low as it can be.
        has: u8,
    },
    /// Being able to be in a material: to swim in it, climb it, open it, or mind it less.
    Material {
        /// The kind of the material.
        kind: MaterialKind,
        /// The name of the material.
        name: String,
    },
    /// A closed link, opened.
    OpenLink {
        /// The caller's name for the link.
        label: u32,
    },
}

impl fmt::Display for Remedy {
    /// Writes the remedy in plain words: `a jump of 3 would do: this agent has 2`, `blocked by
    /// water`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, needed, has) = match self {
            Self::StepUp { needed, has } => ("a step up", needed, has),
            Self::Drop { needed, has } => ("a drop", needed, has),
            Self::DropIntoLiquid { needed, has } => ("a drop into liquid", needed, has),
            Self::JumpGap { needed, has } => ("a jump", needed, has),
            Self::JumpRise { needed, has } => ("a jump with a rise", needed, has),
            Self::Crouch { needed, has } => {
                return write!(f, "a height of {needed} would do: this agent has {has}");
            }
            Self::Material { kind, name } => {
                return match kind {
                    MaterialKind::Climbable => {
                        write!(f, "{name} would do: this agent does not climb")
                    }
                    MaterialKind::Door => write!(f, "blocked by {name}, which opens"),
                    _ => write!(f, "blocked by {name}"),
                };
            }
            Self::OpenLink { label } => return write!(f, "link {label} would do: it is closed"),
        };
        write!(f, "{what} of {needed} would do: this agent has {has}")
    }
}

/// A number among the abilities of an agent: its value, the largest possible, and how it is changed.
struct Ability {
    has: u8,
    most: u8,
    change: fn(&mut Locomotion, u8),
    remedy: fn(u8, u8) -> Remedy,
}

impl Ground {
    /// Returns the changes that would give a path to a query that finds none: each one that would
    /// do alone, in the order of the fields of [`Locomotion`], then links. Returns nothing where no
    /// one change would do, and where there is a path.
    ///
    /// Numbers are the smallest that do. Every try is a search under the limits of the query, some six for
    /// each number; one that reaches a limit counts as no way.
    #[must_use]
    pub fn remedies(&self, query: &Query<'_>, workspace: &mut Workspace) -> Vec<Remedy> {
        let mut tries = Tries {
            ground: self,
            query,
            workspace,
        };
        if tries.path(|_| {}).is_some() {
            return Vec::new();
        }
        let abilities = abilities(&self.locomotion).into_iter();
        let walks = abilities.filter(|_| self.locomotion.walk.is_some());
        let mut remedies: Vec<_> = walks.filter_map(|ability| tries.least(&ability)).collect();
        remedies.extend(tries.crouched());
        remedies.extend(tries.materials());
        remedies.extend(tries.links());
        remedies
    }
}

fn abilities(agent: &Locomotion) -> [Ability; 5] {
    let jump = agent.jump.map_or([0; 2], |jump| [jump.gap, jump.rise]);
    [
        Ability {
            has: agent.step_up,
            most: Locomotion::MOST_STEP,
            change: |agent, cells| agent.step_up = cells,
            remedy: |needed, has| Remedy::StepUp { needed, has },
        },
        Ability {
            has: agent.drop,
            most: Locomotion::MOST_DROP,
            change: |agent, cells| agent.drop = cells,
            remedy: |needed, has| Remedy::Drop { needed, has },
        },
        Ability {
            has: agent.drop_into_liquid,
            most: Locomotion::MOST_DROP,
            change: |agent, cells| agent.drop_into_liquid = cells,
            remedy: |needed, has| Remedy::DropIntoLiquid { needed, has },
        },
        Ability {
            has: jump[0],
            most: Locomotion::MOST_JUMP,
            change: |agent, cells| jump_of(agent).gap = cells,
            remedy: |needed, has| Remedy::JumpGap { needed, has },
        },
        Ability {
            has: jump[1],
            most: Locomotion::MOST_JUMP,
            change: |agent, cells| jump_of(agent).rise = cells,
            remedy: |needed, has| Remedy::JumpRise { needed, has },
        },
    ]
}

/// Returns the jumps of an agent; one that does not jump gets those that cost nothing.
fn jump_of(agent: &mut Locomotion) -> &mut Jump {
    agent.jump.get_or_insert(Jump {
        gap: 0,
        rise: 0,
        arc: 1,
        cost: Cost::ZERO,
        compass: Compass::Eight,
    })
}

struct Tries<'t, 'q> {
    ground: &'t Ground,
    query: &'t Query<'q>,
    workspace: &'t mut Workspace,
}

impl Tries<'_, '_> {
    /// Returns the path of a changed agent, if it has one, and its moves. A table of falls that would end too
    /// early goes on with its last cost.
    fn path(&mut self, change: impl FnOnce(&mut Locomotion)) -> Option<(Path, Ground)> {
        let mut agent = self.ground.locomotion.clone();
        change(&mut agent);
        let heights = usize::from(agent.drop.max(agent.drop_into_liquid));
        if let Fall::Table(costs) = &mut agent.fall {
            let last = costs.last().copied().unwrap_or(Cost::ZERO);
            costs.resize(heights.max(costs.len()), last);
        }
        let ground = Ground::new(self.ground.stances.occupancy(), &agent).ok()?;
        self.path_on(ground, &self.ground.links)
    }

    fn path_on(&mut self, ground: Ground, links: &[Link]) -> Option<(Path, Ground)> {
        let ground = ground.with_links(links).ok()?;
        match self.query.solve(&ground, self.workspace).outcome {
            Outcome::Found(path) | Outcome::StoppedAtUnknown { path, .. } => Some((path, ground)),
            _ => None,
        }
    }

    /// Returns the remedy with the least of a number that would do.
    fn least(&mut self, ability: &Ability) -> Option<Remedy> {
        let mut does = |cells| self.path(|agent| (ability.change)(agent, cells)).is_some();
        // INVARIANT: `most` would do, `has` would not; what more allows, still more does.
        let (mut has, mut most) = (ability.has, ability.most);
        if has >= most || !does(most) {
            return None;
        }
        while most - has > 1 {
            let between = has + (most - has) / 2;
            if does(between) {
                most = between;
            } else {
                has = between;
            }
        }
        Some((ability.remedy)(most, ability.has))
    }

    fn crouched(&mut self) -> Option<Remedy> {
        let agent = &self.ground.locomotion;
        let size = agent.body.offsets().size();
        let full = u8::try_from(size[agent.up.axis.index()]).ok()?;
        let (has, factor) = match agent.crouch {
            Some(crouch) => (crouch.height, crouch.factor),
            None => (full, CostFactor::ONE),
        };
        let lower = |height| Some(Crouch { height, factor });
        let mut needed = (1..has).rev();
        let found = needed.find(|&height| self.path(|it| it.crouch = lower(height)).is_some());
        found.map(|needed| Remedy::Crouch { needed, has })
    }

    fn materials(&mut self) -> Vec<Remedy> {
        type Able = (MaterialKind, bool, fn(&mut Locomotion));
        let agent = &self.ground.locomotion;
        let able: [Able; 4] = [
            (MaterialKind::Climbable, agent.climb.is_some(), |agent| {
                agent.climb = Some(Cost::STRAIGHT);
            }),
            (MaterialKind::Liquid, agent.swim.is_some(), |agent| {
                agent.swim = Some(Swim::at(Cost::STRAIGHT));
            }),
            (MaterialKind::Door, agent.open_door.is_some(), |agent| {
                agent.open_door = Some(Cost::ZERO);
            }),
            (
                MaterialKind::Hazard,
                agent.hazards == Hazards::Entered,
                |agent| agent.hazards = Hazards::Entered,
            ),
        ];
        let mut remedies = Vec::new();
        for (kind, _, enable) in able.into_iter().filter(|(_, is_able, _)| !is_able) {
            if let Some((path, ground)) = self.path(enable)
                && let Some(name) = name_on(&path, &ground, kind)
            {
                remedies.push(Remedy::Material { kind, name });
            }
        }
        remedies
    }

    fn links(&mut self) -> Vec<Remedy> {
        let links = self.ground.links.clone();
        let agent = &self.ground.locomotion;
        let opened = |link: &Link| Link {
            state: LinkState::Open,
            ..*link
        };
        let is_closed = |link: &Link| link.state == LinkState::Closed && opened(link).is_for(agent);
        let all: Vec<Link> = links
            .iter()
            .map(|link| if is_closed(link) { opened(link) } else { *link })
            .collect();
        if *all == *links || self.path_on(self.ground.clone(), &all).is_none() {
            return Vec::new();
        }
        let mut remedies = Vec::new();
        for (place, link) in links.iter().enumerate().filter(|(_, link)| is_closed(link)) {
            // A link may begin in several boxes.
            let is_part = |other: &Link| {
                let from = other.from;
                Link { from, ..*link } == *other
            };
            if links[..place].iter().any(is_part) {
                continue;
            }
            let mut one = links.to_vec();
            for part in one.iter_mut().filter(|other| is_part(other)) {
                *part = opened(part);
            }
            if self.path_on(self.ground.clone(), &one).is_some() {
                remedies.push(Remedy::OpenLink { label: link.label });
            }
        }
        remedies
    }
}

/// Returns the name of the first material of a kind that the body of an agent is in on its path.
fn name_on(path: &Path, ground: &Ground, kind: MaterialKind) -> Option<String> {
    let world = ground.stances.occupancy();
    path.cells().find_map(|cell| {
        let body = ground.body(cell, ground.stances.at(cell));
        let materials = body.cells().filter_map(|cell| world.material(cell));
        let mut materials = materials.filter_map(|id| world.palette().get(id));
        let found = materials.find(|material| material.kind == kind);
        found.map(|material| material.name.clone())
    })
}
