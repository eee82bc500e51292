//! Requests: rows of arrays or of Arrow tables, and what is wrong with those that are none.

use arrow_array::cast::AsArray;
use arrow_array::types::Decimal128Type;
use arrow_array::{Array, PrimitiveArray, RecordBatch};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Schema};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Footprint};

use crate::failure::{Answer, Failure};
use crate::routes::table::is_column_of_results;
use crate::values::numbers::Cells;
use crate::worlds::spatial::pairs;

/// The columns of start and goal.
const ENDS: [&str; 6] = ["sx", "sy", "sz", "gx", "gy", "gz"];
/// The columns of the size of an agent, in cells.
const SIZE: [&str; 3] = ["agent_x", "agent_y", "agent_z"];
/// The largest size on an axis.
const LARGEST: i32 = 2 * Footprint::MAX_REACH + 1;
/// The most sizes that a table may name: each takes as much memory as the world.
const MOST: usize = 64;

/// The ends of a path, and the place of its agent among those of the batch.
pub(crate) type PathRequest = ([IVec3; 2], u32);

/// Rows as they are to be answered, or what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    pub(crate) rows: Vec<Result<PathRequest, String>>,
    /// The agents after the first, which is the requested one.
    pub(crate) sizes: Vec<Footprint>,
}

impl Requests {
    /// Reads two arrays of cells.
    pub(crate) fn of_arrays(starts: Cells, goals: Cells) -> Answer<Self> {
        let ends = pairs(["starts", "goals"], [starts, goals])?.into_iter();
        Ok(Self {
            rows: ends.map(|ends| Ok((ends, 0))).collect(),
            sizes: Vec::new(),
        })
    }

    /// Reads the rows of a batch of a table.
    pub(crate) fn read(&mut self, batch: &RecordBatch, columns: &Columns) -> Answer<()> {
        let whole = |places: &[usize]| -> Result<Vec<PrimitiveArray<_>>, ArrowError> {
            // Any whole number fits.
            let wide = DataType::Decimal128(38, 0);
            let wide = places.iter().map(|place| cast(batch.column(*place), &wide));
            wide.map(|column| Ok(column?.as_primitive::<Decimal128Type>().clone()))
                .collect()
        };
        let refused = |error| Failure::argument("table", error);
        let ends = whole(&columns.ends).map_err(refused)?;
        let size = whole(&columns.size).map_err(refused)?;
        for row in 0..batch.num_rows() {
            let number = self.rows.len();
            let mut read = || -> Result<PathRequest, String> {
                let cells = numbers(&ends, ENDS, row, |_| true, "of 32 bits")?;
                let [sx, sy, sz, gx, gy, gz] = cells;
                let is_said = size.iter().any(|column| column.is_valid(row));
                let agent = if is_said {
                    let range = format!("from 1 to {LARGEST}");
                    let is_size = |side| (1..=LARGEST).contains(&side);
                    let size = numbers(&size, SIZE, row, is_size, &range)?;
                    self.place_of(IVec3::from_array(size))?
                } else {
                    0
                };
                Ok(([IVec3::new(sx, sy, sz), IVec3::new(gx, gy, gz)], agent))
            };
            let read = read().map_err(|reason| format!("row {number}: {reason}"));
            self.rows.push(read);
        }
        Ok(())
    }

    /// Returns the place of a size among the agents of a batch.
    fn place_of(&mut self, size: IVec3) -> Result<u32, String> {
        if size == IVec3::ONE {
            return Ok(0);
        }
        let below = (size - 1) / 2;
        let covered = Footprint::new(CellBox::new(-below, size - below));
        let covered = covered.map_err(|error| error.to_string())?;
        let place = self.sizes.iter().position(|known| *known == covered);
        let place = place.unwrap_or(self.sizes.len());
        if place + 1 == MOST {
            return Err(format!("agents of more than {MOST} sizes"));
        }
        if place == self.sizes.len() {
            self.sizes.push(covered);
        }
        u32::try_from(place + 1).map_err(|error| error.to_string())
    }
}

/// Reads the numbers of a row of columns, or returns an error that names the invalid one.
fn numbers<const N: usize>(
    columns: &[PrimitiveArray<Decimal128Type>],
    names: [&str; N],
    row: usize,
    is_allowed: impl Fn(i32) -> bool,
    allowed: &str,
) -> Result<[i32; N], String> {
    let mut numbers = [0; N];
    for ((number, column), name) in numbers.iter_mut().zip(columns).zip(names) {
        if column.is_null(row) {
            return Err(format!("{name} is null"));
        }
        let value = column.value(row);
        let narrow = i32::try_from(value).ok().filter(|it| is_allowed(*it));
        *number =
            narrow.ok_or_else(|| format!("{name} is not a whole number {allowed}: {value}"))?;
    }
    Ok(numbers)
}

/// The places of the columns of a table of requests.
#[derive(Debug)]
pub(crate) struct Columns {
    pub(crate) id: usize,
    ends: Vec<usize>,
    /// The columns of sizes, if rows name those of their agents.
    pub(crate) size: Vec<usize>,
    /// The columns that pass through.
    pub(crate) others: Vec<usize>,
}

impl Columns {
    /// Finds the columns of a table by name.
    pub(crate) fn find(schema: &Schema) -> Answer<Self> {
        let refused = |reason: String| Failure::argument("table", reason);
        let fields = schema.fields();
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        let place = |name: &str| match names.iter().position(|known| *known == name) {
            Some(place) => Ok(place),
            None => Err(refused(format!("it lacks the column {name}"))),
        };
        let whole = |name: &str| {
            let place = place(name)?;
            match fields[place].data_type() {
                found if found.is_integer() => Ok(place),
                found => Err(refused(format!(
                    "the column {name} is of {found}, not of whole numbers"
                ))),
            }
        };
        let all_whole =
            |names: &[&str]| names.iter().map(|name| whole(name)).collect::<Answer<_>>();
        let mut others = Vec::new();
        for (place, name) in names.iter().enumerate() {
            if names[..place].contains(name) {
                return Err(refused(format!("it has the column `{name}` twice")));
            }
            if *name == "id" || ENDS.contains(name) || SIZE.contains(name) {
                continue;
            }
            if is_column_of_results(name) {
                return Err(refused(format!(
                    "it has the column `{name}`, which results have of their own"
                )));
            }
            others.push(place);
        }
        let has_sizes = SIZE.iter().any(|name| names.contains(name));
        Ok(Self {
            id: place("id")?,
            ends: all_whole(&ENDS)?,
            size: all_whole(if has_sizes { &SIZE } else { &[] })?,
            others,
        })
    }
}
