//! The stored documents of a caller.

use std::ops::Deref;

use serde_json::Value;

use super::StoredDocument;
use glossweave_base::error::{Error, Result};
use glossweave_document::annotation::Annotation;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format::{embedded_document, web_annotation};
use glossweave_store::resource::Collection;

/// The stored documents: a [`Collection`], and a function that opens a document.
///
/// ```
/// use glossweave::resource::ResourceUpdate;
/// use glossweave::{EncodeOptions, Engine, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let documents = engine.local_session()?.documents();
/// let body = r#"{"dcterms:references": {"type": "TextualBody", "format": "text/html", "value": "<p>To <b>Cork</b>"},
///     "items": [{"motivation": "identifying", "body": "http://example.org/Cork",
///                "target": {"selector": {"type": "TextQuoteSelector", "exact": "Cork"}}}]}"#;
/// let stored = documents.create(Some("letter"), body.as_bytes(), &ResourceUpdate::default())?;
/// // It was proposed; nothing is accepted yet.
/// let mut page = stored.content.page;
/// assert_eq!(page["items"][0]["schema:creativeWorkStatus"], "proposed");
/// assert!(documents.open("letter")?.1.is_empty());
///
/// page["items"][0]["schema:creativeWorkStatus"] = "accepted".into();
/// let unless_changed = ResourceUpdate { if_revision: [stored.revision].into(), ..ResourceUpdate::default() };
/// let stored = documents.update("letter", Some(page.to_string().as_bytes()), &unless_changed)?;
/// assert_eq!(stored.content.page["items"][0]["dcterms:contributor"]["name"], "local");
/// let (document, annotations) = documents.open("letter")?;
/// let made = glossweave::encode(&document, &annotations, &EncodeOptions::default())?;
/// assert!(String::from_utf8(made.bytes).unwrap().contains("its-ta-ident-ref=\"http://example.org/Cork\""));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StoredDocuments<'a> {
    collection: Collection<'a, StoredDocument>,
}

impl<'a> StoredDocuments<'a> {
    pub(crate) fn new(collection: Collection<'a, StoredDocument>) -> StoredDocuments<'a> {
        StoredDocuments { collection }
    }

    /// Returns a document in its original format, with its accepted annotations. Annotations whose
    /// position is not found because the document was replaced are skipped.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Collection::read`].
    pub fn open(&self, name: &str) -> Result<(Document, Vec<Annotation>)> {
        let page = self.collection.read(name)?.content.page;
        let document = embedded_document(&page, &DecodeOptions::default())?;
        let read = web_annotation::read(&document, page.to_string(), None)?;
        Ok((document, read.annotations))
    }

    /// Returns stored documents as one file in the format
    /// [`AnnotatedDocument`](crate::Format::AnnotatedDocument). `names` is separated by commas.
    /// Returns the errors of [`Collection::read`].
    pub(crate) fn corpus(&self, names: &str) -> Result<Vec<u8>> {
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let page = |name| Ok(self.collection.read(name)?.content.page);
        let pages: Result<Vec<Value>> = names.map(page).collect();
        let pages = pages.map_err(|error: Error| error.with_parameter("documents"))?;
        Ok(Value::Array(pages).to_string().into_bytes())
    }
}

impl<'a> Deref for StoredDocuments<'a> {
    type Target = Collection<'a, StoredDocument>;

    fn deref(&self) -> &Collection<'a, StoredDocument> {
        &self.collection
    }
}
