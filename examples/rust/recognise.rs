//! Finds the names of a list in a document.
//!
//! ```sh
//! recognise --labels CSV [--type MEDIA] [--out FORMAT] [--prefix IRI] [--nif-version V] FILE
//! ```
//!
//! prints what was found as NIF, in Turtle or another format of RDF; `--out html` prints the page
//! itself, with the names marked up, and tells on the standard error what could not be placed.
//! `-` reads the standard input and needs `--type`.

#![allow(clippy::print_stderr, reason = "a command speaks")]

mod files;

use std::process::ExitCode;

use glossweave::entity::{Dictionary, recognize};
use glossweave::markup::Encoding;
use glossweave::{Error, Format, nif};

const USAGE: &str = "\
usage: recognise --labels CSV [--type MEDIA] [--out FORMAT] [--prefix IRI] [--nif-version V] FILE";

struct Call {
    labels: String,
    informat: Format,
    charset: Option<Encoding>,
    outformat: Format,
    options: nif::Options,
    file: String,
}

impl Call {
    fn parse(arguments: Vec<String>) -> Result<Call, String> {
        let says = |error: Error| error.to_string();
        let (mut labels, mut informat, mut charset, mut file) = (None, None, None, None);
        let (mut outformat, mut options, mut of_nif) =
            (Format::Turtle, nif::Options::default(), None);
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("`{argument}` needs a value"));
            match argument.as_str() {
                "--labels" => labels = Some(value()?),
                "--type" => {
                    let media = value()?;
                    charset = files::charset(&media).map_err(says)?;
                    informat = Some(media.parse().map_err(says)?);
                }
                "--out" => outformat = value()?.parse().map_err(says)?,
                "--prefix" | "--nif-version" => {
                    options.set(argument.trim_start_matches('-'), &value()?).map_err(says)?;
                    of_nif = Some(argument);
                }
                option if option.starts_with("--") => return Err(format!("no option `{option}`")),
                _ if file.is_none() => file = Some(argument),
                _ => return Err(format!("one file at a time, not also `{argument}`")),
            }
        }
        let labels = labels.ok_or("`--labels` is missing")?;
        let file = file.ok_or("the file is missing")?;
        let informat = informat
            .or_else(|| Format::of_path(&file))
            .ok_or(format!("the format of `{file}` is not known, give it with `--type`"))?;
        if !outformat.is_rdf() && outformat != informat {
            return Err(format!("`{informat}` does not become `{outformat}`"));
        }
        if let (Some(option), false) = (of_nif, outformat.is_rdf()) {
            return Err(format!("`{option}` is for NIF, which `{outformat}` is not"));
        }
        Ok(Call { labels, informat, charset, outformat, options, file })
    }

    fn run(&self) -> Result<Vec<u8>, String> {
        let names = files::read(&self.labels)?;
        let names = Dictionary::from_csv(names.as_slice()).map_err(files::of(&self.labels))?;
        let document = files::open(&self.file, self.informat, self.charset)?;
        let says = files::of(&self.file);
        let found = recognize(&names, &document, None).map_err(&says)?;
        match self.outformat.is_rdf() {
            true => nif::write(&document, &found, self.outformat, &self.options).map_err(says),
            false => files::write_back("recognise", &self.file, &document, &found),
        }
    }
}

fn main() -> ExitCode {
    files::run("recognise", USAGE, Call::parse, Call::run)
}
