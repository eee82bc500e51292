//! Agents that have no way because they cannot be at an end of a link get an event that names it, and the nearest place.

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::ground::{LinkDirection, LinkId, LinkSide, LinkState, Locomotion, WorldLink};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Partial;
use voxnav::{Agent, AgentId, Navigator, RouteOptions};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event, NoPathReason};
use voxnav_testkit::{Draws, Frame, drawn_slope, drawn_support, hold, seeds};

const DT: f64 = 1.0 / 30.0;

/// Two halves of a floor with a wall between them, which a link leads over.
struct Halves {
    navigator: Navigator,
    walker: AgentId,
    link: LinkId,
    /// The post on one end of the link.
    post: ObstacleId,
}

const FROM: DVec3 = DVec3::new(5.0, 5.0, 0.0);
const TO: DVec3 = DVec3::new(15.0, 5.0, 0.0);

impl Halves {
    fn new(side: LinkSide, link: WorldLink) -> Self {
        let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 10.0, 6.0]).unwrap();
        let wall = SharedShape::cuboid(0.25, 5.0, 6.0);
        let wall = Obstacle::new(wall).at([10.0, 5.0, 3.0]);
        navigator.insert(wall).unwrap();
        let walker = (Agent::new([0.25, 0.25, 0.9].into()), Locomotion::walker());
        let walker = navigator.add_agent(walker).unwrap();
        let link = navigator.insert_link(link).unwrap();
        let end = if side == LinkSide::From { FROM } else { TO };
        let post = Obstacle::new(SharedShape::cuboid(0.4, 0.4, 3.0)).at(end);
        let post = navigator.insert(post).unwrap();
        Self {
            navigator,
            walker,
            link,
            post,
        }
    }

    /// Sends an agent to the other half.
    fn sent(&mut self, settings: CrowdSettings) -> (Crowd, CrowdAgentId) {
        let mut crowd = Crowd::new(settings);
        let agent = CrowdAgent::new(self.walker, [2.0, 2.0, 0.0]).speed(4.0);
        let id = crowd.add(&mut self.navigator, agent).unwrap();
        crowd.send(id, [18.0, 8.0, 0.0]).unwrap();
        (crowd, id)
    }

    fn run(&mut self, crowd: &mut Crowd, updates: u32) -> Vec<Event> {
        let updates = (0..updates).map(|_| crowd.update(&mut self.navigator, DT).unwrap());
        updates.flatten().collect()
    }
}

/// Returns the reason of the only event, if there is one.
fn reason(told: &[Event]) -> Option<NoPathReason> {
    match told {
        [Event::NoPath(_, why)] => Some(*why),
        _ => None,
    }
}

#[test]
fn an_agent_is_told_at_which_end_of_a_link_it_cannot_be() {
    for side in [LinkSide::From, LinkSide::To] {
        let mut world = Halves::new(side, WorldLink::new(FROM, TO));
        let (mut crowd, id) = world.sent(CrowdSettings::default());
        let told = world.run(&mut crowd, 60);
        let Some(NoPathReason::LinkEnd(end)) = reason(&told) else {
            panic!("{told:?}");
        };
        assert_eq!((end.link, end.side), (world.link, side));
        let near = if side == LinkSide::From { FROM } else { TO };
        assert!(end.nearest.distance(near) < 1.5, "{}", end.nearest);
        // Moved to that place, the link is used.
        let (from, to) = match side {
            LinkSide::From => (end.nearest, TO),
            LinkSide::To => (FROM, end.nearest),
        };
        world.navigator.remove_link(end.link).unwrap();
        world
            .navigator
            .insert_link(WorldLink::new(from, to))
            .unwrap();
        let told = world.run(&mut crowd, 600);
        assert!(told.contains(&Event::Arrived(id)), "{told:?}");
    }
}

#[test]
fn an_agent_with_another_reason_is_told_that_one() {
    let shut = WorldLink {
        state: LinkState::Closed,
        ..WorldLink::new(FROM, TO)
    };
    let for_others = WorldLink {
        groups: 0,
        ..WorldLink::new(FROM, TO)
    };
    // The last one leads back, and nowhere.
    for link in [shut, for_others, WorldLink::new(TO, FROM)] {
        let mut world = Halves::new(LinkSide::To, link);
        let (mut crowd, _) = world.sent(CrowdSettings::default());
        let told = world.run(&mut crowd, 60);
        assert_eq!(
            reason(&told),
            Some(NoPathReason::Unreachable),
            "{link:?} {told:?}"
        );
    }
    let both = WorldLink {
        ways: LinkDirection::Both,
        ..WorldLink::new(TO, FROM)
    };
    let mut world = Halves::new(LinkSide::To, both);
    let (mut crowd, _) = world.sent(CrowdSettings::default());
    let told = world.run(&mut crowd, 60);
    assert!(
        matches!(reason(&told), Some(NoPathReason::LinkEnd(end)) if end.side == LinkSide::From)
    );
}

#[test]
fn an_agent_that_stops_short_is_told_so_too() {
    let mut world = Halves::new(LinkSide::To, WorldLink::new(FROM, TO));
    let options = RouteOptions::default().partial(Partial::Allowed);
    let (mut crowd, id) = world.sent(CrowdSettings::default().options(options));
    let told = world.run(&mut crowd, 300);
    let short = told.iter().find_map(|event| match event {
        Event::StopsShort(_, why) => Some(*why),
        _ => None,
    });
    assert!(matches!(short, Some(NoPathReason::LinkEnd(end)) if end.link == world.link));
    world.navigator.remove(world.post).unwrap();
    let told = world.run(&mut crowd, 600);
    assert!(told.contains(&Event::Arrived(id)), "{told:?}");
}

/// The budget of updates holds for these searches, too: the same event comes later.
#[test]
fn the_reason_is_searched_within_the_work_of_updates() {
    let mut world = Halves::new(LinkSide::To, WorldLink::new(FROM, TO));
    let (mut crowd, _) = world.sent(CrowdSettings::default().budget(60));
    let (mut told, mut most) = (Vec::new(), 0);
    for _ in 0..400 {
        told.extend(world.run(&mut crowd, 1));
        most = most.max(crowd.work().on_ground);
    }
    assert!(
        matches!(reason(&told), Some(NoPathReason::LinkEnd(_))),
        "{told:?}"
    );
    assert!(most < 200, "{most} cells in one update");
}

/// Wherever the world lies, the end moved to the nearest place gives the agent its way.
fn anywhere(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let frame = Frame::drawn(&mut draws);
    let cells = voxnav::grid::CellBox::from_size(voxnav::glam::IVec3::new(40, 20, 10));
    let mut navigator = Navigator::new(frame.lattice(), frame.cells(cells)).unwrap();
    let floor = 0.5 + frame.floor;
    let mut insert = |low: DVec3, high: DVec3| {
        let half = frame.half((high - low) / 2.0);
        let shape = SharedShape::cuboid(half.x, half.y, half.z);
        let block = Obstacle::new(shape).at(frame.position((low + high) / 2.0));
        navigator.insert(block).unwrap();
    };
    insert(
        DVec3::new(-9.0, -9.0, floor - 0.6),
        DVec3::new(49.0, 29.0, floor),
    );
    insert(DVec3::new(19.0, -9.0, 0.0), DVec3::new(20.5, 29.0, 12.0));
    let ends = [10.0, 30.0].map(|x| DVec3::new(x, draws.within(6.0, 14.0), floor));
    let blocked = draws.below(2_usize);
    let side = [LinkSide::From, LinkSide::To][blocked];
    let at = ends[blocked];
    insert(at - 1.0, at + DVec3::new(1.0, 1.0, 6.0));
    let locomotion = Locomotion {
        support: drawn_support(&mut draws),
        slope: drawn_slope(&mut draws),
        ..Locomotion::walker().with_up(frame.up())
    };
    let body = Agent::new(frame.half(DVec3::new(0.4, 0.4, 1.4)));
    let walker = navigator.add_agent((body, locomotion)).unwrap();
    let [from, to] = ends.map(|end| frame.position(end));
    let link = navigator.insert_link(WorldLink::new(from, to)).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let feet = |x: f64| frame.position(DVec3::new(x, 3.0, floor + frame.feet));
    let agent = CrowdAgent::new(walker, feet(4.0)).speed(8.0 * frame.size);
    let id = crowd.add(&mut navigator, agent).unwrap();
    crowd.send(id, feet(36.0)).unwrap();
    let mut told = Vec::new();
    for _ in 0..40 {
        told.extend(crowd.update(&mut navigator, DT).unwrap());
    }
    let [Event::NoPath(_, NoPathReason::LinkEnd(end))] = told[..] else {
        return Err(format!("{told:?} {frame:?}"));
    };
    if (end.link, end.side) != (link, side) {
        return Err(format!("{end:?} {frame:?}"));
    }
    let (from, to) = match side {
        LinkSide::From => (end.nearest, to),
        LinkSide::To => (from, end.nearest),
    };
    navigator.insert_link(WorldLink::new(from, to)).unwrap();
    for _ in 0..900 {
        if (crowd.update(&mut navigator, DT).unwrap()).contains(&Event::Arrived(id)) {
            return Ok(());
        }
    }
    let at = frame.plan(crowd.position(id).unwrap());
    Err(format!("it is at {at}, {end:?} {frame:?}"))
}

#[test]
fn the_nearest_place_is_one_for_the_link_wherever_the_world_lies() {
    hold("links", seeds(0, 100), || (), |seed, ()| anywhere(seed));
}
