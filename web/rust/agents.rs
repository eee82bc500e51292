//! Agents, and their views of the world as it is.

use voxnav::grid::{CellBox, Footprint, Skin, Traversability};
use voxnav::ground::{Ground, Locomotion};
use voxnav::search::{AgentMoves, Flight};
use voxnav::specs::{AgentSpec, RouteSpec};
#[cfg(feature = "whole")]
use voxnav::{AgentId, Navigator};
use voxnav::{Lattice, RouteOptions, View};

#[cfg(feature = "whole")]
use crate::failure::Failure;
use crate::failure::{Answer, Blamed};
use crate::handles::Table;
use crate::request::spec;
use crate::scenes::scene::Scene;
use crate::scenes::worlds::World;
use crate::state::State;

/// An agent as it was described, over the cells of its world.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    agent: voxnav::Agent,
    /// The abilities of a ground agent.
    locomotion: Option<Locomotion>,
}

/// Reads the description of an agent.
pub(crate) fn description(text: &[u8], lattice: &Lattice) -> Answer<Description> {
    let spec = AgentSpec::read(&spec("agent", text)?).blamed("agent")?;
    Ok(Description {
        agent: spec.body().blamed("agent")?,
        locomotion: spec.locomotion(lattice).blamed("agent")?,
    })
}

/// An agent under a handle.
#[derive(Debug)]
pub(crate) struct Agent {
    pub(crate) world: u32,
    description: Description,
    /// The text of the description.
    #[cfg(feature = "whole")]
    text: Box<str>,
    options: RouteOptions,
    /// The moves in the world of the last question.
    moves: Option<AgentMoves>,
    /// The view of the last question, and the edits before it.
    view: Option<(u64, View)>,
}

/// Adds an agent to a world. Input: its description.
pub(crate) fn add(state: &mut State, world: u32) -> Answer {
    let scene = &state.worlds.get(world)?.scene;
    let description = description(&state.input, &scene.lattice)?;
    let mut agent = Agent {
        world,
        description,
        options: RouteOptions::default(),
        #[cfg(feature = "whole")]
        text: String::from_utf8_lossy(&state.input).into(),
        moves: None,
        view: None,
    };
    // Refuses now what would be refused at the first question.
    agent.moves = Some(agent.moves_in(scene)?);
    let handle = state.agents.insert(agent);
    state.hand_out(handle)
}

/// Sets the options of an agent's routes. Input: the options.
pub(crate) fn set_options(state: &mut State, agent: u32) -> Answer {
    let spec = RouteSpec::read(&spec("options", &state.input)?).blamed("options")?;
    let options = spec.options().blamed("options")?;
    let agent = state.agents.get(agent)?;
    if agent.options != options {
        (agent.options, agent.view) = (options, None);
    }
    Ok(())
}

/// Returns the view that an agent has of its world as it is now.
pub(crate) fn view<'s>(
    agents: &'s mut Table<Agent>,
    worlds: &mut Table<World>,
    agent: u32,
) -> Answer<&'s View> {
    let agent = agents.get(agent)?;
    let scene = &mut worlds.get(agent.world)?.scene;
    agent.view_of(scene)
}

impl Agent {
    fn view_of(&mut self, scene: &mut Scene) -> Answer<&View> {
        let known = self.view.take();
        let view = match known.filter(|(version, _)| *version == scene.version) {
            Some((_, view)) => view,
            None => self.new_view(scene)?,
        };
        Ok(&self.view.insert((scene.version, view)).1)
    }

    fn new_view(&mut self, scene: &mut Scene) -> Answer<View> {
        #[cfg(feature = "whole")]
        if scene.among.is_some() {
            let (body, navigator) = self.body_among(scene)?;
            return navigator.view(body, &self.options).blamed("options");
        }
        let moves = self.moves_in(scene)?;
        let view = match moves.clone() {
            AgentMoves::Flying(Flight { world, .. }) => {
                View::flying(scene.lattice, world, &scene.terrain, &self.options)
            }
            AgentMoves::OnGround(ground) => View::on_ground(scene.lattice, ground, &self.options),
        };
        let view = view.blamed("options")?;
        self.moves = Some(moves);
        Ok(view)
    }

    /// Returns the moves in a world as it is, with all that is known from the last question.
    fn moves_in(&self, scene: &Scene) -> Answer<AgentMoves> {
        let Description { agent, locomotion } = &self.description;
        Ok(match (&self.moves, locomotion) {
            (Some(AgentMoves::Flying(flight)), _) => {
                Flight::new(&flight.world.refreshed(&scene.cells)).into()
            }
            (Some(AgentMoves::OnGround(ground)), _) => {
                ground.updated(&scene.cells).blamed("ground")?.into()
            }
            (None, None) => {
                let footprint = footprint(agent, &scene.lattice)?;
                let world = Traversability::for_agent(&scene.cells, footprint, agent.unknown);
                Flight::new(&world).into()
            }
            (None, Some(able)) => {
                let able = Locomotion {
                    body: body(agent, able, &scene.lattice)?,
                    unknown: agent.unknown,
                    ..able.clone()
                };
                Ground::new(&scene.cells, &able).blamed("ground")?.into()
            }
        })
    }

    /// Returns the body of the agent in the navigator of its world, and that.
    #[cfg(feature = "whole")]
    pub(crate) fn body_among<'s>(
        &self,
        scene: &'s mut Scene,
    ) -> Answer<(AgentId, &'s mut Navigator)> {
        body_of(scene, &self.description, &self.text)
    }
}

/// Returns the body of a description in the navigator of a world, and that: agents that are described equally share one.
#[cfg(feature = "whole")]
pub(crate) fn body_of<'s>(
    scene: &'s mut Scene,
    description: &Description,
    text: &str,
) -> Answer<(AgentId, &'s mut Navigator)> {
    let missing = || Failure::argument("world", "it has no navigator");
    let navigator = scene.among.as_deref_mut().ok_or_else(missing)?;
    let known = scene.bodies.iter().find(|(_, known)| **known == *text);
    let body = match (known, &description.locomotion) {
        (Some((body, _)), _) => *body,
        (None, Some(able)) => {
            let agent = (description.agent, able, able.up);
            navigator.add_agent(agent).blamed("agent")?
        }
        (None, None) => navigator.add_agent(description.agent).blamed("agent")?,
    };
    if known.is_none() {
        scene.bodies.push((body, text.into()));
    }
    Ok((body, navigator))
}

fn footprint(agent: &voxnav::Agent, lattice: &Lattice) -> Answer<Footprint> {
    let skin = Skin::for_cell_size(lattice.shortest_side()).blamed("cellSize")?;
    Footprint::of(agent, lattice, skin).blamed("size")
}

/// Returns the cells of a body on the ground, as a navigator does: across, those that its box overlaps; along `up`,
/// as many from its feet as it is high.
fn body(agent: &voxnav::Agent, able: &Locomotion, lattice: &Lattice) -> Answer<Footprint> {
    let skin = Skin::for_cell_size(lattice.shortest_side()).blamed("cellSize")?;
    let centered = footprint(agent, lattice)?.offsets();
    let axis = able.up.axis.index();
    let height = f64::from(agent.half_extents[axis]) * 2.0 - skin.depth() * 2.0;
    #[expect(clippy::cast_possible_truncation, reason = "the footprint is small")]
    let cells = (height / lattice.sizes()[axis]).ceil().max(1.0) as i32;
    let (mut min, mut max) = (centered.min, centered.max);
    (min[axis], max[axis]) = if able.up.step()[axis] > 0 {
        (0, cells)
    } else {
        (1 - cells, 1)
    };
    Footprint::new(CellBox::new(min, max)).blamed("size")
}
