//! Right-to-left translations in texts and presentations.

use glossweave_archive::{Archive, Limits};
use glossweave_base::Format;
use glossweave_document::DecodeOptions;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_testing::zip::{minimal, zip};

const NAMES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"";

/// Returns the content of a text after the paragraphs with the letter `a` are translated.
fn translated(styles: &str, body: &str, language: &str) -> String {
    let content = format!(
        "<office:document-content {NAMES}>{styles}<office:body><office:text>{body}</office:text>\
         </office:body></office:document-content>"
    );
    let bytes = zip(&minimal(&content), "", false);
    let document = crate::decode(bytes, Format::Odt, &DecodeOptions::default()).unwrap();
    let language: glossweave_base::text::Language = language.parse().unwrap();
    let units = document.units().filter(|unit| unit.text().contains('a'));
    let all: Vec<Annotation> = units
        .map(|unit| Annotation::translation(unit.span(), Translation::new("x", language.clone())))
        .collect();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = crate::encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let archive = Archive::open(&back.bytes, Limits::default()).unwrap();
    let content = String::from_utf8(archive.read("content.xml").unwrap()).unwrap();
    let (_, content) = content.split_once('>').unwrap();
    content.replace("</office:text></office:body></office:document-content>", "")
}

#[test]
fn paragraphs_get_styles_from_right_to_left() {
    let style = |attributes: &str, rest: &str| {
        format!(
            "<style:style style:name={attributes} style:family=\"paragraph\">{rest}</style:style>"
        )
    };
    let properties =
        "<style:paragraph-properties style:writing-mode=\"lr-tb\"/><style:text-properties/>";
    let turned = "<style:paragraph-properties style:writing-mode=\"rl-tb\"/>";
    let new = |name: &str, parent: &str| {
        format!(
            "<style:style xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
             style:name=\"{name}\" style:family=\"paragraph\"{parent}>{turned}</style:style>"
        )
    };
    let automatic = |styles: &str| {
        format!(
            "<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>"
        )
    };
    let p =
        |style: &str, text: &str| format!("<text:p text:style-name=\"{style}\">{text}</text:p>");
    let old = automatic(&(style("\"P1\"", properties) + &style("\"P2\"", "")));
    let old = old.replace("<office:body><office:text>", "");
    let cases = [
        // Automatic styles are copied.
        (
            old.clone(),
            p("P1", "a") + &p("P1", "b") + &p("P2", "a") + &p("P1", "aa"),
            automatic(
                &(style("\"P1_rtl\"", &properties.replace("lr-tb", "rl-tb"))
                    + &style("\"P2_rtl\"", turned)
                    + &style("\"P1\"", properties)
                    + &style("\"P2\"", "")),
            ) + &p("P1_rtl", "x")
                + &p("P1", "b")
                + &p("P2_rtl", "x")
                + &p("P1_rtl", "x"),
        ),
        // Other styles become parents.
        (
            "<office:automatic-styles/>".to_owned(),
            p("Text_20_body", "a"),
            automatic(&new("Text_20_body_rtl", " style:parent-style-name=\"Text_20_body\""))
                + &p("Text_20_body_rtl", "x"),
        ),
        (
            String::new(),
            "<text:h>a</text:h><text:p>b</text:p>".to_owned(),
            automatic(&new("P_rtl", "")).replace(
                "<office:automatic-styles>",
                "<office:automatic-styles xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\">",
            ) + "<text:h text:style-name=\"P_rtl\">x</text:h><text:p>b</text:p>",
        ),
        // Right-to-left paragraphs keep their styles.
        (
            automatic(&style("\"P1\"", turned)).replace("<office:body><office:text>", ""),
            p("P1", "a"),
            automatic(&style("\"P1\"", turned)) + &p("P1", "x"),
        ),
    ];
    for (styles, body, expected) in cases {
        assert_eq!(translated(&styles, &body, "he"), expected, "{styles} {body}");
    }
    let without_style = translated(&old, &p("P1", "a"), "ga");
    assert!(
        without_style.contains("<text:p text:style-name=\"P1\">x")
            && !without_style.contains("rtl"),
        "{without_style}"
    );
}
