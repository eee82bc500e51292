//! Fields: the lengths from every place to the nearest of some goals, for many agents.

use voxnav::View;
use voxnav::fields::FieldQuery;
use voxnav::glam::DVec3;
use voxnav::search::FlightView;
use voxnav::search::{Cost, Limits};

use crate::border::{call, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, insert, read};
use crate::ids::{VoxnavField, VoxnavView};
use crate::memory::{In, Out};
use crate::objects::Field;
use crate::values::VoxnavPoint;

/// Finds the lengths, with what terrain adds, from all places within `most` world units to the nearest of some goals, in
/// the world of a view of a flying agent, and writes the handle of the field into `field`. 0 for `most` is any length.
///
/// Errors: no goal, or one at which the agent cannot be; positions that are not finite or too far away; more cells than
/// memory can hold.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_field_new(
    view: VoxnavView,
    goals: In<VoxnavPoint>,
    goal_count: usize,
    most: f64,
    field: Out<VoxnavField>,
) -> VoxnavStatus {
    call(|| {
        let goals = goals.list(goal_count, "goals")?;
        field.check("field")?;
        if most.is_nan() || most < 0.0 {
            return Err(Refusal::argument("`most` must not be negative"));
        }
        let view = flying(view)?;
        let cells = goals
            .into_iter()
            .map(|goal| view.lattice().cell_at(DVec3::from(goal)));
        let cells = cells.collect::<Result<Vec<_>, _>>()?;
        let limits = if most == 0.0 {
            Limits::none()
        } else {
            Limits::none().cost(Cost::of_length(most / view.lattice().longest_side()))
        };
        let query =
            FieldQuery::to_nearest_of(cells).settings(view.options().settings.limits(limits));
        let flight = flight(&view)?;
        let solved = Some(query.terrain(flight.terrain()).solve(flight.world())?);
        let made = Field {
            field: solved,
            view,
        };
        field.put(insert(made)?, "field")
    })
}

/// Returns a copy of a view of a flying agent.
fn flying(view: VoxnavView) -> Result<View, Refusal> {
    let view = read(view, |view| Ok(view.clone()))?;
    flight(&view)?;
    Ok(view)
}

fn flight(view: &View) -> Result<FlightView<'_>, Refusal> {
    let flight = view.flight();
    flight.ok_or_else(|| Refusal::unsupported("fields are for agents that fly"))
}

/// Returns the error for a field whose update failed.
fn lost() -> Refusal {
    Refusal::new(
        VoxnavStatus::ErrorField,
        "an update of the field failed: free it",
    )
}

/// Brings a field up to date with a newer view of the same agent, where cells changed.
///
/// Errors: a view with other options or another lattice; a goal at which the agent cannot be any more; more cells than
/// memory can hold. After the last two the field can only be freed.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_field_update(field: VoxnavField, view: VoxnavView) -> VoxnavStatus {
    call(|| {
        let view = flying(view)?;
        change(field, |field| {
            if field.view.options() != view.options() || field.view.lattice() != view.lattice() {
                return Err(Refusal::argument(
                    "the view has other options or another lattice",
                ));
            }
            let known = field.field.take().ok_or_else(lost)?;
            field.field = Some(known.updated(flight(&view)?.world())?);
            field.view = view;
            Ok(())
        })
    })
}

/// Writes the length of the best way from the cell of a position to the nearest goal, in world units, with what terrain
/// adds; returns `VOXNAV_STATUS_NOTHING` where there is no way.
///
/// Errors: a position that is not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_field_length(
    field: VoxnavField,
    from: VoxnavPoint,
    length: Out<f64>,
) -> VoxnavStatus {
    reading(field, |field| {
        let lattice = field.view.lattice();
        let cell = lattice.cell_at(from.into())?;
        let cost = field.field.as_ref().ok_or_else(lost)?.cost(cell);
        let found = cost.map(|cost| cost.length() * lattice.longest_side());
        length.put_found(found, "length")
    })
}

/// Writes the center of the cell that an agent in the cell of a position goes to next, on the best way to the nearest
/// goal; returns `VOXNAV_STATUS_NOTHING` at a goal, and where there is no way.
///
/// Errors: a position that is not finite or too far away.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_field_next(
    field: VoxnavField,
    from: VoxnavPoint,
    next: Out<VoxnavPoint>,
) -> VoxnavStatus {
    reading(field, |field| {
        let lattice = field.view.lattice();
        let cell = lattice.cell_at(from.into())?;
        let flow = field.field.as_ref().ok_or_else(lost)?;
        let step = flow.flow(flight(&field.view)?.world())?.next_move(cell);
        let found = step.map(|step| lattice.center(cell + step.offset()).into());
        next.put_found(found, "next")
    })
}
