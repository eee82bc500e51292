//! Two hundred walkers in a 60 Hz loop, among carts that move, with a budget for searches in every frame.
//!
//! A town of houses with stairs to their roofs, streets, and a canal that is crossed by bridges or swum. Carts
//! go up and down the streets. Walkers go from one place to the next, on roofs too; a
//! [`Replanner`](voxnav::replanning::Replanner) keeps the route of each, and all of them share the expansions of a frame.
//! Time is simulated: a frame is a sixtieth of a second, however long it takes, and everything but the
//! measured times is the same on every run.
//!
//! `cargo run --release -p voxnav-examples --example frame_loop_on_foot` prints how long frames took. With
//! `verify` behind `--` it also asks after every frame, outside of what is measured, whether the exact
//! box of a walker overlaps a cart or a block.

use std::error::Error;

use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Action, Ground, GroundView, Locomotion, Material, MaterialKind};
use voxnav::replanning::{GroundReplanner, ReplanPolicy, Verdict};
use voxnav::search::Weight;
use voxnav::{Agent, AgentId, Navigator, NavigatorError, RouteOptions, Workspace};
use voxnav_examples::frames::{Checks, FRAME, Frames, Sliders, play};
use voxnav_testkit::Draws;

const WALKERS: usize = 200;
/// The number of cells that searches may expand in one frame, all together.
const BUDGET: u64 = 2000;
/// The town, in cells of one unit; the streets are at this height.
const SIZE: IVec3 = IVec3::new(96, 96, 14);
const STREET: i32 = 3;
/// Houses stand so far apart, and streets run between them.
const BLOCK: i32 = 12;
const BLOCK_STEP: usize = 12;
/// Half the sides of a walker and of a cart.
const BODY: Vec3 = Vec3::new(0.4, 0.4, 0.9);
const CART: DVec3 = DVec3::new(1.1, 1.1, 1.25);
const CARTS: usize = 24;
/// Units a second.
const WALKING: f64 = 2.5;

struct Walker {
    /// The position of its feet.
    position: DVec3,
    replanner: GroundReplanner,
    verdict: Verdict,
}

#[derive(Debug, Default)]
struct Counts {
    arrivals: u32,
    new_routes: u32,
    blocked: u32,
}

struct Town {
    navigator: Navigator,
    agent: AgentId<Ground>,
    carts: Sliders,
    walkers: Vec<Walker>,
    memory: Workspace,
    draws: Draws,
    counts: Counts,
}

/// Cells from one corner to another, which does not belong to them.
fn cells(low: [i32; 3], end: [i32; 3]) -> CellBox {
    CellBox::new(low.into(), end.into())
}

/// The ground, the houses with their stairs, and the canal with its bridges.
fn build(navigator: &mut Navigator, draws: &mut Draws) -> Result<(), Box<dyn Error>> {
    navigator.set_cells(cells([0; 3], [SIZE.x, SIZE.y, STREET]), CellState::Occupied)?;
    let canal = SIZE.y / 2;
    let water = navigator.add_material(Material::new("water", MaterialKind::Liquid))?;
    for x in (0..SIZE.x).step_by(BLOCK_STEP) {
        for y in (0..SIZE.y).step_by(BLOCK_STEP).filter(|&y| y != canal) {
            let height = draws.between(2, 6);
            let roof = STREET + height;
            let house = cells([x + 4, y + 4, STREET], [x + 9, y + 9, roof]);
            navigator.set_cells(house, CellState::Occupied)?;
            for step in 0..height {
                let stair = [x + 4 + step, y + 3, STREET];
                let end = [x + 5 + step, y + 4, STREET + step + 1];
                navigator.set_cells(cells(stair, end), CellState::Occupied)?;
            }
        }
        let between_bridges = cells([x + 2, canal + 3, 1], [x + BLOCK - 1, canal + 9, STREET]);
        navigator.set_material(between_bridges, water)?;
    }
    Ok(())
}

/// The carts, each on a street along x or y.
fn place_carts(navigator: &mut Navigator, draws: &mut Draws) -> Result<Sliders, Box<dyn Error>> {
    let height = f64::from(STREET) - 0.5 + CART.z + 0.01;
    let mut carts = Sliders::new(CART, (SIZE - 1).as_dvec3());
    for number in 0..CARTS {
        let street = f64::from(draws.between(1, SIZE.x / BLOCK) * BLOCK);
        let (along, speed) = (draws.within(4.0, 90.0), draws.within(1.0, 3.0));
        let (position, velocity) = match number % 2 {
            0 => (DVec3::new(along, street, height), DVec3::X * speed),
            _ => (DVec3::new(street, along, height), DVec3::Y * speed),
        };
        carts.insert(navigator, position, velocity)?;
    }
    Ok(carts)
}

/// A place above the town: walkers settle on the ground below it.
fn place(draws: &mut Draws) -> DVec3 {
    let cell = draws.vector(IVec3::ONE, SIZE - 2);
    cell.as_dvec3().with_z(f64::from(SIZE.z) - 2.5)
}

impl Town {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut draws = Draws::new(7);
        let mut navigator = Navigator::in_region(1.0, [0.0; 3], (SIZE - 1).as_dvec3())?;
        build(&mut navigator, &mut draws)?;
        let carts = place_carts(&mut navigator, &mut draws)?;
        let agent = navigator.add_agent((Agent::new(BODY), &Locomotion::walker()))?;
        let view = navigator.view(agent, &RouteOptions::default())?;
        // What is within a tenth of the optimum is kept, and carts farther off than this may have gone.
        let policy = ReplanPolicy::default().detour(Weight::new(1.1)?);
        let policy = policy.look_ahead(12.0).patience(60);
        let mut walkers = Vec::new();
        while walkers.len() < WALKERS {
            let from = place(&mut draws);
            // Where a search to the very place begins is where the walker comes to stand.
            let route = view.find_route(from, from)?;
            let Some(feet) = route.waypoints.first() else {
                continue;
            };
            walkers.push(Walker {
                position: *feet,
                replanner: GroundReplanner::new(&view, place(&mut draws), policy),
                verdict: Verdict::Kept,
            });
        }
        Ok(Self {
            navigator,
            agent,
            carts,
            walkers,
            memory: Workspace::new(),
            draws,
            counts: Counts::default(),
        })
    }

    /// Carts move on, and turn round at the edge of the town or before a walker: one cell before, so that no
    /// cell near a walker is ever closed.
    fn roll(&mut self) -> Result<(), NavigatorError> {
        let walkers = &self.walkers;
        self.carts.slide(&mut self.navigator, |next| {
            let reach = CART + BODY.as_dvec3() + 1.5;
            let is_near = |walker: &Walker| {
                let center = walker.position + DVec3::Z * f64::from(BODY.z);
                (center - next).abs().cmplt(reach).all()
            };
            walkers.iter().any(is_near)
        })
    }

    /// One walker is told of its route, goes on along it as far as it may, and gets another goal where it arrived
    /// or where there is no way.
    fn walk(
        &mut self,
        number: usize,
        view: &GroundView,
        left: &mut u64,
    ) -> Result<(), Box<dyn Error>> {
        let walker = &mut self.walkers[number];
        let replanner = &mut walker.replanner;
        let before = (replanner.expanded(), replanner.route_version());
        replanner.set_policy(replanner.policy().expansions(*left));
        walker.verdict = replanner.update_in(view, walker.position, &mut self.memory)?;
        *left = left.saturating_sub(replanner.expanded() - before.0);
        self.counts.new_routes += u32::from(replanner.route_version() != before.1);
        let free = match walker.verdict {
            Verdict::Blocked { ahead } => ahead,
            _ => f64::INFINITY,
        };
        self.counts.blocked += u32::from(free == 0.0);
        walker.go((WALKING * FRAME).min(free));
        let has_arrived = walker.rest().is_empty() && walker.replanner.route().is_some();
        let is_stuck = free == 0.0 && !walker.replanner.is_searching() && *left > 0;
        if has_arrived || is_stuck {
            self.counts.arrivals += u32::from(has_arrived && !is_stuck);
            walker.replanner.set_goal(place(&mut self.draws));
        }
        Ok(())
    }
}

impl Walker {
    /// The waypoints that are still to be gone to.
    fn rest(&self) -> Vec<(DVec3, Option<Action>)> {
        let (Some(route), Some(next)) = (self.replanner.route(), self.replanner.next()) else {
            return Vec::new();
        };
        let actions = std::iter::once(None).chain(route.actions().map(Some));
        route
            .waypoints
            .iter()
            .copied()
            .zip(actions)
            .skip(next)
            .collect()
    }

    /// Moves on along the waypoints.
    fn go(&mut self, mut far: f64) {
        let mut position = self.position;
        for to in self.rest() {
            while far > 0.0 && position != to.0 {
                let offset = corner(position, to) - position;
                position += offset.clamp_length_max(far);
                if offset.length() <= far {
                    position = corner(position, to);
                }
                far -= offset.length();
            }
        }
        self.position = position;
    }
}

/// Returns the position that a walker goes to first on its way to the next waypoint: up before it goes over a step, and down after it has gone
/// over a ledge.
fn corner(from: DVec3, (to, action): (DVec3, Option<Action>)) -> DVec3 {
    let level = to.with_z(from.z);
    match action {
        Some(Action::StepUp) if from.z < to.z => from.with_z(to.z),
        Some(Action::Drop) if from != level => level,
        _ => to,
    }
}

impl Frames for Town {
    fn frame(&mut self, number: usize) -> Result<(), Box<dyn Error>> {
        self.roll()?;
        let view = (self.navigator).view(self.agent, &RouteOptions::default())?;
        let mut left = BUDGET;
        // Another walker is the first to search in each frame, so that nobody waits for ever.
        for turn in 0..WALKERS {
            self.walk((number + turn) % WALKERS, &view, &mut left)?;
        }
        Ok(())
    }

    /// The exact question, of the carts and of the blocks.
    fn verify(&self) -> Result<(), Box<dyn Error>> {
        let obstacles = self.navigator.obstacles();
        let blocks = self.navigator.cells().ok_or("there are cells")?;
        for walker in &self.walkers {
            // The feet touch the ground.
            let half = BODY - 0.01;
            let center = walker.position + DVec3::Z * f64::from(BODY.z);
            let low = (center - half.as_dvec3()).round().as_ivec3();
            let high = (center + half.as_dvec3()).round().as_ivec3();
            let mut touched = CellBox::new(low, high + 1).cells();
            let is_inside = touched.any(|cell| blocks.state(cell) == CellState::Occupied);
            if is_inside || obstacles.overlaps(center, half, Layers::ALL)? {
                return Err(format!("a walker is inside of something at {center}").into());
            }
        }
        Ok(())
    }

    fn told(&self) -> String {
        let counts = &self.counts;
        format!(
            "{WALKERS} walkers, {CARTS} carts, {BUDGET} expansions a frame at most, {} new routes, \
             {} arrivals, {} times one stood still",
            counts.new_routes, counts.arrivals, counts.blocked
        )
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    play(&mut Town::new()?, 1200, Checks::asked_for(), &mut out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_walks_through_anything_and_many_arrive() {
        let (mut town, mut out) = (Town::new().unwrap(), Vec::new());
        play(&mut town, 900, Checks::EveryFrame, &mut out).unwrap();
        let counts = &town.counts;
        assert!(
            counts.arrivals > 50 && counts.new_routes > 300,
            "{counts:?}"
        );
        let out = String::from_utf8(out).unwrap();
        assert!(out.starts_with("900 frames of 1/60 s: 200 walkers, 24 carts, "));
        assert_eq!(out.lines().count(), 5, "{out}");
    }
}
