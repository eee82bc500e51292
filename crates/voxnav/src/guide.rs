//! The guide: from colliders to an agent that moves.
//!
//! This page goes through an integration in the order in which you would write it. Every program on it is
//! compiled and run as a test. The [book](https://github.com/voxnav/voxnav/tree/main/docs/book) of the
//! repository covers the same subjects one by one, with tables of all choices.
//!
//! 0. [A level with a walker](#a-level-with-a-walker) · 1. [The lattice](#the-lattice) · 2. [Obstacles](#obstacles) · 3. [Agents](#agents) ·
//!    4. [Routes](#routes) · 5. [Goals](#goals) · 6. [Smoothing](#smoothing) ·
//!    7. [Following](#following) · 8. [Steering by hand](#steering-by-hand) · 9. [Edits](#edits) ·
//!    10. [Threads](#threads) · 11. [Budgets](#budgets) · 12. [Many at once](#many-at-once) ·
//!    13. [Without colliders](#without-colliders)
//!
//! # A level with a walker
//!
//! All of it on one page: a level as it is drawn, y up, a drone and a walker, a route that is smoothed and followed while
//! a door moves, and the level saved and loaded.
//!
#![cfg_attr(feature = "store", doc = "```")]
#![cfg_attr(not(feature = "store"), doc = "```ignore")]
//! use voxnav::colliders::Obstacle;
//! use voxnav::grid::Heading;
//! use voxnav::ground::Locomotion;
//! use voxnav::replanning::{ReplanPolicy, Replanner};
//! use voxnav::smoothing::Smoothing;
//! use voxnav::{Agent, Navigator, RouteOptions};
//!
//! // Cells of half a unit between two corners; which way is up is said once.
//! let level = Navigator::between_faces(0.5, [0.0; 3], [20.0, 4.0, 20.0])?;
//! let mut level = level.with_up(Heading::Y);
//! level.insert(Obstacle::between([10.0, 0.0, 0.0], [10.5, 4.0, 9.0]))?;
//! level.insert(Obstacle::between([10.0, 0.0, 11.0], [10.5, 4.0, 20.0]))?;
//! let door = Obstacle::between([10.0, 0.0, 9.0], [10.5, 4.0, 11.0]).named("door");
//! let door = level.insert(door)?;
//!
//! // An agent alone flies, one with a locomotion walks. The position of a walker is that of its feet.
//! let drone = level.add_agent(Agent::new([0.3; 3].into()))?;
//! let walker = level.add_agent((Agent::new([0.25, 0.9, 0.25].into()), Locomotion::walker()))?;
//! assert!(!level.find_route(walker, [2.0, 0.0, 2.0], [18.0, 0.0, 2.0])?.is_found());
//! assert!(!level.find_route(drone, [2.0, 1.0, 2.0], [18.0, 1.0, 2.0])?.is_found());
//!
//! // The ids are valid in the loaded level, and names are kept.
//! # let path = std::env::temp_dir().join(format!("voxnav-guide-{}.voxnav", std::process::id()));
//! level.save(&path)?;
//! let mut level = Navigator::load(&path)?;
//! # std::fs::remove_file(&path)?;
//! assert_eq!(level.obstacles().find("door"), Some(door));
//! level.move_to(door, [10.25, 90.0, 10.0])?;
//!
//! // A replanner keeps one smooth route of one agent good while the world changes.
//! let options = RouteOptions::default();
//! let mut feet = level.nearest_place(walker, [2.0, 1.0, 2.0], 1.0)?.ok_or("no room")?;
//! let view = level.view(walker, &options)?;
//! let replanner = Replanner::new(&view, [18.0, 0.0, 2.0], ReplanPolicy::default());
//! let mut replanner = replanner.smoothed(Smoothing::default());
//! let mut frames = 0;
//! while !replanner.follower().is_some_and(|follower| follower.has_arrived(0.1)) {
//!     if let Some(target) = replanner.steer(2.0).ok().and_then(|steering| steering.target()) {
//!         feet += (target - feet).clamp_length_max(3.0 / 60.0); // or whatever moves it
//!     }
//!     replanner.update(&level.view(walker, &options)?, feet)?;
//!     frames += 1;
//! }
//! assert!(frames < 600 && feet.distance([18.0, 0.0, 2.0].into()) < 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Many agents that are sent somewhere** are a `Crowd` of the crate `voxnav-crowd`, which does all of this for all of
//! them in one call a frame; the page
//! [crowds](https://github.com/voxnav/voxnav/blob/main/docs/book/crowds.md) has it. Its budget counts *units* for agents
//! of both kinds: an expanded cell is 1 in the air and 4 on the ground, a search that begins and a route that is smoothed
//! are 40 each. A unit takes about 0.4 microseconds. The rest of this guide goes through the parts one by one, for agents
//! that fly; [`ground`](crate::ground) has what differs on foot.
//!
//! # The lattice
//!
//! voxnav searches cells: cubes of one size. An agent can be at the center of a cell. A [`Lattice`] converts
//! between positions in world units and cells, and is the only type that knows world units. A position belongs to
//! the cell with the nearest center. A position that is not finite, or beyond the largest cell, is an error.
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
//! **How large should a cell be?** Half of the narrowest gap that matters, or the size of the smallest agent,
//! whichever is smaller. Searches look at cells only, not at the space between two centers. An agent wider than a
//! cell cannot slip through something thin there: its boxes at the two centers cover everything that its box
//! covers on the way. For thinner agents, smooth paths are checked against the colliders themselves.
//!
//! # Obstacles
//!
//! A [`Navigator`] keeps the colliders of your engine as [`parry3d`] shapes with placements and layers. It
//! returns an id for each; use the id to move or remove the collider.
//!
//! ```
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::Navigator;
//! use voxnav::grid::Layers;
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
//! Shapes without an exact overlap test are refused with the reason. Height fields and meshes are supported; the
//! inside of a closed mesh is free unless the mesh is declared [solid](colliders::Solidity). Touching is not
//! overlapping: [`Skin`](crate::grid::Skin) states the rule.
//!
//! # Agents
//!
//! An [`Agent`] is a box that does not turn. It names the layers that block it, and whether unknown cells block it.
//! Each agent has a [`Traversability`] of its own: one bit for each cell, set where the agent's box, centered there,
//! overlaps nothing. One scene thus serves agents of every size, and searches read bits instead of boxes.
//!
//! ```
//! use voxnav::colliders::Obstacle;
//! use voxnav::glam::Vec3;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Navigator};
//! use voxnav::grid::Layers;
//! # const DOORS: Layers = Layers::bit(1);
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]))?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 5.0)).at([0.0, 3.0, 15.0]).on(DOORS))?;
//!
//! let pilot = navigator.add_agent(Agent::new(Vec3::new(0.3, 0.9, 0.3)))?;
//! let ghost = Agent::new(Vec3::splat(0.3)).seeing(Layers::ALL & !DOORS);
//! let ghost = navigator.add_agent(ghost)?;
//! let (from, to) = ([-5.0, 1.5, 15.0], [5.0, 1.5, 15.0]); // the door is between
//! assert!(!navigator.find_route(pilot, from, to)?.is_found());
//! assert!(navigator.find_route(ghost, from, to)?.is_found());
//! # Ok::<(), voxnav::NavigatorError>(())
//! ```
//!
//! The first query for an agent bakes its world; later queries update it near edits. Call
//! [`Navigator::refresh`] to do this work at a moment of your choice.
//!
//! # Routes
//!
//! [`Navigator::find_route`] takes positions and returns a [`Route`]. If there is no route, the [`Outcome`] says so;
//! errors are only for positions that are not finite and ids that do not exist.
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
//! // Agents that stay at their height: 8 directions of one layer. (Agents that walk have a locomotion.)
//! let in_a_layer = RouteOptions::default().moves(MoveSet::Planar8(Axis::Y));
//! let level = navigator.find_route_with(drone, [-10.0, 1.0, 0.0], [10.0, 1.0, 0.0], &in_a_layer)?;
//! assert!(level.length >= route.length);
//! # Ok::<(), voxnav::NavigatorError>(())
//! ```
//!
//! Costs are integers and ties are broken by a fixed rule, so the same query has the same answer on every
//! machine. By default the path is a shortest one; [`Algorithm`] lists faster algorithms with a weaker
//! [`Guarantee`].
//!
//! # Goals
//!
//! A goal need not be one position: an agent may have to come within reach of a target, to the nearest of several
//! exits, or anywhere on a landing pad. A [`Destination`] describes such goals; the route leads to the place that is
//! cheapest to reach.
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
//! A [`Goal`] in cells is a destination, too: cells next to a chest, a column, the cells that a predicate accepts.
//!
//! If the agent cannot be at an end, a place nearby may do: [`snap_start`](RouteOptions::snap_start) and
//! [`snap_goal`](RouteOptions::snap_goal) set how far a blocked end may move. If the goal cannot be reached at all,
//! [`partial`](RouteOptions::partial) asks for a route to the best reachable place.
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
//! A path goes from cell to cell. An agent needs few straight segments and rounded corners. [`Smoothing`] is a chain
//! of steps that replace parts of the path. The agent's box is swept along each new segment, and a segment that is not
//! clear is not used. [`Navigator::smooth_path`] applies the steps and returns a [`SmoothPath`] in world units.
//!
//! ```
//! use voxnav::glam::Vec3;
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::following::Anchor;
//! use voxnav::grid::{Axis, Heading, Sign};
//! use voxnav::smoothing::Curve;
//! use voxnav::{Agent, Navigator, SmoothPathOptions};
//! use voxnav::smoothing::Smoothing;
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
//! Smoothing heeds terrain weights and the distance from walls that [`KeepAway`] asks for: a straight line replaces a part of
//! a path only if it costs no more and crosses no cell that costs more than all of that part.
//!
//! # Following
//!
//! A [`Follower`] leads one agent along a smooth path or route. Give it the position of the agent, and it returns a point
//! that the agent can go straight to, checked by a sweep of the agent's box through [`Navigator::space`]: the cells of
//! the agent's world, and the colliders themselves. (A partly covered cell counts as blocked, so cells alone could trap an
//! agent next to a collider.) An agent that moves toward that point by any
//! distance, and asks again in every frame, arrives and touches nothing on the way, even if it is pushed in every frame.
//!
//! ```
//! use voxnav::glam::{DVec3, Vec3};
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Follower, Navigator, SmoothPathOptions};
//! use voxnav::following::Steering;
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
//! The follower knows how far along the smooth path the agent is, how far off it, and what comes next. Where a path
//! comes back near to itself, the follower stays on its own part. For an agent that is carried along the path exactly,
//! call [`Follower::advance`] with a distance instead; it needs no sweeps.
//!
//! # Steering by hand
//!
//! The waypoints of a route can be steered for without a smooth path. The first is where the agent is, and the second can
//! be reached straight, in one move. An agent that goes toward the second waypoint, and asks for another route in every
//! frame, arrives and touches nothing. It goes no farther than 1.1 times the length of its first route, however long a
//! frame is, as long as it goes no farther in one frame than to that waypoint and its routes are the cheapest ones.
//!
//! ```
//! use voxnav::glam::{DVec3, Vec3};
//! use voxnav::colliders::Obstacle;
//! use voxnav::parry3d::shape::SharedShape;
//! use voxnav::{Agent, Navigator};
//! # let mut navigator = Navigator::in_region(0.5, [-20.0, 0.0, -20.0], [20.0, 6.0, 20.0])?;
//! # navigator.insert(Obstacle::new(SharedShape::cuboid(0.5, 3.0, 15.0)).at([0.0, 3.0, -5.0]))?;
//! # let drone = navigator.add_agent(Agent::new(Vec3::splat(0.3)))?;
//!
//! let (mut position, goal) = (DVec3::new(-10.2, 1.1, 0.1), DVec3::new(10.1, 1.0, 0.2));
//! let length = navigator.find_route(drone, position, goal)?.length;
//! let mut gone = 0.0;
//! while position != goal {
//!     let route = navigator.find_route(drone, position, goal)?;
//!     let second = *route.waypoints.get(1).ok_or("no way")?;
//!     let step = (second - position).clamp_length_max(6.0 / 60.0);
//!     position += step;
//!     gone += step.length();
//! }
//! assert!(gone <= 1.1 * length);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! On foot the same holds. At every position on the line to the second waypoint the walker is at one of the two cells
//! that its first move connects, so the next route never begins in the air, at the bottom of a ledge or in a step. A step
//! or a drop of one layer is a straight line over the edge, as character controllers take it. Over several layers
//! waypoints lead up before over, and over the edge before down; the length of a route counts those ahead as straight
//! lines. Before a controller asks for another route it finishes a jump or a link
//! ([`Route::actions`] names them): in the middle of one the walker is nowhere, or above other ground. A
//! controller that moves along the ground alone takes the horizontal part of a walk; where the action is a step up, it
//! goes to where the step leads.
//!
//! # Edits
//!
//! Insert, remove and move obstacles at any time; the next query sees the new world. [`Follower::check`] reports whether
//! the rest of a smooth path is still free in that space, and where it is blocked first. It remembers which chunks of the
//! world the path crosses, so a check in every frame costs almost nothing while these chunks stay the same.
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
//! assert_eq!(follower.check(navigator.space(drone)?), None);
//!
//! // Somebody pushes the crate into the way.
//! navigator.move_to(crate_of_wood, [2.0, 1.0, 0.0])?;
//! let broken = follower.check(navigator.space(drone)?).ok_or("still free")?;
//! assert!(broken.position.x < 0.71 && broken.ahead < 10.71);
//!
//! // Go on up to there while a new way is being found; then take that, from where the agent is.
//! let here = follower.advance(3.0).nearest;
//! let route = navigator.find_route(drone, here, to)?;
//! let options = SmoothPathOptions::default().starting_at(here);
//! let smooth_path = navigator.smooth_path(drone, &route, &options)?.ok_or("no way")?;
//! let mut follower = Follower::new(smooth_path);
//! assert_eq!(follower.check(navigator.space(drone)?), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Threads
//!
//! A navigator answers one query at a time. A [`View`] is an owned snapshot of one agent's world, cheap to clone,
//! that later edits do not change. Other threads search it, in world units, while the navigator takes edits.
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
//! A frame has little time. Budgets count expanded cells, because their number is the same on every machine; an
//! expansion usually takes 50 to 500 ns in the air, and some four times that on the ground. Snapping ends and smoothing
//! routes are extra work; a crowd counts that, too. [`Limits`] end a search early, with the route to the best cell
//! reached. A [`RouteSearch`] stops after each budget and continues in the next frame.
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
//! A [`Scheduler`] shares the budget of each frame among any number of searches, fairly and with the same
//! result in every run. For agents that are sent somewhere a crowd does that: the examples `frame_loop` and
//! `frame_loop_on_foot` of the repository run two hundred of them among obstacles that move, at 60 Hz.
//!
//! # Many at once
//!
//! Requests that are known at the same time are answered on all processors. The answers come in the order of the
//! requests and are those of single queries.
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
//! In cells, a [`Batch`] takes requests for several kinds of agents, or a stream of millions, and shares work among
//! requests with a common end. If a thousand agents go to one place, use a [`CostField`]: its
//! [flow](CostField::flow) has the next move for every cell.
//!
//! # Without colliders
//!
//! A voxel engine has cells already. Put them into an [`OccupancyBuilder`], describe the cells that an agent covers by a
//! [`Footprint`], and derive the agent's world by [`Traversability::for_agent`]. Everything above works on it;
//! [`SmoothPath::along_path`] takes the place of [`Navigator::smooth_path`].
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
use crate::search::{Goal, Guarantee, Limits, Query, RouteSearch, Scheduler};
use crate::smoothing::Smoothing;
use crate::spatial::KeepAway;
use crate::{
    Agent, Algorithm, Destination, Follower, Lattice, Navigator, Outcome, Route, RouteOptions,
    SmoothPath, View, colliders, parry3d,
};
