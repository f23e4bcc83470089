//! XML of any vocabulary, given back byte for byte.

mod layout;
mod mark;
mod read;
mod text;
mod translate;

#[cfg(test)]
mod tests;

pub(super) use mark::mark;
pub(super) use read::read;
pub(super) use translate::{gaps, translate};
