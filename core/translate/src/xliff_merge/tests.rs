use super::merge_xliff;
use crate::embedded_document;
use crate::{XliffOptions, to_xliff};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::Document;
use glossweave_format::{EncodeOptions, decode, encode};
use glossweave_testing::Stopwatch;

const PAGE: &str =
    "<h1>One &lt;1&gt; house</h1><p>The <b>red</b><br> house &amp; <i>more</i></p><p>Bye";

fn page(html: &str) -> Document {
    decode(html, Format::Html, &Default::default()).unwrap()
}

fn options(version: &str) -> XliffOptions {
    XliffOptions::from_pairs([
        ("source-lang", "en"),
        ("target-lang", "fr"),
        ("xliff-version", version),
    ])
    .unwrap()
}

/// Returns the file of a page with the sources in capitals as targets. `changes` are replacements in the
/// targets.
fn returned(version: &str, changes: &[(&str, &str)]) -> String {
    let file = to_xliff(&page(PAGE), &options(version)).unwrap();
    let file = String::from_utf8(file).unwrap();
    let mut out = String::new();
    let mut rest = file.as_str();
    while let Some((before, after)) = rest.split_once("<source>") {
        let (source, after) = after.split_once("</source>").unwrap();
        let mut target = source.to_owned();
        for (from, to) in changes {
            target = target.replace(from, to);
        }
        out += &format!("{before}<source>{source}</source><target>{target}</target>");
        rest = after;
    }
    out + rest
}

fn merged(html: &str, file: &str) -> String {
    let page = page(html);
    let found = merge_xliff(&page, file.as_bytes()).unwrap();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    String::from_utf8(encode(&page, &found, &options).unwrap().bytes).unwrap()
}

#[test]
fn targets_go_back_with_their_codes_in_any_order() {
    for version in ["1.2", "2.1"] {
        let (pair, pc) = match version {
            "1.2" => ("<g id=\"1\">red</g>", "<g id=\"3\">more</g>"),
            _ => ("<pc id=\"1\">red</pc>", "<pc id=\"3\">more</pc>"),
        };
        let file = returned(
            version,
            &[
                ("The ", "La maison "),
                (" house &amp; ", " &amp; "),
                (pair, &pair.replace("red", "rouge")),
                (pc, &pc.replace("more", "plus")),
                ("One ", "Une "),
                (" house", " maison"),
            ],
        );
        assert_eq!(
            merged(PAGE, &file),
            "<h1>Une &lt;1> maison</h1><p>La maison <b>rouge</b><br> &amp; <i>plus</i></p><p>Bye",
            "{version}: {file}"
        );
    }
}

#[test]
fn segments_are_joined() {
    let unit = "<unit id=\"2\"><segment><source>The <pc id=\"1\">red</pc><ph id=\"2\"/></source>\
        <target>La <pc id=\"1\">rouge</pc><ph id=\"2\"/></target></segment>\
        <ignorable><source> </source></ignorable>\
        <segment><source>house &amp; <pc id=\"3\">more</pc></source>\
        <target>&amp; <pc id=\"3\">plus</pc></target></segment></unit>";
    let file = format!(
        "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.1\" srcLang=\"en\" trgLang=\"fr\">\
        <file id=\"f\">{unit}</file></xliff>"
    );
    assert!(merged(PAGE, &file).contains("<p>La <b>rouge</b><br> &amp; <i>plus</i></p>"));
    let open = file.replacen("<segment>", "<segment state=\"initial\">", 1);
    assert_eq!(merged(PAGE, &open), PAGE);
}

const TWO_SENTENCES: &str = "<p>One. Two.</p>";

/// Returns the page of two sentences, merged with a unit of an XLIFF 1.2 file.
fn merged_one(unit: &str) -> String {
    let file = format!(
        "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"fr\"><body>\
        <trans-unit id=\"1\"><source>One. Two.</source>{unit}</trans-unit></body></file></xliff>"
    );
    merged(TWO_SENTENCES, &file)
}

/// Returns a page, merged with the parts of its unit in an XLIFF 2.1 file.
fn merged_two(page: &str, parts: &str) -> String {
    let file = format!(
        "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.1\" srcLang=\"en\" trgLang=\"fr\">\
        <file id=\"f\"><unit id=\"1\">{parts}</unit></file></xliff>"
    );
    merged(page, &file)
}

fn mrk(mid: u32, text: &str) -> String {
    format!("<mrk mtype=\"seg\" mid=\"{mid}\">{text}</mrk>")
}

#[test]
fn a_unit_with_an_untranslated_segment_keeps_its_text() {
    let source = format!("<seg-source>{} {}</seg-source>", mrk(1, "One."), mrk(2, "Two."));
    for second in [mrk(2, ""), mrk(2, " "), mrk(2, "<x id=\"7\"/>"), String::new(), mrk(3, "x")] {
        let target = format!("<target>{} {second}</target>", mrk(1, "Un."));
        assert_eq!(merged_one(&format!("{source}{target}")), TWO_SENTENCES, "{second}");
        if !second.contains("mid=\"3\"") && !second.is_empty() {
            assert_eq!(merged_one(&target), TWO_SENTENCES, "{second}");
        }
    }
    let target = format!("<target><g id=\"1\">{} {}</g></target>", mrk(1, "Un."), mrk(2, ""));
    assert_eq!(merged_one(&format!("{source}{target}")), TWO_SENTENCES);
    assert_eq!(merged_one("<target><x id=\"1\"/></target>"), TWO_SENTENCES);
    let done = format!("<target>{} {}</target>", mrk(1, "Un."), mrk(2, "Deux."));
    assert_eq!(merged_one(&format!("{source}{done}")), "<p>Un. Deux.</p>");

    let first = "<segment><source>One. </source><target>Un. </target></segment>";
    for second in [
        "<target/>",
        "<target></target>",
        "<target> </target>",
        "<target><ph id=\"9\"/></target>",
        "",
    ] {
        let parts = format!("{first}<segment><source>Two.</source>{second}</segment>");
        assert_eq!(merged_two(TWO_SENTENCES, &parts), TWO_SENTENCES, "{second}");
    }
}

#[test]
fn the_space_between_segments_that_a_target_lacks_is_written() {
    let source = format!("<seg-source>{} {}</seg-source>", mrk(1, "One."), mrk(2, "Two."));
    let joined = |first: &str, second: &str| {
        merged_one(&format!("{source}<target>{}{}</target>", mrk(1, first), mrk(2, second)))
    };
    assert_eq!(joined("Un.", "Deux."), "<p>Un. Deux.</p>");
    assert_eq!(joined("Un. ", "Deux."), "<p>Un. Deux.</p>");
    assert_eq!(joined("一。", "二。"), "<p>一。二。</p>");
    let within = format!("<seg-source>{}{}</seg-source>", mrk(1, "One. "), mrk(2, "Two."));
    let target = format!("<target>{}{}</target>", mrk(1, "Un."), mrk(2, "Deux."));
    assert_eq!(merged_one(&format!("{within}{target}")), "<p>Un. Deux.</p>");

    let segments = "<segment><source>One.</source><target>Un.</target></segment>\
        <ignorable><source> </source><target/></ignorable>\
        <segment><source>Two.</source><target>Deux.</target></segment>";
    assert_eq!(merged_two(TWO_SENTENCES, segments), "<p>Un. Deux.</p>");
}

#[test]
fn a_code_between_segments_that_a_target_lacks_is_written() {
    let page = "<p>One.<br>Two.</p>";
    let source = format!("{}<x id=\"1\"/>{}", mrk(1, "One."), mrk(2, "Two."));
    let file = format!(
        "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"fr\"><body>\
        <trans-unit id=\"1\"><source>One.<x id=\"1\"/>Two.</source><seg-source>{source}</seg-source>\
        <target>{}{}</target></trans-unit></body></file></xliff>",
        mrk(1, "Un."),
        mrk(2, "Deux.")
    );
    assert_eq!(merged(page, &file), "<p>Un.<br>Deux.</p>");
}

#[test]
fn targets_of_segments_come_in_the_order_that_they_state() {
    let parts = "<segment><source>One.</source><target order=\"3\">un.</target></segment>\
        <ignorable><source> </source></ignorable>\
        <segment><source>Two.</source><target order=\"1\">Deux,</target></segment>";
    assert_eq!(merged_two(TWO_SENTENCES, parts), "<p>Deux, un.</p>");
}

#[test]
fn what_is_to_be_translated_stays() {
    let file = returned("1.2", &[("Bye", "Adieu")]);
    assert!(merged(PAGE, &file).ends_with("<p>Adieu"));
    let open = file.replace("<target>Adieu", "<target state=\"needs-translation\">Adieu");
    assert!(merged(PAGE, &open).ends_with("<p>Bye"));
    assert!(merged(PAGE, &file.replace("<target>Adieu</target>", "")).ends_with("<p>Bye"));
}

#[test]
fn a_file_of_a_document_that_is_translated_already_has_no_units() {
    let source = "msgid \"a house\"\nmsgstr \"ein Haus\"\n";
    let document = decode(source, Format::Po, &Default::default()).unwrap();
    for version in ["1.2", "2.1"] {
        let file = to_xliff(&document, &options(version)).unwrap();
        assert_eq!(merge_xliff(&document, &file).unwrap(), []);
        // A document with texts to translate does not belong to a file without units.
        let error = merge_xliff(&page(PAGE), &file).unwrap_err();
        assert!(error.message().contains("has no unit"), "{error}");
    }
}

#[test]
fn characters_that_xml_cannot_hold_come_back() {
    let source = "msgid \"a\\x02 red \\x08house\"\nmsgstr \"\"\n";
    let document = decode(source, Format::Po, &Default::default()).unwrap();
    for version in ["1.2", "2.1"] {
        let file = to_xliff(&document, &options(version)).unwrap();
        let file = String::from_utf8(file).unwrap();
        let (_, text) = file.split_once("<source>").unwrap();
        let (text, _) = text.split_once("</source>").unwrap();
        let target = format!("</source><target>{}</target>", text.replace("red", "blue"));
        let file = file.replace("</source>", &target);
        let found = merge_xliff(&document, file.as_bytes()).unwrap();
        assert_eq!(&*found[0].as_translation().unwrap().text, "a\u{2} blue \u{8}house");
    }
}

#[test]
fn long_files_take_no_quadratic_time() {
    let source = format!("<a>{}</a>", "<b>text</b>".repeat(20_000));
    let document = decode(source, Format::Xml, &Default::default()).unwrap();
    let began = Stopwatch::start();
    let file = String::from_utf8(to_xliff(&document, &options("1.2")).unwrap()).unwrap();
    let file = file.replace("</source>", "</source><target>texte</target>");
    assert_eq!(merge_xliff(&document, file.as_bytes()).unwrap().len(), 20_000);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn a_changed_document_is_refused_with_the_units_that_differ() {
    let file = returned("2.1", &[]);
    let changed = PAGE.replace("Bye", "Good-bye").replace("red", "green");
    let error = merge_xliff(&page(&changed), file.as_bytes()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert!(error.message().ends_with("units that differ (2): `2`, `3`"), "{error}");
    let wrapped = file.replace(" house &amp; ", "\n  house &amp;\n  ");
    assert!(merge_xliff(&page(PAGE), wrapped.as_bytes()).is_ok());
}

#[test]
fn files_without_what_is_needed_are_refused_with_their_place() {
    for (file, message) in [
        ("<tmx/>", "the root element is `tmx`"),
        ("<xliff version=\"1.2\"/>", "has no unit"),
        (
            "<xliff version=\"1.2\"><file source-language=\"en\"/></xliff>",
            "not specify a target language",
        ),
        (
            "<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"fr\"><file id=\"f\"><unit/></file></xliff>",
            "a unit has no `id`",
        ),
    ] {
        let error = merge_xliff(&page(PAGE), file.as_bytes()).unwrap_err();
        assert!(
            error.kind() == ErrorKind::Malformed && error.message().contains(message),
            "{error}"
        );
        assert!(error.location().is_some(), "{error}");
    }
    assert!(merge_xliff(&page(PAGE), b"<xliff").is_err());
}

#[test]
fn a_unit_that_was_added_since_is_listed() {
    let file = returned("1.2", &[]);
    let error = merge_xliff(&page(&format!("{PAGE}<p>New")), file.as_bytes()).unwrap_err();
    assert!(error.message().ends_with("units that differ (1): `4`"), "{error}");
    // Without the digest of the source, a file may contain only some of the units.
    let file = file.replace("gw:digest", "gw:other");
    assert!(merge_xliff(&page(&format!("{PAGE}<p>New")), file.as_bytes()).is_ok());
}

#[test]
fn the_source_is_in_the_file_or_named_by_it() {
    for version in ["1.2", "2.1"] {
        let document = decode(PAGE, Format::Html, &Default::default()).unwrap();
        let options = XliffOptions { original: Some("a & b.html".into()), ..options(version) };
        let file = to_xliff(&document, &options).unwrap();
        let read = |file: &[u8]| embedded_document(file, &Default::default());
        assert_eq!(read(&file).unwrap().unwrap().source().bytes(), PAGE.as_bytes());
        let text = String::from_utf8(file).unwrap();
        let end = if version == "1.2" { "</internal-file>" } else { "</gw:source>" };
        for (from, to, message) in [
            ("gw:digest=\"sha256:", "gw:digest=\"sha256:0", "made from a different source"),
            (end, &format!("?{end}"), "not base64"),
            ("gw:format=\"html\"", "gw:format=\"rtf\"", "rtf"),
        ] {
            let error = read(text.replace(from, to).as_bytes()).unwrap_err();
            assert!(error.location().is_some() && error.message().contains(message), "{error}");
        }
        let file = to_xliff(&document, &XliffOptions { embeds_source: false, ..options }).unwrap();
        assert!(read(&file).unwrap().is_none());
        assert!(String::from_utf8(file).unwrap().contains("href=\"a &amp; b.html\""));
    }
}

#[test]
fn characters_that_xml_does_not_have_do_not_count_as_a_change() {
    let text = Document::of_text("One\u{1} house".to_owned(), None);
    for (version, source) in [("1.2", "One\u{FFFD} house"), ("2.1", "One<cp hex=\"0001\"/> house")]
    {
        let file = String::from_utf8(to_xliff(&text, &options(version)).unwrap()).unwrap();
        assert!(file.contains(&format!("<source>{source}</source>")), "{file}");
        let file = file.replace("</source>", "</source><target>Maison</target>");
        assert_eq!(merge_xliff(&text, file.as_bytes()).unwrap().len(), 1);
    }
}

#[test]
fn codes_that_the_text_does_not_have_are_left_out() {
    for (inserted, expected) in [
        ("<ph id=\"9\"/>red", "<p>The <b>red</b><br> house"),
        ("<pc id=\"5\">red</pc>", "<p>The <b>red</b><br> house"),
        ("<sc id=\"6\"/>red", "<p>The <b>red</b><br> house"),
        ("red<ph id=\"2\"/><ph id=\"2\"/>", "<p>The <b>red<br></b> house"),
    ] {
        let file = returned("2.1", &[("red", inserted)]);
        let made = merged(PAGE, &file);
        assert!(made.contains(expected), "{inserted}: {made}");
        assert!(!made.contains("&lt;2") && !made.contains("&lt;4"), "{inserted}: {made}");
    }
}

#[test]
fn a_file_has_the_notes_and_says_what_its_codes_are() {
    let source = "{\"@@locale\": \"en\", \"greet\": \"Hello {name}\", \
        \"@greet\": {\"description\": \"Shown at <login>\"}}";
    let document = decode(source, Format::Jsonc, &Default::default()).unwrap();
    for (version, code, note) in [
        ("1.2", "<x id=\"1\" equiv-text=\"{name}\"/>", "<note>Shown at &lt;login&gt;</note>"),
        (
            "2.1",
            "<ph id=\"1\" disp=\"{name}\"/>",
            "<notes><note>Shown at &lt;login&gt;</note></notes>",
        ),
    ] {
        let file = String::from_utf8(to_xliff(&document, &options(version)).unwrap()).unwrap();
        assert!(file.contains(&format!("<source>Hello {code}</source>")), "{file}");
        assert!(file.contains(note), "{file}");
        let target = format!("</source><target>Bonjour {code}</target>");
        let found = merge_xliff(&document, file.replace("</source>", &target).as_bytes()).unwrap();
        assert_eq!(&*found[0].as_translation().unwrap().text, "Bonjour <1/>");
    }
}

#[test]
fn a_file_states_the_rules_that_its_document_was_read_by() {
    use glossweave_document::{DecodeOptions, RuleSet};
    let source = "<resources><string name=\"a\">The <b>red</b> house</string>\
        <string name=\"b\" translatable=\"false\">id</string></resources>";
    let reading = DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() };
    let document = decode(source, Format::Xml, &reading).unwrap();
    let file = to_xliff(&document, &options("2.1")).unwrap();
    assert!(String::from_utf8_lossy(&file).contains(" gw:rule-set=\"android\""));
    let again = embedded_document(&file, &Default::default()).unwrap().unwrap();
    assert_eq!(again.source().rule_set(), Some("android"));
    assert_eq!(merge_xliff(&again, &file).unwrap(), []);
}
