//! XML of any vocabulary, given back byte for byte.

mod facts;
mod layout;
mod mark;
mod read;
mod records;
mod rules;
mod text;
mod translate;

#[cfg(test)]
mod tests;

pub(super) use mark::mark;
pub(super) use read::read;
pub use rules::RuleSet;
pub(super) use translate::{gaps, translate};
