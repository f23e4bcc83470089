//! Shared code of the examples: files that are read and pages that are written, with what there is to
//! say of them.

use std::fs;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use glossweave::annotation::Annotation;
use glossweave::markup::Encoding;
use glossweave::{DecodeOptions, Document, EncodeOptions, Error, Format, Location, decode, encode};

/// Reads a file, or the standard input for `-`.
pub fn read(file: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => io::stdin().read_to_end(&mut bytes).map(|_| bytes),
        _ => fs::read(file),
    };
    read.map_err(|error| format!("{file}: cannot be read: {error}"))
}

/// Makes of an error a message that names the file at fault.
pub fn of(file: &str) -> impl Fn(Error) -> String {
    move |error| format!("{file}: {error}")
}

/// Reads a document.
pub fn open(file: &str, format: Format, charset: Option<Encoding>) -> Result<Document, String> {
    let mut options = DecodeOptions::default();
    options.charset = charset;
    decode(read(file)?, format, &options).map_err(of(file))
}

/// The `charset` of a media type, where there is one.
pub fn charset(media: &str) -> Result<Option<Encoding>, Error> {
    for parameter in media.split(';').skip(1) {
        if let Some((name, label)) = parameter.split_once('=')
            && name.trim().eq_ignore_ascii_case("charset")
        {
            return label.trim().trim_matches('"').parse().map(Some);
        }
    }
    Ok(None)
}

/// Writes the document with the annotations in it, and says which ones it has no place for.
pub fn write_back(
    program: &str,
    file: &str,
    document: &Document,
    annotations: &[Annotation],
) -> Result<Vec<u8>, String> {
    let encoded = encode(document, annotations, &EncodeOptions::default()).map_err(of(file))?;
    let mut placed = annotations.len();
    for (index, rule) in encoded.not_placed() {
        placed -= 1;
        let span = annotations[index].span();
        let text = document.text().get(span.range()).unwrap_or_default();
        let place = document.source_span(span).map(|span| {
            let place = Location::in_source(document.source().bytes(), span.range());
            format!("{}:{}: ", place.line(), place.column())
        });
        let place = place.unwrap_or_else(|| " ".to_owned());
        eprintln!("{program}: {file}:{place}`{text}` is not placed: {rule}");
    }
    if placed < annotations.len() {
        eprintln!("{program}: placed {placed} of {}", annotations.len());
    }
    Ok(encoded.bytes)
}

/// Runs a program with its arguments and returns an exit code: 2 for a wrong call, 1 for a failure.
pub fn run<Call>(
    program: &str,
    usage: &str,
    parse: impl FnOnce(Vec<String>) -> Result<Call, String>,
    run: impl FnOnce(&Call) -> Result<Vec<u8>, String>,
) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let written = if arguments.iter().any(|argument| argument == "--help") {
        Ok(format!("{usage}\n").into_bytes())
    } else {
        match parse(arguments) {
            Ok(call) => run(&call),
            Err(message) => {
                eprintln!("{program}: {message}\n{usage}");
                return ExitCode::from(2);
            }
        }
    };
    let written = written.and_then(|bytes| {
        io::stdout().write_all(&bytes).map_err(|error| format!("the output failed: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{program}: {message}");
            ExitCode::FAILURE
        }
    }
}
