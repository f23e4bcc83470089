//! XML of any vocabulary, given back byte for byte.

mod layout;
mod mark;
mod read;
pub(super) mod text;
mod translate;

#[cfg(test)]
mod tests;

pub(super) use layout::Layout;
pub(super) use mark::{CONTROL, Prefix, mark, says_control};
pub(super) use read::read;
pub(super) use translate::{gaps, translate};
