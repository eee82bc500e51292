//! Links whose ends lie where users draw them: on floors that end inside of cells, a little off them, and in the air.

use std::collections::HashSet;

use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::ground::{Action, LinkDirection, LinkEnd, Locomotion, WorldLink};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator, NavigatorError, RouteOptions};
use voxnav_testkit::{Draws, hold, seeds};

/// Two halves of a floor, a wall between them up to the ceiling.
fn halves(top: f64) -> (Navigator, AgentId) {
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
        let ways = if both {
            LinkDirection::Both
        } else {
            LinkDirection::One
        };
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

/// A pad that is drawn as a box is used from wherever a walker is for any of its cells, and from nowhere else.
#[test]
fn boxes_of_links_follow_the_ground_below_and_above_them() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let top = draws.within(1.0, 3.0);
        let (mut navigator, walker) = halves(top);
        // Steps and pits in the floor, up to two cells.
        for _ in 0..draws.below(12) {
            let at = DVec3::new(draws.within(1.0, 9.0), draws.within(1.0, 9.0), top);
            let half = draws.point(0.2, 1.0).as_vec3();
            let shape = SharedShape::cuboid(half.x, half.y, half.z / 2.0);
            navigator.insert(Obstacle::new(shape).at(at)).unwrap();
        }
        let low = DVec3::new(draws.within(1.0, 6.0), draws.within(1.0, 6.0), top);
        let low = low + DVec3::Z * draws.within(-0.6, 1.2);
        let size = DVec3::new(draws.within(0.0, 3.0), draws.within(0.0, 3.0), 0.0);
        let high = low + size.with_z(draws.pick(&[0.0, 0.0, 0.7]));
        let to = DVec3::new(15.0, 5.0, top);
        let link = WorldLink {
            from: [low, high],
            ways: draws.pick(&[LinkDirection::One, LinkDirection::Both]),
            ..WorldLink::new(low, to)
        };
        let id = navigator.insert_link(link).unwrap();
        let view = navigator.view(walker, &RouteOptions::default()).unwrap();
        // Where a walker is for each cell of the box, by the rule of positions.
        let lattice = *view.lattice();
        let [first, last] = [low, high].map(|at| lattice.cell_at(at + DVec3::Z * 0.25).unwrap());
        let cells = CellBox::new(first, last + 1).cells();
        let stands = cells.filter_map(|cell| {
            let feet = lattice.center(cell) - DVec3::Z * 0.25;
            view.ground().unwrap().stance_at(feet).unwrap()
        });
        let begins: HashSet<IVec3> = stands.map(|stance| stance.cell).collect();
        let mut counts = [0; 2];
        for place in view.random_places(draws.word()).take(40) {
            let cell = view
                .ground()
                .unwrap()
                .stance_at(place)
                .unwrap()
                .unwrap()
                .cell;
            if place.x > 9.5 {
                continue;
            }
            let route = view.find_route(place, to).unwrap();
            let legs = route.legs();
            let first = legs.first();
            let is_here = first.is_some_and(|leg| matches!(leg.action, Action::Link(_)));
            if is_here != begins.contains(&cell) {
                return Err(format!("{cell} of {begins:?}: {route:?}"));
            }
            counts[usize::from(is_here)] += 1;
        }
        let ends = navigator.link_ends(walker, id).unwrap();
        let is_usable = matches!(ends.from, LinkEnd::Usable(_));
        (is_usable != begins.is_empty())
            .then_some(counts)
            .ok_or(format!("{ends:?} of {begins:?}"))
    };
    let counts = hold("boxes of links", seeds(5_000, 200), || (), law);
    let [elsewhere, here] = [0, 1].map(|it| counts.iter().map(|count| count[it]).sum::<i32>());
    assert!(elsewhere > 1000 && here > 100, "{elsewhere} {here}");
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
