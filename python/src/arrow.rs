//! Tables in the memory layout of Apache Arrow, exported without copying.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Float64Builder, Int32Builder, LargeBinaryBuilder, LargeStringBuilder,
    ListBuilder, StringBuilder, StructBuilder,
};
use arrow_array::ffi::{FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, StructArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use glossweave::annotation::{self as engine, Body};
use glossweave::{Error, ErrorKind};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyMapping, PyTuple};

use crate::annotation::Annotation;
use crate::document::Document;
use crate::error::raise;
use crate::input::refused;
use crate::repr::counted;

/// A table in the memory layout of Apache Arrow. `pyarrow.table`, `polars.DataFrame`, pandas, DuckDB and
/// other libraries that support the PyCapsule interface read it without copying. A table can be pickled.
///
/// Use `of_documents` for a table with one row for each document: `id`, `format`, `encoding`, `language` (or
/// null), `text` (large string), `source` (large binary). Use `of_annotations` for a table with one row for
/// each annotation: `document`, `start` and `end` (int32, code points), `kind`, `text`, `idents` and
/// `classes` (lists of strings), `source`, `source_ident`, `info_ref`, `info`, `target`, `language`,
/// `category`, `confidence` (double), `annotator`, `fields` (a list of `name` and `value`), `records` (a list
/// of such lists). Missing values are null or an empty list.
///
/// >>> from glossweave import Annotation, Table, decode
/// >>> page = decode("<p>To Cork", format="html")
/// >>> Table.of_documents({"page.html": page})
/// <Table of 1 row: id, format, encoding, language, text, source>
/// >>> found = Table.of_annotations({"page.html": [Annotation(3, 7)]})
/// >>> len(found), found.column_names[:3]
/// (1, ['document', 'start', 'end'])
#[pyclass(frozen, module = "glossweave")]
pub struct Table {
    batch: RecordBatch,
}

#[pymethods]
impl Table {
    /// Creates a table of documents from a mapping of names to documents, or from pairs.
    #[staticmethod]
    #[pyo3(signature = (documents: "Mapping[str, Document] | Iterable[tuple[str, Document]]"))]
    fn of_documents(py: Python<'_>, documents: &Bound<'_, PyAny>) -> PyResult<Table> {
        let mut id = StringBuilder::new();
        let (mut format, mut encoding) = (StringBuilder::new(), StringBuilder::new());
        let (mut language, mut text) = (StringBuilder::new(), LargeStringBuilder::new());
        let mut source = LargeBinaryBuilder::new();
        for pair in pairs(documents)? {
            let (name, document) = pair?.extract::<(String, Py<Document>)>()?;
            let document = document.get().inner();
            id.append_value(name);
            format.append_value(document.source().format().name());
            encoding.append_value(document.source().encoding().name());
            language.append_option(document.language().map(|language| language.as_str()));
            text.append_value(document.text());
            source.append_value(document.source().original());
        }
        let fields = vec![
            Field::new("id", DataType::Utf8, false),
            Field::new("format", DataType::Utf8, false),
            Field::new("encoding", DataType::Utf8, false),
            Field::new("language", DataType::Utf8, true),
            Field::new("text", DataType::LargeUtf8, false),
            Field::new("source", DataType::LargeBinary, false),
        ];
        let columns: Vec<ArrayRef> = vec![
            Arc::new(id.finish()),
            Arc::new(format.finish()),
            Arc::new(encoding.finish()),
            Arc::new(language.finish()),
            Arc::new(text.finish()),
            Arc::new(source.finish()),
        ];
        Table::of_columns(py, fields, columns)
    }

    /// Creates a table of annotations from a mapping of document names to lists of annotations, or from
    /// pairs.
    #[staticmethod]
    #[pyo3(signature = (
        annotations: "Mapping[str, Sequence[Annotation]] | Iterable[tuple[str, Sequence[Annotation]]]"
    ))]
    fn of_annotations(py: Python<'_>, annotations: &Bound<'_, PyAny>) -> PyResult<Table> {
        let mut rows = Rows::default();
        for pair in pairs(annotations)? {
            let (name, found) = pair?.extract::<(String, Vec<Py<Annotation>>)>()?;
            for annotation in &found {
                rows.add(&name, annotation.get());
            }
        }
        let (fields, columns) = rows.finish();
        Table::of_columns(py, fields, columns)
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    #[new]
    fn new(py: Python<'_>, data: &[u8]) -> PyResult<Table> {
        let read = StreamReader::try_new(data, None).and_then(|mut all| all.next().transpose());
        let none = || ArrowError::IpcError("no table".to_owned());
        let batch = read.and_then(|batch| batch.ok_or_else(none));
        Ok(Table { batch: batch.map_err(|cause| failed(py, cause))? })
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>,)> {
        let written =
            StreamWriter::try_new(Vec::new(), &self.batch.schema()).and_then(|mut all| {
                all.write(&self.batch)?;
                all.into_inner()
            });
        Ok((PyBytes::new(py, &written.map_err(|cause| failed(py, cause))?),))
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        let rows = counted(self.batch.num_rows(), "row");
        format!("<Table of {rows}: {}>", self.column_names().join(", "))
    }

    #[pyo3(signature = () -> "object")]
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref());
        PyCapsule::new_with_value(py, schema.map_err(|cause| failed(py, cause))?, c"arrow_schema")
    }

    /// The Arrow protocol allows the producer to ignore the requested schema.
    #[pyo3(signature = (requested_schema: "object | None" = None) -> "tuple[object, object]")]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let rows = StructArray::from(self.batch.clone());
        let (array, schema) = to_ffi(&rows.to_data()).map_err(|cause| failed(py, cause))?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }

    #[pyo3(signature = (requested_schema: "object | None" = None) -> "object")]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = [Ok(self.batch.clone())];
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

impl Table {
    fn of_columns(py: Python<'_>, fields: Vec<Field>, columns: Vec<ArrayRef>) -> PyResult<Table> {
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns);
        Ok(Table { batch: batch.map_err(|cause| failed(py, cause))? })
    }
}

fn failed(py: Python<'_>, cause: ArrowError) -> PyErr {
    raise(py, Error::new(ErrorKind::Internal, "a table cannot be created").because(cause))
}

/// Returns the pairs of a mapping or of an iterable.
fn pairs<'py>(
    thing: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>> + use<'py>> {
    let all = match thing.cast::<PyMapping>() {
        Ok(mapping) => mapping.items()?.into_any(),
        Err(_) => thing.clone(),
    };
    all.try_iter().map_err(|_| refused("a mapping or pairs", thing))
}

type Texts = ListBuilder<StringBuilder>;

/// The builders of the columns of annotations.
struct Rows {
    document: StringBuilder,
    start: Int32Builder,
    end: Int32Builder,
    kind: StringBuilder,
    text: StringBuilder,
    idents: Texts,
    classes: Texts,
    /// The nullable columns, in the order of [`OPTIONAL`].
    optional: [StringBuilder; OPTIONAL.len()],
    confidence: Float64Builder,
    annotator: StringBuilder,
    fields: ListBuilder<StructBuilder>,
    records: ListBuilder<ListBuilder<StructBuilder>>,
}

const OPTIONAL: [&str; 7] =
    ["source", "source_ident", "info_ref", "info", "target", "language", "category"];

fn name_and_value() -> Fields {
    Fields::from(vec![
        Field::new("name", DataType::Utf8, false),
        Field::new("value", DataType::Utf8, false),
    ])
}

fn list_of_fields() -> ListBuilder<StructBuilder> {
    let builders: Vec<Box<dyn ArrayBuilder>> =
        vec![Box::new(StringBuilder::new()), Box::new(StringBuilder::new())];
    ListBuilder::new(StructBuilder::new(name_and_value(), builders))
}

impl Default for Rows {
    fn default() -> Rows {
        Rows {
            document: StringBuilder::new(),
            start: Int32Builder::new(),
            end: Int32Builder::new(),
            kind: StringBuilder::new(),
            text: StringBuilder::new(),
            idents: ListBuilder::new(StringBuilder::new()),
            classes: ListBuilder::new(StringBuilder::new()),
            optional: Default::default(),
            confidence: Float64Builder::new(),
            annotator: StringBuilder::new(),
            fields: list_of_fields(),
            records: ListBuilder::new(list_of_fields()),
        }
    }
}

impl Rows {
    fn add(&mut self, document: &str, annotation: &Annotation) {
        let (start, end) = annotation.chars();
        let body = annotation.body();
        self.document.append_value(document);
        // The largest accepted source has far fewer characters than `i32::MAX`.
        self.start.append_value(i32::try_from(start).unwrap_or(i32::MAX));
        self.end.append_value(i32::try_from(end).unwrap_or(i32::MAX));
        self.kind.append_value(body.name());
        self.text.append_value(annotation.covered());
        let mut optional: [Option<&str>; OPTIONAL.len()] = Default::default();
        let mut confidence = None;
        match body {
            Body::Entity(it) => {
                it.idents.iter().for_each(|iri| self.idents.values().append_value(iri));
                it.classes.iter().for_each(|iri| self.classes.values().append_value(iri));
                (optional[0], optional[1]) = (it.source.as_deref(), it.ident.as_deref());
                confidence = it.confidence;
            }
            Body::Term(it) => {
                (optional[2], optional[3]) = (it.info_ref.as_deref(), it.info.as_deref());
                confidence = it.confidence;
            }
            Body::Translation(it) => {
                (optional[4], optional[5]) = (Some(&*it.text), Some(it.language.as_str()));
                confidence = it.confidence;
            }
            Body::Metadata(it) => {
                optional[6] = Some(it.category().identifier());
                append(&mut self.fields, it.fields());
                for record in it.records() {
                    append(self.records.values(), record);
                    self.records.values().append(true);
                }
            }
        }
        self.idents.append(true);
        self.classes.append(true);
        for (column, value) in self.optional.iter_mut().zip(optional) {
            column.append_option(value);
        }
        self.confidence.append_option(confidence);
        self.annotator.append_option(annotation.tool());
        self.fields.append(true);
        self.records.append(true);
    }

    fn finish(mut self) -> (Vec<Field>, Vec<ArrayRef>) {
        let mut columns: Vec<(&str, bool, ArrayRef)> = vec![
            ("document", false, Arc::new(self.document.finish())),
            ("start", false, Arc::new(self.start.finish())),
            ("end", false, Arc::new(self.end.finish())),
            ("kind", false, Arc::new(self.kind.finish())),
            ("text", false, Arc::new(self.text.finish())),
            ("idents", false, Arc::new(self.idents.finish())),
            ("classes", false, Arc::new(self.classes.finish())),
        ];
        for (name, column) in OPTIONAL.iter().zip(&mut self.optional) {
            columns.push((name, true, Arc::new(column.finish())));
        }
        columns.push(("confidence", true, Arc::new(self.confidence.finish())));
        columns.push(("annotator", true, Arc::new(self.annotator.finish())));
        columns.push(("fields", false, Arc::new(self.fields.finish())));
        columns.push(("records", false, Arc::new(self.records.finish())));
        let field = |(name, null, column): &(&str, bool, ArrayRef)| {
            Field::new(*name, column.data_type().clone(), *null)
        };
        let fields = columns.iter().map(field).collect();
        (fields, columns.into_iter().map(|(_, _, column)| column).collect())
    }
}

/// Appends fields to the current row of a list column.
fn append(list: &mut ListBuilder<StructBuilder>, fields: &[engine::Field]) {
    let row = list.values();
    for (name, value) in fields {
        for (index, text) in [&**name, &**value].into_iter().enumerate() {
            if let Some(column) = row.field_builder::<StringBuilder>(index) {
                column.append_value(text);
            }
        }
        row.append(true);
    }
}
