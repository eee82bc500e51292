//! Links whose ends lie where users draw them: on floors that end inside of cells, a little off them, and in the air.

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::ground::{Action, Ground, LinkEnd, Locomotion, Ways, WorldLink};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator, NavigatorError};
use voxnav_testkit::{Draws, hold, seeds};

/// Two halves of a floor, a wall between them up to the ceiling.
fn halves(top: f64) -> (Navigator, AgentId<Ground>) {
    let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 10.0, 6.0]).unwrap();
    let floor = SharedShape::cuboid(10.0, 5.0, 0.5);
    let floor = Obstacle::new(floor).at([10.0, 5.0, top - 0.5]);
    navigator.insert(floor).unwrap();
    let wall = SharedShape::cuboid(0.25, 5.0, 6.0);
    navigator
        .insert(Obstacle::new(wall).at([10.0, 5.0, 3.0]))
        .unwrap();
    let walker = (Agent::new([0.25, 0.25, 0.9].into()), Locomotion::walker());
    let walker = navigator.add_agent(walker).unwrap();
    (navigator, walker)
}

#[test]
fn links_are_used_wherever_their_ends_are_above_a_floor() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let top = draws.within(1.0, 3.0);
        let (mut navigator, walker) = halves(top);
        let at = |draws: &mut Draws, x: f64| {
            let (off, fallen) = (draws.within(-0.1, 0.1), draws.within(0.0, 1.0));
            let high = draws.pick(&[off, 0.0, fallen]);
            DVec3::new(
                x + draws.within(0.0, 6.0),
                draws.within(1.0, 9.0),
                top + high,
            )
        };
        let ends = [at(&mut draws, 1.5), at(&mut draws, 12.0)];
        let [from, to] = [at(&mut draws, 1.5), at(&mut draws, 12.0)];
        let both = draws.percent(50);
        let ways = if both { Ways::Both } else { Ways::One };
        let link = WorldLink {
            ways,
            ..WorldLink::new(ends[0], ends[1])
        };
        let id = navigator.insert_link(link).unwrap();
        let seen = navigator.link_ends(walker, id).unwrap();
        for (end, position) in [(seen.from, ends[0]), (seen.to, ends[1])] {
            let LinkEnd::Usable(place) = end else {
                return Err(format!("{position} over {top}: {end:?}"));
            };
            let across = (place - position) * DVec3::new(1.0, 1.0, 0.0);
            if across.abs().max_element() > 0.5 || place.z < top - 0.01 || place.z > top + 0.51 {
                return Err(format!("{position} over {top} is {place}"));
            }
        }
        let over = navigator.find_route(walker, from, to).unwrap();
        let uses = over
            .legs()
            .iter()
            .any(|leg| matches!(leg.action, Action::Link(_)));
        let back = navigator.find_route(walker, to, from).unwrap();
        let is_right = over.is_found() && uses && back.is_found() == both;
        is_right
            .then_some(())
            .ok_or(format!("{ends:?} over {top}: {over:?}"))
    };
    hold("links over floors", seeds(0, 200), || (), law);
}

/// An edit moves where an agent is at an end, and so does another floor.
#[test]
fn ends_follow_the_ground() {
    let (mut navigator, walker) = halves(1.0);
    let id = navigator
        .insert_link(WorldLink::new([5.0, 5.0, 1.0], [15.0, 5.0, 1.0]))
        .unwrap();
    let question = ([3.0, 3.0, 1.0], [17.0, 5.0, 1.0]);
    let before = navigator
        .find_route(walker, question.0, question.1)
        .unwrap();
    let step = SharedShape::cuboid(1.0, 1.0, 0.2);
    let step = navigator
        .insert(Obstacle::new(step).at([15.0, 5.0, 1.2]))
        .unwrap();
    let raised = navigator
        .find_route(walker, question.0, question.1)
        .unwrap();
    assert!(before.is_found() && raised.is_found());
    let end = navigator.link_ends(walker, id).unwrap().to;
    assert_eq!(end, LinkEnd::Usable([15.25, 5.25, 1.5].into()));
    navigator.move_to(step, [15.0, 5.0, 2.5]).unwrap();
    let LinkEnd::Unusable { nearest } = navigator.link_ends(walker, id).unwrap().to else {
        panic!("a block hangs where the body would be");
    };
    let nearest = nearest.unwrap();
    assert!(nearest.distance([15.0, 5.0, 1.0].into()) < 3.0, "{nearest}");
    assert!(
        !navigator
            .find_route(walker, question.0, question.1)
            .unwrap()
            .is_found()
    );
    navigator.remove_link(id).unwrap();
    let gone = navigator.link_ends(walker, id);
    assert_eq!(gone, Err(NavigatorError::UnknownLink { id }));
}
