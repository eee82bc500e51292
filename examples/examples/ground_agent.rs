//! A courier on foot: over a bridge while it stands, by a ladder and an elevator when it is gone.

use std::error::Error;
use std::io::Write;

use voxnav::Route;
use voxnav::colliders::Obstacle;
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::{Action, Locomotion, Material, MaterialKind, WorldLink};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Cost;
use voxnav::{Agent, Navigator};

/// Writes the legs of a route, and returns their actions.
fn told(route: &Route, out: &mut impl Write) -> Result<Vec<Action>, Box<dyn Error>> {
    for leg in route.legs() {
        let cells = leg.cells().count() - 1;
        writeln!(
            out,
            "  {:?}: {cells} moves, cost {:.2}",
            leg.action,
            leg.cost().length()
        )?;
    }
    Ok(route.legs().iter().map(|leg| leg.action).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Writes what is found.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // Two quays of cells, 5 m above the bottom of a dock, z up.
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [19.0, 5.0, 9.0])?;
    for [from, to] in [[0, 5], [14, 20]] {
        let quay = CellBox::new([from, 0, 0].into(), [to, 6, 5].into());
        navigator.set_cells(quay, CellState::Occupied)?;
    }
    // A ladder down the one quay, whose rails stand out by a meter, and an elevator up the other.
    let ladder = navigator.add_material(Material::new("ladder", MaterialKind::Climbable))?;
    navigator.set_material(CellBox::new([5, 2, 0].into(), [6, 3, 6].into()), ladder)?;
    navigator.insert_link(WorldLink {
        label: 1,
        cost: Cost::STRAIGHT * 4,
        ..WorldLink::new([13.0, 2.0, -0.5], [14.0, 2.0, 4.5])
    })?;
    let bridge = Obstacle::new(SharedShape::cuboid(5.0, 0.4, 0.1)).at([9.5, 4.0, 4.0]);
    let bridge = navigator.insert(bridge)?;

    let body = Agent::new([0.4, 0.4, 0.9].into());
    let courier = navigator.add_agent((body, &Locomotion::walker()))?;
    let (from, to) = ([1.0, 2.0, 4.5], [18.0, 2.0, 4.5]);
    writeln!(out, "over the bridge:")?;
    let route = navigator.find_route(courier, from, to)?;
    assert_eq!(told(&route, out)?, [Action::Walk]);

    navigator.remove(bridge)?;
    writeln!(out, "without the bridge:")?;
    let route = navigator.find_route(courier, from, to)?;
    let actions = told(&route, out)?;
    let (climb, drop) = (Action::Climb, Action::Drop);
    let after = [climb, drop, Action::Walk, Action::Link(1), Action::Walk];
    assert_eq!(
        actions[1..],
        after,
        "it lets go of the ladder as soon as it may"
    );
    Ok(())
}
