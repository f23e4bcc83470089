//! OpenDocument texts: a zip package whose XML parts hold the text.

mod annotate;
mod element;
mod element_annotation;
mod flow;
mod pack;
mod package;
mod read;
mod record;
mod replace;
mod scan;
mod second;
mod translate;

pub(super) use annotate::mark;
pub(super) use pack::{pack, parts_with};
pub(super) use read::{read, read_again};
pub(super) use translate::{gaps, translate};

#[cfg(test)]
mod hand;
#[cfg(test)]
mod tests;
