//! Documents of office programs (OpenDocument, DOCX, PPTX, XLSX), EPUB and IDML.
//!
//! Programs use the crate `glossweave`. The public items of this crate are used by other crates of Glossweave and may
//! change with any version.

mod docx;
mod drawing;
mod epub;
mod idml;
mod opc;
mod open_document;
mod pptx;
mod xlsx;

pub use docx::Docx;
pub use epub::Epub;
pub use idml::Idml;
pub use open_document::{Kind, OpenDocument};
pub use pptx::Pptx;
pub use xlsx::Xlsx;

#[cfg(test)]
mod testing;
#[cfg(test)]
use testing::{decode, encode, marked_text};
