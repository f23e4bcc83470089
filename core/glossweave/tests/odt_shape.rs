//! The NIF of a converted OpenDocument text, compared with the output of the service that the
//! interface describes.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "clippy knows test functions only")]

use std::path::Path;

use glossweave::nif::{self, Tagging};
use glossweave::text::Language;
use glossweave::{DecodeOptions, Format, rdf};
use glossweave_testing::skip;

/// Returns the graph without the name of the service's temporary folder.
fn without_folder(turtle: &str) -> String {
    let mut parts = turtle.split("~okapi-");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |whole, part| whole + part.split_once(".tmp/").unwrap().1)
}

#[test]
fn a_text_has_the_graph_that_the_service_gave() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/nif");
    let (Ok(text), Ok(expected)) = (
        std::fs::read(cases.join("document.odt")),
        std::fs::read_to_string(cases.join("document.odt.ttl")),
    ) else {
        return skip("odt_shape", &format!("no {}", cases.display()));
    };
    let document = glossweave::decode(text, Format::Odt, &DecodeOptions::default()).unwrap();
    let expected = without_folder(&expected);
    let expected = rdf::read(expected.as_bytes(), Format::Turtle, None).unwrap();
    for language in [Tagging::default(), Tagging::Fixed(Language::parse("en").unwrap())] {
        let options = nif::Options { language, ..nif::Options::under("http://freme-project.eu/") };
        let turtle = nif::write(&document, &[], Format::Turtle, &options).unwrap();
        let ours = rdf::read(&turtle, Format::Turtle, None).unwrap();
        assert!(ours.is_isomorphic(&expected), "{}", String::from_utf8_lossy(&turtle));
    }
}
