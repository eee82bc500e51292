//! Cost fields: what it costs from every cell to the nearest of some goals.

use voxnav::fields::{CostField, FieldError, FieldQuery};
use voxnav::ground::{Ground, LegField};
use voxnav::search::{AgentMoves, Flight, Limit};

use crate::agents::view;
use crate::failure::{Answer, Blamed, Code, Failure};
use crate::request;
use crate::state::State;

/// A field under a handle, with the moves that it was made for.
#[derive(Debug)]
pub(crate) enum Field {
    /// The costs of flights.
    Flying(Box<(Flight, CostField)>),
    /// The costs of ways over the ground.
    Ground(Box<(Ground, LegField)>),
}

/// Makes a field. Input: the cells of the goals.
pub(crate) fn make(state: &mut State, agent: u32) -> Answer {
    let goals = request::cells("goals", &state.input)?;
    if goals.is_empty() {
        return Err(Failure::argument("goals", "there are none"));
    }
    let view = view(&mut state.agents, &mut state.worlds, agent)?;
    let settings = view.options().settings;
    let field = match view.moves() {
        AgentMoves::Flying(moves) => {
            let query = FieldQuery::to_nearest_of(goals).settings(settings);
            let query = query.terrain(&moves.terrain);
            let field = query.solve(&moves.world).map_err(refused)?;
            Field::Flying(Box::new((moves.clone(), field)))
        }
        AgentMoves::OnGround(ground) => {
            let field = LegField::to_nearest_of(&ground.moves(), goals, settings.limits);
            Field::Ground(Box::new((ground.clone(), field.map_err(refused)?)))
        }
    };
    let handle = state.fields.insert(field);
    state.hand_out(handle)
}

/// Returns the failure of a field, which names the option that ended it, or the goals.
fn refused(error: FieldError) -> Failure {
    let argument = match error {
        FieldError::LimitReached {
            limit: Limit::Expanded,
        } => "maxExpanded",
        FieldError::LimitReached {
            limit: Limit::Memory,
        } => "maxMemory",
        FieldError::LimitReached { .. } | FieldError::CostRange | FieldError::Memory => "maxCost",
        _ => "goals",
    };
    Failure::argument(argument, error)
}

/// Answers with the cost from a cell, NaN where no goal can be reached. Numbers: the cell.
pub(crate) fn cost(state: &mut State, field: u32) -> Answer {
    let cell = state.asked().cell("cell", 0)?;
    let cost = match state.fields.get(field)? {
        Field::Flying(both) => both.1.cost(cell),
        Field::Ground(both) => both.1.cost(cell),
    };
    state.out.numbers[0] = cost.map_or(f64::NAN, voxnav::search::Cost::length);
    Ok(())
}

/// Answers with the cells that reach a goal, and their costs as points.
pub(crate) fn costs(state: &mut State, field: u32) -> Answer {
    let State { fields, out, .. } = state;
    let mut write = |(cell, cost): (voxnav::glam::IVec3, voxnav::search::Cost)| {
        out.cells.extend(cell.to_array());
        out.points.push(cost.length());
    };
    match fields.get(field)? {
        Field::Flying(both) => both.1.reached().for_each(&mut write),
        Field::Ground(both) => both.1.reached().for_each(&mut write),
    }
    Ok(())
}

/// Answers with the cells of the path from a cell to the nearest goal. Numbers: the cell.
pub(crate) fn path(state: &mut State, field: u32) -> Answer {
    let cell = state.asked().cell("cell", 0)?;
    let none = || Failure::new(Code::Argument, "`cell`: no goal can be reached from there");
    let State { fields, out, .. } = state;
    match fields.get(field)? {
        Field::Flying(both) => {
            let (moves, field) = &**both;
            let flow = field.flow(&moves.world).blamed("field")?;
            out.path(&flow.path(cell).ok_or_else(none)?);
        }
        Field::Ground(both) => {
            let (ground, field) = &**both;
            out.path(&field.path(&ground.moves(), cell).ok_or_else(none)?);
        }
    }
    Ok(())
}
