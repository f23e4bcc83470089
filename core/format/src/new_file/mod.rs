//! The text and the annotations of a document as input for the writers of new files, and the bytes of these files.

mod content;
mod label;
mod output;

pub(super) use content::{Capabilities, Content, FilePart, Mark};
pub(super) use label::{AnnotationFields, TERM, class_of, prefixed};
pub(super) use output::Output;
