//! Tests of JSON-LD in the head of pages.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::{EncodeOptions, Placement, decode, encode};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::DecodeOptions;
use glossweave_document::annotation::{Annotation, Entity, Term, Translation};
use glossweave_markup::EncodingExt;
use serde_json::{Value, json};

const SCRIPT: &str = "<script type=\"application/ld+json\">";

fn options() -> EncodeOptions {
    EncodeOptions { profile: Some("html-json-ld".parse().unwrap()), ..EncodeOptions::default() }
}

fn cork(text: &str) -> Annotation {
    let start = text.find("Cork").unwrap();
    let entity = Entity::new("http://a.example/Cork").with_class("http://schema.org/City");
    Annotation::entity(TextSpan::new(start, start + 4), entity)
}

/// Returns the result with `|` in place of the script, and the parsed content of the script.
fn listed(source: &[u8], annotations: &[Annotation]) -> (String, Value, Vec<Placement>) {
    let page = decode(source.to_vec(), Format::Html, &DecodeOptions::default()).unwrap();
    let back = encode(&page, annotations, &options()).unwrap();
    let encoding = page.source().encoding();
    let text = encoding.decode_again(&back.bytes).text.into_owned();
    let (before, rest) = text.split_once(SCRIPT).unwrap();
    let (script, after) = rest.split_once("</script>").unwrap();
    (format!("{before}|{after}"), serde_json::from_str(script).unwrap(), back.placements)
}

#[test]
fn the_script_is_at_the_end_of_the_head() {
    for expected in [
        "<!DOCTYPE html><html><head><title>A</title>|</head><body><p>To Cork",
        "<html><head><meta charset=utf-8><script>'</head>'</script>|</HEAD ><body>Cork",
        "<!-- a --><head><title>Cork &amp; </head></title>\n<style>p{}</style>\n|<p>To Cork",
        "<title>A</title>|<body><p>Cork",
        "|<p>To Cork",
        "\n <!doctype html>|\nTo Cork",
        "<html lang=en>|<body>Cork",
        "<head><noscript><link></noscript><template><p>a</template>|</head><p>Cork",
        "|</p>Cork",
        "<head></title>|Cork",
        "|<svg><title>a</title></svg><head></head>Cork",
    ] {
        let source = expected.replace('|', "");
        let page = decode(source.clone(), Format::Html, &DecodeOptions::default()).unwrap();
        let annotation = cork(page.text());
        let (text, script, placements) = listed(source.as_bytes(), &[annotation]);
        assert_eq!(text, expected);
        assert_eq!(placements, [Placement::Placed { fragments: 1 }]);
        let city = json!({"@id": "http://a.example/Cork", "@type": ["City"], "name": "Cork"});
        assert_eq!(
            script,
            json!({"@context": "https://schema.org", "@type": "WebPage", "mentions": [city]})
        );
    }
}

#[test]
fn each_entity_and_term_is_listed_once() {
    let text = "A </script> in Cork, Cork, and B";
    let source = "<p>A &lt;/script> in Cork, Cork, and B";
    let first = cork(text);
    let again = cork(text).moved_to(TextSpan::new(21, 25));
    let person = Entity::new("http://a.example/B")
        .with_ident("http://b.example/B")
        .with_class("http://dbpedia.org/ontology/Person");
    let term = Term::new().with_info_ref("http://a.example/t").with_info("an \u{2028}end");
    let all = [
        Annotation::entity(TextSpan::new(31, 32), person),
        again,
        first,
        Annotation::term(TextSpan::new(0, 11), term),
        Annotation::entity(TextSpan::new(0, 1), Entity::default()),
        Annotation::translation(TextSpan::new(0, 1), Translation::new("a", "de".parse().unwrap())),
    ];
    let (result, script, placements) = listed(source.as_bytes(), &all);
    assert_eq!(result, format!("|{source}"));
    let types = ["Person", "http://dbpedia.org/ontology/Person"];
    assert_eq!(
        script["mentions"],
        json!([
            {"@id": "http://a.example/t", "@type": "DefinedTerm", "name": "A </script>",
                "description": "an \u{2028}end"},
            {"@id": "http://a.example/Cork", "@type": ["City"], "name": "Cork"},
            {"@id": "http://a.example/B", "@type": types, "name": "B",
                "sameAs": ["http://b.example/B"]},
        ])
    );
    assert!(
        placements[..4].iter().all(|placement| *placement == Placement::Placed { fragments: 1 })
    );
    assert!(!placements[4].is_there() && !placements[5].is_there());
}

#[test]
fn other_encodings_have_escapes() {
    let source = b"<meta charset=windows-1252><p>\xE4 Cork \x80".to_vec();
    let page = decode(source.clone(), Format::Html, &DecodeOptions::default()).unwrap();
    assert_eq!(page.text(), "\u{E4} Cork \u{20AC}");
    let entity = Entity::new("http://a.example/\u{4E2D}\u{1F600}");
    let all = [Annotation::entity(TextSpan::new(0, 2), entity)];
    let back = encode(&page, &all, &options()).unwrap();
    let head = source.len() - 11;
    assert!(back.bytes.starts_with(&source[..head]) && back.bytes.ends_with(&source[head..]));
    let (_, script, _) = listed(&source, &all);
    assert_eq!(script["mentions"][0]["@id"], "http://a.example/\u{4E2D}\u{1F600}");
    assert_eq!(script["mentions"][0]["name"], "\u{E4}");
    let wide = "\u{FEFF}<p>To Cork".encode_utf16().flat_map(u16::to_le_bytes);
    let wide: Vec<u8> = wide.collect();
    let (result, ..) = listed(&wide, &[cork("To Cork")]);
    assert_eq!(result, "|<p>To Cork");
}

#[test]
fn nothing_to_list_changes_nothing_and_xml_is_refused() {
    let page = decode("<p>Cork", Format::Html, &DecodeOptions::default()).unwrap();
    assert_eq!(encode(&page, &[], &options()).unwrap().bytes, b"<p>Cork");
    let page = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>Cork</p></body></html>";
    let page = decode(page, Format::Xml, &DecodeOptions::default()).unwrap();
    let error = encode(&page, &[], &options()).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("profile")));
}
