//! HTML, read as the HTML Standard tells browsers to and given back byte for byte.

mod element;
mod flow;
mod read;
mod text;

#[cfg(test)]
mod tests;

pub(super) use read::read;
