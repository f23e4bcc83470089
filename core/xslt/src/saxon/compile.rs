//! Compilation of a stylesheet in an isolate.

use std::cell::OnceCell;
use std::ffi::CStr;
use std::rc::Rc;

use super::diagnostics;
use super::library::{Answer, Diagnostic, Handle, Isolate};
use super::stylesheet::SaxonStylesheet;
use glossweave_base::error::{Error, ErrorKind, Result};

/// A stylesheet that writes the document that it is given.
const IDENTITY: &CStr = c"<xsl:stylesheet version='3.0' \
    xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
    <xsl:template match='/'><xsl:sequence select='.'/></xsl:template></xsl:stylesheet>";

/// The features that are set for every stylesheet. Entities outside a document are never read.
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

/// The feature for the list of schemes of IRIs that may be read. An empty list means all of them.
const PROTOCOLS: &CStr = c"http://saxon.sf.net/feature/allowedProtocols";
/// The feature for functions of Java, the environment, system properties and, while a stylesheet is
/// compiled, `xsl:result-document`.
const EXTENSIONS: &CStr = c"http://saxon.sf.net/feature/allow-external-functions";

/// A compiled stylesheet in an isolate.
pub(super) struct Compiled {
    pub isolate: Rc<Isolate>,
    /// Its own processor, so that the permissions of one stylesheet do not affect another, and names that
    /// it made are freed with it.
    pub processor: Handle,
    pub program: Handle,
    identity: OnceCell<Handle>,
    itself: OnceCell<Handle>,
}

impl Compiled {
    /// Returns the stylesheet as a document, if it asks for that.
    pub fn itself(&self, sheet: &SaxonStylesheet) -> Answer<Option<&Handle>> {
        let Some(own) = &sheet.own else { return Ok(None) };
        if let Some(itself) = self.itself.get() {
            return Ok(Some(itself));
        }
        let itself = self.isolate.parse(&self.processor, sheet.folder.as_deref(), own)?;
        Ok(Some(self.itself.get_or_init(|| itself)))
    }

    /// Returns a stylesheet that writes the document that it is given.
    pub fn identity(&self) -> Answer<&Handle> {
        if let Some(identity) = self.identity.get() {
            return Ok(identity);
        }
        let identity = self.isolate.compile(&self.processor, c"", IDENTITY)?;
        Ok(self.identity.get_or_init(|| identity))
    }
}

/// Compiles a stylesheet. Returns `ErrorKind::Invalid` with every error that Saxon finds, `ErrorKind::Malformed`,
/// or `ErrorKind::TooLarge` if it does not fit into the heap.
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
