//! Compilation of a stylesheet in an isolate.

use std::cell::OnceCell;
use std::ffi::CStr;
use std::rc::Rc;

use super::diagnostics;
use super::library::{Answer, Diagnostic, Handle, Isolate};
use super::stylesheet::SaxonStylesheet;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A stylesheet that copies a document.
const IDENTITY: &CStr = c"<xsl:stylesheet version='3.0' \
    xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
    <xsl:template match='/'><xsl:sequence select='.'/></xsl:template></xsl:stylesheet>";

/// The features that are set for all stylesheets. External entities are never read.
const FEATURES: &[(&CStr, &CStr)] = &[
    (
        c"http://saxon.sf.net/feature/parserFeature?uri=http%3A//xml.org/sax/features/external-general-entities",
        c"false",
    ),
    (
        c"http://saxon.sf.net/feature/parserFeature?uri=http%3A//xml.org/sax/features/external-parameter-entities",
        c"false",
    ),
    (
        c"http://saxon.sf.net/feature/parserFeature?uri=http%3A//apache.org/xml/features/nonvalidating/load-external-dtd",
        c"false",
    ),
];

/// The feature for the list of allowed IRI schemes. An empty list allows all schemes.
const PROTOCOLS: &CStr = c"http://saxon.sf.net/feature/allowedProtocols";
/// The feature for Java functions, the environment, system properties and, during compilation,
/// `xsl:result-document`.
const EXTENSIONS: &CStr = c"http://saxon.sf.net/feature/allow-external-functions";

/// A compiled stylesheet in an isolate.
pub(super) struct Compiled {
    pub isolate: Rc<Isolate>,
    /// The processor of the stylesheet. It is not shared, so that the permissions of a stylesheet do not
    /// affect other stylesheets, and names that the stylesheet creates are freed with the processor.
    pub processor: Handle,
    pub program: Handle,
    identity: OnceCell<Handle>,
    itself: OnceCell<Handle>,
}

impl Compiled {
    /// Returns the stylesheet as a document, if the stylesheet reads itself.
    pub fn itself(&self, sheet: &SaxonStylesheet) -> Answer<Option<&Handle>> {
        let Some(text) = &sheet.own else { return Ok(None) };
        if let Some(itself) = self.itself.get() {
            return Ok(Some(itself));
        }
        let itself = self.isolate.parse(&self.processor, sheet.folder.as_deref(), text)?;
        Ok(Some(self.itself.get_or_init(|| itself)))
    }

    /// Returns the stylesheet that copies a document.
    pub fn identity(&self) -> Answer<&Handle> {
        if let Some(identity) = self.identity.get() {
            return Ok(identity);
        }
        let identity = self.isolate.compile(&self.processor, c"", IDENTITY)?;
        Ok(self.identity.get_or_init(|| identity))
    }
}

/// Compiles a stylesheet. Returns `ErrorKind::Invalid` with all errors that Saxon reports,
/// `ErrorKind::Malformed`, or `ErrorKind::TooLarge` if the stylesheet does not fit into the heap.
pub(super) fn compile(isolate: &Rc<Isolate>, sheet: &SaxonStylesheet) -> Result<Compiled> {
    let broken = |diagnostic: Diagnostic| {
        if diagnostics::is_full(&diagnostic) {
            return diagnostics::error(&diagnostic, sheet);
        }
        Error::new(ErrorKind::Internal, format!("Saxon is not set up: {}", diagnostic.brief))
    };
    let processor = isolate.processor().map_err(broken)?;
    for (feature, value) in FEATURES {
        isolate.configure(&processor, feature, value).map_err(broken)?;
    }
    let readable = if sheet.folder.is_some() { c"file" } else { c"none" };
    isolate.configure(&processor, PROTOCOLS, readable).map_err(broken)?;
    let extensions = if sheet.writes() { c"true" } else { c"false" };
    isolate.configure(&processor, EXTENSIONS, extensions).map_err(broken)?;
    let folder = sheet.folder.as_deref().unwrap_or(c"");
    let program = isolate
        .compile(&processor, folder, sheet.text())
        .map_err(|diagnostic| diagnostics::error(&diagnostic, sheet))?;
    isolate.configure(&processor, EXTENSIONS, c"false").map_err(broken)?;
    Ok(Compiled {
        isolate: isolate.clone(),
        processor,
        program,
        identity: OnceCell::new(),
        itself: OnceCell::new(),
    })
}
