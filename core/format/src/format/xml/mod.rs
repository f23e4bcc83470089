//! XML of any vocabulary, written back byte for byte.

mod facts;
mod layout;
mod mark;
mod read;
mod records;
mod rules;
pub(super) mod text;
mod translate;

#[cfg(test)]
mod tests;

pub(super) use layout::Layout;
pub(super) use mark::{CONTROL, Prefix, mark, says_control};
pub(super) use read::read;
pub use rules::RuleSet;
pub(super) use translate::{gaps, translate};
