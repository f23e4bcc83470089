//! Tests of placeholders and escapes in XLIFF, .NET resources and Android string resources.

use crate::code_reader;
use crate::decode;
use crate::marked_text;
use crate::testing::{read, texts, translated, translated_into};
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, RuleSet};

fn xliff(source: &str) -> String {
    format!(
        "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"><file source-language=\"en\" \
         target-language=\"fr\" datatype=\"plaintext\" original=\"x\"><body><trans-unit id=\"1\" \
         xml:space=\"preserve\"><source>{source}</source></trans-unit></body></file></xliff>"
    )
}

/// Returns the target of a translation in capitals.
fn target(source: &str) -> String {
    let document = read(xliff(source).as_bytes(), Format::Xliff);
    let back = translated_into(&document, "fr", |marked| Some(marked.to_uppercase()));
    assert!(back.placements.iter().all(|placement| placement.is_there()), "{:?}", back.placements);
    let back = String::from_utf8(back.bytes).unwrap();
    let (_, target) = back.split_once("<target>").unwrap();
    target.split_once("</target>").unwrap().0.to_owned()
}

#[test]
fn placeholders_of_xliff_reach_no_translator() {
    for (source, expected) in [
        ("%lld of %@ left for {name}", "%lld OF %@ LEFT FOR {name}"),
        ("%name% has %count% posts", "%name% HAS %count% POSTS"),
        ("Hi {{ user }}!", "HI {{ user }}!"),
        (" {0} a ", " {0} A "),
        ("a &amp; ${b} &lt; c %1$s", "A &amp; ${b} &lt; C %1$s"),
        ("a <g id=\"1\">{b} c</g> d", "A <g id=\"1\">{b} C</g> D"),
        ("<x id=\"1\"/>{b} c", "<x id=\"1\"/>{b} C"),
        ("&lt;b>x&lt;/b>", "&lt;B>X&lt;/B>"),
    ] {
        assert_eq!(target(source).replace("&gt;", ">"), expected);
    }
    let document = read(xliff("{a} of {b} and <x id=\"1\"/>{c}").as_bytes(), Format::Xliff);
    let unit = document.units().next().unwrap();
    assert_eq!(marked_text(&document, unit.span()).unwrap(), "<1/> of <2/> and <3/><4/>");
    let codes = code_reader(&document).codes(unit);
    let codes: Vec<_> = codes.iter().map(|code| code.spelling.as_str()).collect();
    assert_eq!(codes, ["{a}", "{b}", "<x id=\"1\"/>", "{c}"]);
}

#[test]
fn the_frame_of_an_icu_argument_stays_around_elements() {
    let source = "{VAR_PLURAL, plural, =0 {just now} =1 {one minute ago} other {<x id=\"I\" \
                  equiv-text=\"{{ minutes }}\"/> minutes ago}}";
    let expected = "{VAR_PLURAL, plural, =0 {JUST NOW} =1 {ONE MINUTE AGO} other {<x id=\"I\" \
                    equiv-text=\"{{ minutes }}\"/> MINUTES AGO}}";
    assert_eq!(target(source), expected);
}

#[test]
fn apostrophes_of_a_message_in_xliff_are_doubled_before_a_brace() {
    let source = "{n, plural, one {It''s {x}} other {of {x}}}";
    let document = read(xliff(source).as_bytes(), Format::Xliff);
    assert!(document.text().contains("It's "));
    let back = translated_into(&document, "fr", |marked| Some(marked.replace("of ", "d'")));
    let back = String::from_utf8(back.bytes).unwrap();
    assert!(
        back.contains("<target>{n, plural, one {It''s {x}} other {d''{x}}}</target>"),
        "{back}"
    );
}

#[test]
fn a_translation_may_repeat_the_placeholders_of_xliff() {
    let document = read(xliff("{a} of {b}").as_bytes(), Format::Xliff);
    let back = translated_into(&document, "fr", |_| Some("{b} sur {a}".to_owned()));
    let back = String::from_utf8(back.bytes).unwrap();
    assert!(back.contains("<target>{b} sur {a}</target>"), "{back}");
    let again = read(back.as_bytes(), Format::Xliff);
    assert_eq!(again.target().unwrap().text(), " sur ");
}

#[test]
fn placeholders_of_resx_are_codes_and_an_option_names_others() {
    let source = "<root>\n  <resheader name=\"reader\"><value>System.X</value></resheader>\n  \
                  <data name=\"a\"><value>Hello {0:N2}, %n</value></data>\n</root>";
    let options = DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() };
    let document = decode(source, Format::Xml, &options).unwrap();
    assert_eq!(texts(&document), ["Hello , %n"]);
    let back = translated(&document, |marked| Some(marked.to_uppercase()));
    let expected = source.replace("Hello {0:N2}, %n", "HELLO {0:N2}, %N");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    let placeholders = Some("percent-numbers".parse().unwrap());
    let options = DecodeOptions { placeholders, ..options };
    let document = decode(source, Format::Xml, &options).unwrap();
    assert_eq!(texts(&document), ["Hello {0:N2}, "]);
    let text = decode("<doc>a {b}</doc>", Format::Xml, &DecodeOptions::default()).unwrap();
    assert_eq!(text.text(), "a {b}");
}

#[test]
fn values_of_android_are_read_without_escapes_and_written_with_them() {
    let source = r#"<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
<string name="a">You\'ve %1$s\nleft \u00e9 \@ \\</string>
<string name="b">"  two   spaces  "</string>
<string name="c">@string/a</string>
<string name="d">?android:attr/title</string>
<string name="e"><![CDATA[<b>Bold</b> it\'s]]></string>
<string name="f">By <xliff:g id="n" example="Jo">%s</xliff:g> now</string>
<plurals name="g"><item quantity="one">%d day\'s</item><item quantity="other">%d days</item></plurals>
<string name="h">@home</string>
</resources>"#;
    let options = DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() };
    let document = decode(source, Format::Xml, &options).unwrap();
    let expected = [
        "You've \nleft \u{e9} @ \\",
        "  two   spaces  ",
        "Bold it's",
        "By  now",
        " day's",
        " days",
        "@home",
    ];
    assert_eq!(texts(&document), expected);
    let marked: Vec<String> =
        document.units().map(|unit| marked_text(&document, unit.span()).unwrap()).collect();
    assert_eq!(marked[0], "You've <1/>\nleft \u{e9} @ \\");
    assert_eq!(marked[3], "By <1/> now");
    let back = translated_into(&document, "fr", |marked| {
        Some(match marked {
            "@home" => "@l'\"\u{e9}t\u{e9}\"\\ & x".to_owned(),
            marked => marked.replace("left", "l'\u{e9}t\u{e9}").replace("day", "jour"),
        })
    });
    assert!(back.placements.iter().all(|placement| placement.is_there()), "{:?}", back.placements);
    let back = String::from_utf8(back.bytes).unwrap();
    let expected = source
        .replace("left \\u00e9", "l\\'\u{e9}t\u{e9} \u{e9}")
        .replace("day", "jour")
        .replace("@home", "\\@l\\'\\\"\u{e9}t\u{e9}\\\"\\\\ &amp; x")
        .replace(" \\@ \\\\", " @ \\\\");
    assert_eq!(back.replace("&gt;", ">"), expected);
}
