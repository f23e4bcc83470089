mod kinds;

use super::{Kind, package};
use crate::marked_text;
use glossweave_archive::Limits;
use glossweave_base::Format;
use glossweave_document::annotation::{Annotation, Category, Entity, Metadata, Term, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_testing::zip::{EntryBuilder, minimal, zip};

const ROOT: &str = "<office:document-content \
    xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" \
    xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><office:body><office:text>";
const FOOT: &str = "</office:text></office:body></office:document-content>";

fn read(body: &str) -> Document {
    let bytes = zip(&minimal(&format!("{ROOT}{body}{FOOT}")), "", false);
    crate::decode(bytes, Format::Odt, &DecodeOptions::default()).unwrap()
}

fn units(body: &str) -> Vec<String> {
    read(body).units().map(|unit| unit.text().to_owned()).collect()
}

#[test]
fn paragraphs_and_headings_are_units() {
    let body = "<text:h>One</text:h><text:p/><text:section><text:p>T<text:span>w</text:span>o\
        </text:p></text:section>";
    assert_eq!(units(body), ["One", "Two"]);
}

#[test]
fn headings_have_their_level() {
    let body = "<text:h>One</text:h><text:p>Text</text:p><text:h text:outline-level=\"3\">Three\
        </text:h><text:h text:outline-level=\"99\">Ten</text:h><text:p>Text</text:p>";
    let levels: Vec<_> = read(body).units().map(|unit| unit.heading()).collect();
    assert_eq!(levels, [Some(1), None, Some(3), Some(10), None]);
}

#[test]
fn white_space_is_what_the_standard_says() {
    let body = "<text:p>\n  a  b\n<text:span> c</text:span><text:s text:c=\"2\"/> d<text:tab/>e\
        <text:line-break/>f<text:soft-page-break/>g</text:p>";
    assert_eq!(units(body), ["a b c   d\tefg"]);
}

#[test]
fn notes_come_after_their_paragraph() {
    let body = "<text:p>Host<text:note><text:note-citation>1</text:note-citation><text:note-body>\
        <text:p>Note<office:annotation><dc:creator>Me</dc:creator><text:p>Comment</text:p>\
        </office:annotation>.</text:p></text:note-body></text:note> goes on<draw:frame>\
        <draw:text-box><text:p>Box</text:p></draw:text-box><svg:title>Name</svg:title>\
        </draw:frame>.</text:p><text:p>Last</text:p>";
    assert_eq!(units(body), ["Host goes on.", "Note.", "Comment", "Box", "Name", "Last"]);
}

#[test]
fn deletions_fields_and_templates_are_no_text() {
    let body = "<text:tracked-changes><text:changed-region><text:deletion><text:p>Gone</text:p>\
        </text:deletion></text:changed-region></text:tracked-changes><text:p>Page \
        <text:page-number>3</text:page-number> &amp;<![CDATA[ <b>]]><text:script>s</text:script>\
        </text:p>";
    assert_eq!(units(body), ["Page & <b>s"]);
}

fn content(package: &[u8]) -> String {
    let package = package::open(package, Kind::Text, Limits::default()).unwrap();
    String::from_utf8(package.read("content.xml").unwrap()).unwrap()
}

fn woven(body: &str, annotations: &[Annotation]) -> String {
    let document = read(body);
    let back = crate::encode(&document, annotations, &EncodeOptions::default()).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let again = crate::decode(back.bytes.clone(), Format::Odt, &DecodeOptions::default()).unwrap();
    assert_eq!(again.source().parts(), back.parts);
    let joined = again.source().bytes();
    let mut source = Vec::new();
    let mut copied = 0;
    for span in &back.inserted {
        source.extend_from_slice(&joined[copied..span.start()]);
        copied = span.end();
    }
    source.extend_from_slice(&joined[copied..]);
    assert_eq!(source, document.source().bytes());
    for annotation in annotations {
        assert!(again.annotations().contains(annotation), "{:?}", again.annotations());
    }
    assert_eq!(again.annotations().len(), annotations.len());
    let content = content(&back.bytes);
    content[ROOT.len()..content.len() - FOOT.len()].to_owned()
}

fn entity(range: std::ops::Range<usize>, iri: &str) -> Annotation {
    Annotation::entity(range.into(), Entity::new(iri))
}

#[test]
fn an_entity_stands_in_a_span() {
    let cork = entity(3..7, "http://e.example/Cork").by("http://tool.example/");
    assert_eq!(
        woven("<text:p>To <text:a>Cork</text:a></text:p>", &[cork]),
        "<text:p>To <text:a><text:span xmlns:its=\"http://www.w3.org/2005/11/its\" \
         its:version=\"2.0\" its:taIdentRef=\"http://e.example/Cork\" \
         its:annotatorsRef=\"text-analysis|http://tool.example/\">Cork</text:span></text:a>\
         </text:p>",
    );
}

#[test]
fn annotations_across_markup_and_notes_are_read_back() {
    let body = "<text:p>On<text:span>e t</text:span>wo<text:note><text:note-citation>1\
        </text:note-citation><text:note-body><text:p>No<text:tab/>te</text:p></text:note-body>\
        </text:note> three &lt;</text:p><text:p>Last one</text:p>";
    let document = read(body);
    assert_eq!(document.text(), "One two three < No\tte Last one");
    let all: Vec<_> = document.text().char_indices().map(|(at, _)| at).collect();
    for start in 0..all.len() {
        for end in start + 1..=all.len() {
            let span = start..end;
            let text = &document.text()[span.clone()];
            if text.starts_with(' ') || text.ends_with(' ') {
                continue;
            }
            woven(body, &[entity(span, "http://e.example/x")]);
        }
    }
    let info = Term::new().with_info_ref("http://t.example/").with_confidence(0.5);
    let term = Annotation::term((4..19).into(), info).by("http://tool.example/");
    let more = Entity::new("http://a.example/").with_class("http://b/").with_class("http://c/");
    let more = Annotation::entity((0..7).into(), more);
    woven(body, &[term, more, entity(8..13, "http://three.example/")]);
}

#[test]
fn no_annotation_is_the_package() {
    let document = read("<text:p>To Cork</text:p>");
    let back = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
    assert_eq!(back.bytes, document.source().original());
    assert_eq!(back.parts, document.source().parts());
}

#[test]
fn a_prefix_that_is_not_the_usual_one_is_declared() {
    let content = format!("{ROOT}<text:p>Cork</text:p>{FOOT}");
    let content = content.replace("text:p", "t:p").replace("xmlns:text=", "xmlns:t=");
    let bytes = zip(&minimal(&content), "", false);
    let document = crate::decode(bytes, Format::Odt, &DecodeOptions::default()).unwrap();
    let cork = entity(0..4, "http://e.example/Cork");
    let options = EncodeOptions::default();
    let back = crate::encode(&document, std::slice::from_ref(&cork), &options).unwrap();
    let again = crate::decode(back.bytes, Format::Odt, &DecodeOptions::default()).unwrap();
    assert_eq!(again.annotations(), [cork]);
}

#[test]
fn where_no_element_may_stand_none_is_put() {
    let body = "<text:p>a<text:script>b</text:script><text:s text:c=\"3\"/>c</text:p>";
    let document = read(body);
    assert_eq!(document.text(), "ab   c");
    let spans = [1..2, 2..3];
    let annotations = spans.map(|span| entity(span, "http://e.example/"));
    let back = crate::encode(&document, &annotations, &EncodeOptions::default()).unwrap();
    let rules: Vec<_> = back
        .placements
        .iter()
        .map(|placement| match placement {
            Placement::NotPlaced { rule } => rule.as_ref(),
            _ => "",
        })
        .collect();
    assert_eq!(rules[0], "the element holds text only");
    assert!(rules[1].starts_with("an edge is inside"), "{rules:?}");
    assert_eq!(back.bytes, document.source().original());
}

#[test]
fn metadata_stands_in_a_span() {
    let mut issue = Metadata::new(Category::LocQualityIssue);
    let fields = [("Type", "misspelling"), ("Severity", "50"), ("Enabled", "yes")];
    let names = fields.map(|(name, _)| format!("locQualityIssue{name}"));
    issue.add_record(names.iter().map(String::as_str).zip(fields.map(|field| field.1))).unwrap();
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "a \"quoted\" <note>").unwrap();
    note.set("locNoteType", "alert").unwrap();
    let annotations = [issue, note].map(|metadata| Annotation::metadata((0..4).into(), metadata));
    let back = woven("<text:p>Cork</text:p>", &annotations);
    assert!(back.contains("its:locQualityIssueType=\"misspelling\""), "{back}");
}

#[test]
fn a_cdata_section_is_parted() {
    let body = "<text:p>a<!-- <![CDATA[ --><![CDATA[b <c> d]]>e</text:p>";
    let cdata = |from: usize, to: usize| woven(body, &[entity(from..to, "http://e.example/")]);
    let document = read(body);
    assert_eq!(document.text(), "ab <c> de");
    for from in 0..8 {
        for to in from + 1..9 {
            cdata(from, to);
        }
    }
    assert!(cdata(3, 6).contains("<![CDATA[b ]]><text:span"), "{}", cdata(3, 6));
}

#[test]
fn a_translation_leaves_notes_and_spans_where_they_are() {
    let body = "<text:p>The <text:span>red</text:span> house<text:note><text:note-citation>1\
        </text:note-citation><text:note-body><text:p>My note</text:p></text:note-body></text:note>\
        .</text:p>";
    let document = read(body);
    let units: Vec<_> = document.units().map(|unit| unit.span()).collect();
    assert_eq!(marked_text(&document, units[0]).unwrap(), "The <1>red</1> house<2/>.");
    let texts = ["La maison <1>rouge</1><2/> & co.", "Ma\tnote"];
    let translations = [0, 1].map(|index| {
        let text = Translation::new(texts[index], "fr".parse().unwrap());
        Annotation::translation(units[index], text)
    });
    let translations_written = true;
    let options = EncodeOptions { translations: translations_written, ..EncodeOptions::default() };
    let back = crate::encode(&document, &translations, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let content = content(&back.bytes);
    assert_eq!(
        &content[ROOT.len()..content.len() - FOOT.len()],
        "<text:p>La maison <text:span>rouge</text:span><text:note><text:note-citation>1\
         </text:note-citation><text:note-body><text:p>Ma<text:tab/>note</text:p></text:note-body>\
         </text:note> &amp; co.</text:p>",
    );
    let again = crate::decode(back.bytes, Format::Odt, &DecodeOptions::default()).unwrap();
    assert_eq!(again.source().parts(), back.parts);
}

/// Returns the content of a package as another zip reader finds it.
fn content_for_others(package: &[u8]) -> String {
    let mut archive = ::zip::ZipArchive::new(std::io::Cursor::new(package)).unwrap();
    let mut content = String::new();
    let mut record = archive.by_name("content.xml").unwrap();
    std::io::Read::read_to_string(&mut record, &mut content).unwrap();
    content
}

#[test]
fn a_package_is_found_from_its_end() {
    let file = |text: &str, wide| {
        let content = format!("{ROOT}<text:p>{text}</text:p>{FOOT}");
        zip(&minimal(&content), "", wide)
    };
    for wide in [false, true] {
        let ahead = [file("First", wide), b"#!/bin/sh\n".to_vec(), Vec::new()];
        for before in ahead {
            let bytes = [&before[..], &file("Second", wide)].concat();
            let options = DecodeOptions::default();
            let document = crate::decode(bytes.clone(), Format::Odt, &options).unwrap();
            assert_eq!(document.text(), "Second");
            let annotations = [entity(0..6, "http://e.example/")];
            let back = crate::encode(&document, &annotations, &EncodeOptions::default()).unwrap();
            assert!(back.bytes.starts_with(&before));
            assert_eq!(content_for_others(&back.bytes), content(&back.bytes));
            assert!(content(&back.bytes).contains(">Second</text:span>"));
        }
    }
}

#[test]
fn no_tag_stands_between_a_carriage_return_and_its_line_feed() {
    for body in ["<text:p>a\r\nb</text:p>", "<text:p>a\r\n \r\n<text:span>b</text:span></text:p>"] {
        let document = read(body);
        assert_eq!(document.text(), "a b");
        for (start, end) in [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)] {
            let back = woven(body, &[entity(start..end, "http://e.example/x")]);
            let bare = back.replace("\r\n", "");
            assert!(!bare.contains(['\r', '\n']), "{start}..{end}: {back:?}");
        }
    }
}

#[test]
fn what_office_programs_open_is_read() {
    let body = format!("{ROOT}<text:p>{}Cork</text:p>{FOOT}", "Cork and Dublin ".repeat(350_000));
    let mut packed = zip(&minimal(&body), "", false);
    let ratio = body.len() / packed.len();
    assert!(body.len() > 5_400_000 && ratio > 128, "{ratio}");
    let mut records = minimal(&format!("{ROOT}<text:p>Cork</text:p>{FOOT}"));
    records.push(EntryBuilder::new(
        "meta.xml",
        "<office:document-meta><dc:title>x</office:document-meta>",
    ));
    let mut broken = zip(&records, "comment", false);
    for (bytes, warnings) in [(&mut packed, 0), (&mut broken, 1)] {
        bytes.extend_from_slice(b"\0\0 more\n");
        let document = crate::decode(&bytes[..], Format::Odt, &DecodeOptions::default()).unwrap();
        assert!(document.text().ends_with("Cork"));
        assert_eq!(document.warnings().len(), warnings);
        let end = document.text().len();
        let annotations = [entity(end - 4..end, "http://e.example/")];
        let back = crate::encode(&document, &annotations, &EncodeOptions::default()).unwrap();
        assert!(back.placements[0].is_there(), "{:?}", back.placements);
        assert!(back.bytes.ends_with(b"\0\0 more\n"));
        assert_eq!(content_for_others(&back.bytes), content(&back.bytes));
    }
}

/// Translates the units, and returns the content.
fn translated(body: &str, texts: &[&str]) -> String {
    let document = read(body);
    let french = |text: &str| Translation::new(text, "fr".parse().unwrap());
    let all: Vec<Annotation> = document
        .units()
        .zip(texts)
        .map(|(unit, text)| Annotation::translation(unit.span(), french(text)))
        .collect();
    let written = true;
    let options = EncodeOptions { translations: written, ..EncodeOptions::default() };
    let back = crate::encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let content = content(&back.bytes);
    content[ROOT.len()..content.len() - FOOT.len()].to_owned()
}

#[test]
fn white_space_of_a_translation_becomes_elements() {
    let cases = [
        (
            "<text:p>Name<text:s text:c=\"10\"/>Date</text:p>",
            "Nom          Date",
            "<text:p>Nom <text:s text:c=\"9\"/>Date</text:p>",
        ),
        ("<text:p>a</text:p>", "a  b\nc", "<text:p>a <text:s/>b<text:line-break/>c</text:p>"),
        (
            "<text:p>a<text:span> b</text:span></text:p>",
            "x <1>  y</1>",
            "<text:p>x <text:span><text:s text:c=\"2\"/>y</text:span></text:p>",
        ),
        (
            "<text:p>a<text:tab text:tab-ref=\"1\"/>b</text:p>",
            "x\tb",
            "<text:p>x<text:tab text:tab-ref=\"1\"/>b</text:p>",
        ),
        (
            "<text:p><![CDATA[a <b>]]></text:p>",
            "a\n<c>",
            "<text:p><![CDATA[a]]><text:line-break/><![CDATA[<c>]]></text:p>",
        ),
        (
            "<draw:frame><svg:title>a</svg:title></draw:frame>",
            "b\n c\td",
            "<draw:frame><svg:title>b\n c\td</svg:title></draw:frame>",
        ),
    ];
    for (body, text, expected) in cases {
        assert_eq!(translated(body, &[text]), expected);
    }
}
