//! Ground agents with goals without end: their legs make up a legal plan, and they get to their goals.

use voxnav::glam::IVec3;
use voxnav::grid::CellBox;
use voxnav::ground::Successors;
use voxnav_crowd::mapf::{
    CollisionModel, JointOptions, JointPlan, JointPlanError, JointWorld, LifelongPlanner, Limits,
    PlannedLeg, verify_leg_plan,
};
use voxnav_testkit::cases;

use super::legs::{pick_apart, terrain};
use super::scenes::among_any;

/// The legs that agents were seen to begin and to end.
pub(crate) struct Seen {
    pub(crate) legs: Vec<Vec<PlannedLeg>>,
    pub(crate) cells: Vec<IVec3>,
}

impl Seen {
    pub(crate) fn step(&mut self, fleet: &mut LifelongPlanner) {
        let begins = u32::try_from(fleet.steps()).unwrap();
        fleet.next_step();
        for (agent, legs) in self.legs.iter_mut().enumerate() {
            let (at, ends) = (fleet.cells()[agent], begins + 1);
            match fleet.leg(agent) {
                Some(leg) if leg.begins == begins => legs.push(leg),
                Some(leg) => assert_eq!(legs.last(), Some(&leg)),
                None if at == self.cells[agent] => {}
                None if legs.last().is_some_and(|leg| leg.ends > begins) => {
                    assert_eq!(legs.last().map(|leg| (leg.to, leg.ends)), Some((at, ends)));
                }
                None => legs.push(PlannedLeg {
                    begins,
                    ends,
                    to: at,
                }),
            }
            self.cells[agent] = at;
        }
    }
}

#[test]
fn legs_of_agents_without_end_are_a_legal_plan() {
    let (mut reached, mut rescued) = (0, 0);
    for mut draws in cases(0, 30) {
        let side = draws.between(4_i32, 10);
        let ground = terrain(&mut draws, side);
        let bounds = CellBox::from_size(IVec3::new(side, side, 6));
        let cells: Vec<IVec3> = bounds.cells().filter(|&it| ground.can_rest(it)).collect();
        let bodies = draws.pick(&[CollisionModel::Points, CollisionModel::balls(3, 5).unwrap()]);
        let bodies = among_any(&draws, bodies);
        let agents = usize::from(draws.between(1_u16, 10));
        let Some(starts) = pick_apart(&mut draws, &cells, agents, bodies) else {
            continue;
        };
        let options = JointOptions::new()
            .bodies(bodies)
            .seed(draws.word())
            .limits(Limits::none().expanded(200));
        let moves = ground.moves();
        let make = || LifelongPlanner::new(JointWorld::Legs(&moves), &starts, &options);
        // Tall bodies overlap at starts above each other.
        let (Ok(mut fleet), Ok(mut again)) = (make(), make()) else {
            continue;
        };
        let mut seen = Seen {
            legs: vec![Vec::new(); agents],
            cells: starts.clone(),
        };
        for _ in 0..150 {
            for agent in 0..agents {
                if fleet.has_reached(agent) || draws.percent(1) {
                    reached += usize::from(fleet.has_reached(agent));
                    let goal = draws.pick(&cells);
                    assert_eq!(fleet.set_goal(agent, goal), again.set_goal(agent, goal));
                }
            }
            seen.step(&mut fleet);
            assert_eq!(fleet.cells(), again.next_step());
        }
        rescued += fleet.rescues();
        let last = |(agent, legs): (usize, &Vec<PlannedLeg>)| {
            legs.last().map_or(starts[agent], |leg| leg.to)
        };
        let ends: Vec<IVec3> = seen.legs.iter().enumerate().map(last).collect();
        let plan = JointPlan::of_legs(starts.clone(), seen.legs, 0).of_extent(moves.extent());
        let checked = verify_leg_plan(&moves, &starts, &ends, &plan, &options);
        assert!(checked.is_ok(), "{checked:?}");
    }
    println!("{reached} goals reached, {rescued} rescues");
    assert!(reached > 400, "{reached}");
}

#[test]
fn goals_that_no_leg_reaches_are_refused_by_name() {
    let mut draws = voxnav_testkit::Draws::new(3);
    let ground = terrain(&mut draws, 6);
    let bounds = CellBox::from_size(IVec3::new(6, 6, 6));
    let cells: Vec<IVec3> = bounds.cells().filter(|&it| ground.can_rest(it)).collect();
    let starts = pick_apart(&mut draws, &cells, 3, CollisionModel::Points).unwrap();
    let moves = ground.moves();
    let mut fleet =
        LifelongPlanner::new(JointWorld::Legs(&moves), &starts, &JointOptions::new()).unwrap();
    let cell = bounds.max;
    assert_eq!(
        fleet.set_goal(1, cell),
        Err(JointPlanError::GoalOutside { agent: 1, cell })
    );
    let cell = IVec3::new(2, 2, 5);
    assert_eq!(
        fleet.set_goal(2, cell),
        Err(JointPlanError::Unreachable { agent: 2, cell })
    );
    assert_eq!(fleet.set_goal(3, cells[0]), Err(JointPlanError::NoAgent(3)));
    assert_eq!(fleet.next_step(), &starts, "nobody was sent anywhere");
    assert_eq!((fleet.agents(), fleet.leg(0)), (3, None));
    let twice = [starts[0], starts[0]];
    let refused =
        LifelongPlanner::new(JointWorld::Legs(&moves), &twice, &JointOptions::new()).err();
    assert_eq!(
        refused,
        Some(JointPlanError::StartsOverlap { agents: [0, 1] })
    );
    let little = JointOptions::new().limits(Limits::none().memory(10));
    let refused = LifelongPlanner::new(JointWorld::Legs(&moves), &starts, &little).err();
    assert_eq!(refused, Some(JointPlanError::Memory));
}
