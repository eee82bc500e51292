//! Laws that hold on the grid hold off it: blocks whose tops end anywhere inside of cells, and feet a little off them.

use voxnav::Route;
use voxnav::colliders::Obstacle;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;
use voxnav::ground::Locomotion;
use voxnav::parry3d::shape::SharedShape;
use voxnav::replanning::{ReplanPolicy, ReplanStatus, Replanner};
use voxnav::search::Cost;
use voxnav::smoothing::Smoothing;
use voxnav::{
    Agent, AgentId, Destination, Navigator, Path, RouteEnd, RouteError, RouteOptions, View,
};
use voxnav_testkit::{Draws, Frame, drawn_slope, drawn_support, hold, seeds};

/// The cells of the plan.
const SIZE: IVec3 = IVec3::new(20, 20, 9);
/// The depth in cells to which a body may be in something.
const SKIN: f64 = 1.0 / 1024.0;
/// The heights of feet above the floor below them, in cells.
const FEET: [f64; 5] = [-SKIN / 2.0, 0.0, 1e-6, 0.08, 0.9];

/// A plan of blocks on a floor, whose top is at zero.
struct Plan {
    blocks: Vec<[DVec3; 2]>,
    body: DVec3,
    walker: Locomotion,
}

impl Plan {
    fn drawn(draws: &mut Draws) -> Self {
        let end = SIZE.as_dvec3();
        let mut blocks = vec![[
            DVec3::new(-9.0, -9.0, -1.0),
            DVec3::new(end.x + 9.0, end.y + 9.0, 0.0),
        ]];
        for _ in 0..draws.below(14) {
            let low = draws.point(0.0, 19.0).with_z(-0.05);
            let size = draws.point(0.3, 5.0).with_z(draws.within(0.1, 2.5));
            blocks.push([low, low + size]);
        }
        let wide = draws.within(0.1, 0.48);
        let body = DVec3::new(wide, wide, draws.within(0.4, 1.4));
        let walker = Locomotion {
            support: drawn_support(draws),
            slope: drawn_slope(draws),
            ..Locomotion::walker()
        };
        Self {
            blocks,
            body,
            walker,
        }
    }

    /// Puts the plan where a frame says.
    fn built(&self, frame: &Frame) -> Built<'_> {
        let bounds = frame.cells(CellBox::from_size(SIZE));
        let mut navigator = Navigator::new(frame.lattice(), bounds).unwrap();
        let floor = DVec3::Z * (0.5 + frame.floor);
        for [low, high] in &self.blocks {
            let half = frame.half((*high - *low) / 2.0);
            let at = frame.position((*low + *high) / 2.0 + floor);
            let shape = SharedShape::cuboid(half.x, half.y, half.z);
            navigator.insert(Obstacle::new(shape).at(at)).unwrap();
        }
        let locomotion = self.walker.clone().with_up(frame.up());
        let body = Agent::new(frame.half(self.body));
        let walker = navigator.add_agent((body, locomotion)).unwrap();
        Built {
            plan: self,
            frame: *frame,
            navigator,
            walker,
        }
    }
}

/// A plan in the world.
struct Built<'p> {
    plan: &'p Plan,
    frame: Frame,
    navigator: Navigator,
    walker: AgentId,
}

impl Built<'_> {
    fn view(&mut self) -> View {
        let options = RouteOptions::default();
        self.navigator.view(self.walker, &options).unwrap()
    }

    /// Returns the center of a cell in the plan.
    fn in_plan(&self, cell: IVec3) -> DVec3 {
        let center = self.navigator.lattice().center(cell);
        (self.frame.plan(center) + self.frame.shift).round()
    }

    /// Returns the top of what reaches into a column of cells below a cell of the plan, if that is the layer below it.
    fn floor_below(&self, cell: DVec3) -> Option<f64> {
        let column = [cell - 0.5 - self.frame.shift, cell + 0.5 - self.frame.shift];
        let face = cell.z - 0.5;
        let floor = 0.5 + self.frame.floor;
        let tops = self.plan.blocks.iter().filter(|[low, high]| {
            let reaches = low.cmplt(column[1] - SKIN) & high.cmpgt(column[0] + SKIN);
            reaches.x && reaches.y && high.z + floor <= face + SKIN
        });
        let top = tops
            .map(|[_, high]| high.z + floor)
            .max_by(f64::total_cmp)?;
        // What sinks into the layer by less than the skin does not fill it.
        (top > face - 1.0 + 2.0 * SKIN).then_some(top)
    }

    /// Draws a cell at which the walker stands on a floor, with a place of its column on that floor, in the plan.
    fn stance(&self, view: &View, draws: &mut Draws) -> Option<(IVec3, DVec3)> {
        let place = view.random_places(draws.word()).next()?;
        let cell = view.ground().unwrap().cell_at(place).unwrap()?;
        let center = self.in_plan(cell);
        let top = self.floor_below(center)?;
        let aside = draws.point(-0.3, 0.3);
        let feet = (center + aside - self.frame.shift).with_z(top);
        Some((cell, feet))
    }
}

/// Feet anywhere on a floor are at one cell, whatever is asked.
#[test]
fn feet_a_little_off_a_floor_are_at_the_stance_on_it() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let (plan, frame) = (Plan::drawn(&mut draws), Frame::on_ground(&mut draws));
        let mut built = plan.built(&frame);
        let view = built.view();
        let mut held = 0;
        for _ in 0..4 {
            let ends = [(); 2].map(|()| built.stance(&view, &mut draws));
            let [Some((cell, feet)), Some((other, there))] = ends else {
                continue;
            };
            for off in FEET {
                let at = frame.position(feet + DVec3::Z * off);
                let told = |what: &str| format!("{what} at {off} over {cell}: {feet} {frame:?}");
                let stance = view.ground().unwrap().stance_at(at).unwrap();
                if stance.map(|it| it.cell) != Some(cell) {
                    return Err(told(&format!("{stance:?}")));
                }
                let place = view.position_at(cell);
                let near = view.nearest_place(at, 0.0).unwrap();
                if near != Some(place) {
                    return Err(told(&format!("{near:?}, not {place}")));
                }
                let from = frame.position(there);
                let (to, back) = (view.find_route(from, at), view.find_route(at, from));
                let (to, back) = (to.unwrap(), back.unwrap());
                if let (Some(to), Some(back)) = (to.path(), back.path())
                    && [to.goal(), back.start()] != [cell; 2]
                {
                    return Err(told(&format!("from {other}: {to:?}, {back:?}")));
                }
                let own = view.find_route(at, at).unwrap();
                // Half a cell and more above the ground it falls.
                let is_joined = own.start == RouteEnd::Joined || off > 0.5;
                if !own.is_found() || !is_joined {
                    return Err(told(&format!("{own:?}")));
                }
                // A goal on the floor is reached wherever feet are above it.
                for goal in FEET.map(|off| frame.position(feet + DVec3::Z * off)) {
                    for smooths in [false, true] {
                        let mut replanner = Replanner::new(&view, goal, ReplanPolicy::default());
                        if smooths {
                            replanner = replanner.smoothed(Smoothing::default());
                        }
                        let status = replanner.update(&view, at).unwrap();
                        let path = replanner.route().and_then(|route| route.path());
                        let is_there = path.is_some_and(|path| path.start() == cell);
                        let costs_nothing = replanner.cost() == Some(Cost::ZERO);
                        if status != ReplanStatus::Replanned || !is_there || !costs_nothing {
                            return Err(told(&format!("{status:?} for {goal}: {path:?}")));
                        }
                    }
                }
                held += 1;
            }
        }
        Ok(held)
    };
    let held = hold("feet off a floor", seeds(40_000, 120), || (), law);
    assert!(held.iter().sum::<u32>() > 1000, "{held:?}");
}

/// Returns the ends and the cost of a route, and its moves in any order: it sets out by that of several paths of the same
/// moves which leads straight on from where the agent is in its cell.
fn moves_of(route: &Route) -> Option<([IVec3; 2], Cost, Vec<String>)> {
    let path = route.path()?;
    let moves = path.cells().zip(path.moves());
    let moves = moves.map(|(from, made)| format!("{} by {}", made.action, made.to - from));
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    Some(([path.start(), path.goal()], path.cost(), moves))
}

/// Obstacles and positions that are shifted alike, so that the walker can stand where it could, change no route in cells.
#[test]
fn a_shift_that_changes_no_cell_changes_no_route() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let (plan, frame) = (Plan::drawn(&mut draws), Frame::on_ground(&mut draws));
        let shift = draws.point(-0.15, 0.15) * draws.pick(&[1.0, 0.2, 0.01]);
        let floor = frame.floor + draws.within(-0.3, 0.3);
        let shifted = Frame {
            shift: frame.shift + shift.with_z(0.0),
            floor: floor.clamp(0.0, 0.97),
            ..frame
        };
        let [mut one, mut other] = [plan.built(&frame), plan.built(&shifted)];
        let [view, view_of_other] = [one.view(), other.view()];
        let stances = [&view, &view_of_other].map(|it| it.ground().unwrap().moves().stances());
        let mut cells = one.navigator.bounds().cells();
        if cells.any(|cell| stances[0].at(cell) != stances[1].at(cell)) {
            return Ok([1, 0]);
        }
        let mut held = 0;
        for _ in 0..6 {
            let ends = [(); 2].map(|()| one.stance(&view, &mut draws));
            let [Some((_, from)), Some((_, to))] = ends else {
                continue;
            };
            let ends = |frame: &Frame| {
                let raised = DVec3::Z * (frame.floor - one.frame.floor + frame.feet);
                [from, to].map(|end| frame.position(end + raised))
            };
            let ([a, b], [c, d]) = (ends(&frame), ends(&shifted));
            let route = view.find_route(a, b).unwrap();
            let same = view_of_other.find_route(c, d).unwrap();
            let is_same = moves_of(&route) == moves_of(&same)
                && [route.start, route.goal].map(|end| end == RouteEnd::Joined)
                    == [same.start, same.goal].map(|end| end == RouteEnd::Joined);
            if !is_same {
                return Err(format!("{route:?}, and {same:?} in {shifted:?}"));
            }
            held += u32::from(route.is_found());
        }
        Ok([0, held])
    };
    let held = hold("shifted", seeds(50_000, 400), || (), law);
    let [others, held] = [0, 1].map(|it| held.iter().map(|counts| counts[it]).sum::<u32>());
    assert!(held > 300, "{held}, other cells in {others} worlds");
}

/// The floor below feet is the top of what they stand on, and the places nearest to a position, and within a distance of it,
/// are those of all cells, by their distances in the world.
#[test]
fn the_floor_and_the_places_near_are_those_of_the_world() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let (plan, frame) = (Plan::drawn(&mut draws), Frame::on_ground(&mut draws));
        let mut built = plan.built(&frame);
        let view = built.view();
        let (ground, lattice) = (view.ground().unwrap(), frame.lattice());
        let rests: Vec<IVec3> = (built.navigator.bounds().cells())
            .filter(|&cell| ground.moves().can_rest(cell))
            .collect();
        let mut held = [0; 2];
        for _ in 0..4 {
            let Some((cell, feet)) = built.stance(&view, &mut draws) else {
                continue;
            };
            let at = frame.position(feet + DVec3::Z * draws.within(-SKIN / 2.0, 0.2));
            let is_covered = plan.blocks.iter().any(|[low, high]| {
                let beside = feet.cmpge(*low) & feet.cmple(*high);
                beside.x && beside.y && (high.z + 0.5 + frame.floor - feet.z).abs() < 1e-9
            });
            if is_covered {
                let floor = built.navigator.floor_under(built.walker, at).unwrap();
                let height = floor.map(|it| frame.plan(it).z - feet.z);
                let most = 4.0 * SKIN + 4.0 * frame.grain();
                if height.is_none_or(|it| it.abs() > most) {
                    return Err(format!(
                        "{height:?} off the floor at {feet} over {cell}: {frame:?}"
                    ));
                }
                held[0] += 1;
            }
            let from = frame.position(draws.point(0.0, 19.0).with_z(draws.within(0.5, 8.0)));
            let center = from - (view.position_at(cell) - lattice.center(cell));
            let away = |cell: IVec3| lattice.center(cell).distance(center);
            let radius = frame.size * draws.within(0.0, 6.0);
            let goal = Destination::within(center, radius);
            let route = view.find_route(frame.position(feet), goal).unwrap();
            let slack = 1e-6 * frame.size;
            if let Some(found) = route.path().filter(|_| route.is_found())
                // Points of goals are rounded to 256ths of a cell.
                && away(found.goal()) > radius + frame.size / 256.0
            {
                let far = away(found.goal());
                return Err(format!(
                    "{far} away, not {radius}, from {center}: {frame:?}"
                ));
            }
            // Who is near enough goes nowhere.
            let way = draws.point(-1.0, 1.0) * radius * 0.57;
            let near = Destination::within(lattice.center(cell) + way, radius + frame.size / 128.0);
            let stays = view.find_route(frame.position(feet), near).unwrap();
            if stays.path().map(Path::cost) != Some(Cost::ZERO) {
                return Err(format!(
                    "{stays:?} though it is {way} off, of {radius}: {frame:?}"
                ));
            }
            let nearest = rests.iter().map(|&cell| away(cell));
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            let is_nowhere = ground.stance_at(from).unwrap().is_none();
            if is_nowhere && (nearest - radius).abs() > slack {
                let found = view.nearest_place(from, radius).unwrap();
                let far = found.map(|place| place.distance(from));
                let is_right = far.map_or(nearest > radius, |far| (far - nearest).abs() <= slack);
                if !is_right {
                    return Err(format!("{far:?}, not {nearest} within {radius}: {frame:?}"));
                }
                held[1] += 1;
            }
        }
        Ok(held)
    };
    let held = hold("floors and places", seeds(60_000, 200), || (), law);
    let held = [0, 1].map(|it| held.iter().map(|counts| counts[it]).sum::<u32>());
    assert!(held[0] > 200 && held[1] > 30, "{held:?}");
}

/// All lengths times a power of two: nothing changes but the unit.
#[test]
fn scaling_all_lengths_changes_nothing_but_the_unit() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let (plan, frame) = (Plan::drawn(&mut draws), Frame::on_ground(&mut draws));
        let factor = draws.pick(&[0.25, 2.0, 8.0]);
        let scaled = Frame {
            origin: frame.origin * factor,
            size: frame.size * factor,
            ..frame
        };
        let [mut one, mut other] = [plan.built(&frame), plan.built(&scaled)];
        let [view, view_of_other] = [one.view(), other.view()];
        let mut held = 0;
        for _ in 0..4 {
            let ends = [(); 2].map(|()| one.stance(&view, &mut draws));
            let [Some((_, from)), Some((_, to))] = ends else {
                continue;
            };
            let [from, to] = [from, to].map(|end| frame.position(end + DVec3::Z * frame.feet));
            let route = view.find_route(from, to).unwrap();
            let [from, to] = [from, to].map(|end| end * factor);
            let same = view_of_other.find_route(from, to).unwrap();
            let waypoints = route.waypoints.iter().map(|at| *at * factor);
            let is_same = route.outcome == same.outcome
                && (route.length * factor).to_bits() == same.length.to_bits()
                && waypoints.eq(same.waypoints.iter().copied());
            if !is_same {
                return Err(format!("{route:?}, and {same:?} in {scaled:?}"));
            }
            held += u32::from(route.is_found());
        }
        Ok(held)
    };
    let held: u32 = hold("scaled", seeds(80_000, 100), || (), law)
        .into_iter()
        .sum();
    assert!(held > 100, "{held}");
}

/// Waypoints and places on the floor are those at the faces, but lower, where agents stand; they are on what is below
/// them, and an agent there is at the same cell.
#[test]
fn waypoints_and_places_are_on_the_floor_where_that_is_asked_for() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        let (plan, frame) = (Plan::drawn(&mut draws), Frame::on_ground(&mut draws));
        let mut built = plan.built(&frame);
        let on_floor = RouteOptions::default().on_floor(true);
        let shown = built.navigator.view(built.walker, &on_floor).unwrap();
        let view = built.view();
        let ground = view.ground().unwrap();
        let floor = 0.5 + frame.floor;
        let most = 4.0 * SKIN + 4.0 * frame.grain();
        let mut held = 0;
        let mut check = |face: DVec3, on_floor: DVec3| {
            let [high, low] = [face, on_floor].map(|at| frame.plan(at));
            let beside = (high - low).with_z(0.0).length();
            let depth = high.z - low.z;
            // A walker steps up one cell.
            if beside > most || depth < -most || depth > 2.0 + most {
                return Err(format!("{low} is shown for {high}: {frame:?}"));
            }
            // Where the middle is off an edge, it is as if the walker had stepped down.
            let cells = [face, on_floor].map(|at| ground.cell_at(at).unwrap());
            if cells[1].is_none() || depth <= 1.0 && cells[0] != cells[1] {
                return Err(format!("{low} is at another cell than {high}: {frame:?}"));
            }
            // The highest top below the point, among blocks that are there for sure, and among those that may touch it.
            let [sure, most_high] = [most, -most].map(|margin| {
                let covering = plan.blocks.iter().filter(|[from, to]| {
                    let inside = low.cmpgt(*from + margin) & low.cmplt(*to - margin);
                    let top = to.z + floor;
                    inside.x && inside.y && top > high.z - 1.0 + most && top < high.z + most
                });
                covering.map(|[_, to]| to.z + floor).max_by(f64::total_cmp)
            });
            let stands = ground.grounded(face).unwrap() == face;
            if let (Some(sure), Some(most_high)) = (sure.filter(|_| stands), most_high) {
                if low.z < sure - most || low.z > most_high + most {
                    return Err(format!("{low} is not on {sure}, for {high}: {frame:?}"));
                }
                held += 1;
            }
            Ok(())
        };
        for _ in 0..3 {
            let word = draws.word();
            let places = [&view, &shown].map(|view| view.random_places(word).take(2));
            let [faces, floors] = places.map(Iterator::collect::<Vec<DVec3>>);
            let &[from, to] = &faces[..] else {
                continue;
            };
            for (face, on_floor) in faces.iter().zip(&floors) {
                check(*face, *on_floor)?;
                let now = built.navigator.floor_under(built.walker, *face).unwrap();
                let kept = shown.ground().unwrap().floor_under(*face).unwrap();
                if now != kept {
                    return Err(format!("{now:?} now, and {kept:?} in the view: {frame:?}"));
                }
                let nearest = shown.nearest_place(*face, 0.0).unwrap();
                if nearest != Some(*on_floor) {
                    return Err(format!("{nearest:?}, not {on_floor}: {frame:?}"));
                }
            }
            let at_faces = view.find_route(from, to).unwrap();
            let on_floor = shown.find_route(from, to).unwrap();
            let mut search = shown.search(from, to).unwrap();
            while search.step(7).unwrap().is_none() {}
            if search.route() != Some(&on_floor) {
                return Err(format!("sliced: {:?}, not {on_floor:?}", search.route()));
            }
            let is_same = at_faces.outcome == on_floor.outcome
                && at_faces.length.to_bits() == on_floor.length.to_bits()
                && at_faces.waypoints.len() == on_floor.waypoints.len();
            if !is_same {
                return Err(format!("{on_floor:?}, not {at_faces:?}: {frame:?}"));
            }
            for (face, on_floor) in at_faces.waypoints.iter().zip(&on_floor.waypoints) {
                check(*face, *on_floor)?;
            }
            // From the floor it is as far as from the face above.
            let middle = on_floor.waypoints.len() / 2;
            if let (Some(face), Some(feet)) = (
                at_faces.waypoints.get(middle),
                on_floor.waypoints.get(middle),
            ) {
                let cells = [face, feet].map(|at| ground.cell_at(*at).unwrap());
                let costs = [face, feet].map(|at| {
                    let route = view.find_route(*at, to).unwrap();
                    route.path().map(Path::cost)
                });
                if cells[0] == cells[1] && costs[0] != costs[1] {
                    return Err(format!("{costs:?} from {feet}: {frame:?}"));
                }
            }
        }
        let refused = ground.floor_under(built.in_plan(IVec3::ZERO));
        if refused != Err(RouteError::NoFloor) {
            return Err(format!("{refused:?}: the view keeps no obstacles"));
        }
        Ok(held)
    };
    let held = hold("points on the floor", seeds(70_000, 150), || (), law);
    let held: u32 = held.into_iter().sum();
    assert!(held > 1000, "{held}");
}
