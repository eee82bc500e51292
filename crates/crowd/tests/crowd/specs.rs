//! Crowds as data: what is written is read as equal, and means what the library's own types mean.

use serde_json::json;
use voxnav::search::Weight;
use voxnav::spatial::KeepAway;
use voxnav::{MoveSet, RouteOptions};
use voxnav_crowd::avoidance::Settings;
use voxnav_crowd::crowd::CrowdSettings;
use voxnav_crowd::specs::CrowdSpec;
use voxnav_testkit::cases;

/// Settings that are said are those that are made, and survive being written.
#[test]
fn crowds_survive() {
    for mut draws in cases(0, 200) {
        let (budget, searches) = (draws.below(9_000_u64), draws.below(50_u32));
        let (factor, ahead, off) = (
            draws.within(1.0, 9.0),
            draws.within(0.0, 9.0),
            draws.within(0.0, 9.0),
        );
        let (least, most, neighbors) = (
            draws.below(99_u32),
            draws.below(99_u32),
            draws.below(20_u32),
        );
        let (horizon, distance) = (draws.within(0.1, 3.0), draws.within(0.1, 3.0));
        let (is_anytime, avoid) = (draws.percent(50), draws.percent(50));
        let text = json!({
            "budget": budget, "searches": searches, "max_suboptimality": factor, "look_ahead": ahead,
            "max_deviation": off, "min_replan_interval": least, "max_retry_interval": most,
            "anytime": is_anytime, "avoid": avoid, "horizon": horizon, "neighbors": neighbors,
            "routes": { "moves": 18, "keep_away": distance },
        });
        let spec: CrowdSpec = serde_json::from_value(text).unwrap();
        let again = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<CrowdSpec>(&again).unwrap(), spec);
        let options = RouteOptions::default().moves(MoveSet::Edge18);
        let avoidance = Settings::default().with_horizon(horizon);
        let mut expected = CrowdSettings::default()
            .budget(budget)
            .searches(searches)
            .max_suboptimality(Weight::new(factor).unwrap())
            .look_ahead(ahead)
            .max_deviation(off)
            .min_replan_interval(least)
            .max_retry_interval(most)
            .options(options.keep_away(KeepAway::new(distance, 4)))
            .avoidance(avoid.then_some(avoidance.with_neighbors(neighbors as usize)));
        if is_anytime {
            expected = expected.anytime();
        }
        assert_eq!(spec.settings().unwrap(), expected);
    }
}

#[test]
fn what_is_wrong_with_a_crowd_is_named() {
    for (text, said) in [
        (json!({ "budgte": 1 }), "`budgte`"),
        (json!({ "budget": -1 }), "-1"),
        (json!({ "routes": { "moves": 7 } }), "planar8-x"),
    ] {
        let refused = serde_json::from_value::<CrowdSpec>(text)
            .unwrap_err()
            .to_string();
        assert!(refused.contains(said), "{refused}");
    }
    for (text, said) in [
        (json!({ "max_suboptimality": 0.5 }), "`max_suboptimality`"),
        (json!({ "look_ahead": -1 }), "`look_ahead`"),
        (json!({ "routes": { "within": 0 } }), "`routes`: `within`"),
    ] {
        let refused = serde_json::from_value::<CrowdSpec>(text)
            .unwrap()
            .settings();
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    }
}
