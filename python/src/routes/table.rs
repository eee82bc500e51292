//! Tables of Arrow: requests from any source, and answers with the columns of `voxnav route`.

use std::sync::Arc;

use arrow_array::builder::{FixedSizeListBuilder, Int32Builder, LargeListBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, Float64Array, RecordBatch, StringArray, StructArray,
    UInt64Array,
};
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{Field, Schema, SchemaRef};
use arrow_select::concat::concat_batches;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyRecordBatch;
use voxnav::Outcome;
use voxnav::batch::{PathDetail, PathRecord, Source};
use voxnav::search::Statistics;

use crate::failure::{Answer, Blamed, Failure, refuse_type};
use crate::routes::batch::{Answered, step};
use crate::routes::requests::Columns;
use crate::threads::interrupt::name_of;
use crate::values::answers::{self, Reduced};
use crate::values::cells::shown;
use crate::values::path::proved;

/// A table of answers, which anything reads that reads Arrow: `pyarrow.table(answers)`,
/// `polars.DataFrame(answers)`, DuckDB, and with pyarrow `pandas.DataFrame(answers)`.
#[pyclass(frozen, module = "voxnav")]
pub(crate) struct Table {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Vec<RecordBatch>,
}

fn broken(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl Table {
    /// What `pickle` needs: an Arrow stream.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let mut writer = StreamWriter::try_new(Vec::new(), &self.schema).map_err(broken)?;
        for batch in &self.batches {
            writer.write(batch).map_err(broken)?;
        }
        answers::reduced::<Self>(py, &writer.into_inner().map_err(broken)?)
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
        answers::made(slf.py(), "rows", (slf,))
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
    fn column_names(&self) -> Vec<&str> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().as_str()).collect()
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.num_rows()
    }

    fn __repr__(&self) -> String {
        let columns = self.column_names().join(", ");
        format!("<voxnav.Table: {} rows of {columns}>", self.num_rows())
    }
}

impl Table {
    /// Reads a table of any library.
    pub(crate) fn read(table: &Bound<'_, PyAny>) -> Answer<Self> {
        let is_arrow =
            table.hasattr("__arrow_c_stream__")? || table.hasattr("__arrow_c_array__")?;
        if !is_arrow {
            let found = shown(table);
            let reason = format!("{found} is no Arrow table: it lacks __arrow_c_stream__");
            return refuse_type("table", reason);
        }
        let read = table.extract::<AnyRecordBatch>().blamed("table")?;
        let reader = read.into_reader().blamed("table")?;
        let schema = reader.schema();
        let batches = reader.collect::<Result<_, _>>().blamed("table")?;
        Ok(Self { schema, batches })
    }

    /// Puts answers together with the ids of their requests and what passes through, in one batch.
    pub(crate) fn answered(
        &self,
        columns: &Columns,
        answers: &[Answered],
        columns_of: Results,
    ) -> PyResult<Self> {
        let given = concat_batches(&self.schema, &self.batches).map_err(broken)?;
        let passed = |place| {
            (
                self.schema.field(place).clone(),
                given.column(place).clone(),
            )
        };
        let mut all = vec![passed(columns.id)];
        for (name, array) in results(answers, columns_of) {
            let is_always_there = name == "outcome";
            let field = Field::new(name, array.data_type().clone(), !is_always_there);
            all.push((field, array));
        }
        all.extend(columns.others.iter().copied().map(passed));
        let (fields, arrays): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(broken)?;
        Ok(Self {
            schema,
            batches: vec![batch],
        })
    }
}

/// The choice of the columns of results.
#[derive(Clone, Copy)]
pub(crate) struct Results {
    /// The part of each path that is kept.
    pub(crate) detail: PathDetail,
    /// True if first paths are requested: results then have a column with the proved ratio to the optimum.
    pub(crate) is_first: bool,
}

/// Returns whether results have a column of this name, whatever is kept.
pub(crate) fn is_column_of_results(name: &str) -> bool {
    let details = [PathDetail::Path, PathDetail::FirstStep];
    let mut columns = details.into_iter().flat_map(|detail| {
        let columns = Results {
            detail,
            is_first: true,
        };
        results(&[], columns)
    });
    name == "id" || columns.any(|(known, _)| known == name)
}

/// Returns the columns of results but for the id and what passes through, in the order of `voxnav route`.
fn results(
    answers: &[Answered],
    Results { detail, is_first }: Results,
) -> Vec<(&'static str, ArrayRef)> {
    let known = || answers.iter().map(|answer| answer.as_ref().ok());
    let kept = || {
        known().map(|answer| match &answer?.outcome {
            Outcome::Found(kept) | Outcome::StoppedAtUnknown { path: kept, .. } => Some(kept),
            _ => None,
        })
    };
    let costs = || kept().map(|kept| kept.map(PathRecord::cost));
    let names = known().map(|it| it.map_or("malformed", |it| name_of(&it.outcome)));
    let outcome = StringArray::from_iter_values(names);
    let cost: UInt64Array = costs().map(|cost| Some(cost?.raw())).collect();
    let length: Float64Array = costs().map(|cost| Some(cost?.length())).collect();
    let mut columns: Vec<(&'static str, ArrayRef)> = vec![
        ("outcome", Arc::new(outcome)),
        ("cost", Arc::new(cost)),
        ("length", Arc::new(length)),
    ];
    match detail {
        PathDetail::Path => {
            let mut paths =
                LargeListBuilder::new(FixedSizeListBuilder::new(Int32Builder::new(), 3));
            for path in kept().map(|kept| kept?.path()) {
                for corner in path.map(voxnav::Path::corners).unwrap_or_default() {
                    let cells = paths.values();
                    cells.values().append_slice(&corner.to_array());
                    cells.append(true);
                }
                paths.append(path.is_some());
            }
            columns.push(("path", Arc::new(paths.finish())));
        }
        PathDetail::FirstStep => {
            let steps = kept().map(|kept| Some(step(kept?)?.to_array().map(Some)));
            let steps = FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>(steps, 3);
            columns.push(("step", Arc::new(steps)));
        }
        _ => {}
    }
    for (place, name) in Statistics::NAMES.into_iter().enumerate() {
        let counts: UInt64Array = known()
            .map(|it| Some(it?.statistics.values()[place]))
            .collect();
        columns.push((name, Arc::new(counts)));
    }
    if is_first {
        let ratios = known().map(|answer| {
            let (answer, kept) = (answer?, answer?.outcome.path()?);
            Some(proved(kept.cost(), answer.statistics.lower_bound))
        });
        columns.push(("proved", Arc::new(ratios.collect::<Float64Array>())));
    }
    let sources = known().map(|answer| match answer?.source {
        Source::Field => Some("field"),
        _ => Some("query"),
    });
    columns.push(("source", Arc::new(sources.collect::<StringArray>())));
    let errors = answers.iter().map(|answer| answer.as_ref().err());
    columns.push(("error", Arc::new(errors.collect::<StringArray>())));
    columns
}
