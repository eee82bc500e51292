//! Requests in Arrow tables, and their answers: the columns of `voxnav route`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{Field, Schema, SchemaRef};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyRecordBatch;
use voxnav::batch::Request;
use voxnav::glam::IVec3;

use crate::agent;
use crate::answers::{Answers, Keep};
use crate::batch::{batch, request, threads};
use crate::cells::shown;
use crate::clock;
use crate::failure::{Answer, Failure};
use crate::interrupt::interruptible;
use crate::options::{self, Options};
use crate::progress::Progress;
use crate::requests::{Columns, Sizes};
use crate::world::World;

/// A table of answers, which anything reads that reads Arrow: `pyarrow.table(answers)`,
/// `polars.DataFrame(answers)`, DuckDB, and with pyarrow `pandas.DataFrame(answers)`.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

fn broken(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// The class method that makes a table of bytes, and the bytes.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>,));

#[pymethods]
impl Table {
    /// What `pickle` needs: an Arrow stream.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let mut writer = StreamWriter::try_new(Vec::new(), &self.schema).map_err(broken)?;
        for batch in &self.batches {
            writer.write(batch).map_err(broken)?;
        }
        let bytes = PyBytes::new(py, &writer.into_inner().map_err(broken)?);
        Ok((py.get_type::<Self>().getattr("_carried")?, (bytes,)))
    }

    /// The table of an Arrow stream that `pickle` kept.
    #[staticmethod]
    fn _carried(data: &[u8]) -> Answer<Self> {
        let refused = |error| Failure::argument("data", error);
        // Unlike a reader it takes no memory for lengths that are only claimed.
        let mut decoder = StreamDecoder::new();
        let mut data = Buffer::from(data);
        let mut batches = Vec::new();
        while let Some(batch) = decoder.decode(&mut data).map_err(refused)? {
            batches.push(batch);
        }
        decoder.finish().map_err(refused)?;
        let schema = decoder.schema();
        let schema = schema.ok_or_else(|| Failure::argument("data", "it has no schema"))?;
        Ok(Self { schema, batches })
    }

    /// The rows, each a dictionary of its values by column. Takes pyarrow.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let rows = slf.py().import("voxnav.records")?;
        rows.call_method1("rows", (slf,))
    }

    /// The table as a stream of the Arrow C data interface, without a copy.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let field = Field::new_struct("", self.schema.fields().clone(), false);
        let batches = self.batches.clone().into_iter();
        let arrays = batches.map(|batch| Ok(Arc::new(StructArray::from(batch)) as ArrayRef));
        let reader = Box::new(ArrayIterator::new(arrays, Arc::new(field)));
        to_stream_pycapsule(py, reader, requested_schema).map_err(PyErr::from)
    }

    /// The names and types of the columns by the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.schema.as_ref()).map_err(PyErr::from)
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    /// How many rows there are.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// How many rows there are.
    fn __len__(&self) -> usize {
        self.num_rows()
    }

    fn __repr__(&self) -> String {
        let columns = self.column_names().join(", ");
        format!("<voxnav.Table: {} rows of {columns}>", self.num_rows())
    }
}

/// Reads all batches of a table of any library.
fn batches(table: &Bound<'_, PyAny>) -> Answer<(SchemaRef, Vec<RecordBatch>)> {
    let refused = |reason: String| Failure::argument("table", reason);
    let is_arrow = table.hasattr("__arrow_c_stream__")? || table.hasattr("__arrow_c_array__")?;
    if !is_arrow {
        let found = shown(table);
        return Err(Failure::argument_type(
            "table",
            format!("{found} is no Arrow table: it lacks __arrow_c_stream__"),
        ));
    }
    let read: AnyRecordBatch = table
        .extract()
        .map_err(|error: PyErr| refused(error.to_string()))?;
    let reader = read
        .into_reader()
        .map_err(|error| refused(error.to_string()))?;
    let schema = reader.schema();
    let batches: Result<Vec<_>, _> = reader.collect();
    Ok((schema, batches.map_err(|error| refused(error.to_string()))?))
}

/// A row as it is to be answered.
type Row = Result<(IVec3, IVec3, u32), String>;

#[pymethods]
impl World {
    /// Answers a table of requests, on all processors: one row of results for each, in their order.
    ///
    /// Parameters
    /// ----------
    /// table : anything with `__arrow_c_stream__`
    ///     A table or stream of pyarrow, polars, DuckDB or pandas, with the columns `id`, `sx`, `sy`, `sz`,
    ///     `gx`, `gy` and `gz`: an id of any type, and the cells of start and goal. `agent_x`, `agent_y` and
    ///     `agent_z` state the size of an agent in cells, 1 to 127. Other columns pass through.
    /// keep : {"path", "cost", "step"}
    ///     What to keep of each path.
    /// threads : int, optional
    ///     How many threads; as many as there are processors by default.
    /// progress : bool
    ///     Whether to show a bar, if `tqdm` is installed.
    /// agent, algorithm, heuristic, law, moves, corners, ties, within, partial
    ///     How to search, and for whom: as for `path`.
    /// limit_time, limit_expanded, limit_memory, limit_cost, snap_start, snap_goal
    ///     Of each search, as for `path`.
    ///
    /// Returns
    /// -------
    /// Table
    ///     The columns of `voxnav route`: `id`, `outcome`, `cost` (an integer, 2^30 for a straight move),
    ///     `length` (in cells), `path` (the cells where it turns, and both ends) or `step`, `expanded`,
    ///     `generated`, `reopened`, `stale`, `peak_open`, `lower_bound`, `source`, `error`, and what passes
    ///     through. A row that is no request has the outcome "malformed", and its `error` says why.
    #[pyo3(
        signature = (table, *, keep = "path", threads = None, progress = false, **options),
        text_signature = "($self, table, *, keep='path', threads=None, progress=False, agent=None, algorithm='auto', heuristic='octile', law=None, moves=26, corners='strict', ties='larger-g', within=1.0, limit_time=None, limit_expanded=None, limit_memory=1073741824, limit_cost=None, snap_start=None, snap_goal=None, partial=False)"
    )]
    fn solve(
        &self,
        py: Python<'_>,
        table: &Bound<'_, PyAny>,
        keep: &str,
        threads: Option<&Bound<'_, PyAny>>,
        progress: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> Answer<Table> {
        let keep = Keep::read(keep)?;
        let threads = self::threads(threads)?;
        let options = Options::read(options, self, options::ALL)?;
        let (schema, batches) = batches(table)?;
        let columns = Columns::find(&schema)?;
        if options.agent.is_some() && columns.has_sizes() {
            return Err(Failure::argument("agent", "the table has sizes of its own"));
        }
        let agent = agent::agent(options.agent.as_ref(), self.lattice.size())?;
        let count = batches.iter().map(RecordBatch::num_rows).sum();
        let search = &options.search;
        let mut bar = Progress::new(py, progress, Some(count))?;
        let done = AtomicU64::new(0);
        let answered = interruptible(
            py,
            |py| {
                search.trouble.check()?;
                bar.show(py, &done)
            },
            |cancel| {
                clock::timed(search.time, threads, cancel, |watch| -> Answer<Table> {
                    let (world, terrain) = self.seen_by(agent)?;
                    let mut sizes = Sizes::default();
                    let mut rows: Vec<Row> = Vec::with_capacity(count);
                    for batch in &batches {
                        columns.read(batch, &mut sizes, &mut rows);
                    }
                    let requests = rows.iter().filter_map(|row| row.as_ref().ok());
                    let requests = requests.map(|&(start, goal, agent)| {
                        let query = request([start, goal], search, &self.lattice, &terrain);
                        Request::new(voxnav::batch::AgentIndex(agent), query.query)
                    });
                    let batch = batch(world.clone(), keep.detail(), threads, watch)?.cancel(cancel);
                    for size in sizes.others() {
                        batch.add_agent(voxnav::grid::Traversability::for_agent(
                            world.occupancy(),
                            size,
                            world.unknown_policy(),
                        ));
                    }
                    let mut waiting = rows.iter();
                    let mut answers = Answers::new(keep, count);
                    batch.stream(requests, |answer| {
                        for row in waiting.by_ref() {
                            match row {
                                Ok(_) => break,
                                Err(reason) => answers.push_malformed(reason),
                            }
                        }
                        answers.push(&answer);
                        done.fetch_add(1, Ordering::Relaxed);
                        ControlFlow::Continue(())
                    })?;
                    for row in waiting {
                        if let Err(reason) = row {
                            answers.push_malformed(reason);
                        }
                    }
                    Ok(put_together(&schema, &batches, &columns, answers)?)
                })
            },
        );
        bar.close(py)?;
        answered?
    }
}

/// Puts the answers together with the ids and what passes through, in one batch.
fn put_together(
    schema: &Schema,
    batches: &[RecordBatch],
    columns: &Columns,
    answers: Answers,
) -> PyResult<Table> {
    let count = answers.len();
    let passed = |place: usize| -> PyResult<(Field, ArrayRef)> {
        let parts: Vec<&dyn arrow_array::Array> = batches
            .iter()
            .map(|batch| batch.column(place).as_ref())
            .collect();
        let field = schema.field(place).clone();
        let whole = if parts.is_empty() {
            arrow_array::new_empty_array(field.data_type())
        } else {
            arrow_select::concat::concat(&parts).map_err(broken)?
        };
        Ok((field, whole))
    };
    let mut fields = Vec::new();
    let mut arrays = Vec::new();
    let mut add = |(field, array): (Field, ArrayRef)| {
        fields.push(field);
        arrays.push(array);
    };
    add(passed(columns.id())?);
    for (name, array) in answers.finish() {
        let is_always_there = name == "outcome";
        add((
            Field::new(name, array.data_type().clone(), !is_always_there),
            array,
        ));
    }
    for place in columns.others() {
        add(passed(place)?);
    }
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(broken)?;
    debug_assert_eq!(batch.num_rows(), count);
    Ok(Table {
        schema,
        batches: vec![batch],
    })
}
