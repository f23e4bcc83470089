use crate::{decode, encode};
use glossweave_base::media::Format;
use glossweave_document::annotation::{Annotation, Entity, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::PlacementExt;
use glossweave_format_base::{EncodeOptions, Placement};

fn read(page: impl Into<Vec<u8>>) -> Document {
    let options = DecodeOptions { translatable_attributes: true, ..DecodeOptions::default() };
    decode(page, Format::Html, &options).unwrap()
}

fn units(page: &str) -> Vec<String> {
    read(page).units().map(|unit| unit.text().to_owned()).collect()
}

/// Translates each unit to its text in capitals.
fn translated(page: &str) -> String {
    let document = read(page);
    let french = || "fr".parse().unwrap();
    let all: Vec<Annotation> = document
        .units()
        .map(|unit| (unit.span(), Translation::new(unit.text().to_uppercase(), french())))
        .map(|(span, translation)| Annotation::translation(span, translation))
        .collect();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = encode(&document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{page}: {:?}", back.placements);
    String::from_utf8(back.bytes).unwrap()
}

#[test]
fn texts_in_attributes_follow_the_text_around_them() {
    let cases: [(&str, &[&str]); 9] = [
        ("<p>The <img alt=\"red house\"> sleeps<p>On", &["The sleeps", "red house", "On"]),
        ("<p>a <img alt='&#32;' title='&nbsp;x&copy=1&copy;'> b", &["a b", "x&copy=1\u{a9}"]),
        ("<table summary='All towns'><td abbr=t title=\"\">One", &["All towns", "t", "One"]),
        ("<img alt='a &amp; b &lt;c>' title=' x  y '>", &["a & b <c>", "x y"]),
        ("<input type=submit value=Go><input value=no><input placeholder=Name>", &["Go", "Name"]),
        (
            "<meta name=description content='A page'><meta property=og:title content=T><meta name=x content=y>",
            &["A page", "T"],
        ),
        ("<select><optgroup label=Towns><option label=C>Cork</select>", &["Towns", "C", "Cork"]),
        ("<button aria-label='Close it' aria-hidden=true>x</button>", &["x", "Close it"]),
        (
            "<p translate=no title=a><img alt=b></p><img alt=c translate=no><img alt=d alt=e>",
            &["d"],
        ),
    ];
    for (page, expected) in cases {
        let found: Vec<String> = units(page)
            .iter()
            .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(found, expected, "{page}");
    }
}

#[test]
fn identifiers_are_those_without_the_option() {
    let page = "<h1>A</h1><p>The <img alt=b title=c> d<p>e <input value=f> <p>g";
    let plain = decode(page, Format::Html, &DecodeOptions::default()).unwrap();
    let ids = |document: &Document, texts: &[&str]| -> Vec<u32> {
        let named = document.units().filter(|unit| texts.contains(&unit.text().trim()));
        named.map(|unit| unit.id()).collect()
    };
    let texts = ["A", "The  d", "e", "g"];
    assert_eq!(ids(&plain, &texts), [1, 4, 6, 7]);
    let document = read(page);
    assert_eq!(ids(&document, &texts), [1, 4, 6, 7]);
    assert_eq!(ids(&document, &["b", "c"]), [2, 3]);
}

#[test]
fn each_text_leads_to_its_bytes() {
    for page in ["<p>\u{e9} <img alt='red house'> on", "<p title=house>\u{e9}"] {
        for (bytes, width) in [(page.as_bytes().to_vec(), 1), (utf16(page), 2)] {
            let document = read(bytes.clone());
            let at = document.text().find("house").unwrap();
            let span = document.source_span((at..at + 5).into()).unwrap();
            let found = bytes.get(span.range()).unwrap();
            let expected = if width == 1 { b"house".to_vec() } else { b"h\0o\0u\0s\0e\0".to_vec() };
            assert_eq!(found, expected, "{page}");
        }
    }
}

fn utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xFEFF_u16).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn translations_are_written_whatever_the_quotes_are() {
    for (page, expected) in [
        ("<img alt=\"it's\">", "<img alt=\"IT&#39;S\">"),
        ("<img alt='say \"x\" = y > z'>", "<img alt='SAY &quot;X&quot; = Y > Z'>"),
        ("<p><img alt=house> on", "<p><img alt=HOUSE> ON"),
        ("<p title=' a '>b", "<p title=' A '>B"),
        ("<img alt='a &amp; b' title=\"c &lt; d\">", "<img alt='A &amp; B' title=\"C &lt; D\">"),
    ] {
        assert_eq!(translated(page), expected, "{page}");
    }
    let document = read("<img alt = house >");
    let span = document.units().next().unwrap().span();
    let all =
        [Annotation::translation(span, Translation::new("a 'b' = `c`>", "fr".parse().unwrap()))];
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = encode(&document, &all, &options).unwrap();
    let expected = "<img alt = a&#32;&#39;b&#39;&#32;&#61;&#32;&#96;c&#96;&gt; >";
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
}

#[test]
fn annotations_have_no_place_in_attributes() {
    let document = read("<p>To <img alt='Cork'>");
    let at = document.text().find("Cork").unwrap();
    let cork = Annotation::entity((at..at + 4).into(), Entity::new("http://example.org/Cork"));
    let back = encode(&document, &[cork], &EncodeOptions::default()).unwrap();
    assert_eq!(back.placements, [Placement::not_placed("the text is an attribute's value")]);
}

#[test]
fn rules_say_which_attributes_are_units() {
    let page = "<script type=application/its+xml><its:rules version='2.0' xmlns:its='http://www.w3.org/2005/11/its' \
        xmlns:h='http://www.w3.org/1999/xhtml'><its:translateRule selector='//h:img/@alt' translate='no'/>\
        <its:translateRule selector='//h:p/@data-tip' translate='yes'/></its:rules></script>\
        <p data-tip='A <b>tip'>To <img alt=Cork title=Town> on<p translate=no data-tip=Then>no<p data-other=x>So";
    let plain = decode(page, Format::Html, &DecodeOptions::default()).unwrap();
    let texts = |document: &Document| -> Vec<String> {
        document.units().map(|unit| unit.text().trim().to_owned()).collect()
    };
    assert_eq!(texts(&plain), ["A <b>tip", "To  on", "Then", "So"]);
    assert_eq!(texts(&read(page)), ["A <b>tip", "To  on", "Town", "Then", "So"]);
    let written = translated(page);
    let expected =
        "<p data-tip='A &lt;B>TIP'>TO <img alt=Cork title=TOWN> ON<p translate=no data-tip=THEN>no";
    assert!(written.contains(expected), "{written}");
}
