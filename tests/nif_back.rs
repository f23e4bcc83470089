//! NIF is written back to markup: each data category of ITS, through each RDF format, into each
//! document format, and read again.

use glossweave::annotation::{Annotation, Category, Entity, Metadata, Term};
use glossweave::nif::{self, Version};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, EncodeOptions, Format, Placement, decode, encode, rdf};

const SOURCES: &[(Format, &str)] = &[
    (Format::Html, "<!DOCTYPE html><title>x</title><p>From Cork to <b>Dublin</b>.<p>Two"),
    (Format::Xml, "<doc><para>From Cork to Dublin.</para><para>Two</para></doc>"),
    (
        Format::Xliff,
        r#"<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.txt" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source>From Cork to Dublin.</source><target>Von Cork</target></trans-unit>
</body></file>
<file original="b.txt" source-language="en" target-language="de" datatype="plaintext"><body>
<trans-unit id="1"><source>Two</source></trans-unit></body></file></xliff>"#,
    ),
];

fn value(field: &str) -> &'static str {
    match field {
        "storageSize" => "25",
        "mtConfidence" | "locQualityRatingScore" => "0.5",
        "locQualityIssueSeverity" | "locQualityRatingScoreThreshold" => "50",
        "locQualityRatingVote" | "locQualityRatingVoteThreshold" => "3",
        "locQualityIssueEnabled" => "yes",
        "locQualityIssueType" => "misspelling",
        "locNoteType" => "alert",
        "localeFilterList" => "de-CH, fr",
        "localeFilterType" => "exclude",
        "lineBreakType" => "crlf",
        "storageEncoding" => "UTF-16",
        "allowedCharacters" => "[a-z]",
        "dir" => "rtl",
        field if field.ends_with("Ref") => "http://a.example/x#y",
        _ => "some words",
    }
}

/// Returns one annotation of a word for each category that describes a text.
fn annotations(span: TextSpan) -> Vec<Annotation> {
    let mut all = vec![
        Annotation::entity(span, Entity::new("http://d.example/Cork").with_confidence(0.5))
            .by("http://tool.example/"),
        Annotation::term(span, Term::new().with_info_ref("http://t.example/1")),
    ];
    for category in Category::ALL {
        let mut metadata = Metadata::new(*category);
        match category {
            Category::Provenance | Category::LocQualityIssue => {
                let fields = category.record().iter().map(|field| (*field, value(field)));
                // The schema allows a text or an IRI, but not both.
                let fields = fields.filter(|(field, _)| {
                    !category.record().contains(&format!("{field}Ref").as_str())
                });
                metadata.add_record(fields).unwrap();
            }
            Category::LocalizationNote => {
                metadata.set("locNote", "some words").unwrap();
                metadata.set("locNoteType", "alert").unwrap();
            }
            Category::LocQualityRating => {
                metadata.set("locQualityRatingScore", "50").unwrap();
                metadata.set("locQualityRatingScoreThreshold", "90").unwrap();
            }
            Category::LocaleFilter
            | Category::MtConfidence
            | Category::AllowedCharacters
            | Category::StorageSize => {
                for field in category.fields() {
                    metadata.set(field, value(field)).unwrap();
                }
            }
            _ => continue,
        }
        all.push(Annotation::metadata(span, metadata));
    }
    all
}

#[test]
fn what_nif_says_goes_into_markup_and_comes_out_again() {
    for (format, source) in SOURCES {
        let document = decode(*source, *format, &DecodeOptions::default()).unwrap();
        let at = document.text().find("Cork").unwrap();
        for annotation in annotations(TextSpan::new(at, at + 4)) {
            for version in [Version::V2_0, Version::V2_1] {
                for notation in Format::ALL.iter().filter(|format| format.is_rdf()) {
                    let options = nif::Options { version, ..nif::Options::default() };
                    let all = [annotation.clone()];
                    let bytes = nif::write(&document, &all, *notation, &options).unwrap();
                    assert_eq!(nif::check(&rdf::read(&bytes, *notation, None).unwrap()), []);
                    let read = nif::read(&bytes, *notation, None).unwrap();
                    let said = read.annotations_of(&document).unwrap();
                    assert_eq!(said, all, "{format} {notation} {version:?}");
                }
            }
            let options = EncodeOptions::default();
            let woven = encode(&document, std::slice::from_ref(&annotation), &options).unwrap();
            let shown = String::from_utf8_lossy(&woven.bytes).into_owned();
            let again = decode(woven.bytes, *format, &DecodeOptions::default()).unwrap();
            let placements = woven.placements;
            assert_eq!(again.annotations(), [annotation], "{format} {placements:?}\n{shown}");
        }
    }
}

#[test]
fn relative_references_are_resolved_and_known_again() {
    let pages = [
        (
            Format::Html,
            "<p>To <b its-ta-ident-ref=#cork>Cork</b>.",
            "http://example.org/glossweave/#cork",
        ),
        (
            Format::Html,
            "<base href=places/><base href=other><p>To <b its-ta-ident-ref=../a#cork>Cork</b>.",
            "http://example.org/glossweave/a#cork",
        ),
        (
            Format::Xml,
            r##"<doc xmlns:its="http://www.w3.org/2005/11/its" its:version="2.0"
                xml:base="http://b.example/x/"><p>To <b its:locNote="n" its:locNoteRef="#cork"
                its:term="yes" its:termInfoRef="cork">Cork</b>.</p></doc>"##,
            "http://b.example/x/cork",
        ),
    ];
    for (format, source, iri) in pages {
        let document = decode(source, format, &DecodeOptions::default()).unwrap();
        assert!(document.warnings().is_empty());
        for notation in Format::ALL.iter().filter(|format| format.is_rdf()) {
            let bytes = nif::write(&document, &[], *notation, &nif::Options::default()).unwrap();
            let graph = rdf::read(&bytes, *notation, None).unwrap();
            assert_eq!(nif::check(&graph), [], "{notation}");
            assert!(graph.iter().any(|one| one.object.to_string() == format!("<{iri}>")), "{iri}");
            let read = nif::read(&bytes, *notation, None).unwrap();
            let back = read.contexts()[0].annotations();
            let woven = encode(&document, back, &EncodeOptions::default()).unwrap();
            let there = |one: &Placement| *one == Placement::Present;
            assert!(woven.placements.iter().all(there), "{:?}", woven.placements);
            assert_eq!(woven.bytes, source.as_bytes());
        }
    }
}

#[test]
fn what_is_no_reference_is_left_out_of_nif_with_a_warning() {
    let source = "<p>To <b its-ta-ident-ref='two words' its-ta-class-ref=#city>Cork</b>.";
    let document = decode(source, Format::Html, &DecodeOptions::default()).unwrap();
    let [warning] = document.warnings() else { panic!("{:?}", document.warnings()) };
    assert_eq!(warning.message(), "expected an IRI reference, found `two words`");
    assert_eq!(&source[warning.span().range()], "Cork");
    let turtle = nif::write(&document, &[], Format::NTriples, &Default::default()).unwrap();
    let turtle = String::from_utf8(turtle).unwrap();
    assert!(turtle.contains("glossweave/#city>") && !turtle.contains("words"), "{turtle}");
}

#[test]
fn a_unit_outside_of_every_file_has_a_context_of_its_own() {
    let unit = |id: &str, text: &str| {
        format!("<trans-unit id='{id}'><source>{text}</source><target>x</target></trans-unit>")
    };
    let source = format!(
        "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'>{}\
        <file original='a.txt' source-language='en' target-language='de' datatype='plaintext'>\
        <body>{}</body></file>{}</xliff>",
        unit("1", "From Cork"),
        unit("1", "To Dublin"),
        unit("2", "And back"),
    );
    let document = decode(source, Format::Xliff, &DecodeOptions::default()).unwrap();
    let turtle = nif::write(&document, &[], Format::Turtle, &Default::default()).unwrap();
    assert_eq!(nif::check(&rdf::read(&turtle, Format::Turtle, None).unwrap()), []);
    let read = nif::read(&turtle, Format::Turtle, None).unwrap();
    let texts: Vec<&str> = read.contexts().iter().map(nif::Context::text).collect();
    assert_eq!(texts, ["From Cork", "x", "To Dublin And back", "x x"]);
}

#[test]
fn what_markup_cannot_say_of_a_word_is_refused_by_a_rule() {
    for (format, source) in SOURCES {
        let document = decode(*source, *format, &DecodeOptions::default()).unwrap();
        let at = document.text().find("Cork").unwrap();
        let words = annotations(TextSpan::new(at, at + 4));
        let said: Vec<_> = words.iter().filter_map(Annotation::as_metadata).collect();
        let mut refused = 0;
        for category in Category::ALL {
            if said.iter().any(|metadata| metadata.category() == *category) {
                continue;
            }
            let field = category.fields().first().unwrap();
            let mut metadata = Metadata::new(*category);
            metadata.set(field, value(field)).unwrap();
            let all = [Annotation::metadata(TextSpan::new(at, at + 4), metadata)];
            let woven = encode(&document, &all, &EncodeOptions::default()).unwrap();
            if let [Placement::NotPlaced { rule }] = &woven.placements[..] {
                assert!(!rule.is_empty());
                assert_eq!(woven.bytes, source.as_bytes(), "{format} {category}");
                refused += 1;
                continue;
            }
            let shown = String::from_utf8_lossy(&woven.bytes).into_owned();
            let again = decode(woven.bytes, *format, &DecodeOptions::default()).unwrap();
            assert_eq!(again.annotations(), all, "{format} {category}\n{shown}");
        }
        assert!(refused > 0, "{format} says what is about structure");
    }
}
