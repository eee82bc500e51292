//! Edits: an edited set answers like one built again, and names the regions concerned.

use voxnav_occupancy::Layers;
use voxnav_occupancy::colliders::{Obstacle, ObstacleError, ObstacleId, Obstacles, WorldBox};
use voxnav_occupancy::glam::{DVec3, Vec3};
use voxnav_occupancy::parry3d::shape::SharedShape;
use voxnav_testkit::{Draws, cases};

use super::scenes::{DrawScenes, KINDS};

const GROUND: Layers = Layers::bit(0);
const DOORS: Layers = Layers::bit(1);

#[test]
fn edits_in_any_order_leave_the_same_answers() {
    for mut draws in cases(0x00ed_17ed, 20) {
        let mut edited = Obstacles::default();
        let mut live: Vec<(ObstacleId, Obstacle)> = Vec::new();
        for _ in 0..60 {
            let placement = draws.placement(6.0);
            match draws.below(4) {
                0 if !live.is_empty() => {
                    let index = draws.below(live.len());
                    let (id, _) = live.swap_remove(index);
                    let _ = edited.remove(id).unwrap();
                    assert_eq!(edited.remove(id), Err(ObstacleError::UnknownId { id }));
                }
                1 if !live.is_empty() => {
                    let index = draws.below(live.len());
                    let entry = &mut live[index];
                    let _ = edited.move_to(entry.0, placement).unwrap();
                    entry.1 = entry.1.clone().at(placement);
                }
                _ => {
                    let kind = draws.pick(&KINDS);
                    let layers = draws.pick(&[GROUND, DOORS, GROUND | DOORS]);
                    let shape = draws.shape(kind, 1.0);
                    let obstacle = Obstacle::new(shape).at(placement).on(layers);
                    live.push((edited.insert(obstacle.clone()).unwrap().id, obstacle));
                }
            }
        }
        assert_same_answers(&mut draws, &edited, &mut live);
        edited.optimize();
        assert_same_answers(&mut draws, &edited, &mut live);
    }
}

fn assert_same_answers(draws: &mut Draws, edited: &Obstacles, live: &mut [(ObstacleId, Obstacle)]) {
    live.sort_by_key(|(id, _)| *id);
    assert!(edited.ids().eq(live.iter().map(|(id, _)| *id)));
    let mut anew = Obstacles::default();
    let fresh: Vec<ObstacleId> = live
        .iter()
        .map(|(_, obstacle)| anew.insert(obstacle.clone()).unwrap().id)
        .collect();
    for _ in 0..200 {
        let (center, half) = (draws.position(8.0), draws.corner(0.0, 1.5));
        let layers = draws.pick(&[GROUND, DOORS, Layers::ALL]);
        let ids = edited.overlapping(center, half, layers).unwrap();
        let expected: Vec<ObstacleId> = anew
            .overlapping(center, half, layers)
            .unwrap()
            .into_iter()
            .map(|id| live[fresh.iter().position(|other| *other == id).unwrap()].0)
            .collect();
        assert_eq!(ids, expected, "{center} ± {half} {layers:?}");
        assert_eq!(
            edited.overlaps(center, half, layers).unwrap(),
            !ids.is_empty()
        );
    }
}

#[test]
fn an_edit_names_where_the_obstacle_was_and_is() {
    let mut obstacles = Obstacles::default();
    let unit = Obstacle::new(SharedShape::cuboid(1.0, 1.0, 1.0)).on(DOORS);
    let at = |x: f64| WorldBox::around(DVec3::X * x, DVec3::ONE);
    let inserted = obstacles.insert(unit.at(DVec3::X * 3.0)).unwrap();
    assert_eq!((inserted.before, inserted.after), (None, Some(at(3.0))));
    let id = inserted.id;
    let moved = obstacles.move_to(id, DVec3::X * 9.0).unwrap();
    assert_eq!(
        (moved.before, moved.after, moved.layers),
        (Some(at(3.0)), Some(at(9.0)), DOORS)
    );
    assert_eq!(obstacles.bounds(id), Some(at(9.0)));
    let relaid = obstacles.set_layers(id, GROUND).unwrap();
    assert_eq!(relaid.layers, GROUND | DOORS);
    assert!(
        !obstacles
            .overlaps(DVec3::X * 9.0, Vec3::ONE, DOORS)
            .unwrap()
    );
    let removed = obstacles.remove(id).unwrap();
    assert_eq!(removed.regions().collect::<Vec<_>>(), [at(9.0)]);
    assert!(obstacles.is_empty());
}

#[test]
fn a_refused_move_leaves_the_obstacle_where_it_was() {
    let mut obstacles = Obstacles::default();
    let id = obstacles
        .insert(Obstacle::new(SharedShape::ball(1.0)))
        .unwrap()
        .id;
    assert!(obstacles.move_to(id, DVec3::NAN).is_err());
    assert!(
        obstacles
            .overlaps(DVec3::ZERO, Vec3::ONE, Layers::ALL)
            .unwrap()
    );
}

#[test]
fn few_obstacles_can_be_optimized_too() {
    let mut obstacles = Obstacles::default();
    for count in 0..4 {
        obstacles.optimize();
        assert_eq!(obstacles.len(), count);
        let ball = Obstacle::new(SharedShape::ball(1.0));
        let _ = obstacles.insert(ball).unwrap();
        obstacles.optimize();
        let ids = obstacles.overlapping(DVec3::ZERO, Vec3::ONE, Layers::ALL);
        assert_eq!(ids.unwrap().len(), count + 1);
    }
}
