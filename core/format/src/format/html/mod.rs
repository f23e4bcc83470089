//! HTML, read as the HTML Standard requires of browsers and written back byte for byte.

mod annotate;
mod compare;
mod element;
mod its_lookup;
mod open_elements;
mod read;
mod standoff;
mod text;
mod translate;

#[cfg(test)]
mod tests;

pub(super) use annotate::{attributes, mark};
pub(super) use compare::tree_difference;
pub(super) use read::read;
pub(super) use translate::{gaps, say, translate};
