//! HTML, read as the HTML Standard requires of browsers and written back byte for byte.

mod compare;
mod element;
mod facts;
mod flow;
mod mark;
mod read;
mod records;
mod text;
mod translate;

#[cfg(test)]
mod tests;

pub(super) use compare::tree_difference;
pub(super) use mark::{attributes, mark};
pub(super) use read::read;
pub(super) use translate::{gaps, say, translate};
