//! Common Analysis Structures (CAS) of UIMA, in XMI and JSON. Offsets count UTF-16 units, as in
//! Java.

mod json;
mod structure;
mod xmi;
mod xmi_zip;

#[cfg(test)]
mod tests;

use glossweave_format_base::new_file::Capabilities;

pub use json::CasJson;
pub use xmi::CasXmi;
pub use xmi_zip::CasXmiZip;

/// The type of named entities of DKPro Core, which INCEpTION also uses.
const NAMED_ENTITY: &str = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity";

/// The type of the DKPro Core annotation that names a document.
const META_DATA: &str = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData";

/// The type of the UIMA annotation that specifies the language of a document.
const DOCUMENT: &str = "uima.tcas.DocumentAnnotation";

/// The language of a document whose language is unknown.
const NO_LANGUAGE: &str = "x-unspecified";

/// The name of the default view.
const VIEW: &str = "_InitialView";

/// The fields of annotations that a named entity can store.
static CAPABILITIES: Capabilities = Capabilities {
    idents: 1,
    classes: false,
    confidence: false,
    info: false,
    tool: false,
    sections: false,
    ..Capabilities::ALL
};
