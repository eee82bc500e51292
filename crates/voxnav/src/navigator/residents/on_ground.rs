//! The state of ground agents in a navigator: the cells that they share, the moves of each, and what has
//! to be done to bring them up to date.

use std::collections::BTreeMap;

#[cfg(feature = "colliders")]
use glam::DVec3;
#[cfg(feature = "colliders")]
use voxnav_occupancy::colliders::{Edit, ObstacleMaterials, Obstacles, SlopeLimit, Slopes};
use voxnav_occupancy::{Agent, CellBox, Footprint, Lattice, Layers, Occupancy};
use voxnav_search::{Ground, Link, Locomotion};

use super::stale::Stale;
use crate::ground::{LinkId, WorldLink};
#[cfg(feature = "colliders")]
use crate::ground::{feet_of, grounded};
use crate::navigator::NavigatorError;
use crate::routes::RouteError;
use crate::routes::questions::sides::check_ground;
use crate::routes::views::surroundings::{BakedCells, Scene};

/// The cells that ground agents which see the same layers go among.
///
/// Obstacles are baked for an agent of one cell, cells with their materials are laid over the bake, and over
/// these the materials of obstacles. Bodies and abilities have no part in that, so it is done once for all of
/// these agents.
///
/// INVARIANT: as for [`FlyingResident`](super::flying::FlyingResident).
pub(in crate::navigator) struct GroundCells {
    layers: Layers,
    known: Option<GroundLayers>,
    stale: Stale,
}

/// Cells with the steps to them.
struct GroundLayers {
    baked: BakedCells,
    /// The materials of obstacles, where obstacles have any.
    #[cfg(feature = "colliders")]
    obstacle_materials: Option<ObstacleMaterials>,
    /// The cells with those marked that are too steep, for each limit that an agent has.
    #[cfg(feature = "colliders")]
    slopes: BTreeMap<SlopeLimit, Slopes>,
}

impl GroundLayers {
    fn cells(&self) -> &Occupancy {
        #[cfg(feature = "colliders")]
        if let Some(obstacle_materials) = &self.obstacle_materials {
            return obstacle_materials.occupancy();
        }
        self.baked.cells()
    }

    /// Returns the cells of agents with some locomotion.
    #[cfg_attr(
        not(feature = "colliders"),
        expect(unused_variables, reason = "only obstacles are steep")
    )]
    fn cells_of(&self, locomotion: &Locomotion) -> &Occupancy {
        #[cfg(feature = "colliders")]
        if let Some(slopes) = limit(locomotion).and_then(|limit| self.slopes.get(&limit)) {
            return slopes.occupancy();
        }
        self.cells()
    }
}

impl GroundCells {
    /// Returns the cells of the agents that see some layers, out of all that are kept; not baked yet if there
    /// were none.
    pub(in crate::navigator) fn of(all: &mut Vec<Self>, layers: Layers) -> &mut Self {
        let known = all.iter().position(|cells| cells.layers == layers);
        let place = known.unwrap_or_else(|| {
            all.push(Self {
                layers,
                known: None,
                stale: Stale::default(),
            });
            all.len() - 1
        });
        &mut all[place]
    }

    /// Returns whether the cells are those of an agent.
    pub(in crate::navigator) fn are_of(&self, agent: &Agent) -> bool {
        self.layers == agent.layers
    }

    /// Takes note of an edit of an obstacle.
    #[cfg(feature = "colliders")]
    pub(in crate::navigator) fn mark(&mut self, edit: &Edit) {
        if self.known.is_some() && edit.layers.meets(self.layers) {
            self.stale.mark(edit);
        }
    }

    /// Returns the cells of agents with some locomotion as they are now. On an error it is as if nothing had been asked.
    fn refreshed(
        &mut self,
        locomotion: &Locomotion,
        scene: &Scene,
    ) -> Result<&Occupancy, NavigatorError> {
        let one_cell = one_cell(self.layers, &scene.lattice);
        let known = self.known.as_ref().map(|known| &known.baked);
        let baked = (self.stale).baked(known, &one_cell, scene, || Ok(Footprint::ONE))?;
        #[cfg_attr(
            not(feature = "colliders"),
            expect(unused_mut, reason = "only obstacles are steep")
        )]
        let mut clad = GroundLayers {
            #[cfg(feature = "colliders")]
            obstacle_materials: self.obstacle_materials(baked.cells(), &one_cell, scene)?,
            #[cfg(feature = "colliders")]
            slopes: BTreeMap::new(),
            baked,
        };
        #[cfg(feature = "colliders")]
        {
            clad.slopes = self.slopes(clad.cells(), limit(locomotion), &one_cell, scene)?;
        }
        self.stale.clear();
        Ok(self.known.insert(clad).cells_of(locomotion))
    }

    /// Returns cells with those marked that are too steep, for every limit asked for before and for this one.
    #[cfg(feature = "colliders")]
    fn slopes(
        &self,
        cells: &Occupancy,
        asked: Option<SlopeLimit>,
        one_cell: &Agent,
        scene: &Scene,
    ) -> Result<BTreeMap<SlopeLimit, Slopes>, NavigatorError> {
        let Scene {
            obstacles, lattice, ..
        } = scene;
        let mut slopes = BTreeMap::new();
        let known = self.known.as_ref().map(|known| &known.slopes);
        let known = known.filter(|known| !known.is_empty());
        let affected = known.map(|_| self.stale.cells(one_cell, scene));
        let affected = affected.unwrap_or_default();
        for (limit, known) in known.into_iter().flatten() {
            let updated = known.updated(obstacles, lattice, one_cell, cells, &affected)?;
            slopes.insert(*limit, updated);
        }
        if let Some(limit) = asked.filter(|limit| !slopes.contains_key(limit)) {
            let fresh = Slopes::new(obstacles, lattice, one_cell, cells, limit)?;
            slopes.insert(limit, fresh);
        }
        Ok(slopes)
    }

    /// Returns the materials of obstacles over cells, if any obstacle on the layers has one.
    #[cfg(feature = "colliders")]
    fn obstacle_materials(
        &self,
        cells: &Occupancy,
        one_cell: &Agent,
        scene: &Scene,
    ) -> Result<Option<ObstacleMaterials>, NavigatorError> {
        let Scene {
            obstacles, lattice, ..
        } = scene;
        let known = self.known.as_ref();
        let known = known.and_then(|known| known.obstacle_materials.as_ref());
        let clad = match known {
            None if obstacles.matters(self.layers).is_empty() => return Ok(None),
            None => ObstacleMaterials::new(obstacles, lattice, one_cell, cells),
            Some(known) => {
                let affected = self.stale.cells(one_cell, scene);
                known.updated(obstacles, lattice, one_cell, cells, &affected)
            }
        };
        Ok(Some(clad?))
    }
}

/// A ground agent with its moves, which are derived from the cells at the first question.
#[derive(Clone)]
pub(crate) struct GroundResident {
    pub(in crate::navigator) agent: Agent,
    /// The locomotion, with the body that the agent has in cells.
    pub(in crate::navigator) locomotion: Locomotion,
    ground: Option<Ground>,
    /// True if links changed since they were given to the moves.
    has_old_links: bool,
}

impl GroundResident {
    /// Makes an agent that was not asked about yet, if its body and its abilities fit together.
    pub(in crate::navigator) fn new(
        agent: Agent,
        locomotion: &Locomotion,
        scene: &Scene,
    ) -> Result<Self, NavigatorError> {
        check_ground(&scene.lattice, locomotion)?;
        let body = body(&agent, locomotion, scene)?;
        let locomotion = Locomotion {
            body,
            unknown: agent.unknown,
            ..locomotion.clone()
        };
        locomotion.check()?;
        Ok(Self {
            agent,
            locomotion,
            ground: None,
            has_old_links: true,
        })
    }

    /// Takes note of an edit of a link.
    pub(in crate::navigator) fn mark_links(&mut self) {
        self.has_old_links = true;
    }

    /// Returns the moves as they are now, among the cells that agents on its layers share. On an error it is
    /// as if nothing had been asked.
    pub(in crate::navigator) fn refreshed(
        &mut self,
        cells: &mut GroundCells,
        scene: &Scene,
        links: &BTreeMap<LinkId, WorldLink>,
    ) -> Result<&Ground, NavigatorError> {
        let cells = cells.refreshed(&self.locomotion, scene)?;
        let is_same = |ground: &Ground| ground.stances().occupancy().is_same_snapshot(cells);
        let is_edited = !self.ground.as_ref().is_some_and(is_same);
        let mut fresh = match &self.ground {
            None => Ground::new(cells, &self.locomotion)?,
            Some(ground) => ground.updated(cells)?,
        };
        if self.has_old_links || is_edited && !links.is_empty() {
            // An edit may move where the agent is at an end.
            let links = links
                .values()
                .map(|link| link.settled(&fresh, &scene.lattice));
            let links: Vec<Vec<Link>> = links.collect::<Result<_, _>>()?;
            let links = links.concat();
            if links != fresh.links() {
                fresh = fresh.with_links(&links)?;
            }
        }
        self.has_old_links = false;
        Ok(self.ground.insert(fresh))
    }

    /// Returns the moves as they were at the last question.
    pub(in crate::navigator) fn last_ground(&self) -> Option<&Ground> {
        self.ground.as_ref()
    }

    /// Returns links in cells, in the order of their ids.
    pub(in crate::navigator) fn in_cells(
        &self,
        links: &BTreeMap<LinkId, WorldLink>,
        scene: &Scene,
    ) -> Result<Vec<Link>, RouteError> {
        let links = links.values();
        let links = links.map(|link| link.in_cells(&scene.lattice, &self.locomotion));
        Ok(links.collect::<Result<_, _>>()?)
    }

    /// Returns whether some obstacles touch the agent at a position.
    #[cfg(feature = "colliders")]
    pub(super) fn is_touched(
        &self,
        scene: &Scene,
        obstacles: &Obstacles,
        feet: DVec3,
    ) -> Result<bool, NavigatorError> {
        /// The share of a cell by which a body may reach into it and does not cover it: that of the touching rule.
        const SLACK: f64 = 1.0 / 1024.0;

        let anchor = feet_of(&self.locomotion, &scene.lattice).offset();
        // Once its moves are known, the agent is on the ground below its feet.
        let feet = match &self.ground {
            Some(ground) => grounded(ground, &scene.lattice, feet)?,
            None => feet,
        };
        let at = scene.lattice.coordinates_of(feet - anchor)?;
        let body = self.locomotion.body.offsets();
        let first = (at + body.min.as_dvec3() + SLACK).floor().as_ivec3();
        let end = (at + body.max.as_dvec3() - SLACK).ceil().as_ivec3();
        let filling = one_cell(self.agent.layers, &scene.lattice);
        for cell in CellBox::new(first, end).cells() {
            let center = scene.lattice.center(cell);
            if obstacles.overlaps(center, filling.half_extents, filling.layers)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the steepest ground for some locomotion, if there is any that is too steep.
#[cfg(feature = "colliders")]
fn limit(locomotion: &Locomotion) -> Option<SlopeLimit> {
    let Locomotion { up, step_up, .. } = *locomotion;
    locomotion.slope.map(|degrees| SlopeLimit {
        up,
        degrees,
        step: step_up,
    })
}

/// Returns an agent whose box is that of a cell, and which sees some layers: what fills a cell is what this
/// box meets.
fn one_cell(layers: Layers, lattice: &Lattice) -> Agent {
    Agent::new((lattice.sizes() / 2.0).as_vec3()).seeing(layers)
}

/// Returns the cells that the body covers: across, those that its box overlaps when it is at the center of
/// a cell; along `up`, so many from its feet that it fits into them.
fn body(agent: &Agent, locomotion: &Locomotion, scene: &Scene) -> Result<Footprint, RouteError> {
    let (skin, up) = (scene.obstacles.skin(), locomotion.up);
    let centered = scene.footprint(agent)?.offsets();
    let axis = up.axis.index();
    let height = f64::from(agent.half_extents[axis]) * 2.0 - skin.depth() * 2.0;
    #[expect(clippy::cast_possible_truncation, reason = "the footprint is small")]
    let cells = (height / scene.lattice.sizes()[axis]).ceil().max(1.0) as i32;
    let (mut min, mut max) = (centered.min, centered.max);
    (min[axis], max[axis]) = if up.step()[axis] > 0 {
        (0, cells)
    } else {
        (1 - cells, 1)
    };
    Ok(Footprint::new(CellBox::new(min, max))?)
}
