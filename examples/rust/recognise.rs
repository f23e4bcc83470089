//! Finds the names of a list in a document.
//!
//! ```sh
//! recognise --labels CSV [--type MEDIA] [--out FORMAT] FILE
//! ```
//!
//! prints what was found as NIF, in Turtle or another format of RDF; `--out html` prints the page
//! itself, with the names marked up. `-` reads the standard input.

#![allow(clippy::print_stderr, reason = "a command speaks")]

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::process::ExitCode;

use glossweave::markup::Encoding;
use glossweave::provider::{Dictionary, recognize};
use glossweave::{DecodeOptions, EncodeOptions, Error, Format, decode, encode, nif};

const USAGE: &str = "usage: recognise --labels CSV [--type MEDIA] [--out FORMAT] FILE";

struct Call {
    labels: String,
    informat: Format,
    charset: Option<Encoding>,
    outformat: Format,
    file: String,
}

impl Call {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Call, String> {
        let (mut labels, mut informat, mut charset, mut file) = (None, None, None, None);
        let mut outformat = Format::Turtle;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("`{argument}` needs a value"));
            let format = |name: String| name.parse::<Format>().map_err(|error| error.to_string());
            match argument.as_str() {
                "--labels" => labels = Some(value()?),
                "--type" => {
                    let media = value()?;
                    charset = media.split(';').skip(1).find_map(encoding);
                    informat = Some(format(media)?);
                }
                "--out" => outformat = format(value()?)?,
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
        Ok(Call { labels, informat, charset, outformat, file })
    }

    fn run(&self) -> Result<Vec<u8>, Error> {
        let names =
            Dictionary::from_csv(File::open(&self.labels).map_err(|e| unread(&self.labels, e))?)?;
        let mut options = DecodeOptions::default();
        options.charset = self.charset;
        let document = decode(read(&self.file)?, self.informat, &options)?;
        let found = recognize(&names, &document, None)?;
        if self.outformat.is_rdf() {
            nif::write(&document, &found, self.outformat, &nif::Options::default())
        } else {
            Ok(encode(&document, &found, &EncodeOptions::default())?.bytes)
        }
    }
}

/// The encoding of a parameter of a media type, where it is `charset` and known.
fn encoding(parameter: &str) -> Option<Encoding> {
    let (name, label) = parameter.split_once('=')?;
    let label = label.trim().trim_matches('"');
    name.trim().eq_ignore_ascii_case("charset").then(|| Encoding::for_label(label)).flatten()
}

fn read(file: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    match file {
        "-" => io::stdin().read_to_end(&mut bytes).map(|_| bytes),
        _ => fs::read(file),
    }
    .map_err(|error| unread(file, error))
}

fn unread(file: &str, error: io::Error) -> Error {
    Error::invalid(format!("`{file}` cannot be read: {error}"))
}

fn main() -> ExitCode {
    let call = match Call::parse(std::env::args().skip(1)) {
        Ok(call) => call,
        Err(message) => {
            eprintln!("recognise: {message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let written = call.run().map_err(|error| error.to_string()).and_then(|bytes| {
        io::stdout().write_all(&bytes).map_err(|error| format!("the output failed: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("recognise: {message}");
            ExitCode::FAILURE
        }
    }
}
