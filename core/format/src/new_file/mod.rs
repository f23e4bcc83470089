//! The text and the annotations of a document as the writers of new files get them, and the bytes of these.

mod content;
mod label;
mod output;

pub(super) use content::{Capabilities, Content, Mark, Part};
pub(super) use label::{AnnotationFields, TERM, class_of, prefixed};
pub(super) use output::Output;
