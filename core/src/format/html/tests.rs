use crate::document::Document;
use crate::format::{DecodeOptions, decode};
use crate::media::Format;

pub(super) fn page(source: impl Into<Vec<u8>>) -> Document {
    decode(source, Format::Html, &DecodeOptions::default()).unwrap()
}

/// The units as `id:text`.
fn units(source: impl Into<Vec<u8>>) -> Vec<String> {
    page(source).units().map(|unit| format!("{}:{}", unit.id(), unit.text())).collect()
}

#[test]
fn units_are_the_texts_between_blocks() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("plain", &["1:plain"]),
        ("<p>a <b>b</b> c<p>d", &["1:a b c", "2:d"]),
        ("<div>a<p>b</p>c</div>d", &["1:a", "2:b", "3:c", "4:d"]),
        ("<ul><li>a<li>b</ul>", &["1:a", "2:b"]),
        ("<table><tr><td>a<td>b<tr><th>c</table>", &["1:a", "2:b", "3:c"]),
        ("<p> </p><p>&nbsp;</p><p>\n\t</p>", &["1:\u{a0}"]),
        ("<p>a\n  b\t\tc<br>\n d</p>", &["1:a b c d"]),
        ("<pre>\na\r\n b\rc</pre>", &["1:a\n b\nc"]),
        ("<b>a </b> b", &["1:a  b"]),
        ("a<script>var x = '<p>';</script>b<style>p{}</style>c", &["1:abc"]),
        ("a<del>b</del>c<!-- d -->e", &["1:ace"]),
        ("<p translate=no>a<b translate=yes>b</b></p>c", &["1:b", "2:c"]),
        ("Call <code translate=no>f()</code> now", &["1:Call  now"]),
        ("<select><option>a<option>b</select>c", &["1:a", "2:b", "3:c"]),
        ("<p>a<img alt='x'>b<p title=y>c", &["2:ab", "4:c"]),
        ("<meta name=keywords content=x><input type=hidden value=y><input value=z>a", &["3:a"]),
        ("<head> <title> t </title> </head> <body> x", &["1: t ", "2: x"]),
        ("  x", &["1:x"]),
        ("a\0b", &["1:ab"]),
        ("<svg><title>t</title><text>x</text><![CDATA[<y>]]></svg>z", &["1:tx<y>z"]),
        ("<xmp>&amp;<b></xmp><iframe>x</iframe><noembed>y</noembed>", &["1:&amp;<b>"]),
        ("<plaintext>a</plaintext>&amp;", &["1:a</plaintext>&amp;"]),
        ("<textarea>\n a  b</textarea>", &["1: a  b"]),
        ("x<my-note>y</my-note>z", &["1:x", "2:y", "3:z"]),
        ("<frameset><frame>x</frameset>", &[]),
    ];
    for (source, expected) in cases {
        assert_eq!(units(*source), *expected, "{source}");
    }
}

#[test]
fn every_character_leads_back_to_its_bytes() {
    let source = "<p>A&amp;B  caf\u{e9}\r\n<b>\u{1f600}</b>&NotEqualTilde;z";
    let page = page(source);
    assert_eq!(page.text(), "A&B caf\u{e9} \u{1f600}\u{2242}\u{338}z");
    let expected: &[(&str, &str)] = &[
        ("A", "A"),
        ("&", "&amp;"),
        ("B caf\u{e9}", "B  caf\u{e9}"),
        (" ", "  "),
        ("\u{e9} \u{1f600}", "\u{e9}\r\n<b>\u{1f600}"),
        ("\u{2242}\u{338}", "&NotEqualTilde;"),
        ("z", "z"),
    ];
    for (text, bytes) in expected {
        let start = page.text().find(text).unwrap();
        let span = crate::text::TextSpan::new(start, start + text.len());
        let found = page.source_span(span).unwrap();
        assert_eq!(&source[found.range()], *bytes, "{text}");
    }
    let inside = page.text().find('\u{338}').unwrap();
    let span = crate::text::TextSpan::new(inside, inside + 2);
    assert_eq!(page.source_span(span), None);
}

#[test]
fn languages_inherit() {
    let page = page("<html lang=de><p>a<p lang='en-GB'>b<div xml:lang=fr lang=it>c<p>d</div>e");
    let spoken: Vec<_> =
        page.units().map(|unit| unit.language().map(ToString::to_string).unwrap()).collect();
    assert_eq!(spoken, ["de", "en-GB", "it", "it", "de"]);
}

#[test]
fn its_markup_becomes_annotations() {
    let page = page(
        "<body its-annotators-ref='text-analysis|http://t terminology|http://u'>\
         <p>In <span its-ta-ident-ref=http://d its-ta-confidence=0.5>Dublin</span> the \
         <i its-term=yes>gate</i> <b its-ta-ident-ref=http://e></b>",
    );
    let shown: Vec<_> = page
        .annotations()
        .iter()
        .map(|one| (&page.text()[one.span().range()], one.annotator(), one.confidence()))
        .collect();
    assert_eq!(
        shown,
        [("Dublin", Some("http://t"), Some(0.5)), ("gate", Some("http://u"), None)]
    );
}

#[test]
fn fragments_with_one_identifier_are_one_annotation() {
    let page = page(
        "<p>a <b>b <i its-ta-ident-ref=http://x data-its-id=gw7>c</i></b><i its-ta-ident-ref=http://x \
         data-its-id=gw7> d</i><p>e",
    );
    let spans: Vec<_> = page.annotations().iter().map(|one| one.span().range()).collect();
    assert_eq!(spans, [4..7]);
    assert_eq!(page.last_fragment(), 7);
}

#[test]
fn a_note_that_begins_before_a_unit_begins_with_its_text() {
    let page = page("<p>a</p><div its-ta-ident-ref=http://x><p> </p><p>b</p></div>");
    assert_eq!(page.text(), "a b");
    assert_eq!(page.annotations()[0].span().range(), 2..3);
}

#[test]
fn encodings_keep_their_offsets() {
    let source = b"<meta charset=windows-1251><p>\xc4\xf3\xe1\xeb\xe8\xed &amp; Cork";
    let page = page(source);
    assert_eq!(page.text(), "Дублин & Cork");
    let span = crate::text::TextSpan::new("Ду".len(), "Дубл".len());
    assert_eq!(&source[page.source_span(span).unwrap().range()], b"\xe1\xeb");
    let cork = page.text().find("Cork").unwrap();
    let span = crate::text::TextSpan::new(cork, cork + 4);
    assert_eq!(&source[page.source_span(span).unwrap().range()], b"Cork");
}

#[test]
fn deep_nesting_is_read_in_one_walk() {
    for tag in ["<div>", "<b>", "<a>", "<x>", "<table>", "<li>", "<p><b>", "<svg>"] {
        let end = tag.replace('<', "</");
        let source = format!("{}x{}", tag.repeat(100_000), end.repeat(100_000));
        assert!(page(source).text().contains('x'), "{tag}");
    }
}
