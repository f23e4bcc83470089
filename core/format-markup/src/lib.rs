//! HTML, XML and XLIFF documents.
//!
//! Programs use the crate `glossweave`. The public items of this crate are used by other crates of Glossweave and may
//! change with any version.

pub mod html;
mod its_spelling;
mod profile_writer;
mod standoff;
pub mod template;
mod vocabulary;
mod xliff;
pub mod xml;

pub use html::Html;
pub use its_spelling::Spelling;
pub use xliff::Xliff;
pub use xml::Xml;

#[cfg(test)]
mod testing;
#[cfg(test)]
use testing::{code_reader, decode, encode, marked_text};
