//! OpenDocument texts: a zip package whose XML parts hold the text.

mod package;
mod record;
mod replace;

#[cfg(test)]
mod hand;
