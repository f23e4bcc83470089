//! Texts and places in them: spans with a unit, code-point counting, language tags.

mod index;
mod language;
mod span;

pub use index::CharIndex;
pub use language::Language;
pub use span::{ByteSpan, CharSpan, TextSpan};
