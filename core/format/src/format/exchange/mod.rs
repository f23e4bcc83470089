//! Formats in which programs exchange texts with annotations: their readers, and the function that writes any
//! document with its annotations in one of them.

mod content;
mod export;
mod export_options;
mod label;
mod offsets;
mod output;
mod reading;

mod json_file;
mod markup_text;

mod cas;
mod conll;

pub(super) use cas::{CasJson, CasXmi};
pub(super) use conll::{Conll2003, Conllu};
pub(super) use content::{Content, Says};
pub use export::{Exported, export};
pub use export_options::ExportOptions;
pub(super) use output::Output;
