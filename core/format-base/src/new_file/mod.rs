//! The text and the annotations of a document as input for the writers of new files, and the bytes of these files.

mod content;
mod label;
mod output;

pub use content::{Capabilities, Content, FilePart, Mark};
pub use label::{AnnotationFields, TERM, class_of, prefixed};
pub use output::Output;
