//! Changes to an agent that would give it a path that it does not have.

use std::fmt;

use voxnav_occupancy::{CellBox, MaterialKind, Stance};

use super::link::LinkState;
use super::locomotion::{Compass, Crouch, Fall, Hazards, Jump, Locomotion, Swim};
use super::table::Action;
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

/// A number among the abilities of an agent: its value, the largest possible, and an agent with
/// another.
struct Ability {
    has: u8,
    most: u8,
    with: fn(&Locomotion, u8) -> Locomotion,
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
        let agent = &self.locomotion;
        if tries.way(agent).is_some() {
            return Vec::new();
        }
        let mut remedies = Vec::new();
        if agent.walk.is_some() {
            remedies.extend(
                abilities(agent)
                    .iter()
                    .filter_map(|ability| tries.least(ability)),
            );
        }
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
            with: |agent, step_up| Locomotion {
                step_up,
                ..agent.clone()
            },
            remedy: |needed, has| Remedy::StepUp { needed, has },
        },
        Ability {
            has: agent.drop,
            most: Locomotion::MOST_DROP,
            with: |agent, drop| {
                falling(Locomotion {
                    drop,
                    ..agent.clone()
                })
            },
            remedy: |needed, has| Remedy::Drop { needed, has },
        },
        Ability {
            has: agent.drop_into_liquid,
            most: Locomotion::MOST_DROP,
            with: |agent, drop_into_liquid| {
                falling(Locomotion {
                    drop_into_liquid,
                    ..agent.clone()
                })
            },
            remedy: |needed, has| Remedy::DropIntoLiquid { needed, has },
        },
        Ability {
            has: jump[0],
            most: Locomotion::MOST_JUMP,
            with: |agent, gap| jumping(agent, |jump| jump.gap = gap),
            remedy: |needed, has| Remedy::JumpGap { needed, has },
        },
        Ability {
            has: jump[1],
            most: Locomotion::MOST_JUMP,
            with: |agent, rise| jumping(agent, |jump| jump.rise = rise),
            remedy: |needed, has| Remedy::JumpRise { needed, has },
        },
    ]
}

/// Returns the agent with a cost for every fall.
fn falling(mut agent: Locomotion) -> Locomotion {
    let heights = usize::from(agent.drop.max(agent.drop_into_liquid));
    if let Fall::Table(costs) = &mut agent.fall {
        let last = costs.last().copied().unwrap_or(Cost::ZERO);
        costs.resize(heights.max(costs.len()), last);
    }
    agent
}

fn jumping(agent: &Locomotion, change: impl FnOnce(&mut Jump)) -> Locomotion {
    let mut jump = agent.jump.unwrap_or(Jump {
        gap: 0,
        rise: 0,
        cost: Cost::ZERO,
        compass: Compass::Eight,
    });
    change(&mut jump);
    Locomotion {
        jump: Some(jump),
        ..agent.clone()
    }
}

struct Tries<'t, 'q> {
    ground: &'t Ground,
    query: &'t Query<'q>,
    workspace: &'t mut Workspace,
}

impl Tries<'_, '_> {
    /// Returns the path of an agent, if it has one.
    fn way(&mut self, agent: &Locomotion) -> Option<Path<Action>> {
        let ground = Ground::new(self.ground.stances.occupancy(), agent).ok()?;
        let ground = ground.with_links(&self.ground.links).ok()?;
        self.way_on(&ground)
    }

    fn way_on(&mut self, ground: &Ground) -> Option<Path<Action>> {
        match self.query.solve(ground, self.workspace).outcome {
            Outcome::Found(path) | Outcome::StoppedAtUnknown { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Returns the remedy with the least of a number that would do.
    fn least(&mut self, ability: &Ability) -> Option<Remedy> {
        let agent = &self.ground.locomotion;
        // INVARIANT: `most` would do, `has` would not; what more allows, still more does.
        let (mut has, mut most) = (ability.has, ability.most);
        if has >= most || self.way(&(ability.with)(agent, most)).is_none() {
            return None;
        }
        while most - has > 1 {
            let between = has + (most - has) / 2;
            if self.way(&(ability.with)(agent, between)).is_some() {
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
        let has = agent.crouch.map_or(full, |crouch| crouch.height);
        let mut needed = (1..has).rev();
        let found = needed.find(|&height| {
            let factor = agent
                .crouch
                .map_or(voxnav_occupancy::CostFactor::ONE, |crouch| crouch.factor);
            let lower = Locomotion {
                crouch: Some(Crouch { height, factor }),
                ..agent.clone()
            };
            self.way(&lower).is_some()
        });
        found.map(|needed| Remedy::Crouch { needed, has })
    }

    fn materials(&mut self) -> Vec<Remedy> {
        let agent = &self.ground.locomotion;
        let swim = Swim {
            below: Cost::STRAIGHT,
            surface: Cost::STRAIGHT,
        };
        let mut able = Vec::new();
        if agent.climb.is_none() {
            let climb = Some(Cost::STRAIGHT);
            able.push((
                MaterialKind::Climbable,
                Locomotion {
                    climb,
                    ..agent.clone()
                },
            ));
        }
        if agent.swim.is_none() {
            let swim = Some(swim);
            able.push((
                MaterialKind::Liquid,
                Locomotion {
                    swim,
                    ..agent.clone()
                },
            ));
        }
        if agent.open_door.is_none() {
            let open_door = Some(Cost::ZERO);
            able.push((
                MaterialKind::Door,
                Locomotion {
                    open_door,
                    ..agent.clone()
                },
            ));
        }
        if agent.hazards == Hazards::Avoided {
            let hazards = Hazards::Entered;
            able.push((
                MaterialKind::Hazard,
                Locomotion {
                    hazards,
                    ..agent.clone()
                },
            ));
        }
        let mut remedies = Vec::new();
        for (kind, agent) in able {
            if let Some(path) = self.way(&agent)
                && let Some(name) = self.name_on(&path, &agent, kind)
            {
                remedies.push(Remedy::Material { kind, name });
            }
        }
        remedies
    }

    /// Returns the name of the first material of a kind that the body of an agent is in on its
    /// path.
    fn name_on(
        &self,
        path: &Path<Action>,
        agent: &Locomotion,
        kind: MaterialKind,
    ) -> Option<String> {
        let world = self.ground.stances.occupancy();
        let ground = Ground::new(world, agent).ok()?;
        let full = agent.body.offsets();
        path.cells().find_map(|cell| {
            let is_upright = ground.stances.at(cell).has(Stance::UPRIGHT);
            let offsets = agent.crouched().filter(|_| !is_upright).unwrap_or(full);
            let body = CellBox::new(cell + offsets.min, cell + offsets.max);
            let mut materials = body.cells().filter_map(|cell| {
                let id = world.material(cell)?;
                world.palette().get(id)
            });
            let found = materials.find(|material| material.kind == kind);
            found.map(|material| material.name.clone())
        })
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
        if *all == *links || self.way_linked(&all).is_none() {
            return Vec::new();
        }
        let mut remedies = Vec::new();
        for (place, link) in links.iter().enumerate().filter(|(_, link)| is_closed(link)) {
            let mut one = links.to_vec();
            one[place] = opened(link);
            if self.way_linked(&one).is_some() {
                remedies.push(Remedy::OpenLink { label: link.label });
            }
        }
        remedies
    }

    fn way_linked(&mut self, links: &[Link]) -> Option<Path<Action>> {
        let ground = self.ground.clone().with_links(links).ok()?;
        self.way_on(&ground)
    }
}
