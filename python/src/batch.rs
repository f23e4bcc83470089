//! Processing of many documents in one call. The results are buffers of Arrow columns, not Python objects, so
//! that threads do not wait for the interpreter lock.

use std::panic::{AssertUnwindSafe, catch_unwind};

use glossweave::annotation::Annotation;
use glossweave::entity::EntityOptions;
use glossweave::term::TermOptions;
use glossweave::text::Language;
use glossweave::translate::TranslationOptions;
use glossweave::{DecodeOptions, Error, ErrorKind, Format, Result, Session};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyDict};

use crate::offsets::IndexedText;
use crate::option::{read, read_given};

/// The source of a document.
#[derive(FromPyObject)]
pub enum Content {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

/// A document of a batch: its content, format and language.
pub type Row = (Option<Content>, Option<PyBackedStr>, Option<PyBackedStr>);

/// A request for all documents of a batch.
pub struct BatchRequest {
    /// The name of the recognizer or provider.
    pub name: String,
    pub service: Service,
    /// `true` to return the texts of the documents.
    pub texts: bool,
}

/// The service that is called.
pub enum Service {
    Entities(EntityOptions),
    Terms(TermOptions),
    Translations(TranslationOptions),
}

impl Service {
    /// Calls the service with an empty document, so that errors that concern all documents are returned
    /// before the first one is processed.
    fn check(&self, session: &Session<'_>, name: &str) -> Result<()> {
        let empty = || glossweave::decode("", Format::Text, &DecodeOptions::default());
        match self {
            Service::Entities(request) => {
                session.entities().recognize_with(name, &empty()?, request, None).map(drop)
            }
            Service::Terms(request) => session.terms().find(name, &empty()?, request).map(drop),
            Service::Translations(_) => session.translations().systems(name).map(drop),
        }
    }

    fn find(
        &self,
        session: &Session<'_>,
        name: &str,
        document: &glossweave::Document,
        language: Option<&Language>,
    ) -> Result<Vec<Annotation>> {
        match self {
            Service::Entities(request) => {
                session.entities().recognize_with(name, document, request, language)
            }
            Service::Terms(request) => session.terms().find(name, document, request),
            Service::Translations(request) => {
                session.translations().translate(name, document, request)
            }
        }
    }
}

/// Concatenated texts.
struct Texts {
    offsets: Vec<i32>,
    data: Vec<u8>,
}

impl Texts {
    fn new() -> Texts {
        Texts { offsets: vec![0], data: Vec::new() }
    }

    fn push(&mut self, text: &str) -> Result<()> {
        self.data.extend_from_slice(text.as_bytes());
        self.offsets.push(count(self.data.len())?);
        Ok(())
    }

    fn to_python<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
        (bytes(py, &self.offsets, |offset| offset.to_le_bytes()), PyBytes::new(py, &self.data))
    }
}

/// Concatenated lists of texts.
struct Lists {
    offsets: Vec<i32>,
    values: Texts,
}

impl Lists {
    fn new() -> Lists {
        Lists { offsets: vec![0], values: Texts::new() }
    }

    fn end(&mut self) -> Result<()> {
        self.offsets.push(count(self.values.offsets.len() - 1)?);
        Ok(())
    }
}

/// The columns. They have one value for each annotation, except the columns of documents.
pub struct Columns {
    /// The end of the annotations of each document.
    ends: Vec<i32>,
    starts: Vec<i32>,
    stops: Vec<i32>,
    texts: Texts,
    kinds: Texts,
    idents: Lists,
    classes: Lists,
    /// The confidences. NaN if a confidence is unknown.
    confidences: Vec<f64>,
    names: Lists,
    values: Texts,
    /// The text of each document. Empty if texts are not requested.
    documents: Texts,
    /// The kind of error of each document. Empty if there was no error.
    errors: Texts,
    messages: Texts,
}

impl Columns {
    fn new() -> Columns {
        Columns {
            ends: vec![0],
            starts: Vec::new(),
            stops: Vec::new(),
            texts: Texts::new(),
            kinds: Texts::new(),
            idents: Lists::new(),
            classes: Lists::new(),
            confidences: Vec::new(),
            names: Lists::new(),
            values: Texts::new(),
            documents: Texts::new(),
            errors: Texts::new(),
            messages: Texts::new(),
        }
    }

    fn annotation(&mut self, text: IndexedText<'_>, annotation: &Annotation) -> Result<()> {
        let (start, stop) = text.chars(annotation.span());
        self.starts.push(count(start)?);
        self.stops.push(count(stop)?);
        self.texts.push(text.slice(annotation.span()))?;
        self.kinds.push(annotation.body().name())?;
        self.confidences.push(annotation.confidence().unwrap_or(f64::NAN));
        for (name, value) in annotation.fields() {
            match name {
                "ident" => self.idents.values.push(value)?,
                "class" => self.classes.values.push(value)?,
                _ => {
                    self.names.values.push(name)?;
                    self.values.push(value)?;
                }
            }
        }
        self.idents.end()?;
        self.classes.end()?;
        self.names.end()
    }

    fn document(
        &mut self,
        found: Result<(glossweave::Document, Vec<Annotation>)>,
        texts: bool,
    ) -> Result<()> {
        match found {
            Ok((document, found)) => {
                let text = IndexedText::of(&document);
                found.iter().try_for_each(|one| self.annotation(text, one))?;
                self.documents.push(if texts { document.text() } else { "" })?;
                self.errors.push("")?;
                self.messages.push("")?;
            }
            Err(error) => {
                self.documents.push("")?;
                self.errors.push(error.kind().name())?;
                self.messages.push(&message(&error))?;
            }
        }
        self.ends.push(count(self.starts.len())?);
        Ok(())
    }

    /// Returns the buffers of the columns, by name.
    pub fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let integers = [
            ("ends", &self.ends),
            ("start", &self.starts),
            ("end", &self.stops),
            ("idents", &self.idents.offsets),
            ("classes", &self.classes.offsets),
            ("fields", &self.names.offsets),
        ];
        for (name, values) in integers {
            columns.set_item(name, bytes(py, values, |value| value.to_le_bytes()))?;
        }
        let texts = [
            ("text", &self.texts),
            ("kind", &self.kinds),
            ("ident", &self.idents.values),
            ("class", &self.classes.values),
            ("name", &self.names.values),
            ("value", &self.values),
            ("document", &self.documents),
            ("error", &self.errors),
            ("message", &self.messages),
        ];
        for (name, values) in texts {
            columns.set_item(name, values.to_python(py))?;
        }
        columns
            .set_item("confidence", bytes(py, &self.confidences, |value| value.to_le_bytes()))?;
        Ok(columns)
    }
}

/// Processes all documents. An error of one document is stored in its row, and the other documents are
/// processed. Returns `ErrorKind::TooLarge` if the annotations do not fit into one batch, and
/// `ErrorKind::NotFound` if no provider has the name.
pub fn annotate(session: &Session<'_>, rows: &[Row], request: &BatchRequest) -> Result<Columns> {
    request.service.check(session, &request.name)?;
    let mut columns = Columns::new();
    for row in rows {
        let find = AssertUnwindSafe(|| find(session, row, request));
        let found =
            catch_unwind(find).unwrap_or_else(|payload| Err(Error::from_panic(payload.as_ref())));
        columns.document(found, request.texts)?;
    }
    Ok(columns)
}

fn find(
    session: &Session<'_>,
    (content, format, language): &Row,
    request: &BatchRequest,
) -> Result<(glossweave::Document, Vec<Annotation>)> {
    let content = content.as_ref().ok_or_else(|| Error::invalid("the document has no content"))?;
    let language: Option<Language> = read_given("language", language.as_deref())?;
    let mut options = DecodeOptions::default();
    options.max_bytes = session.settings().limits.source.as_usize();
    let (source, decoded) = match content {
        Content::Text(text) => (text.as_bytes(), true),
        Content::Bytes(bytes) => (&**bytes, false),
    };
    if decoded {
        options.set("charset", "utf-8")?;
    }
    if let Some(language) = &language {
        options.set("language", language.as_str())?;
    }
    let format: Format = read("format", format.as_deref().unwrap_or("text"))?;
    let document = glossweave::decode(source, format, &options)?;
    let found = request.service.find(session, &request.name, &document, language.as_ref())?;
    Ok((document, found))
}

/// Returns the message of an error followed by its cause, for example an exception of Python code.
fn message(error: &Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

fn count(number: usize) -> Result<i32> {
    i32::try_from(number).map_err(|_| {
        let message = "the results do not fit into one batch: more than 2,147,483,647 bytes";
        Error::new(ErrorKind::TooLarge, message).with_parameter("batch_size")
    })
}

fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    values: &[T],
    encode: impl Fn(T) -> [u8; N],
) -> Bound<'py, PyBytes> {
    let all: Vec<u8> = values.iter().flat_map(|value| encode(*value)).collect();
    PyBytes::new(py, &all)
}

/// Returns the name of the format for the extension of a path. Returns `None` if the extension is unknown.
#[pyfunction]
#[pyo3(name = "_format_of_path")]
pub fn format_of_path(path: &str) -> Option<&'static str> {
    Format::of_path(path).map(Format::name)
}
