//! Bodies, wishes and times that cannot be, and what is said of them.

use voxnav::glam::DVec3;
use voxnav_crowd::avoidance::{
    Avoidance, AvoidanceError, Body, Character, MotionGoal, Settings, Shape,
};

fn refused(body: Body) -> String {
    Avoidance::new(Settings::default())
        .add(body)
        .unwrap_err()
        .to_string()
}

#[test]
fn bodies_that_cannot_be_are_refused_by_what_is_wrong_with_them() {
    let ball = Body::ball(0.5, [0.0; 3]);
    let cases = [
        (
            Body::ball(0.0, [0.0; 3]),
            "the radius of the body must be finite and above zero, not 0",
        ),
        (
            Body::disc(0.5, -1.0, [0.0; 3]),
            "the height of the body must be finite and above zero, not -1",
        ),
        (
            Body::ball(0.5, [0.0, f64::NAN, 0.0]),
            "the position of the body must be finite, not NaN",
        ),
        (
            Body::ball(0.5, [0.0, 1e12, 0.0]),
            "the body is at 1000000000000, more than 2^30 radii away from zero",
        ),
        (
            ball.with_speed(-1.0),
            "the greatest speed of the body must be finite and not negative, not -1",
        ),
        (
            ball.with_acceleration(0.0),
            "the greatest acceleration of the body must be finite and above zero, not 0",
        ),
        (
            ball.with_goal(MotionGoal::velocity([f64::INFINITY; 3])),
            "the wanted velocity of the body must be finite, not inf",
        ),
    ];
    for (body, text) in cases {
        assert_eq!(refused(body), text);
    }
}

#[test]
fn errors_name_the_body_and_change_nothing() {
    let mut crowd = Avoidance::new(Settings::default());
    crowd.add(Body::ball(0.5, [9.0; 3])).unwrap();
    let id = crowd.add(Body::ball(0.5, [0.0; 3])).unwrap();
    let told = crowd
        .put(id, DVec3::NAN, DVec3::ZERO)
        .unwrap_err()
        .to_string();
    assert_eq!(told, "the position of body 1.0 must be finite, not NaN");
    let told = crowd
        .set_goal(id, MotionGoal::velocity(DVec3::NAN))
        .unwrap_err()
        .to_string();
    assert_eq!(
        told,
        "the wanted velocity of body 1.0 must be finite, not NaN"
    );
    assert!(
        crowd
            .set_shape(id, Shape::Ball { radius: f64::NAN })
            .is_err()
    );
    let character = Character::new(Shape::Ball { radius: 1.0 }, DVec3::NAN, DVec3::ZERO);
    assert!(crowd.set_characters(&[character]).is_err());
    assert_eq!(crowd.position(id), Ok(DVec3::ZERO));
    crowd.remove(id).unwrap();
    assert_eq!(
        crowd.position(id).unwrap_err().to_string(),
        "there is no body 1.0"
    );
}

#[test]
fn a_tick_takes_a_time() {
    let mut crowd = Avoidance::new(Settings::default());
    let id = crowd
        .add(Body::ball(0.5, [0.0; 3]).with_goal(MotionGoal::velocity(DVec3::X)))
        .unwrap();
    for seconds in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            crowd.tick(seconds),
            Err(AvoidanceError::Time { .. })
        ));
        assert_eq!(crowd.position(id), Ok(DVec3::ZERO));
    }
    assert_eq!(crowd.tick(0.0).unwrap(), []);
    assert_eq!(crowd.position(id), Ok(DVec3::ZERO));
    crowd.tick(10.0).unwrap();
    assert_eq!(
        crowd.position(id),
        Ok(DVec3::X * 10.0),
        "a long tick is one move"
    );
}
