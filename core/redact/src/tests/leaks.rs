//! Tests of strings that remained in texts: in attributes, scripts, numbers, and other spellings.

use glossweave_base::media::Format;
use glossweave_base::{Error, ErrorKind};

use glossweave_document::DecodeOptions;
use glossweave_entity::Dictionary;
use glossweave_format::decode;

use super::{redacted, text};
use crate::{RedactOptions, redact};

/// Redacts a text with patterns and strings, and returns it.
fn by_strings(source: &str, format: Format, deny: &str) -> Result<String, Error> {
    let options: &[(&str, &str)] = if deny.is_empty() { &[] } else { &[("deny", deny)] };
    let redaction = redacted(source.as_bytes(), format, options)?;
    Ok(String::from_utf8(redaction.bytes).unwrap())
}

#[test]
fn attributes_of_markup_are_searched_for_addresses_and_numbers() {
    for (format, source, expected) in [
        (
            Format::Xml,
            "<doc><a mail='jane@poe.example' tel=\"+49 30 1234567\">x</a><?route jane@poe.example?></doc>",
            "<doc><a mail='CONTACT-POINT' tel=\"CONTACT-POINT\">x</a><?route CONTACT-POINT?></doc>",
        ),
        (
            Format::Html,
            "<p data-mail=\"jane@poe.example\" onclick=\"mail('sue@poe.example')\">x</p>",
            "<p data-mail=\"CONTACT-POINT\" onclick=\"mail('CONTACT-POINT')\">x</p>",
        ),
        (
            Format::Html,
            "<p><a href=\"mailto:jane%40poe.example\">x</a><a href=\"https://x.example/?m=sue%2540poe.example\">y</a>",
            "<p><a href=\"mailto:CONTACT-POINT\">x</a><a href=\"https://x.example/?m=CONTACT-POINT\">y</a>",
        ),
        (
            Format::Html,
            "<iframe srcdoc=\"&lt;p title='x'&gt;jane&amp;#64;poe.example, Jane &lt;b&gt;Roe&lt;/b&gt;&lt;/p&gt;\"></iframe><p>Jane Roe",
            "<iframe srcdoc=\"&lt;p title='x'&gt;CONTACT-POINT, PERSON&lt;b&gt;&lt;/b&gt;&lt;/p&gt;\"></iframe><p>PERSON",
        ),
        (
            Format::Html,
            "<p>x</p><script type=\"application/ld+json\">{\"email\":\"jane\\u0040poe.example\",\"telephone\":\"+49 30 1234567\",\"n\":4111111111111111}</script>",
            "<p>x</p><script type=\"application/ld+json\">{\"email\":\"CONTACT-POINT\",\"telephone\":\"CONTACT-POINT\",\"n\":\"PAYMENT-CARD\"}</script>",
        ),
        (
            Format::Html,
            "<style>a::before{content:'\\4a ane Roe'}</style><!-- jane@poe.example --><p>Jane Roe",
            "<style>a::before{content:'PERSON'}</style><!-- CONTACT-POINT --><p>PERSON",
        ),
    ] {
        assert_eq!(text(source, format, &[]), expected);
    }
}

#[test]
fn numbers_of_data_become_strings() {
    for (format, source, expected) in [
        (
            Format::Csv,
            "id,card,phone\n1,4111111111111111,+49 30 1234567\n2;5500005555555559\n",
            "id,card,phone\n1,PAYMENT-CARD,CONTACT-POINT\n2;PAYMENT-CARD\n",
        ),
        (
            Format::Jsonc,
            "{\"card\":4111111111111111,\"n\":1, // 5500005555555559\n\"a\":[ -5, 5500005555555559 ]}",
            "{\"card\":\"PAYMENT-CARD\",\"n\":1, // PAYMENT-CARD\n\"a\":[ -5, \"PAYMENT-CARD\" ]}",
        ),
        (
            Format::Yaml,
            "ip: 192.0.2.7\ncard: 4111111111111111\nlist: [5500005555555559, 1]\n",
            "ip: IPADDRESS\ncard: PAYMENT-CARD\nlist: [PAYMENT-CARD, 1]\n",
        ),
    ] {
        let found = by_strings(source, format, "").unwrap();
        assert_eq!(found, expected);
    }
    let found = by_strings("{\"a\":5500005555555559}", Format::Jsonc, "").unwrap();
    assert_eq!(found, "{\"a\":\"PAYMENT-CARD\"}");
    let removed = redacted(b"{\"a\":4111111111111111}", Format::Jsonc, &[("method", "remove")]);
    assert_eq!(removed.unwrap().bytes, b"{\"a\":\"\"}");
}

#[test]
fn an_address_in_angle_brackets_of_markdown_becomes_no_tag() {
    for (source, expected) in [
        ("Write to <anna@x.example>.\n", "Write to <mailto:CONTACT-POINT>.\n"),
        ("> or <anna@x.example>\n", "> or <mailto:CONTACT-POINT>\n"),
        ("[A](<mailto:anna@x.example>)\n", "[A](<mailto:CONTACT-POINT>)\n"),
        ("To <mailto:sue@x.example>.\n", "To <mailto:CONTACT-POINT>.\n"),
    ] {
        let found = by_strings(source, Format::Markdown, "");
        assert_eq!(found.expect(source), expected);
    }
}

#[test]
fn an_address_with_invisible_signs_is_redacted_as_a_whole() {
    for source in [
        "<p>jane@po\u{AD}e.exam\u{200B}ple x",
        "<p>ja&shy;ne@poe.example x",
        "<p>jane\u{2060}@poe.ex<wbr>ample x",
    ] {
        let found = by_strings(source, Format::Html, "").unwrap();
        let found = found.replace("<wbr>", "");
        assert_eq!(found, "<p>CONTACT-POINT x", "{source}");
    }
    let plain = by_strings("To j\u{200D}ane@po\u{AD}e.example.", Format::Text, "").unwrap();
    assert_eq!(plain, "To CONTACT-POINT.");
}

#[test]
fn names_are_redacted_as_each_language_writes_them() {
    for (name, source, expected) in [
        ("Ali Demir", "<p>Ali Demir, ALİ DEMİR, ALI DEMIR", "<p>REDACTED, REDACTED, REDACTED"),
        (
            "Kim",
            "<p>Kim said. MR KIM came to kim.",
            "<p>REDACTED said. MR REDACTED came to REDACTED.",
        ),
        ("Фёдор", "<p>ФЕДОР и Федор", "<p>REDACTED и REDACTED"),
        ("דוד כהן", "<p>לדוד כהן", "<p>לREDACTED"),
    ] {
        assert_eq!(by_strings(source, Format::Html, name).unwrap(), expected);
    }
}

#[test]
fn what_is_left_in_names_of_the_format_is_reported_with_its_place() {
    for (format, source) in [
        (Format::Xml, "<jane-roe>x</jane-roe>"),
        (Format::Xml, "<a xmlns='urn:x:JaneRoe'>Jane Roe</a>"),
        (Format::Xml, "<a jane_roe='x'>Jane Roe</a>"),
    ] {
        let error = by_strings(source, format, "Jane Roe").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict, "{source}");
        assert!(error.location().is_some(), "{error}");
    }
}

#[test]
fn what_is_written_in_base64_is_residue() {
    // "To Jane Roe."
    let source = "<img src='data:text/plain;base64,VG8gSmFuZSBSb2Uu'><p>Jane Roe";
    let error = by_strings(source, Format::Html, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert!(error.message().contains("bytes 33..49"), "{error}");
}

#[test]
fn values_within_values_are_redacted() {
    for (format, source, expected) in [
        (
            Format::Jsonc,
            r#"{"a": "<p>Jane <b>Roe<\/b>", "b": "J&amp;#97;ne Roe", "c": "Jane Roe"}"#,
            r#"{"a": "<p>PERSON<b><\/b>", "b": "PERSON", "c": "PERSON"}"#,
        ),
        (
            Format::Properties,
            "Jane\\ Roe=a\nJ\\u0061ne\\ Roe.x=b\nc=Jane \\\n   Roe\n",
            "PERSON=a\nPERSON.x=b\nc=PERSON\\\n   \n",
        ),
        (
            Format::Text,
            "Jane Roe\nN;ENCODING=QUOTED-PRINTABLE:=4Aane=20R=\noe\nCSS \\4a ane\\20 Roe\n",
            "PERSON\nN;ENCODING=QUOTED-PRINTABLE:PERSON=\n\nCSS PERSON\n",
        ),
    ] {
        let found = redacted(source.as_bytes(), format, &[("deny", "Jane Roe"), ("labels", "X=Y")]);
        let found = String::from_utf8(found.unwrap().bytes).unwrap().replace("REDACTED", "PERSON");
        assert_eq!(found, expected);
    }
}

#[test]
fn a_word_that_is_a_label_is_no_residue() {
    let found = by_strings("<p>Redacted, Person and Jane Roe", Format::Html, "redacted\nperson");
    assert_eq!(found.unwrap(), "<p>REDACTED, REDACTED and PERSON");
}

#[test]
fn a_name_of_a_list_is_found_whatever_its_case_and_place() {
    let names = "uri,label,type,case\nhttp://x.example/1,May,http://schema.org/Person,\n\
        http://x.example/2,an,http://schema.org/Person,\nhttp://x.example/3,IBM,http://schema.org/Organization,exact\n";
    let names = Dictionary::from_csv(names.as_bytes()).unwrap();
    let page = decode("<p>May, may it. An MAY asks ibm", Format::Html, &DecodeOptions::default());
    let redaction = redact(&page.unwrap(), &[&names], &RedactOptions::default()).unwrap();
    let expected = "<p>PERSON, PERSON it. PERSON PERSON asks ORGANIZATION";
    assert_eq!(String::from_utf8(redaction.bytes).unwrap(), expected);
}

#[test]
fn a_number_is_known_by_the_name_of_its_field() {
    for (format, source, expected) in [
        (Format::Csv, "name,phone\nx,2025550143\n", "name,phone\nx,CONTACT-POINT\n"),
        (
            Format::Jsonc,
            "{\"phone\": 2025550143, \"n\": 2025550144}",
            "{\"phone\": \"CONTACT-POINT\", \"n\": 2025550144}",
        ),
        (
            Format::Xml,
            "<a phone='2025550143'><phone>2025550146</phone></a>",
            "<a phone='CONTACT-POINT'><phone>CONTACT-POINT</phone></a>",
        ),
    ] {
        assert_eq!(by_strings(source, format, "").unwrap(), expected);
    }
}

#[test]
fn a_name_that_begins_with_a_code_of_a_string_is_redacted() {
    for (format, source, expected) in [
        (Format::Jsonc, r#"{"a": "To &#74;ane Roe."}"#, r#"{"a": "To PERSON."}"#),
        (
            Format::Po,
            "msgid \"To &#74;&#97;ne&#32;&#82;&#111;&#101;\"\nmsgstr \"\"\n",
            "msgid \"To PERSON\"\nmsgstr \"\"\n",
        ),
        (Format::Jsonc, r#"{"a": "\\4a ane\\20 Roe"}"#, r#"{"a": "PERSON"}"#),
    ] {
        let found = redacted(source.as_bytes(), format, &[("deny", "Jane Roe"), ("labels", "X=Y")]);
        let found = String::from_utf8(found.unwrap().bytes).unwrap();
        assert_eq!(found.replace("REDACTED", "PERSON"), expected);
    }
}

#[test]
fn values_of_tags_within_values_are_redacted() {
    for (format, source, expected) in [
        (
            Format::Jsonc,
            r#"{"a": "<p title='Jane%2520Roe'>x<\/p><!-- Jane%2520Roe -->"}"#,
            r#"{"a": "<p title='REDACTED'>x<\/p><!-- REDACTED -->"}"#,
        ),
        (Format::Markdown, "a <!-- &#74;ane%20Roe -->\n", "a <!-- REDACTED -->\n"),
    ] {
        assert_eq!(by_strings(source, format, "Jane Roe").unwrap(), expected);
    }
}

#[test]
fn a_declared_text_is_redacted_with_its_references() {
    let source = "<!DOCTYPE d [<!ENTITY who \"=4Aane=20Roe\">]><d>To &who;.</d>";
    let expected = "<!DOCTYPE d [<!ENTITY who \"REDACTED\">]><d>To REDACTED.</d>";
    assert_eq!(by_strings(source, Format::Xml, "Jane Roe").unwrap(), expected);
}

#[test]
fn signs_between_words_go_with_emphasis() {
    let found = by_strings("Ask **Jane, Roe** here\n", Format::Markdown, "Jane Roe");
    assert_eq!(found.unwrap(), "Ask **REDACTED** here\n");
}

#[test]
fn markup_before_an_invisible_sign_stays() {
    let source = "<d><a>Jane Roe</a><b>\u{2066}Jane <i/> Roe\u{2069}</b></d>";
    let expected = "<d><a>REDACTED</a><b>\u{2066}REDACTED<i/></b></d>";
    assert_eq!(by_strings(source, Format::Xml, "Jane Roe").unwrap(), expected);
}

#[test]
fn an_address_that_elements_divide_is_redacted() {
    let source =
        "<d><p>anna@<hi/>poe.example, 192.0<b>.2.</b>7</p><n>Bob</n><m>bob@poe.example</m></d>";
    let expected =
        "<d><p>CONTACT-POINT<hi/>, IPADDRESS<b></b></p><n>Bob</n><m>CONTACT-POINT</m></d>";
    assert_eq!(by_strings(source, Format::Xml, "").unwrap(), expected);
}

#[test]
fn a_name_joined_by_an_at_sign_is_redacted_as_a_whole() {
    let found = by_strings("<p>jane@roe, JANE @ROE and mary@roe", Format::Html, "Jane Roe");
    assert_eq!(found.unwrap(), "<p>REDACTED, REDACTED and mary@roe");
}
