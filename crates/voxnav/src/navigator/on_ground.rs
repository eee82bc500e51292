//! The state of an agent on the ground in a navigator: its world, and what has to be done to bring it up
//! to date.

use std::collections::BTreeMap;

use glam::Vec3;
use voxnav_occupancy::colliders::{Cladding, Edit};
use voxnav_occupancy::{Agent, CellBox, Footprint, Occupancy};
use voxnav_search::{Ground, Link, Locomotion};

use super::NavigatorError;
use super::stale::Stale;
use crate::ground::{LinkId, WorldLink};
use crate::routes::RouteError;
use crate::routes::surroundings::{Baked, Scene};

/// An agent on the ground with its world.
///
/// What obstacles fill is baked for an agent of one cell, cells with their materials are laid over it, and
/// over these the materials of obstacles; where the body stands is derived from that.
///
/// INVARIANT: as for [`FlyingResident`](super::flying::FlyingResident).
#[derive(Clone)]
pub(crate) struct GroundResident {
    pub(super) agent: Agent,
    /// The locomotion, with the body that the agent has in cells.
    pub(super) locomotion: Locomotion,
    world: Option<World>,
    stale: Stale,
    /// True if links changed since they were given to the moves.
    has_old_links: bool,
}

/// The moves with the steps to them.
#[derive(Clone)]
struct World {
    baked: Baked,
    /// The materials of obstacles, where obstacles have any.
    cladding: Option<Cladding>,
    ground: Ground,
}

impl GroundResident {
    /// Makes an agent that was not asked about yet, if its body and its abilities fit together.
    pub(super) fn new(
        agent: Agent,
        locomotion: &Locomotion,
        scene: &Scene,
    ) -> Result<Self, NavigatorError> {
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
            world: None,
            stale: Stale::default(),
            has_old_links: true,
        })
    }

    /// Takes note of an edit of an obstacle.
    pub(super) fn mark(&mut self, edit: &Edit) {
        if self.world.is_some() && edit.layers.meets(self.agent.layers) {
            self.stale.mark(edit);
        }
    }

    /// Takes note of an edit of a link.
    pub(super) fn mark_links(&mut self) {
        self.has_old_links = true;
    }

    /// Returns the moves as they are now. On an error it is as if nothing had been asked.
    pub(super) fn refreshed(
        &mut self,
        scene: &Scene,
        links: &BTreeMap<LinkId, WorldLink>,
    ) -> Result<&Ground, NavigatorError> {
        let mut fresh = self.next(scene)?;
        if self.has_old_links {
            fresh.ground = fresh.ground.with_links(&self.in_cells(links, scene)?)?;
        }
        self.has_old_links = false;
        self.stale.clear();
        Ok(&self.world.insert(fresh).ground)
    }

    /// Returns links in cells, in the order of their ids.
    pub(super) fn in_cells(
        &self,
        links: &BTreeMap<LinkId, WorldLink>,
        scene: &Scene,
    ) -> Result<Vec<Link>, RouteError> {
        let links = links.values();
        let links = links.map(|link| link.in_cells(&scene.lattice, &self.locomotion));
        Ok(links.collect::<Result<_, _>>()?)
    }

    fn next(&self, scene: &Scene) -> Result<World, NavigatorError> {
        let one_cell = one_cell(&self.agent, scene.lattice.size());
        let known = self.world.as_ref().map(|world| &world.baked);
        let baked = (self.stale).baked(known, &one_cell, scene, || Ok(Footprint::ONE))?;
        let cladding = self.cladding(baked.cells(), &one_cell, scene)?;
        let clad = cladding.as_ref().map_or(baked.cells(), Cladding::occupancy);
        let ground = match &self.world {
            None => Ground::new(clad, &self.locomotion)?,
            Some(world) => world.ground.updated(clad)?,
        };
        Ok(World {
            baked,
            cladding,
            ground,
        })
    }

    /// Returns the materials of obstacles over cells, if any obstacle that the agent sees has one.
    fn cladding(
        &self,
        cells: &Occupancy,
        one_cell: &Agent,
        scene: &Scene,
    ) -> Result<Option<Cladding>, NavigatorError> {
        let Scene {
            obstacles, lattice, ..
        } = scene;
        let known = self.world.as_ref();
        let known = known.and_then(|world| world.cladding.as_ref());
        let clad = match known {
            None if obstacles.matters(self.agent.layers).is_empty() => return Ok(None),
            None => Cladding::new(obstacles, lattice, one_cell, cells),
            Some(known) => {
                let affected = self.stale.cells(one_cell, scene);
                known.updated(obstacles, lattice, one_cell, cells, &affected)
            }
        };
        Ok(Some(clad?))
    }
}

/// Returns an agent whose box is that of a cell: what fills a cell is what this box meets, seen by the
/// agent.
pub(super) fn one_cell(agent: &Agent, size: f64) -> Agent {
    #[expect(clippy::cast_possible_truncation, reason = "as all half extents")]
    let half = Vec3::splat((size / 2.0) as f32);
    Agent::new(half).seeing(agent.layers)
}

/// Returns the cells that the body covers: across, those that its box overlaps when it is at the center of
/// a cell; along `up`, so many from its feet that it fits into them.
fn body(agent: &Agent, locomotion: &Locomotion, scene: &Scene) -> Result<Footprint, RouteError> {
    let (skin, up) = (scene.obstacles.skin(), locomotion.up);
    let centered = scene.footprint(agent)?.offsets();
    let axis = up.axis.index();
    let height = f64::from(agent.half_extents[axis]) * 2.0 - skin.depth() * 2.0;
    #[expect(clippy::cast_possible_truncation, reason = "the footprint is small")]
    let cells = (height / scene.lattice.size()).ceil().max(1.0) as i32;
    let (mut min, mut max) = (centered.min, centered.max);
    (min[axis], max[axis]) = if up.step()[axis] > 0 {
        (0, cells)
    } else {
        (1 - cells, 1)
    };
    Ok(Footprint::new(CellBox::new(min, max))?)
}
