//! Requests as tables have them: columns found by name, rows with what is wrong about them.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, Footprint};

use crate::answers::is_column_of_results;
use crate::failure::{Answer, Failure};

/// The columns of start and goal.
const ENDS: [&str; 6] = ["sx", "sy", "sz", "gx", "gy", "gz"];
/// The columns of the size of an agent, in cells.
const SIZE: [&str; 3] = ["agent_x", "agent_y", "agent_z"];
/// The largest size on an axis.
const LARGEST: i32 = 2 * Footprint::MAX_REACH + 1;
/// The most sizes that a table may name: each takes as much memory as the world.
const MOST: usize = 64;

/// The places of the columns of a table of requests.
#[derive(Debug)]
pub(crate) struct Columns {
    id: usize,
    ends: [usize; 6],
    size: Option<[usize; 3]>,
    others: Vec<usize>,
}

/// The distinct sizes so far; the first is that of the agent asked for.
#[derive(Debug, Default)]
pub(crate) struct Sizes(Vec<Footprint>);

impl Sizes {
    /// Returns the place of a size among the agents of a batch.
    fn place(&mut self, size: IVec3) -> Result<u32, String> {
        if size == IVec3::ONE {
            return Ok(0);
        }
        let below = (size - 1) / 2;
        let covered = Footprint::new(CellBox::new(-below, size - below));
        let covered = covered.map_err(|error| error.to_string())?;
        let place = self.0.iter().position(|known| *known == covered);
        let place = match place {
            Some(place) => place,
            None if self.0.len() + 1 == MOST => {
                return Err(format!("agents of more than {MOST} sizes"));
            }
            None => {
                self.0.push(covered);
                self.0.len() - 1
            }
        };
        u32::try_from(place + 1).map_err(|error| error.to_string())
    }

    /// Returns all sizes but the first.
    pub(crate) fn others(&self) -> impl Iterator<Item = Footprint> {
        self.0.iter().copied()
    }
}

impl Columns {
    /// Finds the columns of a table by name.
    pub(crate) fn find(schema: &Schema) -> Answer<Self> {
        let refused = |reason: String| Failure::argument("table", reason);
        let fields = schema.fields();
        for (place, field) in fields.iter().enumerate() {
            if fields
                .iter()
                .take(place)
                .any(|earlier| earlier.name() == field.name())
            {
                return Err(refused(format!(
                    "it has the column `{}` twice",
                    field.name()
                )));
            }
        }
        let place = |name: &str| fields.iter().position(|field| field.name() == name);
        let needed =
            |name: &str| place(name).ok_or_else(|| refused(format!("it lacks the column {name}")));
        let whole = |name: &str| {
            let place = needed(name)?;
            let found = fields[place].data_type();
            if found.is_integer() {
                return Ok(place);
            }
            Err(refused(format!(
                "the column {name} is of {found}, not of whole numbers"
            )))
        };
        let id = needed("id")?;
        let mut ends = [0; 6];
        for (column, name) in ends.iter_mut().zip(ENDS) {
            *column = whole(name)?;
        }
        let mut size = None;
        if SIZE.iter().any(|name| place(name).is_some()) {
            let mut columns = [0; 3];
            for (column, name) in columns.iter_mut().zip(SIZE) {
                *column = whole(name)?;
            }
            size = Some(columns);
        }
        let mut others = Vec::new();
        for (place, field) in fields.iter().enumerate() {
            let name = field.name().as_str();
            if name == "id" || ENDS.contains(&name) || SIZE.contains(&name) {
                continue;
            }
            if is_column_of_results(name) {
                return Err(refused(format!(
                    "it has the column `{name}`, which results have of their own"
                )));
            }
            others.push(place);
        }
        Ok(Self {
            id,
            ends,
            size,
            others,
        })
    }

    /// Returns whether rows name the sizes of their agents.
    pub(crate) fn has_sizes(&self) -> bool {
        self.size.is_some()
    }

    /// Returns the place of the id.
    pub(crate) fn id(&self) -> usize {
        self.id
    }

    /// Returns the places of what passes through.
    pub(crate) fn others(&self) -> impl Iterator<Item = usize> + '_ {
        self.others.iter().copied()
    }

    /// Reads the rows of a batch: start, goal and the place of the agent, or what is wrong.
    pub(crate) fn read(
        &self,
        batch: &RecordBatch,
        sizes: &mut Sizes,
        rows: &mut Vec<Result<(IVec3, IVec3, u32), String>>,
    ) {
        let ends = self.ends.map(|place| numbers(batch.column(place)));
        let size = self
            .size
            .map(|size| size.map(|place| numbers(batch.column(place))));
        for row in 0..batch.num_rows() {
            let number = rows.len();
            let mut read = || -> Result<(IVec3, IVec3, u32), String> {
                let mut cells = [0; 6];
                for ((part, column), name) in cells.iter_mut().zip(&ends).zip(ENDS) {
                    let value = column[row].ok_or_else(|| format!("{name} is null"))?;
                    *part = i32::try_from(value)
                        .map_err(|_| format!("{name} is not a whole number of 32 bits: {value}"))?;
                }
                let [sx, sy, sz, gx, gy, gz] = cells;
                let place = match &size {
                    Some(columns) => sizes.place(size_of(columns, row)?)?,
                    None => 0,
                };
                Ok((IVec3::new(sx, sy, sz), IVec3::new(gx, gy, gz), place))
            };
            rows.push(read().map_err(|reason| format!("row {number}: {reason}")));
        }
    }
}

/// Returns the size of an agent; one cell where a row says nothing of it.
fn size_of(columns: &[Vec<Option<i128>>; 3], row: usize) -> Result<IVec3, String> {
    if columns.iter().all(|column| column[row].is_none()) {
        return Ok(IVec3::ONE);
    }
    let mut size = [0; 3];
    for ((part, column), name) in size.iter_mut().zip(columns).zip(SIZE) {
        let value = column[row].ok_or_else(|| format!("{name} is null"))?;
        let narrow = i32::try_from(value).ok();
        *part = narrow
            .filter(|side| (1..=LARGEST).contains(side))
            .ok_or_else(|| format!("{name} is not a whole number from 1 to {LARGEST}: {value}"))?;
    }
    Ok(IVec3::from_array(size))
}

/// Reads the values of a column of whole numbers of any width.
fn numbers(column: &dyn Array) -> Vec<Option<i128>> {
    fn of<T: ArrowPrimitiveType>(column: &dyn Array) -> Vec<Option<i128>>
    where
        i128: From<T::Native>,
    {
        let column = column.as_primitive::<T>();
        column.iter().map(|value| value.map(i128::from)).collect()
    }
    match column.data_type() {
        DataType::Int8 => of::<Int8Type>(column),
        DataType::Int16 => of::<Int16Type>(column),
        DataType::Int32 => of::<Int32Type>(column),
        DataType::Int64 => of::<Int64Type>(column),
        DataType::UInt8 => of::<UInt8Type>(column),
        DataType::UInt16 => of::<UInt16Type>(column),
        DataType::UInt32 => of::<UInt32Type>(column),
        DataType::UInt64 => of::<UInt64Type>(column),
        // INVARIANT: the columns that are read are of whole numbers.
        _ => vec![None; column.len()],
    }
}
