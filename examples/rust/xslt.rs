//! Transforms a document by a stylesheet, as the service does it with stored ones.
//!
//! ```sh
//! xslt STYLESHEET INPUT [name=value ...] [--engine libxslt|saxon]
//! ```
//!
//! prints the result. The stylesheets in examples/xslt are there to be tried.

#![allow(clippy::print_stderr, reason = "a command speaks")]

#[allow(dead_code, reason = "other examples use the rest")]
mod files;

use std::path::Path;
use std::process::ExitCode;

use glossweave::xslt::{Options, Processor, Request, Saxon, Stylesheet};
use glossweave::{Error, ErrorKind, Format};

const USAGE: &str = "\
usage: xslt STYLESHEET INPUT [name=value ...] [--engine libxslt|saxon]

Prints what the stylesheet makes of INPUT, which is HTML where its name ends in
.html or .htm, and else XML; `-` is the standard input. The stylesheet may read
the files of its folder, on Saxon every file: run only your own. What it says by
xsl:message goes to the standard error.

  name=value       a parameter of the stylesheet; `outformat` is how the result
                   is written (xml, html, xhtml, text), `informat` what INPUT is
  --engine NAME    libxslt, or saxon, whose library SAXONC_HE_LIB names; by the
                   version of the stylesheet where it is not given
  --help           prints this";

struct Call {
    stylesheet: String,
    input: String,
    parameters: Vec<(String, String)>,
    engine: Option<Processor>,
}

impl Call {
    fn parse(arguments: Vec<String>) -> Result<Call, String> {
        let (mut names, mut parameters, mut engine) = (Vec::new(), Vec::new(), None);
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match (argument.as_str(), argument.split_once('=')) {
                ("--engine", _) => {
                    let name = arguments.next().ok_or("`--engine` needs a value")?;
                    engine = Some(name.parse().map_err(|error: Error| error.to_string())?);
                }
                (option, _) if option.starts_with("--") => {
                    return Err(format!("no option `{option}`"));
                }
                _ if names.len() < 2 => names.push(argument),
                (_, Some((name, value))) => parameters.push((name.to_owned(), value.to_owned())),
                _ => return Err(format!("expected `name=value`, found `{argument}`")),
            }
        }
        let mut names = names.into_iter();
        let stylesheet = names.next().ok_or("the stylesheet is missing")?;
        let input = names.next().ok_or("the input is missing")?;
        Ok(Call { stylesheet, input, parameters, engine })
    }

    fn run(&self) -> Result<Vec<u8>, String> {
        let stylesheet = files::read(&self.stylesheet)?;
        let options = self.options().map_err(|error| error.to_string())?;
        // Compiled once, it is run as often as one likes, in any thread.
        let executable = Stylesheet::compile(&stylesheet, &options)
            .map_err(|error| said(&self.stylesheet, &error))?;
        let reply = executable.run(&self.request()?).map_err(|error| {
            // What is not well-formed is the input; all else goes wrong in the stylesheet.
            let at_fault = match error.kind() {
                ErrorKind::Malformed => &self.input,
                _ => &self.stylesheet,
            };
            said(at_fault, &error)
        })?;
        for message in &reply.messages {
            match &message.location {
                Some(place) => eprintln!("{}:{}: {}", self.stylesheet, place.line(), message.text),
                None => eprintln!("{}: {}", self.stylesheet, message.text),
            }
        }
        for document in &reply.documents {
            eprintln!("{}: {} bytes beside the result", document.uri, document.bytes.len());
        }
        Ok(reply.bytes)
    }

    fn options(&self) -> Result<Options, Error> {
        let folder = Path::new(&self.stylesheet).parent().filter(|one| !one.as_os_str().is_empty());
        let mut options =
            Options { folder: Some(folder.unwrap_or(Path::new(".")).into()), ..Options::default() };
        options.processor = self.engine;
        if self.engine != Some(Processor::Libxslt) {
            options.saxon = Saxon::find(None)?;
        }
        Ok(options)
    }

    fn request(&self) -> Result<Request, String> {
        let name = self.input.to_ascii_lowercase();
        let format = match name.ends_with(".html") || name.ends_with(".htm") {
            true => Format::Html,
            false => Format::Xml,
        };
        let mut request = Request::new(files::read(&self.input)?, format);
        for (name, value) in &self.parameters {
            request.set(name, value).map_err(|error| error.to_string())?;
        }
        Ok(request)
    }
}

/// An error with the code that the processor has for it.
fn said(file: &str, error: &Error) -> String {
    match error.code() {
        Some(code) => format!("{code}: {file}: {error}"),
        None => format!("{file}: {error}"),
    }
}

fn main() -> ExitCode {
    files::run("xslt", USAGE, Call::parse, Call::run)
}
