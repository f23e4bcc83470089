//! PDF in NIF and Web Annotations, with pages and boxes.

use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::translate::{XliffOptions, to_xliff};
use glossweave::{DecodeOptions, Document, ErrorKind, Format, nif, web_annotation};
use glossweave_rdf::vocab::nif::{ANCHOR_OF, WAS_CONVERTED_FROM};
use harness::pdf::PdfFile;

/// Returns two pages, the second with a name on two lines.
fn document() -> Document {
    let mut file = PdfFile::new();
    file.page("BT /F1 10 Tf 72 700 Td (A bus to Cork) Tj ET", "");
    file.page("BT /F1 10 Tf 12 TL 72 700 Td (A flight to New) Tj (York) ' ET", "");
    glossweave::decode(file.write(), Format::Pdf, &DecodeOptions::default()).expect("a PDF")
}

fn named(document: &Document, name: &str) -> Annotation {
    let start = document.text().find(name).expect("the name");
    let span = TextSpan::new(start, start + name.len());
    Annotation::entity(span, Entity::new("http://example.org/place"))
}

#[test]
fn nif_names_the_place_of_each_string() {
    let document = document();
    let found = [named(&document, "Cork"), named(&document, "New York")];
    let options = nif::Options::under("http://example.org/a.pdf");
    let graph = nif::graph(&document, &found, &options).expect("a graph");
    let place = |text: &str| {
        let is_text = |term: String| term.trim_start_matches('"').starts_with(&format!("{text}\""));
        let mut strings = graph.iter().filter(|one| one.predicate == ANCHOR_OF);
        let string = strings.find(|one| is_text(one.object.to_string())).expect("a string");
        let same = graph.iter().filter(|one| one.subject == string.subject);
        let places = same.filter(|one| one.predicate == WAS_CONVERTED_FROM);
        places.map(|one| one.object.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(place("Cork"), ["<http://example.org/a.pdf#page=1&viewrect=111.47,134.5,21.11,10>"]);
    assert_eq!(
        place("New York"),
        [
            "<http://example.org/a.pdf#page=2&viewrect=72,134.5,64.47,22&highlight=116.47,136.47,134.5,144.5\
          &highlight=72,92.56,146.5,156.5>"
        ]
    );
    // The annotations are read back.
    let turtle = nif::write(&document, &found, Format::Turtle, &options).expect("Turtle");
    let read = nif::read(&turtle, Format::Turtle, None).expect("NIF");
    assert_eq!(read.contexts()[0].annotations().len(), 2);
    let error = nif::skeleton(&document, &options).expect_err("no skeleton");
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}

#[test]
fn web_annotations_select_a_fragment_of_the_page() {
    let document = document();
    let all = TextSpan::new(0, document.text().len());
    let whole = Annotation::entity(all, Entity::new("http://example.org/place"));
    let options = web_annotation::Options::of("http://example.org/a.pdf");
    let json = web_annotation::write(&document, &[whole], &options).expect("annotations");
    let json: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let selectors = json["items"][0]["target"]["selector"].as_array().expect("selectors");
    let fragments: Vec<_> =
        selectors.iter().filter(|one| one["type"] == "FragmentSelector").collect();
    assert_eq!((selectors.len(), fragments.len()), (4, 2));
    for (fragment, (page, exact)) in
        fragments.iter().zip([(1, "A bus to Cork"), (2, "A flight to New York")])
    {
        let value = fragment["value"].as_str().expect("a value");
        assert!(value.starts_with(&format!("page={page}&viewrect=72,134.5,")), "{value}");
        assert_eq!(fragment["conformsTo"], "http://tools.ietf.org/rfc/rfc3778");
        assert_eq!(fragment["refinedBy"]["exact"], exact);
    }
}

#[test]
fn texts_go_to_a_translator() {
    let options = XliffOptions::new("de".parse().expect("a language"));
    let options = XliffOptions { source: Some("en".parse().expect("a language")), ..options };
    let file = to_xliff(&document(), &options).expect("XLIFF");
    let file = String::from_utf8(file).expect("UTF-8");
    assert!(file.contains("A flight to New York"), "{file}");
}
