//! Common Analysis Structures of UIMA, in XMI and in JSON. Offsets count UTF-16 units, as in Java.

mod json;
mod structure;
mod xmi;
mod xmi_zip;

#[cfg(test)]
mod tests;

use crate::new_file::Capabilities;

pub(crate) use json::CasJson;
pub(crate) use xmi::CasXmi;
pub(crate) use xmi_zip::CasXmiZip;

/// The type of named entities of DKPro Core, which INCEpTION has too.
const NAMED_ENTITY: &str = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity";

/// The type of DKPro Core that names a document.
const META_DATA: &str = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData";

/// The type of UIMA with the language of a document.
const DOCUMENT: &str = "uima.tcas.DocumentAnnotation";

/// The language of a document if it is not known.
const NO_LANGUAGE: &str = "x-unspecified";

/// The view that programs without views have.
const VIEW: &str = "_InitialView";

/// The parts of annotations that a named entity has features for.
static CAPABILITIES: Capabilities = Capabilities {
    idents: 1,
    classes: false,
    confidence: false,
    info: false,
    tool: false,
    sections: false,
    ..Capabilities::ALL
};
