//! XML of any vocabulary, written back byte for byte.

mod annotate;
mod its_lookup;
mod layout;
mod read;
mod rules;
mod standoff;
pub(super) mod text;
mod translate;

#[cfg(test)]
mod tests;

pub(super) use annotate::{CONTROL, Prefix, mark, says_control};
pub(super) use layout::Layout;
pub(super) use read::read;
pub use rules::RuleSet;
pub(super) use translate::{gaps, translate};
