use crate::marked_text;
use crate::{EncodeOptions, Placement, decode, encode};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::PlacementExt;
use glossweave_testing::Stopwatch;

fn page(source: impl Into<Vec<u8>>) -> Document {
    decode(source, Format::Html, &DecodeOptions::default()).unwrap()
}

fn german(span: TextSpan, text: &str) -> Annotation {
    Annotation::translation(span, Translation::new(text, "de".parse().unwrap()))
}

fn writing() -> EncodeOptions {
    EncodeOptions { translations: true, ..EncodeOptions::default() }
}

/// Returns the page with a translation of its first unit, or the rule that prevents it.
fn translated(source: &str, text: &str) -> String {
    let page = page(source);
    let span = page.units().next().unwrap().span();
    let back = encode(&page, &[german(span, text)], &writing()).unwrap();
    match &back.placements[0] {
        Placement::Placed { fragments: 1 } => String::from_utf8(back.bytes).unwrap(),
        Placement::NotPlaced { rule } => {
            assert_eq!(back.bytes, source.as_bytes());
            format!("! {rule}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn tags_without_markers_go_to_edges_of_words_in_proportion() {
    let cases = [
        ("<p> The red house </p>", " Das rote Haus", "<p> Das rote Haus </p>"),
        ("<p><b>The red house</b></p>", "Das Haus", "<p><b>Das Haus</b></p>"),
        ("<p>The <b>red</b> house</p>", "Das rote Haus", "<p>Das <b>rote</b> Haus</p>"),
        ("<p><b>The</b> red house</p>", "Das rote Haus", "<p><b>Das</b> rote Haus</p>"),
        ("<p>The red <b>house</b><p>x", "Das rote Haus", "<p>Das rote <b>Haus</b><p>x"),
        ("<p><i>The <b>red house</b></i>", "Das Haus", "<p><i>Das <b>Haus</b></i>"),
        ("a<br>b", "x y", "x <br>y"),
        ("one two<img src=x>three", "eins zwei drei", "eins zwei<img src=x> drei"),
        ("<b>a</b> b", "x", "<b>x</b>"),
        ("a <!-- c --> b", "x y", "x <!-- c --> y"),
        ("a <code translate=no>f()</code> b", "x y", "x <code translate=no>f()</code> y"),
        ("Tom &amp; Tim", "Tom & <Tim>", "Tom &amp; &lt;Tim>"),
        ("<title>a</title>", "</title>", "<title>&lt;/title></title>"),
        ("<select><option>a<option>b</select>", "c", "<select><option>c<option>b</select>"),
        ("<pre>\n a\n b\n</pre>", "x\n  y", "<pre>\n x\n  y\n</pre>"),
        ("<b>\u{6771}</b>\u{4eac}", "\u{5927}\u{962a}", "<b>\u{5927}</b>\u{962a}"),
        ("<i>a<b>b</i>c</b>d", "w x y z", "<i>w <b>x </i>y</b> z"),
    ];
    for (source, text, expected) in cases {
        assert_eq!(translated(source, text), expected, "{source}");
    }
}

#[test]
fn tags_stay_beside_words_that_did_not_change() {
    let cases = [
        ("<p>The date=<img> of it", "Das date= davon", "<p>Das date=<img> davon"),
        ("<p>H<sub>2</sub>O and more", "H2O UND VIEL MEHR", "<p>H<sub>2</sub>O UND VIEL MEHR"),
        (
            "<p>By <b>Mary Lee</b>, now",
            "Heute und hier von Mary Lee, jetzt",
            "<p>Heute und hier von <b>Mary Lee</b>, jetzt",
        ),
        (
            "<p>a <i>5 km</i> (far) way",
            "ein sehr langer 5 km (weiter) Weg",
            "<p>ein sehr langer <i>5 km</i> (weiter) Weg",
        ),
        (
            "<p>red: <b>house</b>; sea",
            "sehr rot: Haus am Meer; See",
            "<p>sehr rot: <b>Haus am Meer</b>; See",
        ),
        ("<p>one<br>Cork two", "eins und Cork zwei", "<p>eins und <br>Cork zwei"),
    ];
    for (source, text, expected) in cases {
        assert_eq!(translated(source, text), expected, "{source}");
    }
}

#[test]
fn tags_go_where_their_markers_are() {
    let source = "<p>The <b>red</b> house<br>by <i>the <u>sea</u></i>.";
    let document = page(source);
    let span = document.units().next().unwrap().span();
    let marked = marked_text(&document, span).unwrap();
    assert_eq!(marked, "The <1>red</1> house<2/>by <3>the <4>sea</4></3>.");
    let cases = [
        ("A <1>b</1> c<2/>d <3>e <4>f</4></3>.", "<p>A <b>b</b> c<br>d <i>e <u>f</u></i>."),
        ("<3><4>f</4> e</3>< 2 />x < 1 >y</ 1>.", "<p><i><u>f</u> e</i><br>x <b>y</b>."),
        ("<3>f<4></4></3><2/>x<1></1>", "<p><i>f<u></u></i><br>x<b></b>"),
    ];
    for (text, expected) in cases {
        assert_eq!(translated(source, text), expected);
    }
    // When some markers are missing or cross, all markers are ignored.
    for text in ["A <1>b</1> c d <3>e f</3>.", "A <1>b<3></1> c <2/>d e <4>f</4></3>."] {
        let found = translated(source, text);
        let words = page(found.clone()).text().split_whitespace().collect::<String>();
        assert!(found.contains("<b>") && !found.contains("1>"), "{found}");
        assert_eq!(words, "Abcdef.", "{found}");
    }
}

#[test]
fn a_text_that_looks_like_a_marker_is_told_from_one() {
    let source = "if a&lt;1> or <b>a</b> &lt; b &lt;/2>";
    let document = page(source);
    let marked = marked_text(&document, document.units().next().unwrap().span()).unwrap();
    assert_eq!(marked, "if a<0/>1> or <1>a</1> < b <0/>/2>");
    assert_eq!(translated(source, &marked), source);
    assert_eq!(translated("<p>a", "<1> <0/>"), "<p>&lt;1> &lt;0/>");
}

#[test]
fn xml_keeps_its_tags_and_sections() {
    let cases = [
        ("<d><p>a b</p></d>", "x & <y>", "<d><p>x &amp; &lt;y&gt;</p></d>"),
        (
            "<d><p>a<![CDATA[b]]></p></d>",
            "x y ]]> z",
            "<d><p>x y<![CDATA[ ]]]]><![CDATA[> z]]></p></d>",
        ),
        ("<d xml:lang='en'>a</d>", "x", "<d xml:lang='de'>x</d>"),
        ("<d><p>a<!-- c --> b</p></d>", "x <1/>y", "<d><p xml:lang=\"de\">x <!-- c -->y</p></d>"),
    ];
    for (source, text, expected) in cases {
        let document = decode(source, Format::Xml, &DecodeOptions::default()).unwrap();
        let span = document.units().next().unwrap().span();
        let set_lang = expected.contains("lang");
        let options = EncodeOptions { set_lang, ..writing() };
        let back = encode(&document, &[german(span, text)], &options).unwrap();
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected, "{:?}", back.placements);
    }
}

#[test]
fn only_units_and_elements_are_translated_and_once() {
    let page = page("<p>a <b>b c</b> d</p><p>e</p>");
    let of = |start, end| german(TextSpan::new(start, end), "x");
    let cases = [
        (vec![of(2, 5)], "<p>a <b>x</b> d</p><p>e</p>"),
        (vec![of(2, 5), of(8, 9)], "<p>a <b>x</b> d</p><p>x</p>"),
    ];
    for (annotations, expected) in cases {
        let back = encode(&page, &annotations, &writing()).unwrap();
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    }
    let whole = "a translation must cover a whole unit or the whole text of an element";
    for (annotations, rule) in [
        (vec![of(0, 7), of(2, 5)], "the text already has another translation"),
        (vec![of(0, 3)], whole),
        (vec![of(2, 3)], whole),
        (vec![of(0, 9)], whole),
        (vec![german(TextSpan::new(0, 7), " ")], "the translation is empty"),
        (
            vec![german(TextSpan::new(0, 7), "a\0b")],
            "reading the result back gives a different document",
        ),
    ] {
        let back = encode(&page, &annotations, &writing()).unwrap();
        assert_eq!(back.placements.last().unwrap(), &Placement::not_placed(rule.to_owned()));
    }
    assert!(marked_text(&page, TextSpan::new(2, 3)).is_err());
    let off = encode(&page, &[of(0, 7)], &EncodeOptions::default()).unwrap();
    assert!(!off.placements[0].is_there());
}

#[test]
fn what_is_said_of_a_translated_unit_is_not_placed() {
    let source = "<p>To Cork <b its-term=yes>town</b></p><p>in Ireland, <i its-term=yes>now</i>";
    let page = page(source);
    let about = |name: &str| {
        let start = page.text().find(name).unwrap();
        Annotation::entity(TextSpan::new(start, start + name.len()), Entity::new("x:a"))
    };
    let unit = page.units().next().unwrap().span();
    let annotations = [about("Cork"), about("Ireland"), german(unit, "Nach Cork zur Stadt")];
    let back = encode(&page, &annotations, &writing()).unwrap();
    let rule = "the unit is translated, and the annotation refers to its source text";
    assert_eq!(back.placements[0], Placement::not_placed(rule));
    assert!(back.placements[1].is_there() && back.placements[2].is_there());
    let expected = "<p>Nach Cork <b its-term=yes>zur Stadt</b></p>\
                    <p>in <span its-ta-ident-ref=\"x:a\">Ireland</span>, <i its-term=yes>now</i>";
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    let replaced: Vec<&str> = back.replaced.iter().map(|(from, _)| &source[from.range()]).collect();
    assert_eq!(replaced, ["To Cork ", "town"]);
}

#[test]
fn what_the_encoding_lacks_becomes_references() {
    let mut source = b"<meta charset=windows-1252><p>caf\xE9</p>".to_vec();
    let document = page(source.clone());
    let span = document.units().next().unwrap().span();
    let back = encode(&document, &[german(span, "\u{43a}\u{e9}")], &writing()).unwrap();
    source.splice(30..34, b"&#1082;\xE9".iter().copied());
    assert_eq!(back.bytes, source);
}

#[test]
fn the_language_is_set_where_that_is_asked_for() {
    let options = EncodeOptions { set_lang: true, ..writing() };
    let cases = [
        ("<p class=x>a</p>", "<p lang=\"de\" class=x>x</p>"),
        ("<p LANG='en-GB'>a</p>", "<p LANG='de'>x</p>"),
        ("<p><b lang=en>a</b></p>", "<p><b lang=de>x</b></p>"),
        ("<ul><li>a<li>b</ul>", "<ul><li lang=\"de\">x<li>b</ul>"),
        ("<div>a<p>b</p></div>", "<div>x<p>b</p></div>"),
        ("<p><b>a</b> b</p>", "<p lang=\"de\"><b>x</b></p>"),
    ];
    for (source, expected) in cases {
        let document = page(source);
        let span = document.units().next().unwrap().span();
        let back = encode(&document, &[german(span, "x")], &options).unwrap();
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    }
}

#[test]
fn the_direction_is_set_with_the_language() {
    let options = EncodeOptions { set_lang: true, ..writing() };
    let cases = [
        ("ar", "<p class=x>a</p>", "<p lang=\"ar\" dir=\"rtl\" class=x>x</p>"),
        ("he", "<p dir=ltr lang=en>a</p>", "<p dir=rtl lang=he>x</p>"),
        ("he", "<p DIR='RTL'>a</p>", "<p lang=\"he\" DIR='RTL'>x</p>"),
        ("de", "<p dir=rtl lang=ar>a</p>", "<p dir=ltr lang=de>x</p>"),
        ("de", "<p dir=auto>a</p>", "<p lang=\"de\" dir=auto>x</p>"),
    ];
    for (language, source, expected) in cases {
        let document = page(source);
        let span = document.units().next().unwrap().span();
        let text = Translation::new("x", language.parse().unwrap());
        let new = [Annotation::translation(span, text)];
        let back = encode(&document, &new, &options).unwrap();
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected, "{:?}", back.placements);
        let back = encode(&document, &new, &writing()).unwrap();
        assert_eq!(String::from_utf8(back.bytes).unwrap(), source.replace(">a<", ">x<"));
    }
}

#[test]
fn many_tags_and_texts_take_no_quadratic_time() {
    let start = Stopwatch::start();
    let tags = "a <b>b</b> ".repeat(100_000);
    let document = page(tags.clone());
    let span = document.units().next().unwrap().span();
    let marked = marked_text(&document, span).unwrap();
    for text in [marked, "x ".repeat(100_000)] {
        let back = encode(&document, &[german(span, &text)], &writing()).unwrap();
        assert!(back.placements[0].is_there());
    }
    let annotations: Vec<Annotation> = document
        .map()
        .pieces()
        .filter(|piece| document.text()[piece.text.range()] == *"b")
        .map(|piece| german(piece.text, "y"))
        .collect();
    let back = encode(&document, &annotations, &writing()).unwrap();
    assert_eq!(String::from_utf8(back.bytes).unwrap(), tags.replace(">b<", ">y<"));
    assert!(start.elapsed().as_secs() < 20);
}

/// Returns the placements of translations for the strings of a JSON file. Every tenth translation is `wrong`.
fn placed_strings(count: usize, wrong: &str) -> Vec<bool> {
    let pairs: Vec<String> = (0..count).map(|at| format!("\"k{at}\": \"text {at}\"")).collect();
    let source = format!("{{{}}}", pairs.join(", "));
    let document = decode(source, Format::Jsonc, &DecodeOptions::default()).unwrap();
    let translations: Vec<Annotation> = document
        .units()
        .enumerate()
        .map(|(at, unit)| match at % 10 {
            0 => german(unit.span(), wrong),
            _ => german(unit.span(), &format!("wort {at}")),
        })
        .collect();
    let back = encode(&document, &translations, &writing()).unwrap();
    let again = decode(back.bytes, Format::Jsonc, &DecodeOptions::default()).unwrap();
    let texts: Vec<&str> = again.units().map(|unit| unit.text()).collect();
    assert_eq!(texts.len(), count);
    let is_placed = |placement: &Placement| matches!(placement, Placement::Placed { .. });
    for (at, placement) in back.placements.iter().enumerate() {
        let word = if is_placed(placement) { "wort" } else { "text" };
        assert_eq!(texts[at], format!("{word} {at}"));
    }
    back.placements.iter().map(is_placed).collect()
}

#[test]
fn translations_that_spoil_a_result_leave_the_others_written() {
    for wrong in ["the {name} here", "{name}"] {
        let placed = placed_strings(2_000, wrong);
        assert!(placed.iter().enumerate().all(|(at, placed)| *placed == (at % 10 != 0)), "{wrong}");
    }
}
