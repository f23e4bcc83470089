use crate::decode;
use crate::testing::translated;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document, DocumentExt};
use glossweave_format_base::Placement;
use glossweave_testing::{Stopwatch, count};

pub fn page(source: impl Into<Vec<u8>>) -> Document {
    decode(source, Format::Html, &DecodeOptions::default()).unwrap()
}

/// Returns the units as `id:text`.
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
        ("<pre>&#10;\na</pre>", &["1:\na"]),
        ("<p \u{1f600}i\u{1f600} i\u{1f600}>a", &["1:a"]),
        ("&#10; &#32;a&#10;b", &["1:a\nb"]),
        ("<xmp>a\0b</xmp>", &["1:a\u{FFFD}b"]),
        ("<frameset><frame></frameset>x<p>y", &[]),
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
fn what_stands_between_two_texts_breaks_them_for_those_who_look_for_names() {
    let broken = |source: &str| {
        let page = page(source);
        page.pieces()
            .into_iter()
            .map(|piece| page.text()[piece.range()].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(broken("<p>Dublin<br>Ireland<p>x"), ["Dublin", "Ireland", "x"]);
    assert_eq!(
        broken("Dublin<img src=x>Cork<button>Trim</button>Ennis"),
        ["Dublin", "Cork", "Trim", "Ennis"]
    );
    assert_eq!(broken("New<br>\nYork <br>x<br>"), ["New York x"]);
    assert_eq!(broken("a<p><br> </p>b<br>c"), ["a", "b", "c"]);
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
        let span = glossweave_base::text::TextSpan::new(start, start + text.len());
        let found = page.source_span(span).unwrap();
        assert_eq!(&source[found.range()], *bytes, "{text}");
    }
    let inside = page.text().find('\u{338}').unwrap();
    let span = glossweave_base::text::TextSpan::new(inside, inside + 2);
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
        .map(|annotation| {
            (
                &page.text()[annotation.span().range()],
                annotation.annotator(),
                annotation.confidence(),
            )
        })
        .collect();
    assert_eq!(shown, [("Dublin", Some("http://t"), Some(0.5)), ("gate", Some("http://u"), None)]);
}

#[test]
fn fragments_with_one_identifier_are_one_annotation() {
    let page = page(
        "<p>a <b>b <i its-ta-ident-ref=http://x data-its-id=gw7>c</i></b><i its-ta-ident-ref=http://x \
         data-its-id=gw7> d</i><p>e",
    );
    let spans: Vec<_> =
        page.annotations().iter().map(|annotation| annotation.span().range()).collect();
    assert_eq!(spans, std::slice::from_ref(&(4..7)));
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
    let span = glossweave_base::text::TextSpan::new("Ду".len(), "Дубл".len());
    assert_eq!(&source[page.source_span(span).unwrap().range()], b"\xe1\xeb");
    let cork = page.text().find("Cork").unwrap();
    let span = glossweave_base::text::TextSpan::new(cork, cork + 4);
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

mod annotating {
    use super::page;
    use crate::encode;
    use glossweave_base::text::TextSpan;
    use glossweave_document::annotation::{Annotation, Entity, Term};
    use glossweave_format_base::{EncodeOptions, OnParent, Placement};

    fn about(source: &str, names: &[&str]) -> Vec<Annotation> {
        let page = page(source);
        let iris = ["x:a", "x:b", "x:c", "x:d"];
        let found = names.iter().zip(iris).map(|(name, iri)| {
            let start = page.text().find(name).expect(name);
            Annotation::entity(TextSpan::new(start, start + name.len()), Entity::new(iri))
        });
        found.collect()
    }

    /// Returns the result, with the inserted tags abbreviated and in brackets.
    fn woven(source: &str, names: &[&str]) -> String {
        let back = encode(&page(source), &about(source, names), &EncodeOptions::default()).unwrap();
        for placement in &back.placements {
            assert!(placement.is_there(), "{source}: {placement:?}");
        }
        String::from_utf8(back.bytes)
            .unwrap()
            .replace("<span its-ta-ident-ref=\"x:", "[")
            .replace("\" data-its-id=\"gw", "#")
            .replace("\">", ">")
            .replace("</span>", "]")
    }

    #[test]
    fn insertions_nest_with_the_markup_of_the_source() {
        let cases: &[(&str, &[&str], &str)] = &[
            ("<p>a bc d</p>", &["bc"], "<p>a [a>bc] d</p>"),
            ("a<b>b</b>c", &["abc"], "[a>a<b>b</b>c]"),
            ("<b>b</b>", &["b"], "<b>[a>b]</b>"),
            ("a<b>bc</b>d", &["ab"], "[a#1>a]<b>[a#1>b]c</b>d"),
            ("<b>ab</b>c", &["abc"], "[a><b>ab</b>c]"),
            ("a<b>bc</b>", &["abc"], "[a>a<b>bc</b>]"),
            ("a<i><b>b</b></i>", &["ab"], "[a>a<i><b>b</b></i>]"),
            ("<p>ab<p>cd", &["b c"], "<p>a[a#1>b]<p>[a#1>c]d"),
            ("abcd", &["abc", "bcd"], "[a>a[b#1>bc]][b#1>d]"),
            ("abcd", &["ab", "cd", "abcd"], "[c>[a>ab][b>cd]]"),
            ("a<br>b", &["ab"], "[a>a<br>b]"),
            ("a &amp; b", &["&"], "a [a>&amp;] b"),
            ("<pre>\na\r\nb</pre>", &["a\nb"], "<pre>\n[a>a\r\nb]</pre>"),
            ("a<script>'<b>'</script>b", &["ab"], "[a>a<script>'<b>'</script>b]"),
            ("a<svg><path/><g/></svg>b", &["ab"], "[a>a<svg><path/><g/></svg>b]"),
            ("a<!-- > -->b", &["ab"], "[a>a<!-- > -->b]"),
            ("a<ruby>b<rt>c</rt></ruby>d", &["abcd"], "[a>a<ruby>b<rt>c</rt></ruby>d]"),
            ("<ruby>a<rt>b<rp>c</ruby>", &["bc"], "<ruby>a<rt>[a#1>b]<rp>[a#1>c]</ruby>"),
            ("<i>a</b>b</i>c", &["abc"], "<i>[a#1>a]</b>[a#1>b]</i>[a#1>c]"),
        ];
        for (source, names, expected) in cases {
            assert_eq!(woven(source, names), *expected, "{source}");
        }
    }

    #[test]
    fn a_parent_carries_what_no_element_may() {
        let source = "<select><option>Cork<option selected>Dublin</select>";
        let back =
            encode(&page(source), &about(source, &["Cork", "Dublin"]), &EncodeOptions::default());
        assert_eq!(back.unwrap().placements, [Placement::OnParent, Placement::OnParent]);
        let source = "<title>Cork</title><p><b>Dublin</b>";
        let back =
            encode(&page(source), &about(source, &["Cork", "Dublin"]), &EncodeOptions::default());
        let back = back.unwrap();
        assert_eq!(back.placements, [Placement::OnParent, Placement::Placed { fragments: 1 }]);
        let expected = "<title its-ta-ident-ref=\"x:a\">Cork</title><p><b>\
                        <span its-ta-ident-ref=\"x:b\">Dublin</span></b>";
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
        let preferred =
            EncodeOptions { on_parent: OnParent::Preferred, ..EncodeOptions::default() };
        let back = encode(&page(source), &about(source, &["Dublin"]), &preferred).unwrap();
        let expected = "<title>Cork</title><p><b its-ta-ident-ref=\"x:a\">Dublin</b>";
        assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_placed_says_why() {
        let cases: &[(&str, &str, &str)] = &[
            ("<title>Cork and Dublin</title>", "Cork", "the element holds text only"),
            ("<p>a<p>b", "a ", "an edge is between two units"),
            ("&NotEqualTilde;", "\u{2242}", "an edge is inside a reference for several characters"),
            ("<svg>a b</svg>", "a", "the text belongs to SVG or MathML"),
            ("<table>a b<tr><td>c</table>", "a", "the text is between the parts of a table"),
            ("<object>a b</object>", "a", "the element takes no phrasing markup"),
            ("<p>a b</", "b</", "the source ends within a tag or a character"),
            ("</", "</", "the source ends within a tag or a character"),
        ];
        for (source, name, rule) in cases {
            let back = encode(&page(*source), &about(source, &[name]), &EncodeOptions::default());
            let back = back.unwrap();
            assert_eq!(
                back.placements,
                [Placement::NotPlaced { rule: (*rule).into() }],
                "{source}"
            );
            assert_eq!(back.bytes, source.as_bytes());
        }
    }

    #[test]
    fn nothing_stands_behind_what_is_not_finished() {
        let utf16: Vec<u8> =
            "\u{FEFF}<p>a b".encode_utf16().flat_map(u16::to_le_bytes).chain([b'c']).collect();
        let sources: [&[u8]; 4] = [b"<p>To Cork</", b"a <b>Cork</b> <</", b"</", &utf16];
        let mut unverified = EncodeOptions::default();
        unverified.set("verify", "no").unwrap();
        for source in sources {
            let document = page(source);
            let text = document.text();
            let edges = || (0..=text.len()).filter(|at| text.is_char_boundary(*at));
            for (start, end) in edges().flat_map(|start| edges().map(move |end| (start, end))) {
                if start >= end {
                    continue;
                }
                let annotation = Annotation::entity(TextSpan::new(start, end), Entity::new("x:a"));
                let back = encode(&document, &[annotation], &unverified).unwrap();
                let again = page(back.bytes);
                assert_eq!(again.text(), text, "{start}..{end} of {}", source.escape_ascii());
            }
        }
    }

    #[test]
    fn what_the_source_says_is_not_said_again() {
        let source = "<p>To <span its-ta-ident-ref=x:a>Cork</span>";
        let mut annotations = about(source, &["Cork"]);
        assert_eq!(page(source).annotations(), annotations);
        annotations.push(Annotation::term(annotations[0].span(), Term::new()));
        let back = encode(&page(source), &annotations, &EncodeOptions::default()).unwrap();
        assert_eq!(back.placements, [Placement::Present, Placement::Placed { fragments: 1 }]);
        assert_eq!(page(back.bytes).annotations().len(), 2);
    }

    #[test]
    fn fragments_never_take_an_identifier_of_the_source() {
        let source = "<i its-ta-ident-ref=x:z data-its-id=gw4>x</i>a<b>bc</b>d";
        assert!(woven(source, &["ab"]).contains("[a#5>a]<b>[a#5>b]c</b>d"));
    }

    #[test]
    fn what_reads_differently_is_left_out() {
        // A parser replaces NUL in an attribute by another character.
        let bad = Annotation::term(TextSpan::new(0, 1), Term::new().with_info("a\0b"));
        let good = Annotation::entity(TextSpan::new(2, 3), Entity::new("x:a"));
        let back = encode(&page("a b"), &[bad.clone(), good], &EncodeOptions::default()).unwrap();
        assert!(!back.placements[0].is_there() && back.placements[1].is_there());
        let unchecked = EncodeOptions { verify: false, ..EncodeOptions::default() };
        assert!(encode(&page("a b"), &[bad], &unchecked).unwrap().placements[0].is_there());
    }

    #[test]
    fn what_no_notation_can_say_is_left_out_by_name() {
        let span = TextSpan::new(0, 1);
        let cases = [
            (Annotation::entity(span, Entity::new("no iri")), "`no iri` is not an absolute IRI"),
            (
                Annotation::entity(span, Entity::new("x:a").with_confidence(f64::NAN)),
                "the confidence NaN is not between 0 and 1",
            ),
            (Annotation::entity(TextSpan::new(1, 1), Entity::new("x:a")), "the span is empty"),
        ];
        for (annotation, rule) in cases {
            let back = encode(&page("a b"), &[annotation], &EncodeOptions::default()).unwrap();
            assert_eq!(back.placements, [Placement::NotPlaced { rule: rule.into() }]);
        }
    }

    #[test]
    fn insertions_are_in_the_encoding_of_the_source() {
        let text = "<meta charset=utf-16><p>Лимерик";
        let mut source = vec![0xFF, 0xFE];
        source.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        let document = page(source.clone());
        assert_eq!(document.text(), "Лимерик");
        let annotation = Annotation::entity(TextSpan::new(2, 6), Entity::new("http://x/é"));
        let back = encode(&document, std::slice::from_ref(&annotation), &EncodeOptions::default());
        let back = back.unwrap();
        assert_eq!(back.placements, [Placement::Placed { fragments: 1 }]);
        assert_eq!(page(back.bytes).annotations(), [annotation]);
    }
}

#[test]
fn what_a_page_says_70_000_times_is_kept_apart() {
    let letters = |number: usize| -> String {
        [17_576, 676, 26, 1]
            .iter()
            .map(|part| (b'a' + (number / part % 26) as u8) as char)
            .collect()
    };
    let paragraph = |number: usize| {
        let tag = letters(number);
        format!(
            "<p lang={tag} its-annotators-ref='terminology|http://{tag}/'><b its-term=yes>x</b>"
        )
    };
    let page = page((0..70_000).map(paragraph).collect::<String>());
    for number in [0, 65_534, 65_535, 65_536, 69_999] {
        let annotation = &page.annotations()[number];
        let tag = page.language_at(annotation.span().start()).unwrap();
        assert_eq!(tag.as_str(), letters(number));
        assert_eq!(annotation.annotator(), Some(format!("http://{tag}/").as_str()));
    }
}

#[test]
fn a_flood_takes_no_quadratic_time_or_space() {
    let long = "x".repeat(1_000_000);
    for source in [
        format!(
            "<p{}{} lang=de lang=fr>x",
            " a".repeat(count(40_000, 200_000)),
            " title".repeat(count(40_000, 200_000))
        ),
        format!("<meta{} lang=fr>", " content=a".repeat(count(40_000, 200_000))),
        "<b its-term=yes></b>".repeat(count(60_000, 300_000))
            + &"<p> ".repeat(count(60_000, 300_000)),
        format!("<p its-annotators-ref='terminology|{long}'>")
            + &"<b its-annotators-ref=x its-term=yes>x</b>".repeat(100_000),
    ] {
        let start = Stopwatch::start();
        let page = page(source);
        assert!(start.elapsed().as_secs() < 20);
        let language = page.language().map(|language| language.as_str());
        assert!(language.is_none_or(|language| language == "de"));
    }
}

#[test]
fn a_tree_that_grows_with_the_square_of_its_page_is_not_built() {
    let paragraph = |number: usize| {
        let bold = (0..100).map(|n| format!("<b a={number}.{n}>")).collect::<String>();
        format!("<p>{bold}x</p>")
    };
    let page = page((0..400).map(paragraph).collect::<String>());
    assert!(!page.is_regular());
    let span = glossweave_base::text::TextSpan::new(0, 1);
    let annotation = glossweave_document::annotation::Annotation::term(
        span,
        glossweave_document::annotation::Term::new(),
    );
    let start = Stopwatch::start();
    let back =
        crate::encode(&page, &[annotation], &glossweave_format_base::EncodeOptions::default())
            .unwrap();
    assert!(back.placements[0].is_there());
    assert!(start.elapsed().as_secs() < 20);
}

/// Returns a page in which each text, including texts in attributes, is in capitals.
fn in_capitals(source: &str) -> String {
    let options = DecodeOptions { translatable_attributes: true, ..DecodeOptions::default() };
    let document = decode(source.as_bytes(), Format::Html, &options).unwrap();
    let back = translated(&document, |text| Some(text.to_uppercase()));
    assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
    String::from_utf8(back.bytes).unwrap()
}

#[test]
fn codes_of_templates_reach_no_translator_and_stay() {
    let cases = [
        ("<p>Dear <%= user.name %> and you</p>", "<p>DEAR <%= user.name %> AND YOU</p>"),
        ("<p><%= t \"<b>a</b>\" %> b</p>", "<p><%= t \"<b>a</b>\" %> B</p>"),
        ("<p>a <?php echo $x->y > 1; ?> b</p>", "<p>A <?php echo $x->y > 1; ?> B</p>"),
        ("<p>a <?= $x ?></p><?php if (1) {", "<p>A <?= $x ?></p><?php if (1) {"),
        (
            "<p>a {{ b | c }} d {% if e %}f{% endif %}</p>",
            "<p>A {{ b | c }} D {% if e %}F{% endif %}</p>",
        ),
        ("<p>{{#if a}}b{{else}}c{{/if}} {{{d}}}</p>", "<p>{{#if a}}B{{else}}C{{/if}} {{{d}}}</p>"),
        ("{# a #}<p>b {{-- c --}}</p>", "{# a #}<p>B {{-- c --}}</p>"),
        (
            "<option <%= 'selected' if a > b %> value=\"c\">d</option>",
            "<option <%= 'selected' if a > b %> value=\"c\">D</option>",
        ),
        (
            "<p {{#if a}}class=\"b\"{{/if}} title=\"c {{ d }} e\">f</p>",
            "<p {{#if a}}class=\"b\"{{/if}} title=\"C {{ d }} E\">F</p>",
        ),
        ("<img alt=\"<%= a %> of b\">", "<img alt=\"<%= a %> OF B\">"),
        ("<img alt=\"{{ a }}of b\">", "<img alt=\"{{ a }}OF B\">"),
        ("<a href=<?= $a ?> title=\"b\">c</a>", "<a href=<?= $a ?> title=\"B\">C</a>"),
        ("<{{ a }} title=\"b\">c</{{ a }}>", "<{{ a }} title=\"B\">C</{{ a }}>"),
        (
            "<%@ page %>\n<html><head><title>{{ a }} b</title></head></html>",
            "<%@ page %>\n<html><head><title>{{ a }} B</title></head></html>",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(in_capitals(source), expected);
    }
}
