//! The NIF of a converted page, compared with the output of the service that the interface
//! describes.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "clippy knows test functions only")]

use std::path::Path;

use glossweave::nif::{self, Tagging};
use glossweave::text::Language;
use glossweave::{DecodeOptions, Format, rdf};
use glossweave_testing::skip;

#[test]
fn a_page_has_the_graph_that_the_service_gave() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/nif");
    let (Ok(page), Ok(expected)) =
        (std::fs::read(cases.join("page.html")), std::fs::read(cases.join("page.html.ttl")))
    else {
        return skip("nif_shape", &format!("no {}", cases.display()));
    };
    let document = glossweave::decode(page, Format::Html, &DecodeOptions::default()).unwrap();
    let expected = rdf::read(&expected, Format::Turtle, None).unwrap();
    for language in [Tagging::default(), Tagging::Fixed(Language::parse("en").unwrap())] {
        let options = nif::Options { language, ..nif::Options::under("http://freme-project.eu/") };
        let turtle = nif::write(&document, &[], Format::Turtle, &options).unwrap();
        let ours = rdf::read(&turtle, Format::Turtle, None).unwrap();
        assert!(ours.is_isomorphic(&expected), "{}", String::from_utf8_lossy(&turtle));
    }
}

#[test]
fn what_the_service_gave_is_read_and_valid() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance/nif");
    for (name, units) in [("page.html.ttl", 8), ("document.odt.ttl", 14)] {
        let Ok(source) = std::fs::read(cases.join(name)) else {
            skip("nif_shape", &format!("no {}", cases.join(name).display()));
            continue;
        };
        let read = nif::read(&source, Format::Turtle, None).unwrap();
        assert_eq!(read.contexts().len(), 1);
        let text = read.contexts()[0].text();
        let anchors =
            read.graph().iter().filter(|t| t.predicate == glossweave_rdf::vocab::nif::ANCHOR_OF);
        assert_eq!(anchors.count(), units, "{name}: {text}");
        assert_eq!(nif::check(read.graph()), [], "{name}");
    }
}
