//! The guide: from colliders to an agent that moves.
//!
//! This page walks through an integration, in the order in which one is written. Every program on it is
//! compiled and run as a test. The [book](https://github.com/voxnav/voxnav/tree/main/docs/book) of the
//! repository goes through the same ground by subject, with tables of all choices.
//!
//! 1. [The lattice](#the-lattice) · 2. [Obstacles](#obstacles) · 3. [Agents](#agents) ·
//!    4. [Routes](#routes) · 5. [Goals](#goals) · 6. [Smoothing](#smoothing) ·
//!    7. [Following](#following) · 8. [Edits](#edits) · 9. [Threads](#threads) ·
//!    10. [Budgets](#budgets) · 11. [Many at once](#many-at-once) ·
//!    12. [Without colliders](#without-colliders)
//!
//! # The lattice
//!
//! voxnav answers in cells: cubes of one size, whose centers are the places where an agent can be.
//! A [`Lattice`] says where they are. Only it knows world units; a position belongs to the nearest
//! center, and what is not finite or farther out than cells go is an error, not a panic.
//!
//! ```
//! use voxnav::glam::{DVec3, IVec3};
//! use voxnav::grid::LatticeError;
//! use voxnav::Lattice;
//!
//! let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
//! assert_eq!(lattice.cell_at(DVec3::new(1.1, 0.0, -0.3))?, IVec3::new(2, 0, -1));
//! assert_eq!(lattice.center(IVec3::new(2, 0, -1)), DVec3::new(1.0, 0.0, -0.5));
//! let lost = lattice.cell_at(DVec3::NAN);
//! assert!(matches!(lost, Err(LatticeError::NotFinite { .. })));
//! # Ok::<(), LatticeError>(())
//! ```
//!
//! **How large should a cell be?** The half of the narrowest gap that matters, or the size of the
//! smallest agent, whichever is less. Searches look at cells only, not at what is between two centers:
//! an agent whose box is wider than a cell cannot slip through something thin there, because its
//! boxes at the centers cover all that its box covers on the way. For thinner agents smooth paths are
//! checked against the colliders themselves.
//!
//! # Obstacles
//!
//! An engine has colliders. A [`Navigator`] keeps them as [`parry3d`] shapes with placements and
//! layers; it hands out an id for each, by which they are moved and removed.
//!
//! ```
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Layers, Navigator};
//!
//! const DOORS: Layers = Layers::bit(1);
//!
//! // Cells of half a unit, from one corner of the world to the other.
//! let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! let wall = Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]);
//! navigator.insert(wall)?;
//! let door = Obstacle::new(SharedShape::cuboid(0.5, 3.0, 5.0)).at([0.0, 3.0, 15.0]);
//! let door = navigator.insert(door.on(DOORS))?;
//! assert_eq!(navigator.obstacles().len(), 2);
//! # let _ = door;
//! # Ok::<(), voxnav::NavigatorError>(())
//! ```
//!
//! Shapes that cannot be answered for are refused with the reason. Height fields and meshes are
//! fine; what is inside of a closed mesh is free unless the mesh is declared
//! [solid](colliders::Solidity). Touching is not overlapping: [`Skin`](crate::grid::Skin) has the rule.
//!
//! # Agents
//!
//! An [`Agent`] is a box that does not turn, with what blocks it: which layers, and whether unknown
//! cells do. Each gets a world of its own, a [`Traversability`]: one bit a cell, set
//! where the agent's box, centered there, overlaps nothing. So one scene serves agents of every
//! size, and a search never has to think about boxes again.
//!
//! ```
//! use voxnav::colliders::Obstacle;
//! use voxnav::glam::Vec3;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Layers, Navigator};
//! # const DOORS: Layers = Layers::bit(1);
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]))?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 5.0)).at([0.0, 3.0, 15.0]).on(DOORS))?;
//!
//! let walker = navigator.add_agent(Agent::new(Vec3::new(0.3, 0.9, 0.3)))?;
//! let ghost = Agent::new(Vec3::splat(0.3)).seeing(Layers::ALL & !DOORS);
//! let ghost = navigator.add_agent(ghost)?;
//! let (from, to) = ([-5.0, 1.5, 15.0], [5.0, 1.5, 15.0]); // the door is between
//! assert!(!navigator.find_route(walker, from, to)?.is_found());
//! assert!(navigator.find_route(ghost, from, to)?.is_found());
//! # Ok::<(), voxnav::NavigatorError>(())
//! ```
//!
//! The first question about an agent bakes its world; later ones bring it up to date where
//! something was edited. [`Navigator::refresh`] does so at a moment of your choice.
//!
//! # Routes
//!
//! [`Navigator::find_route`] takes positions and returns a [`Route`]. That there is no way is an
//! [`Outcome`], never an error: errors are for positions that are not finite and ids that do not exist.
//!
//! ```
//! use voxnav::glam::Vec3;
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::grid::Axis;
//! use voxnav::{Agent, MoveSet, Navigator, Outcome, RouteOptions};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]))?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//!
//! let route = navigator.find_route(drone, [-10.0, 1.0, 0.0], [10.0, 1.0, 0.0])?;
//! match &route.outcome {
//!     Outcome::Found(path) => assert!(path.move_count() > 40),
//!     Outcome::Unreachable => unreachable!("there is a way around the wall"),
//!     Outcome::InvalidEnd(fault) => unreachable!("both ends are free: {fault}"),
//!     other => unreachable!("no limit was set: {}", other.name()),
//! }
//! assert!(route.length > 20.0 && route.waypoints.len() > 40);
//!
//! // Agents that walk: 8 directions on the ground.
//! let on_the_ground = RouteOptions::default().moves(MoveSet::Planar8(Axis::Y));
//! let walked = navigator.find_route_with(drone, [-10.0, 1.0, 0.0], [10.0, 1.0, 0.0], &on_the_ground)?;
//! assert!(walked.length >= route.length);
//! # Ok::<(), voxnav::NavigatorError>(())
//! ```
//!
//! Costs are integers and ties are broken by a fixed rule, so the same question has the same answer
//! on every machine. The shortest path is what you get by default; [`Algorithm`] lists what may be
//! had faster for less of a [`Guarantee`].
//!
//! # Goals
//!
//! Often "there" is not one position: within reach of a target, the nearest of some exits, anywhere on a
//! landing pad. A [`Destination`] says so; the route leads to the place that is cheapest to reach.
//!
//! ```
//! use voxnav::glam::Vec3;
//! use voxnav::{Agent, Destination, Navigator};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//!
//! let in_range = Destination::within([10.0, 2.0, 2.0], 2.5);
//! let route = navigator.find_route(drone, [-10.0, 2.0, 2.0], in_range)?;
//! assert_eq!(route.waypoints.last().map(|at| at.x), Some(7.5));
//! # Ok::<(), voxnav::NavigatorError>(())
//! ```
//!
//! A [`Goal`] in cells is a destination, too: beside a chest, a column, whatever a predicate accepts.
//!
//! Where the agent cannot be, it may do to go near: [`snap_start`](RouteOptions::snap_start) and
//! [`snap_goal`](RouteOptions::snap_goal) say how far a blocked end may move. If the goal cannot be reached
//! at all, [`partial`](RouteOptions::partial) asks for the route to the best place that can.
//!
//! ```
//! use voxnav::colliders::Obstacle;
//! use voxnav::glam::{DVec3, Vec3};
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Navigator, RouteEnd, RouteOptions};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]))?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//!
//! let in_the_wall = [0.1, 2.0, -5.0];
//! let lenient = RouteOptions::default().snap_goal(3.0);
//! let route = navigator.find_route_with(drone, [-10.0, 2.0, -5.0], in_the_wall, &lenient)?;
//! assert_eq!(route.waypoints.last().map(|at| at.x.abs()), Some(1.0)); // beside the wall
//! assert!(matches!(route.goal, RouteEnd::Snapped { distance } if distance <= 1.5));
//! # Ok::<(), voxnav::NavigatorError>(())
//! ```
//!
//! # Smoothing
//!
//! A path goes from cell to cell. An agent wants few straight pieces, and corners that are not
//! sharp. [`Smoothing`] is a chain of steps; each is checked with the agent's box swept along what
//! it puts in place, and whatever is not clear is not put there. [`Navigator::smooth_path`] applies one
//! and places the result in the world, as a [`SmoothPath`].
//!
//! ```
//! use voxnav::glam::Vec3;
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::following::Anchor;
//! use voxnav::grid::{Axis, Heading, Sign};
//! use voxnav::smoothing::Curve;
//! use voxnav::{Agent, Navigator, Smoothing, SmoothPathOptions};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]))?;
//! # let body = Agent::new(Vec3::new(0.3, 0.9, 0.3));
//! # let walker = navigator.add_agent(body)?;
//!
//! // Positions are those of the feet, not of the middle of the box.
//! let up = Heading { axis: Axis::Y, sign: Sign::Positive };
//! let feet = Anchor::feet(&body, up);
//! let from = [-10.2, 1.1, 0.3];
//! let smoothing = Smoothing::new()
//!     .pull_string() // straight lines where one end sees the other
//!     .shorten(0.05)? // drawn tight, to a twentieth of a cell
//!     .round(Curve::CatmullRom, 1.0)? // corners rounded within a cell
//!     .space(4.0)?; // waypoints at most four cells apart
//! let options = SmoothPathOptions::default().smoothing(smoothing).anchor(feet).starting_at(from);
//!
//! let route = navigator.find_route(walker, [-10.2, 2.0, 0.3], [10.0, 2.0, 0.0])?;
//! let smooth_path = navigator.smooth_path(walker, &route, &options)?.ok_or("no way")?;
//! assert!(smooth_path.length() < route.length);
//! assert!((smooth_path.waypoints()[0].y - 1.1).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A straight line does not know of terrain that costs more, nor of a distance that
//! [`KeepAway`] kept from walls: pull strings where the shortest way is what you want, and
//! [`simplify`](Smoothing::simplify) where the path itself is.
//!
//! # Following
//!
//! A [`Follower`] leads one agent along a smooth path. Tell it where the agent is, and it answers with a
//! point to go straight to, in sight by a sweep of the agent's box. An agent that goes there, by any
//! step, and asks again in every frame arrives and touches nothing on the way, even if it is pushed
//! off now and then. [`Navigator::space`] is what the box is swept through.
//!
//! ```
//! use voxnav::glam::{DVec3, Vec3};
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Follower, Navigator, Steering, SmoothPathOptions};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]))?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//! # let mut position = DVec3::new(-10.0, 1.0, 0.0);
//! # let goal = [10.0, 1.0, 0.0];
//!
//! let route = navigator.find_route(drone, position, goal)?;
//! let smooth_path = navigator.smooth_path(drone, &route, &SmoothPathOptions::default())?.ok_or("no way")?;
//! let mut follower = Follower::new(smooth_path);
//! let mut frames = 0;
//! while !follower.has_arrived(0.1) {
//!     let space = navigator.space(drone)?;
//!     let target = match follower.clear_look_ahead(position, 1.0, space)? {
//!         Steering::Toward(target) => target,
//!         // Find a new route from here: something is in the way now, or the agent was pushed where
//!         // it sees no part of this one.
//!         Steering::Blocked | Steering::OutOfSight => return Err("nothing happens here".into()),
//!     };
//!     // Whatever moves the agent: here six units a second, straight.
//!     position += (target - position).clamp_length_max(6.0 / 60.0);
//!     follower.update(position)?;
//!     frames += 1;
//!     # if frames == 50 { position.z += 0.5; }
//! }
//! assert!((250..350).contains(&frames));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It knows how far along its smooth path the agent is, how far off, and what comes next, and stays on its
//! part of a smooth path that comes back near to itself. An agent that is carried along exactly calls
//! [`Follower::advance`] with a distance instead; such a one needs no sweeps.
//!
//! # Edits
//!
//! Obstacles come, go and move at any time; the next question is answered for the world as it is
//! then.
//! [`Follower::check`] tells whether the rest of a smooth path is still free in a snapshot, and where it
//! breaks first. It remembers which chunks of the world the smooth path crosses, so that asking in every
//! frame costs next to nothing while these stay the same.
//!
//! ```
//! use voxnav::glam::Vec3;
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Follower, Navigator, SmoothPathOptions};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//!
//! let crate_of_wood = Obstacle::new(SharedShape::cuboid(1.0, 1.0, 1.0)).at([0.0, 1.0, 9.0]);
//! let crate_of_wood = navigator.insert(crate_of_wood)?;
//! let (from, to) = ([-10.0, 1.0, 0.0], [10.0, 1.0, 0.0]);
//! let route = navigator.find_route(drone, from, to)?;
//! let smooth_path = navigator.smooth_path(drone, &route, &SmoothPathOptions::default())?.ok_or("no way")?;
//! let mut follower = Follower::new(smooth_path);
//! assert_eq!(follower.check(&navigator.traversability(drone)?), None);
//!
//! // Somebody pushes the crate into the way.
//! navigator.move_to(crate_of_wood, [2.0, 1.0, 0.0])?;
//! let broken = follower.check(&navigator.traversability(drone)?).ok_or("still free")?;
//! assert!(broken.position.x < 0.71 && broken.ahead < 10.71);
//!
//! // Go on up to there while a new way is being found; then take that, from where the agent is.
//! let here = follower.advance(3.0).nearest;
//! let route = navigator.find_route(drone, here, to)?;
//! let options = SmoothPathOptions::default().starting_at(here);
//! let smooth_path = navigator.smooth_path(drone, &route, &options)?.ok_or("no way")?;
//! let mut follower = Follower::new(smooth_path);
//! assert_eq!(follower.check(&navigator.traversability(drone)?), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Threads
//!
//! A navigator answers one question at a time. An [`AgentView`] is a snapshot of one agent's world that
//! other threads search, in world units, while the navigator goes on: it is owned, cheap to clone and not
//! changed by later edits.
//!
//! ```
//! use voxnav::colliders::Obstacle;
//! use voxnav::glam::Vec3;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Navigator, RouteOptions};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//!
//! let (from, to) = ([-10.0, 1.0, 0.0], [10.0, 1.0, 0.0]);
//! let view = navigator.view(drone, &RouteOptions::default())?;
//! let finding = std::thread::spawn(move || view.find_route(from, to));
//!
//! // In the meantime a wall is built; the view does not see it.
//! navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 6.0, 20.0)))?;
//! let route = finding.join().map_err(|_| "the thread panicked")??;
//! assert_eq!(route.length, 20.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Budgets
//!
//! A frame has only so much time. Effort is counted in cells expanded, which is the same on every
//! machine; 50 to 500 ns each, as a rule. [`Limits`] end a search early, with the route to the best cell
//! reached. A [`RouteSearch`] is one that goes on in the next frame.
//!
//! ```
//! use voxnav::colliders::Obstacle;
//! use voxnav::glam::Vec3;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Navigator, Route, RouteOptions};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]))?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//!
//! let view = navigator.view(drone, &RouteOptions::default())?;
//! let mut search = view.search([-10.0, 1.0, -10.0], [10.0, 1.0, -10.0])?;
//! let mut frames = 1;
//! while search.step(50)?.is_none() {
//!     frames += 1; // other things happen; the search goes on over the world as it was
//! }
//! assert!(search.route().is_some_and(Route::is_found));
//! # assert!(frames >= 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In cells, a [`Scheduler`] shares the budget of each frame among any number of searches, fairly and
//! with the same result on every run. The example `frame_loop` of the repository runs two hundred agents
//! that fly among moving obstacles at 60 Hz in this manner, `frame_loop_on_foot` as many that walk.
//!
//! # Many at once
//!
//! Requests that are known together are answered on all processors, in the order of the requests, each as
//! if it were alone.
//!
//! ```
//! use voxnav::glam::Vec3;
//! use voxnav::{Agent, Navigator, Route, RouteOptions};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//!
//! let view = navigator.view(drone, &RouteOptions::default())?;
//! let requests = (0..15).map(|n| ([-15.0, 1.0, f64::from(n)], [15.0, 1.0, f64::from(n % 7)]));
//! let routes = view.find_routes(requests);
//! assert!(routes.iter().all(|route| route.as_ref().is_ok_and(Route::is_found)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In cells, a [`Batch`] takes requests for several agents, streams of millions, and lets requests that
//! share an end share work. Where a thousand agents go to one place, each need only know its next move:
//! a [`CostField`] has it for every cell.
//!
//! # Without colliders
//!
//! A voxel engine has cells already. An [`OccupancyBuilder`] takes them, [`Footprint`] says which
//! cells an agent covers, and [`Traversability::for_agent`] derives its world. All of the above
//! works on it; [`SmoothPath::along_path`] takes the place of [`Navigator::smooth_path`].
//!
//! ```
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder, Traversability};
//! use voxnav::search::Query;
//! use voxnav::{Follower, Lattice, SmoothPath, SmoothPathOptions, UnknownPolicy, Workspace};
//!
//! let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(64, 64, 32)))?;
//! let ground = CellBox::from_size(IVec3::new(64, 64, 4));
//! builder.set_box(ground, CellState::Occupied)?;
//! let occupancy = builder.commit();
//! let tall = Footprint::new(CellBox::from_size(IVec3::new(1, 1, 2)))?;
//! let world = Traversability::for_agent(&occupancy, tall, UnknownPolicy::Blocked);
//!
//! let query = Query::new(IVec3::new(1, 1, 4), IVec3::new(60, 40, 4));
//! let solution = query.solve(&world, &mut Workspace::new());
//! let path = solution.outcome.path().ok_or("no way")?;
//! let smooth_path = SmoothPath::along_path(path, &Lattice::default(), &world, &SmoothPathOptions::default())?;
//! let mut follower = Follower::new(smooth_path);
//!
//! // A block is placed: a new snapshot, which shares all chunks but one with the last.
//! let mut edit = occupancy.edit();
//! edit.set(IVec3::new(31, 21, 5), CellState::Occupied)?;
//! let newer = world.refreshed(&edit.commit());
//! assert!(follower.check(&newer).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![expect(unused_imports, reason = "for the links of this page")]

use crate::batch::Batch;
use crate::fields::CostField;
use crate::grid::{Footprint, OccupancyBuilder, Traversability};
use crate::search::{Goal, Guarantee, Query, Scheduler};
use crate::{
    Agent, AgentView, Algorithm, Destination, Follower, KeepAway, Lattice, Limits, Navigator,
    Outcome, Route, RouteOptions, RouteSearch, SmoothPath, Smoothing, colliders, parry3d,
};
