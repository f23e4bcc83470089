//! Markdown, tables, subtitles and files of strings.
//!
//! Programs use the crate `glossweave`. The public items of this crate are used by other crates of Glossweave and may
//! change with any version.

mod apple_strings;
mod fluent;
mod json;
mod markdown;
mod po;
mod properties;
mod stringsdict;
mod subtitle;
mod table;
mod xcstrings;
mod yaml;

pub use apple_strings::AppleStrings;
pub use fluent::Fluent;
pub use json::Jsonc;
pub use markdown::Markdown;
pub use po::Po;
pub use properties::Properties;
pub use stringsdict::Stringsdict;
pub use subtitle::{Srt, Vtt};
pub use table::Table;
pub use xcstrings::Xcstrings;
pub use yaml::Yaml;

#[cfg(test)]
mod testing;
#[cfg(test)]
use testing::{decode, encode, marked_text};
