//! Writes a page as NIF in Turtle, with the crates for HTML and NIF alone: `page FILE`.

#![allow(clippy::print_stdout, reason = "a command prints")]

use std::env;
use std::error::Error;
use std::fs;

use glossweave_base::Format;
use glossweave_document::DecodeOptions;
use glossweave_format_base::Formats;
use glossweave_format_markup::Html;
use glossweave_nif::nif::{Options, write};

const FORMATS: Formats = Formats(&[&[&Html]]);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file] = &arguments[..] else { return Err("expected FILE".into()) };
    let page = FORMATS.decode(fs::read(file)?, Format::Html, &DecodeOptions::default())?;
    let turtle = write(&page, &[], Format::Turtle, &Options::default())?;
    print!("{}", String::from_utf8(turtle)?);
    Ok(())
}
