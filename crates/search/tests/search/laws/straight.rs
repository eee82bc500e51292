//! A query for the fewest turns has the cost of the one without; of the paths that cost as little it takes one that turns
//! least; in slices it ends with the same solution, and a limit leaves a path.

use voxnav_search::{Guarantee, Limits, Outcome, Workspace};
use voxnav_testkit::Draws;

use super::{Law, Met, What, all, rows};
use crate::engine::Asked;

const LAW: Law<'static> = Law {
    name: "straight",
    percent: 5,
    asks: all,
    what: What::CountedOfAll(&holds),
};

fn holds(asked: &dyn Asked, draws: &mut Draws, workspace: &mut Workspace) -> Met {
    let query = asked.query().fewest_turns(true);
    let answer = asked.at_once(&query, workspace);
    asked.judge(&answer)?;
    let mut slices = asked.in_slices(&query);
    let most = draws.pick(&[1, 7, 100]);
    while !slices.step(most) {
        if !asked.is_refused() {
            asked.check_way(&slices.best_so_far())?;
        }
    }
    if slices.answer().as_ref() != Some(&answer) {
        return Err(format!(
            "{:?} in slices of {most}, not {answer:?}",
            slices.answer()
        ));
    }
    let expanded = answer.statistics().expanded;
    if expanded > 0 {
        let limits = Limits::none().expanded(draws.below(expanded));
        let stopped = asked.at_once(&query.limits(limits), workspace);
        if let Some(way) = stopped.way().filter(|_| !asked.is_refused()) {
            asked.check_way(&way)?;
        }
    }
    let path = match answer.0.outcome {
        Outcome::Found(path) if query.guarantee() == Guarantee::Optimal => path,
        _ => return Ok(0),
    };
    let Some([turns, fewest]) = asked.turns(&path) else {
        return Ok(1);
    };
    if turns != fewest {
        return Err(format!("{turns} turns, where {fewest} do: {path:?}"));
    }
    Ok(1)
}

rows! { LAW;
    any auto_strict auto_one_side auto_lenient a_star weights patches plain_planes regions regions_over_weights indexed
    passages stopping ground ground_regions ground_unknown ground_even
}
