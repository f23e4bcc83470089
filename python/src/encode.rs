//! Encoding of documents with annotations.

use glossweave::EncodeOptions;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::annotation::{Annotation, to_engine};
use crate::call::call;
use crate::document::Document;
use crate::hint::{self, Hinted};
use crate::offsets::{IndexedText, Part};
use crate::options::{Given, renamed};
use crate::repr::counted;

/// An encoded or exported document. It can be pickled.
#[pyclass(frozen, module = "glossweave")]
pub struct Encoded {
    bytes: Vec<u8>,
    placements: Vec<Placement>,
    inserted: Vec<Extent>,
    replaced: Vec<(Extent, Extent)>,
    parts: Vec<Part>,
    skipped: Vec<(String, String)>,
}

/// A start offset and an end offset in bytes.
type Extent = (usize, usize);

impl From<glossweave::Encoded> for Encoded {
    fn from(made: glossweave::Encoded) -> Encoded {
        let pair = |span: &glossweave::text::ByteSpan| (span.start(), span.end());
        let skipped =
            |one: &glossweave::error::Skipped| (one.subject().into(), one.message().into());
        Encoded {
            placements: made.placements.iter().map(Placement::from).collect(),
            inserted: made.inserted.iter().map(pair).collect(),
            replaced: made.replaced.iter().map(|(was, is)| (pair(was), pair(is))).collect(),
            parts: made.parts.iter().map(Part::from).collect(),
            skipped: made.skipped.iter().map(skipped).collect(),
            bytes: made.bytes,
        }
    }
}

#[pymethods]
impl Encoded {
    #[new]
    #[pyo3(signature = (bytes: "Buffer", placements, inserted, replaced, parts, skipped))]
    fn new(
        bytes: Vec<u8>,
        placements: Vec<Py<Placement>>,
        inserted: Vec<Extent>,
        replaced: Vec<(Extent, Extent)>,
        parts: Vec<Py<Part>>,
        skipped: Vec<(String, String)>,
    ) -> Encoded {
        let placements = placements.iter().map(|one| one.get().clone()).collect();
        let parts = parts.iter().map(|one| one.get().clone()).collect();
        Encoded { bytes, placements, inserted, replaced, parts, skipped }
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> State<'py> {
        let (inserted, replaced) = (self.inserted(), self.replaced());
        (self.bytes(py), self.placements(), inserted, replaced, self.parts(), self.skipped())
    }

    /// The encoded bytes.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// The result for each annotation, in the order of the arguments.
    #[getter]
    fn placements(&self) -> Vec<Placement> {
        self.placements.clone()
    }

    /// The start and end of each insertion in the bytes. Without the insertions, the bytes are identical to
    /// the source.
    #[getter]
    fn inserted(&self) -> Vec<Extent> {
        self.inserted.clone()
    }

    /// The spans that were replaced by translations: start and end in the source, then start and end in the
    /// bytes.
    #[getter]
    fn replaced(&self) -> Vec<(Extent, Extent)> {
        self.replaced.clone()
    }

    /// The files of a package, with their spans, because `inserted` and `replaced` use offsets in these
    /// files. Empty for formats that are not packages.
    #[getter]
    fn parts(&self) -> Vec<Part> {
        self.parts.clone()
    }

    /// The losses of an export: the name of the property that the format cannot store, for example
    /// `"confidences"`, and a message. Empty after `encode`.
    #[getter]
    fn skipped(&self) -> Vec<(String, String)> {
        self.skipped.clone()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        let length = counted(self.bytes.len(), "byte");
        let all = counted(self.placements.len(), "annotation");
        let there = self.placements.iter().filter(|one| one.__bool__()).count();
        format!("<Encoded {length}, {there} of {all}>")
    }
}

/// The arguments of `__new__`.
type State<'py> = (
    Bound<'py, PyBytes>,
    Vec<Placement>,
    Vec<Extent>,
    Vec<(Extent, Extent)>,
    Vec<Part>,
    Vec<(String, String)>,
);

/// The result for an annotation. It is true if the output contains the annotation.
#[pyclass(frozen, get_all, eq, hash, module = "glossweave")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The state: `"placed"` in new elements, `"on-parent"` as attributes of an existing element, already
    /// `"present"` in the source, or `"not-placed"`.
    state: Hinted<String, hint::PlacementState>,
    /// The number of new elements.
    fragments: usize,
    /// The reason for `"not-placed"`.
    rule: Option<String>,
}

impl From<&glossweave::Placement> for Placement {
    fn from(placement: &glossweave::Placement) -> Placement {
        let (state, fragments, rule) = match placement {
            glossweave::Placement::Placed { fragments } => ("placed", *fragments, None),
            glossweave::Placement::OnParent => ("on-parent", 0, None),
            glossweave::Placement::Present => ("present", 0, None),
            glossweave::Placement::NotPlaced { rule } => ("not-placed", 0, Some(rule.to_string())),
            _ => ("other", 0, None),
        };
        Placement { state: state.to_owned().into(), fragments, rule }
    }
}

#[pymethods]
impl Placement {
    #[new]
    fn new(state: String, fragments: usize, rule: Option<String>) -> Placement {
        Placement { state: state.into(), fragments, rule }
    }

    fn __getnewargs__(&self) -> (&str, usize, Option<&str>) {
        (&self.state, self.fragments, self.rule.as_deref())
    }

    fn __bool__(&self) -> bool {
        *self.state != "not-placed"
    }

    fn __repr__(&self) -> String {
        match (&self.rule, self.fragments) {
            (Some(rule), _) => format!("<Placement not-placed: {rule}>"),
            (None, 0) => format!("<Placement {}>", *self.state),
            (None, fragments) => format!("<Placement {} in {fragments}>", *self.state),
        }
    }
}

/// Writes a document in its own format and inserts annotations. All bytes of the source are preserved.
///
/// `options`: see `EncodeOptions`.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>To <b>Cork</b>!", format="html")
/// >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
/// >>> glossweave.encode(page, [cork]).bytes
/// b'<p>To <b><span its-ta-ident-ref="http://example.org/Cork">Cork</span></b>!'
/// >>> glossweave.encode(page, [cork], profile="html-links").bytes
/// b'<p>To <b><a href="http://example.org/Cork">Cork</a></b>!'
#[pyfunction]
#[pyo3(signature = (document, annotations = vec![], **options: "Unpack[EncodeOptions]"))]
pub fn encode(
    py: Python<'_>,
    document: &Bound<'_, Document>,
    annotations: Vec<Py<Annotation>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Encoded> {
    let given = Given::of(options, EncodeOptions::PARAMETERS)?;
    let document = document.get().inner();
    call(py, || {
        let options = EncodeOptions::from_pairs(given.pairs()).map_err(renamed)?;
        let annotations = to_engine(IndexedText::of(document), &annotations)?;
        glossweave::encode(document, &annotations, &options).map(Encoded::from)
    })
}
