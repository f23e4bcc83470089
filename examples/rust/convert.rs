//! Converts a document to NIF, and gives it back with the annotations of NIF woven in.
//!
//! ```sh
//! convert nif [--type MEDIA] [--prefix IRI] [--nif-version V] [--shape units|its] FILE
//! convert back [--type MEDIA] [--enriched-type MEDIA] FILE [ENRICHED]
//! ```
//!
//! `nif` prints Turtle, in the shape `its` that of ITS 2.0, Annex F. `back` prints the document: as it came, or with the annotations of the
//! text in `ENRICHED` (NIF in any format of RDF) that is the text of the document; what could not
//! be placed is told on the standard error. `-` reads the standard input and needs a type.

#![allow(clippy::print_stderr, reason = "a command speaks")]

mod files;

use std::process::ExitCode;

use glossweave::annotation::Annotation;
use glossweave::markup::Encoding;
use glossweave::{Document, Error, Format, nif};

const USAGE: &str = "\
usage: convert nif [--type MEDIA] [--prefix IRI] [--nif-version V] [--shape units|its] FILE
       convert back [--type MEDIA] [--enriched-type MEDIA] FILE [ENRICHED]";

enum Task {
    Nif(nif::Options),
    Back(Option<(String, Format)>),
}

struct Call {
    task: Task,
    file: String,
    format: Format,
    charset: Option<Encoding>,
}

impl Call {
    fn parse(arguments: Vec<String>) -> Result<Call, String> {
        let says = |error: Error| error.to_string();
        let mut arguments = arguments.into_iter();
        let command = arguments.next().ok_or("the command is missing, expected `nif` or `back`")?;
        if command != "nif" && command != "back" {
            return Err(format!("no command `{command}`, expected `nif` or `back`"));
        }
        let (mut media, mut options, mut files) = (None, nif::Options::default(), Vec::new());
        let mut enriched_media = None;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("`{argument}` needs a value"));
            match (command.as_str(), argument.as_str()) {
                (_, "--type") => media = Some(value()?),
                ("nif", "--prefix") => options.set("prefix", &value()?).map_err(says)?,
                ("nif", "--nif-version") => options.set("nif-version", &value()?).map_err(says)?,
                ("nif", "--shape") => options.set("shape", &value()?).map_err(says)?,
                ("back", "--enriched-type") => enriched_media = Some(value()?),
                (_, option) if option.starts_with("--") => {
                    return Err(format!("`{command}` has no option `{option}`"));
                }
                _ => files.push(argument),
            }
        }
        let mut files = files.into_iter();
        let file = files.next().ok_or("the file is missing")?;
        let format = format_of(&file, media.as_deref(), "--type", "")?;
        let charset = files::charset(media.as_deref().unwrap_or_default()).map_err(says)?;
        let task = match command.as_str() {
            "nif" => Task::Nif(options),
            _ => Task::Back(match files.next() {
                Some(enriched) => {
                    let known = ", or name it .ttl, .jsonld, .n3, .nt or .rdf";
                    let media = enriched_media.as_deref();
                    let format = format_of(&enriched, media, "--enriched-type", known)?;
                    Some((enriched, format))
                }
                None => None,
            }),
        };
        match files.next() {
            Some(more) => Err(format!("a file too many: `{more}`")),
            None => Ok(Call { task, file, format, charset }),
        }
    }

    fn run(&self) -> Result<Vec<u8>, String> {
        let Call { file, .. } = self;
        let document = files::open(file, self.format, self.charset)?;
        let annotations = match &self.task {
            Task::Nif(options) => {
                return nif::write(&document, &[], Format::Turtle, options)
                    .map_err(files::of(file));
            }
            Task::Back(None) => Vec::new(),
            Task::Back(Some((enriched, format))) => annotations(&document, enriched, *format)?,
        };
        files::write_back("convert", file, &document, &annotations)
    }
}

/// The format of a file: that of its media type, else that of its extension.
fn format_of(file: &str, media: Option<&str>, option: &str, known: &str) -> Result<Format, String> {
    match media {
        Some(media) => media.parse().map_err(|error: Error| error.to_string()),
        None => Format::of_path(file).ok_or_else(|| {
            format!("the format of `{file}` is not known, give it with `{option}`{known}")
        }),
    }
}

/// Returns the annotations that NIF has for the text of a document.
fn annotations(document: &Document, file: &str, format: Format) -> Result<Vec<Annotation>, String> {
    let nif = nif::read(&files::read(file)?, format, None).map_err(files::of(file))?;
    let none = || format!("{file}: has no context with the text of the document");
    nif.annotations_of(document).ok_or_else(none)
}

fn main() -> ExitCode {
    files::run("convert", USAGE, Call::parse, Call::run)
}
