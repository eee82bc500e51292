//! Replanners that share memory do what they do alone: agents of both kinds and several sizes, some of which miss
//! updates.

use voxnav::replanning::{ReplanPolicy, ReplanStatus, ReplanWorkspace, Replanner};
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, Route, RouteError, RouteOptions, View, glam::DVec3};
use voxnav_testkit::{Draws, hold, seeds};

use crate::ground::worlds::World;

/// The replanner of an agent, twice: one with its own memory, one with what all share.
struct Twins {
    /// Which of the views is that of the agent.
    view: usize,
    alone: Replanner,
    sharing: Replanner,
}

/// The answer of an update: the status, and the waypoints and the bound of the route.
type Told = (
    Result<ReplanStatus, RouteError>,
    Option<Vec<DVec3>>,
    Option<f64>,
);

fn told(
    status: Result<ReplanStatus, RouteError>,
    route: Option<&Route>,
    bound: Option<f64>,
) -> Told {
    (status, route.map(|route| route.waypoints.clone()), bound)
}

impl Twins {
    fn update(&mut self, views: &[View], at: DVec3, shared: &mut ReplanWorkspace) -> [Told; 2] {
        let (view, alone, sharing) = (&views[self.view], &mut self.alone, &mut self.sharing);
        let verdicts = [alone.update(view, at), sharing.update_in(view, at, shared)];
        let [own, others] = verdicts;
        [
            told(own, alone.route(), alone.bound()),
            told(others, sharing.route(), sharing.bound()),
        ]
    }
}

/// Plays agents in a world that is edited, and returns how many routes were compared.
fn play(seed: u64) -> Result<usize, String> {
    let draws = &mut Draws::new(seed);
    let mut world = World::drawn(draws);
    let sizes = [0.4, 0.4, 1.2];
    let flying = sizes.map(|half| {
        let body = Agent::new(world.frame.half(DVec3::splat(half)));
        world.navigator.add_agent(body).unwrap()
    });
    let [one, two, three] = flying;
    let bodies = [one, two, three, world.agent];
    let views = |world: &mut World| {
        let (navigator, options) = (&mut world.navigator, RouteOptions::default());
        bodies.map(|body| navigator.view(body, &options).unwrap())
    };
    let now = views(&mut world);
    let policy = ReplanPolicy::default().expansions(draws.pick(&[40, 10_000]));
    let mut agents: Vec<(Twins, DVec3)> = Vec::new();
    for number in 0..8 {
        let goal = world.position(draws);
        let walks = number % 2 == 0;
        let view = if walks {
            sizes.len()
        } else {
            draws.below(sizes.len())
        };
        let twin = || {
            let replanner = Replanner::new(&now[view], goal, policy);
            if walks {
                replanner.smoothed(Smoothing::default())
            } else {
                replanner
            }
        };
        let twins = Twins {
            view,
            alone: twin(),
            sharing: twin(),
        };
        agents.push((twins, world.position(draws)));
    }
    let (mut shared, mut compared) = (ReplanWorkspace::default(), 0);
    for _ in 0..12 {
        if draws.percent(70) {
            world.edit(draws);
        }
        let now = views(&mut world);
        for (twins, at) in &mut agents {
            if draws.percent(30) {
                continue;
            }
            *at += world.cells_long(1.0) * draws.point(-0.6, 0.6);
            let [alone, sharing] = twins.update(&now, *at, &mut shared);
            if alone != sharing {
                return Err(format!("alone {alone:?}, with others {sharing:?}"));
            }
            compared += usize::from(alone.1.is_some_and(|route| !route.is_empty()));
        }
    }
    Ok(compared)
}

#[test]
fn replanners_that_share_memory_do_what_they_do_alone() {
    let counts = hold("shared", seeds(700_000, 60), || (), |seed, ()| play(seed));
    let compared: usize = counts.iter().sum();
    assert!(compared > 600, "{compared} routes");
}
