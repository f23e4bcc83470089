//! Readers and writers of the formats that programs use to exchange annotated texts.

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
mod gate;
mod label_studio;
mod pubannotation;
mod tei;
#[cfg(test)]
mod tests;
mod texts;

pub(super) use annotated_document::AnnotatedDocument;
pub use annotated_document::{embedded_document, unplaced};
pub(super) use bioc::{BiocJson, BiocXml};
pub(super) use brat::Brat;
pub(super) use cas::{CasJson, CasXmi, CasXmiZip};
pub(super) use conll::{Conll2003, Conllu};
pub(super) use gate::{GateJson, GateXml};
pub(super) use label_studio::LabelStudio;
pub(super) use pubannotation::PubAnnotation;
pub(super) use tei::Tei;
pub use texts::AnnotatedText;
pub(super) use texts::document_of;
