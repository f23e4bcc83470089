//! The API of stored documents.

use pyo3::prelude::*;

use crate::annotation::{Annotation, from_engine};
use crate::collection::Collection;
use crate::document::Document;
use crate::offsets::IndexedText;
use crate::options::Given;

/// The collection of stored documents, whose annotations people accept, reject, change and add.
///
/// >>> import json
/// >>> from glossweave import Engine
/// >>> documents = Engine().local_session().documents
/// >>> page = {"dcterms:references": {"value": "To Cork"}, "items": [
/// ...     {"motivation": "identifying", "body": "http://example.org/Cork",
/// ...      "target": {"selector": {"type": "TextQuoteSelector", "exact": "Cork"}}}]}
/// >>> stored = documents.create("letter", json.dumps(page))
/// >>> page = stored.content["page"]
/// >>> page["items"][0]["schema:creativeWorkStatus"]
/// 'proposed'
/// >>> page["items"][0]["schema:creativeWorkStatus"] = "accepted"
/// >>> _ = documents.update("letter", json.dumps(page), if_revision=stored.revision)
/// >>> document, accepted = documents.open("letter")
/// >>> (document.text, accepted[0].idents)
/// ('To Cork', ('http://example.org/Cork',))
#[pyclass(frozen, extends = Collection, module = "glossweave")]
pub struct StoredDocuments {}

impl StoredDocuments {
    pub fn make(py: Python<'_>, collection: Collection) -> PyResult<Py<StoredDocuments>> {
        Py::new(py, PyClassInitializer::from(collection).add_subclass(StoredDocuments {}))
    }
}

#[pymethods]
impl StoredDocuments {
    /// Returns a document in its own format, and the accepted annotations.
    #[pyo3(signature = (name))]
    fn open(this: PyRef<'_, Self>, name: &str) -> PyResult<(Document, Vec<Annotation>)> {
        this.as_super().engine().call(this.py(), |session| {
            let (document, accepted) = session.documents().open(name)?;
            let accepted = from_engine(IndexedText::of(&document), accepted);
            Ok((Document::of(document, Given::default()), accepted))
        })
    }
}
