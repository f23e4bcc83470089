//! OpenDocument texts: a zip package whose XML parts hold the text.

mod element;
mod flow;
mod mark;
mod note;
mod package;
mod read;
mod record;
mod replace;

pub(super) use mark::{mark, pack, parts_with};
pub(super) use read::{read, read_again};

#[cfg(test)]
mod hand;
#[cfg(test)]
mod tests;
