//! Values that are written and read back with the feature `serde`.
//!
//! A deserialized value obeys the rules of its type, whatever the input; `stored.rs` in three crates holds them.
//! Every function that lists the cells of a path refuses more than 2^24 cells, because a few runs can claim any
//! number.

use serde::Serialize;
use serde::de::DeserializeOwned;
use voxnav::colliders::Obstacle;
use voxnav::experiment::{Heuristic, TieBreaking};
use voxnav::following::{Anchor, SmoothPathError};
use voxnav::glam::{DVec3, I64Vec3, IVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::grid::{Axis, CellBox, Footprint, Heading, OccupancyBuilder, Traversability};
use voxnav::ground::{
    CostFactor, Fall, Ground, Jump, Link, LinkDirection, LinkState, Locomotion, Material,
    MaterialKind, Palette, Remedy,
};
use voxnav::guidance::MotionLimits;
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::{
    Contact, Cost, Direction, EndFault, Goal, PartialReason, Query, SearchSettings, SnapPolicy,
    Weight,
};
use voxnav::search::{Explain, Limits, Partial};
use voxnav::smoothing::Curve;
use voxnav::smoothing::Smoothing;
use voxnav::spatial::KeepAway;
use voxnav::spatial::places::PlaceQuery;
use voxnav::{
    Agent, Algorithm, Lattice, MoveSet, Navigator, Outcome, Path, Route, RouteError, RouteOptions,
    SmoothPath, SmoothPathOptions, Terrain, UnknownPolicy, View, Workspace,
};

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
}

/// Why a text is refused.
fn refusal<T: DeserializeOwned + std::fmt::Debug>(text: &str) -> String {
    serde_json::from_str::<T>(text).unwrap_err().to_string()
}

fn open_world() -> Traversability {
    let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9))).unwrap();
    Traversability::new(&world.commit(), UnknownPolicy::Blocked)
}

#[test]
fn queries_for_places_come_back_and_are_short() {
    let query = PlaceQuery::hide_from([DVec3::new(1.0, 2.0, 0.1)], 9.5).best(3);
    comes_back(&query.limit(1000));
    let text = r#"{
        "area": {"ring": {"center": [1.0, 2.0, 3.0], "least": 0.0, "most": 4.0}},
        "filters": ["reachable", {"seen": {"eyes": [[0.0, 0.0, 0.0]], "by": 1}}],
        "scores": [{"measure": "way", "weight": -1.0}]
    }"#;
    let query: PlaceQuery = serde_json::from_str(text).unwrap();
    assert!(query.check().is_ok() && query.count == 1 && query.limit.is_none());
    let typo = r#"{"area": {"way": {"least": 0.0, "most": 4.0}}, "filter": []}"#;
    let refused = refusal::<PlaceQuery>(typo);
    assert!(refused.contains("unknown field `filter`"), "{refused}");
}

#[test]
fn limits_of_motions_come_back_and_are_short() {
    let limits = MotionLimits::new(3.0).jerk(2.0).near_walls(1.0, 0.5);
    comes_back(&limits);
    comes_back(&limits.up(Axis::Y).turning_radius(0.25));
    let short: MotionLimits = serde_json::from_str(r#"{"speed": 3, "up": "y"}"#).unwrap();
    assert_eq!(short, MotionLimits::new(3.0).up(Axis::Y));
    let without: MotionLimits = serde_json::from_str(r#"{"jerk": 3}"#).unwrap();
    assert!(without.check().is_err(), "the speed is missing");
    let refused = refusal::<MotionLimits>(r#"{"speed": 3, "breaking": 2}"#);
    assert!(refused.contains("unknown field `breaking`"), "{refused}");
}

#[test]
fn values_of_searches_come_back_as_they_were() {
    let world = open_world();
    let query = Query::new(IVec3::ZERO, IVec3::new(8, 3, 1));
    for algorithm in [Algorithm::Auto, Algorithm::AStar, Algorithm::LazyTheta] {
        let query = query.algorithm(algorithm);
        comes_back(&query.solve(&world, &mut Workspace::new()));
    }
    comes_back(&Outcome::<Path>::Unreachable);
    comes_back(&PartialReason::InvalidEnd(EndFault::GoalBlocked));
    comes_back(&Algorithm::WeightedAStar(Weight::new(1.5).unwrap()));
    comes_back(&MoveSet::Planar8(Axis::Y));
    comes_back(&world.bounds());
    comes_back(&SnapPolicy::Nearest {
        radius: Cost::FACE_DIAGONAL,
    });
}

#[test]
fn agents_on_the_ground_come_back_as_they_were() {
    let mut palette = Palette::new();
    for (name, kind) in [
        ("stone", MaterialKind::Solid),
        ("lava", MaterialKind::Hazard),
    ] {
        let cost = CostFactor::new(2.5).unwrap();
        let material = Material::new(name, kind);
        palette.add(Material { cost, ..material }).unwrap();
    }
    comes_back(&palette);
    comes_back(&palette.find("lava"));
    for (_, preset) in Locomotion::PRESETS {
        let preset = preset();
        for up in Heading::ALL {
            comes_back(&preset.clone().with_up(up));
        }
    }
    comes_back(&Locomotion {
        fall: Fall::Table(vec![Cost::STRAIGHT; 9]),
        jump: Some(Jump::over_one()),
        open_door: Some(Cost::ZERO),
        ..Locomotion::walker()
    });
    // What is not said is as for a walker.
    let sparse: Locomotion = serde_json::from_str(r#"{"step_up":2}"#).unwrap();
    assert_eq!(
        sparse,
        Locomotion {
            step_up: 2,
            ..Locomotion::walker()
        }
    );
    comes_back(&Link {
        ways: LinkDirection::Both,
        state: LinkState::Closed,
        groups: 5,
        label: 7,
        cost: Cost::FACE_DIAGONAL,
        ..Link::new(CellBox::from_size(IVec3::new(2, 1, 3)), IVec3::NEG_ONE)
    });
    comes_back(&Remedy::JumpGap { needed: 3, has: 2 });
    let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9))).unwrap();
    let ground = Ground::new(&world.commit(), &Locomotion::walker()).unwrap();
    let query = Query::new(IVec3::ZERO, IVec3::new(8, 3, 0));
    let solution = query.solve(&ground, &mut Workspace::new());
    comes_back(solution.outcome.path().unwrap());

    let twice = r#"[{"name":"a","kind":"Solid","cost":1024,"standable":true,"forbidden":false},
        {"name":"a","kind":"Solid","cost":1024,"standable":true,"forbidden":false}]"#;
    assert!(
        refusal::<Palette>(twice).contains('a'),
        "{}",
        refusal::<Palette>(twice)
    );
    let unknown = refusal::<Locomotion>(r#"{"step_upp":2}"#);
    assert!(unknown.contains("step_upp"), "{unknown}");
}

#[test]
fn goals_come_back_as_they_were() {
    let agent = r#"{"half_extents":[-1.0,0.5,0.5],"layers":1,"unknown":"Blocked"}"#;
    assert!(refusal::<Agent>(agent).starts_with("half extents [-1, 0.5, 0.5] must be finite"));
    let cells = CellBox::from_size(IVec3::new(2, 1, 3));
    let few = [IVec3::new(4, -2, 3), IVec3::ONE, IVec3::new(-4, 2, 3)];
    for goal in [
        Goal::cell(IVec3::ONE),
        Goal::inside(cells),
        Goal::column(IVec3::new(5, 0, -5), Axis::Z),
        Goal::beside(cells, Contact::Edge),
        Goal::any_of(few),
        Goal::any_of([]),
        Goal::within(IVec3::NEG_ONE, Cost::STRAIGHT * 3),
        Goal::within_of_point(I64Vec3::new(70, -120, 99), Cost::MAX),
    ] {
        let text = serde_json::to_string(&goal).unwrap();
        let read = serde_json::from_str::<Goal>(&text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        for cell in CellBox::new(IVec3::splat(-6), IVec3::splat(7)).cells() {
            assert_eq!(read.contains(cell), goal.contains(cell), "{text} {cell}");
        }
    }
    let described = Goal::matching(|_| true, |_| Cost::ZERO);
    let error = serde_json::to_string(&described).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a goal that functions describe cannot be written"
    );
}

#[test]
fn values_in_world_space_come_back_as_they_were() {
    comes_back(&Lattice::new(DVec3::new(0.5, -2.0, 1e6), 0.25).unwrap());
    let ghost = Agent::new(Vec3::new(0.5, 1.0, 0.5)).seeing(Layers::bit(3));
    comes_back(&ghost.with_unknown(UnknownPolicy::Free));
    let covered = CellBox::new(IVec3::splat(-1), IVec3::new(2, 3, 2));
    comes_back(&Footprint::new(covered).unwrap());
    let options = RouteOptions::default()
        .snap_goal(2.5)
        .partial(Partial::Allowed)
        .keep_away(KeepAway::new(3.0, 5))
        .limits(Limits::none().expanded(7).memory(1 << 20));
    comes_back(&options);
    let settings = options.settings.moves(MoveSet::Planar4(Axis::Z));
    comes_back(&settings.tie_breaking(TieBreaking::CellOrder));
    let sparse: SearchSettings = serde_json::from_str(r#"{"moves":"Face6"}"#).unwrap();
    assert_eq!(sparse, SearchSettings::default().moves(MoveSet::Face6));
    let smoothing = Smoothing::new().drop_collinear().simplify(0.5).unwrap();
    let smoothing = smoothing.pull_string().shorten(0.25).unwrap();
    let smoothing = smoothing.round(Curve::BSpline, 2.0).unwrap();
    let smoothing = smoothing.space(1.5).unwrap();
    let smooth_path = SmoothPathOptions::default()
        .smoothing(smoothing)
        .starting_at([0.25, 0.0, 1.0]);
    comes_back(&smooth_path);
}

#[test]
fn routes_come_back_as_they_were() {
    let mut navigator = Navigator::in_region(0.5, [-8.0, 0.0, -8.0], [8.0, 4.0, 8.0]).unwrap();
    for z in [-5.5, 5.5] {
        let half = Obstacle::new(SharedShape::cuboid(0.5, 5.0, 4.5)).at([0.0, 2.0, z]);
        navigator.insert(half).unwrap();
    }
    let truck = navigator.add_agent(Agent::new(Vec3::new(1.5, 0.5, 1.5)));
    let drone = navigator.add_agent(Agent::new(Vec3::splat(0.25)));
    let options = RouteOptions::default().explain(Explain::LargestAgent);
    for (agent, is_found) in [(truck, false), (drone, true)] {
        let (from, to) = ([-5.0, 2.0, 0.0], [5.0, 2.0, 0.0]);
        let route: Route = navigator
            .find_route_with(agent.unwrap(), from, to, &options)
            .unwrap();
        assert_eq!(
            (route.is_found(), route.enclosure.is_some()),
            (is_found, !is_found)
        );
        comes_back(&route);
    }
    let lattice = *navigator.lattice();
    let waypoints = [[0.0; 3], [8.0, 0.0, 0.0], [8.3, 0.7, -0.1]];
    let smooth_path = SmoothPath::new(waypoints, &lattice, Anchor::CENTER).unwrap();
    comes_back(&smooth_path);
    comes_back(&smooth_path.locate([1.0, 0.5, 0.0]).unwrap());
}

#[test]
fn what_breaks_a_rule_is_refused_with_the_rule() {
    assert!(refusal::<Direction>("26").starts_with("26 is the rank of no direction"));
    assert!(refusal::<Weight>("0.5").contains("0.5"));
    let lattice = r#"{"origin":[0.0,0.0,0.0],"size":-1.0}"#;
    assert!(refusal::<Lattice>(lattice).starts_with("lattice size -1 "));
    let agent = r#"{"half_extents":[-1.0,0.5,0.5],"layers":1,"unknown":"Blocked"}"#;
    assert!(refusal::<Agent>(agent).starts_with("half extents [-1, 0.5, 0.5] must be finite"));
    let cells = r#"{"min":[0,0,0],"max":[1,65,1]}"#;
    assert!(refusal::<Footprint>(cells).contains("further than 63 cells"));
    let smoothing = r#"{"steps":["PullString",{"Space":{"at_most":0.0}}]}"#;
    assert!(refusal::<Smoothing>(smoothing).starts_with("0 is no spacing"));
    let smooth_path = |points: &str| {
        let lattice = r#"{"origin":[0.0,0.0,0.0],"size":1.0}"#;
        let anchor = r#"{"offset":[0.0,0.0,0.0]}"#;
        refusal::<SmoothPath>(&format!(
            r#"{{"points":[{points}],"lattice":{lattice},"anchor":{anchor}}}"#
        ))
    };
    assert!(
        smooth_path("[0.0,0.0,0.0],[1e10,0.0,0.0]").starts_with("waypoint 1, [10000000000, 0, 0]")
    );
    assert!(smooth_path("").starts_with("the path has no waypoint"));
    let goal = r#"{"Within":{"point":[0,0,0],"radius":-1}}"#;
    assert!(refusal::<Goal>(goal).contains("-1"));
    assert!(refusal::<Goal>(r#"{"Matching":null}"#).contains("unknown variant"));
    Heuristic::ALL.iter().for_each(comes_back);
    assert!(refusal::<Heuristic>(r#""Landmarks""#).contains("was removed: write octile"));
    assert!(refusal::<Heuristic>(r#""Best""#).contains("unknown variant"));
}

#[test]
fn paths_that_are_none_are_refused_with_the_place() {
    let path = |start: &str, runs: &str, corners: &str| {
        let text = format!(r#"{{"start":{start},"runs":[{runs}],"cost":0,"corners":[{corners}]}}"#);
        refusal::<Path>(&text)
    };
    let run = |moves: u32| format!(r#"{{"step":[1,0,0],"moves":{moves},"cost":0,"action":null}}"#);
    let [one, none, far] = [1, 0, u32::MAX].map(run);
    let zero = "[0,0,0]";
    assert!(path("[1073741824,0,0]", "", "").contains("run 0 of the path leaves"));
    assert!(path(zero, &far, "").contains("run 0 of the path leaves"));
    assert!(path(zero, &none, "").contains("run 0 of the path has no move"));
    let twice = format!("{one},{one}");
    assert!(path(zero, &twice, "").contains("run 1 of the path has no move"));
    assert!(path(zero, &one, zero).contains("do not lead from"));
    let outside = "[0,0,0],[2147483647,0,0],[0,0,0]";
    assert!(path(zero, "", outside).contains("corner [2147483647, 0, 0]"));
    let dear = one.replace(r#""cost":0"#, r#""cost":7"#);
    assert!(path(zero, &dear, "").starts_with("the runs of the path cost "));
}

/// What a file claims of itself is no reason to take memory.
#[test]
fn long_paths_in_few_bytes_stay_small() {
    let agent = r#"{"half_extents":[-1.0,0.5,0.5],"layers":1,"unknown":"Blocked"}"#;
    assert!(refusal::<Agent>(agent).starts_with("half extents [-1, 0.5, 0.5] must be finite"));
    let cells = (1 << 30) - 1;
    let text = format!(
        r#"{{"start":[0,0,0],"runs":[{{"step":[1,0,0],"moves":{cells},"cost":0,"action":null}}],"cost":0,"corners":[]}}"#,
    );
    let path = serde_json::from_str::<Path>(&text).unwrap();
    assert_eq!(path.move_count(), 1_073_741_823);
    assert_eq!(path.goal(), IVec3::X * 1_073_741_823);
}

/// A path of a kilobyte may claim a hundred thousand million cells: what lists them refuses to.
#[test]
fn paths_that_claim_more_cells_than_there_is_memory_are_not_listed() {
    let (lattice, world) = (Lattice::default(), open_world());
    let run = |step: i32, moves: u32| {
        format!(r#"{{"step":[{step},0,0],"moves":{moves},"cost":0,"action":null}}"#)
    };
    let path = |moves: u32| {
        let runs = (0..100).map(|n| run(if n % 2 == 0 { 1 } else { -1 }, moves));
        let runs = runs.collect::<Vec<_>>().join(",");
        let text = format!(r#"{{"start":[0,0,0],"runs":[{runs}],"cost":0,"corners":[]}}"#);
        serde_json::from_str::<Path>(&text).unwrap()
    };
    let solution = |path: Path| {
        let query = Query::new(IVec3::ZERO, IVec3::ZERO);
        let mut solution = query.solve(&world, &mut Workspace::new());
        solution.outcome = Outcome::Found(path);
        solution
    };
    let endless = path(1_000_000_000);
    let moves = 100_000_000_000;
    assert_eq!(endless.move_count(), moves);
    assert_eq!(
        Route::from_solution(solution(endless.clone()), &lattice),
        Err(RouteError::TooLong { moves })
    );
    let too_long = Err(SmoothPathError::TooLong { moves });
    assert_eq!(
        SmoothPath::from_path(&endless, &lattice, Anchor::CENTER),
        too_long
    );
    let options = SmoothPathOptions::default();
    assert_eq!(
        SmoothPath::along_path(&endless, &lattice, &world, &options),
        too_long
    );
    // A route that is read back has waypoints of its own, whatever its path claims.
    let mut route = Route::from_solution(solution(path(1)), &lattice).unwrap();
    assert_eq!(route.waypoints.len(), 101);
    route.outcome = Outcome::Found(endless);
    let terrain = Terrain::new();
    let view = View::flying(lattice, world.clone(), &terrain, &RouteOptions::default());
    let view = view.unwrap();
    let smooth_path = view.flight().unwrap().smooth_path(&route, &options);
    assert_eq!(smooth_path, too_long.map(Some));
}
