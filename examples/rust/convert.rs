//! Converts a document to NIF, and gives it back with the annotations of NIF woven in.
//!
//! ```sh
//! convert nif [--type MEDIA] [--prefix IRI] [--nif-version V] FILE
//! convert back [--type MEDIA] FILE [ENRICHED.ttl]
//! ```
//!
//! `nif` prints Turtle. `back` prints the document: as it came, or with the annotations of the
//! text in `ENRICHED.ttl` that is the text of the document; what could not be placed is told on
//! the standard error. `-` reads the standard input and needs `--type`.

#![allow(clippy::print_stderr, reason = "a command speaks")]

use std::fs;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use glossweave::annotation::Annotation;
use glossweave::markup::Encoding;
use glossweave::{
    DecodeOptions, Document, EncodeOptions, Error, Format, Kind, Placement, decode, encode, nif,
};

const USAGE: &str = "\
usage: convert nif [--type MEDIA] [--prefix IRI] [--nif-version V] FILE
       convert back [--type MEDIA] FILE [ENRICHED.ttl]";

enum Task {
    Nif(nif::Options),
    Back(Option<String>),
}

struct Call {
    task: Task,
    file: String,
    format: Format,
    charset: Option<Encoding>,
}

impl Call {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Call, String> {
        let says = |error: Error| error.to_string();
        let command = arguments.next().ok_or("the command is missing, expected `nif` or `back`")?;
        let (mut media, mut options, mut files) = (None, nif::Options::default(), Vec::new());
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("`{argument}` needs a value"));
            match (command.as_str(), argument.as_str()) {
                (_, "--type") => media = Some(value()?),
                ("nif", "--prefix") => options.set("prefix", &value()?).map_err(says)?,
                ("nif", "--nif-version") => options.set("nif-version", &value()?).map_err(says)?,
                (_, option) if option.starts_with("--") => {
                    return Err(format!("`{command}` has no option `{option}`"));
                }
                _ => files.push(argument),
            }
        }
        let mut files = files.into_iter();
        let file = files.next().ok_or("the file is missing")?;
        let task = match command.as_str() {
            "nif" => Task::Nif(options),
            "back" => Task::Back(files.next()),
            _ => return Err(format!("no command `{command}`, expected `nif` or `back`")),
        };
        if let Some(more) = files.next() {
            return Err(format!("a file too many: `{more}`"));
        }
        let format = match &media {
            Some(media) => media.parse().map_err(says)?,
            None => Format::of_path(&file)
                .ok_or(format!("the format of `{file}` is not known, give it with `--type`"))?,
        };
        let charset = media.as_deref().and_then(charset_of);
        Ok(Call { task, file, format, charset })
    }

    fn run(&self) -> Result<Vec<u8>, Error> {
        let mut options = DecodeOptions::default();
        options.charset = self.charset;
        let document = decode(read(&self.file)?, self.format, &options)?;
        match &self.task {
            Task::Nif(options) => nif::write(&document, &[], Format::Turtle, options),
            Task::Back(None) => weave(&document, &[]),
            Task::Back(Some(enriched)) => weave(&document, &annotations(&document, enriched)?),
        }
    }
}

/// What NIF says of the text of a document.
fn annotations(document: &Document, file: &str) -> Result<Vec<Annotation>, Error> {
    let format = Format::of_path(file).unwrap_or(Format::Turtle);
    let nif = nif::read(&read(file)?, format, None)?;
    let of_text: Vec<_> =
        nif.contexts().iter().filter(|context| context.text() == document.text()).collect();
    if of_text.is_empty() {
        let count = nif.contexts().len();
        let message = format!("none of the {count} texts in `{file}` is that of the document");
        return Err(Error::new(Kind::NotFound, message));
    }
    Ok(of_text.iter().flat_map(|context| context.annotations()).cloned().collect())
}

fn weave(document: &Document, annotations: &[Annotation]) -> Result<Vec<u8>, Error> {
    let encoded = encode(document, annotations, &EncodeOptions::default())?;
    for (annotation, placement) in annotations.iter().zip(&encoded.placements) {
        if let Placement::NotPlaced { rule } = placement {
            let text = document.text().get(annotation.span().range()).unwrap_or_default();
            eprintln!("convert: `{text}` is not placed: {rule}");
        }
    }
    Ok(encoded.bytes)
}

/// The `charset` of a media type, where there is one and it is known.
fn charset_of(media: &str) -> Option<Encoding> {
    media.split(';').skip(1).find_map(|parameter| {
        let (name, label) = parameter.split_once('=')?;
        let label = label.trim().trim_matches('"');
        name.trim().eq_ignore_ascii_case("charset").then(|| Encoding::for_label(label)).flatten()
    })
}

fn read(file: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => io::stdin().read_to_end(&mut bytes).map(|_| bytes),
        _ => fs::read(file),
    };
    read.map_err(|error| Error::invalid(format!("`{file}` cannot be read: {error}")))
}

fn main() -> ExitCode {
    let call = match Call::parse(std::env::args().skip(1)) {
        Ok(call) => call,
        Err(message) => {
            eprintln!("convert: {message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let written = call.run().map_err(|error| error.to_string()).and_then(|bytes| {
        io::stdout().write_all(&bytes).map_err(|error| format!("the output failed: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("convert: {message}");
            ExitCode::FAILURE
        }
    }
}
