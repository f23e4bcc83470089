//! Tests of redaction in documents that are not packages.

use glossweave_base::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format::decode;

use super::{NAMES, redacted, text};
use crate::{RedactOptions, redact, restore};

#[test]
fn html_is_redacted_wherever_a_name_is_written() {
    let page = "<!DOCTYPE html><html><head><title>Jane Roe</title><meta name=author content='J. Doe Smith'>\
        <!-- ask JANE ROE or jane&#64;roe.example --><style>/* Cork */</style>\
        <script>var who = 'Jane Roe', at = \"C\\u006frk\";</script></head>\
        <body><p class=Cork title=\"Jane&#32;Roe\">Ja<b>ne R</b>oe of <i>Cork</i>, corks, CORK.\
        <a href='mailto:jane@roe.example?subject=Jane%20Roe'>J. Doe Smith</a>\
        <img alt='Jane\n Roe' src='jane-roe.png' data-who='{&quot;n&quot;:&quot;Jane Roe&quot;}'></p></body></html>";
    let expected = "<!DOCTYPE html><html><head><title>PERSON</title><meta name=author content='PERSON'>\
        <!-- ask PERSON or CONTACT-POINT --><style>/* CITY */</style>\
        <script>var who = 'PERSON', at = \"CITY\";</script></head>\
        <body><p class=CITY title=\"PERSON\">PERSON<b></b> of <i>CITY</i>, corks, CITY.\
        <a href='mailto:CONTACT-POINT?subject=PERSON'>PERSON</a>\
        <img alt='PERSON' src='PERSON.png' data-who='{&quot;n&quot;:&quot;PERSON&quot;}'></p></body></html>";
    assert_eq!(text(page, Format::Html, &[]), expected);
}

#[test]
fn a_word_is_redacted_in_each_case_that_it_is_named_in() {
    for deny in [["Jane", "jane"], ["jane", "Jane"]] {
        let page = "<p title=jane>Ask jane and Jane, janes and JANE.";
        let page = decode(page, Format::Html, &DecodeOptions::default()).unwrap();
        let mut options = RedactOptions::default();
        deny.iter().for_each(|word| options.set("deny", word).unwrap());
        let done = redact(&page, &[], &options).unwrap();
        assert_eq!(
            String::from_utf8(done.bytes).unwrap(),
            "<p title=REDACTED>Ask REDACTED and REDACTED, janes and REDACTED."
        );
    }
}

#[test]
fn each_format_is_written_with_its_syntax_left_alone() {
    let cases: &[(Format, &str, &str)] = &[
        (Format::Text, "Ask Jane\nRoe,\tor Jane Roe.", "Ask PERSON,\tor PERSON."),
        (
            Format::Markdown,
            "# Jane Roe\n\nAsk *Jane* Roe of [Cork](http://x.example/Jane%20Roe \"Jane Roe\").\n\n`Cork` <!-- Cork -->\n",
            "# PERSON\n\nAsk *PERSON* of [CITY](http://x.example/PERSON \"PERSON\").\n\n`CITY` <!-- CITY -->\n",
        ),
        (
            Format::Xml,
            "<d><p who='Cork'>Jane <b>Roe</b> &#x43;ork</p><q>Jane Roe</q></d>",
            "<d><p who='CITY'>PERSON<b></b> CITY</p><q>PERSON</q></d>",
        ),
        (
            Format::Jsonc,
            r#"{"Jane Roe": "To \u0043ork, \"Jane Roe\"", "n": 1}"#,
            r#"{"PERSON": "To CITY, \"PERSON\"", "n": 1}"#,
        ),
        (
            Format::Yaml,
            "# by Jane Roe\na: Jane Roe\nb: 'Cork, it''s'\nc: \"C\\x6frk\"\nd: |\n  To Jane\n  Roe\n",
            "# by PERSON\na: PERSON\nb: 'CITY, it''s'\nc: \"CITY\"\nd: |\n  To PERSON\n",
        ),
        (
            Format::Po,
            "# Jane Roe <jane@roe.example>\nmsgid \"To Jane \"\n\"Roe\"\nmsgstr \"An Jane Roe in Cork\"\n",
            "# PERSON <CONTACT-POINT>\nmsgid \"To PERSON\"\n\"\"\nmsgstr \"An PERSON in CITY\"\n",
        ),
        (Format::Properties, "#Cork\nkey=Jane\\u0020Roe\n", "#CITY\nkey=PERSON\n"),
        (
            Format::Xliff,
            "<xliff version=\"1.2\"><file original=\"Jane Roe.txt\" source-language=\"en\" target-language=\"de\" \
             datatype=\"plaintext\"><header><phase-group><phase phase-name=\"a\" process-name=\"b\" \
             contact-name=\"Rick Poe\"/></phase-group></header><body><trans-unit id=\"1\"><source>To Jane Roe</source>\
             <target>An <g id=\"1\">Jane</g> Roe</target><note from=\"Rick Poe\">by Jane Roe</note></trans-unit></body>\
             </file></xliff>",
            "<xliff version=\"1.2\"><file original=\"PERSON.txt\" source-language=\"en\" target-language=\"de\" \
             datatype=\"plaintext\"><header><phase-group><phase phase-name=\"a\" process-name=\"b\" \
             contact-name=\"PERSON\"/></phase-group></header><body><trans-unit id=\"1\"><source>To PERSON</source>\
             <target>An <g id=\"1\">PERSON</g></target><note from=\"PERSON\">by PERSON</note></trans-unit></body>\
             </file></xliff>",
        ),
    ];
    for (format, source, expected) in cases {
        assert_eq!(text(source, *format, &[]), *expected, "{format}");
    }
}

#[test]
fn encodings_are_kept() {
    let latin = b"<meta charset=iso-8859-1><p title='Jos\xE9 Roe'>Jos\xE9 <b>Roe</b> \xFCber Jos&eacute; Roe";
    let options = [("deny", "José Roe")];
    let redaction = redacted(latin, Format::Html, &options).unwrap();
    let expected = b"<meta charset=iso-8859-1><p title='REDACTED'>REDACTED<b></b> \xFCber REDACTED";
    assert_eq!(String::from_utf8_lossy(&redaction.bytes), String::from_utf8_lossy(expected));
    let wide: Vec<u8> =
        "\u{FEFF}Ask José Roe, ñ.".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let redaction = redacted(&wide, Format::Text, &options).unwrap();
    let expected: Vec<u8> =
        "\u{FEFF}Ask REDACTED, ñ.".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(redaction.bytes, expected);
    assert_eq!(redaction.spans[0].span.range(), 10..26);
}

#[test]
fn options_say_what_is_redacted() {
    let page = "<p>Jane Roe and Rick Roe of Cork City, Cork.";
    let redacted = |options: &[(&str, &str)]| text(page, Format::Html, options);
    assert_eq!(redacted(&[("classes", "City")]), "<p>Jane Roe and Rick Roe of CITY City, CITY.");
    assert_eq!(redacted(&[("allow", "cork city")]), "<p>PERSON and Rick Roe of Cork City, CITY.");
    assert_eq!(
        redacted(&[("allow", "Cork"), ("deny", "rick roe")]),
        "<p>PERSON and REDACTED of Cork City, Cork."
    );
    assert_eq!(
        redacted(&[("labels", "Person=NAME"), ("classes", "Person")]),
        "<p>NAME and Rick Roe of Cork City, Cork."
    );
    assert_eq!(redacted(&[("method", "remove")]), "<p> and Rick Roe of  City, .");
}

#[test]
fn pseudonyms_are_the_same_for_a_key_and_can_be_reversed() {
    let page = "<p title='Jane&#32;Roe'>Ask Ja<b>ne</b> Roe of Cork.<!--CORK-->";
    let first = redacted(page.as_bytes(), Format::Html, &[("method", "pseudonym")]).unwrap();
    let key = first.key.unwrap();
    let json = String::from_utf8(key.to_json()).unwrap();
    let options = [("method", "pseudonym"), ("key", &*json)];
    let again = redacted(page.as_bytes(), Format::Html, &options).unwrap();
    assert_eq!(again.bytes, first.bytes);
    let other = redacted(b"Jane Roe", Format::Text, &options).unwrap();
    let name = String::from_utf8(other.bytes.clone()).unwrap();
    assert!(name.starts_with("PERSON-"));
    assert_eq!(String::from_utf8_lossy(&first.bytes).matches(&name).count(), 2);
    let key = other.key.unwrap();
    assert_eq!(restore(&first.bytes, &key).unwrap(), page.as_bytes());
    assert_eq!(restore(&other.bytes, &key).unwrap(), b"Jane Roe");
    assert_eq!(restore(b"Jane", &key).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn names_of_parts_of_the_format_stay() {
    let xml = "<Cork xmlns:Cork='urn:Cork' Cork:Cork='Cork' type='Cork'>Cork</Cork>";
    let expected = "<Cork xmlns:Cork='urn:Cork' Cork:Cork='CITY' type='Cork'>CITY</Cork>";
    assert_eq!(text(xml, Format::Xml, &[]), expected);
}

#[test]
fn emphasis_that_begins_within_a_name_goes_with_it() {
    let cases = [
        ("By Jane *Roe* here", "By PERSON here"),
        ("By *Jane* Roe here", "By *PERSON* here"),
        ("By **Jane *Roe*** here", "By **PERSON** here"),
        ("By Jane **R**oe", "By PERSON"),
        ("By Jane *Roe is* here", "By PERSON is here"),
        ("By Jane **_Roe_ is** here, *now*", "By PERSON is here, *now*"),
        ("> By Jane\n> ~~Roe~~ here", "> By PERSON here"),
    ];
    for (source, expected) in cases {
        assert_eq!(text(source, Format::Markdown, &[]), expected);
    }
}

#[test]
fn what_would_be_read_otherwise_is_refused() {
    // A string that contains syntax of the format.
    let json = br#"{"k": "a", "b": "c"}"#;
    let error = redacted(json, Format::Jsonc, &[("deny", "a\", \"b")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let stateful = DecodeOptions {
        charset: Some(glossweave_markup::Encoding::for_label("iso-2022-jp").unwrap()),
        ..DecodeOptions::default()
    };
    let page = decode("<p>Cork", Format::Html, &stateful).unwrap();
    let error = redact(&page, &[&NAMES], &RedactOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
}
