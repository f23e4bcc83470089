//! Readers and writers of the formats that programs use to exchange annotated texts.
//!
//! Programs use the crate `glossweave`. The public items of this crate are used by other crates of Glossweave and may
//! change with any version.

mod lines;
mod offsets;
mod reading;
mod rejections;

mod embedded_text;
mod json_file;
mod key_values;
mod markup_text;

mod annotated_document;
mod bioc;
mod brat;
mod cas;
mod conll;
mod export_texts;
mod gate;
mod label_studio;
mod pubannotation;
mod tei;
#[cfg(test)]
mod tests;
mod texts;
pub mod web_annotation;

pub use annotated_document::AnnotatedDocument;
pub use annotated_document::{embedded_document, unplaced};
pub use bioc::{BiocJson, BiocXml};
pub use brat::Brat;
pub use cas::{CasJson, CasXmi, CasXmiZip};
pub use conll::{Conll2003, Conllu};
pub use export_texts::export_texts;
pub use gate::{GateJson, GateXml};
pub use label_studio::LabelStudio;
pub use pubannotation::PubAnnotation;
pub use tei::Tei;
pub use texts::AnnotatedText;
use texts::document_of;

#[cfg(test)]
mod testing;
#[cfg(test)]
use testing::{FORMATS, decode, export};
