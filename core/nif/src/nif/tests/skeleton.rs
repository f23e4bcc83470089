use super::{page, plain};
use crate::nif::{Nif, Options, Version, skeleton};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, Document, Source, SourceExt};
use glossweave_markup::Encoding;
use glossweave_rdf::vocab::nif;

fn places(document: &Document, options: &Options) -> Vec<(String, String)> {
    let graph = skeleton(document, options).unwrap();
    let made = graph.iter().filter(|triple| triple.predicate == nif::WAS_CONVERTED_FROM);
    made.map(|triple| (triple.subject.to_string(), triple.object.to_string())).collect()
}

fn pair(unit: &str, place: &str) -> (String, String) {
    (format!("<http://a.example/#{unit}>"), format!("<http://a.example/doc1/#{place}>"))
}

#[test]
fn each_unit_knows_its_place_in_the_markup() {
    let document = page(&["é😀", "b"]);
    let options = Options::under("http://a.example/#");
    let expected = [pair("char=0,2", "char=3,5"), pair("char=3,4", "char=8,9")];
    assert_eq!(places(&document, &options), expected);
    let newer = Options { version: Version::V2_1, ..Options::under("http://a.example") };
    let (_, place) = &places(&document, &newer)[1];
    assert_eq!(place, "<http://a.example/doc1/#offset_8_9>");

    let read = Nif::from_graph(skeleton(&document, &options).unwrap()).unwrap();
    let texts: Vec<&str> = read.contexts().iter().map(|context| context.text()).collect();
    assert_eq!(texts, ["é😀 b", "<p>é😀<p>b"]);
}

#[test]
fn places_count_characters_of_other_encodings() {
    let source = Encoding::for_label("utf-16le").unwrap().encode("<p>😀é</p>").into_owned();
    let mut builder = Builder::default();
    builder.encoded("😀é", ByteSpan::new(6, 12));
    builder.end_unit(1);
    let utf16 = Encoding::for_label("utf-16le").unwrap();
    let document = builder.finish(Source::new(source, Format::Html, utf16));
    let options = Options::under("http://a.example/");
    assert_eq!(places(&document, &options), [pair("char=0,2", "char=3,5")]);
}

#[test]
fn plain_text_is_its_own_markup_and_prefixes_are_checked() {
    let options = Options::under("http://a.example/");
    assert_eq!(places(&plain("Hi"), &options), [pair("char=0,2", "char=0,2")]);
    assert!(places(&plain(""), &options).is_empty());
    assert_eq!(skeleton(&plain("x"), &Options::under("x")).unwrap_err().kind(), ErrorKind::Invalid);
}
