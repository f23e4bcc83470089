//! The invariants of all string formats, and tests of placeholders.

use super::placeholder::{Kind, Syntax, find};
use super::value::Value;
use crate::marked_text;
use crate::{EncodeOptions, Encoded, decode, encode};
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document, Notations, PieceKind};
use glossweave_markup::EncodingExt;
use glossweave_testing::{Stopwatch, count};

pub fn writing() -> EncodeOptions {
    EncodeOptions { translations: true, ..Default::default() }
}

pub fn read(source: &[u8], format: Format) -> Document {
    decode(source, format, &DecodeOptions::default()).unwrap()
}

pub fn texts(document: &Document) -> Vec<&str> {
    document.units().map(|unit| unit.text()).collect()
}

/// Returns the document with translations of its units. `new` returns the translation of a marked text.
pub fn translated(document: &Document, new: impl FnMut(&str) -> Option<String>) -> Encoded {
    translated_into(document, "de", new)
}

pub fn translated_into(
    document: &Document,
    language: &str,
    mut new: impl FnMut(&str) -> Option<String>,
) -> Encoded {
    let language: Language = language.parse().unwrap();
    let annotations: Vec<Annotation> = document
        .units()
        .filter_map(|unit| {
            let text = new(&marked_text(document, unit.span()).unwrap())?;
            Some(Annotation::translation(unit.span(), Translation::new(text, language.clone())))
        })
        .collect();
    encode(document, &annotations, &writing()).unwrap()
}

/// A generator of reproducible pseudorandom numbers.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// Fragments of translations: letters, and characters that formats escape.
const WORDS: &[&str] = &[
    "Wort",
    "\u{fc}ber",
    "\u{20ac}",
    "\u{1F600}",
    "\"",
    "\\",
    "'",
    "a:b",
    "=",
    "x\ny",
    "tab\there",
    "/",
    "100 %,",
    "!",
    ",",
    "\u{6771}\u{4eac}",
    "it's",
    "\\n",
    "\\u0041",
    "; ",
    "-",
    "a  b",
];

/// Returns a random text with the markers of another text, in their order or moved.
pub fn random_text(numbers: &mut Numbers, marked: &str) -> String {
    let mut pieces: Vec<String> = Vec::new();
    let mut rest = marked;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else { break };
        pieces.push(rest[start..=start + end].to_owned());
        rest = &rest[start + end + 1..];
    }
    let mut text = "T".to_owned();
    for piece in pieces {
        for _ in 0..numbers.below(3) {
            text.push_str(WORDS[numbers.below(WORDS.len())]);
            text.push(' ');
        }
        text.push_str(&piece);
    }
    for _ in 0..numbers.below(6) {
        text.push(' ');
        text.push_str(WORDS[numbers.below(WORDS.len())]);
    }
    text.trim_end().to_owned() + "."
}

/// Checks the invariants of reading and writing for a source.
pub fn holds(source: &[u8], format: Format) {
    let document = read(source, format);
    let same = encode(&document, &[], &EncodeOptions::default()).unwrap();
    assert_eq!(same.bytes, source);
    let encoding = document.source().encoding();
    for part in [Some(&document), document.target()].into_iter().flatten() {
        for piece in part.map().pieces().filter(|piece| piece.kind == PieceKind::Literal) {
            let bytes = &source[piece.source.range()];
            assert_eq!(encoding.decode_part(bytes).text, part.text()[piece.text.range()]);
        }
    }
    for seed in 0..20 {
        let mut numbers = Numbers(seed);
        let mut translated = Vec::new();
        let mut number = 0;
        let language =
            document.sections().next().and_then(|section| section.target_language.cloned());
        let language = language.unwrap_or("de".parse().unwrap());
        let back = translated_into(&document, language.as_str(), |marked| {
            let is_wanted = numbers.below(3) > 0;
            let text = is_wanted.then(|| random_text(&mut numbers, marked));
            translated.extend(text.clone().map(|text| (number, text)));
            number += 1;
            text
        });
        for (placement, (_, text)) in back.placements.iter().zip(&translated) {
            assert!(
                placement.is_there(),
                "{text:?} {placement:?} {}",
                String::from_utf8_lossy(source)
            );
        }
        // The bytes outside the listed changes must be equal to the source.
        let (mut from, mut to, mut inserted) = (0, 0, back.inserted.iter().peekable());
        let ends = (source.len()..source.len(), back.bytes.len()..back.bytes.len());
        let replaced = back.replaced.iter().map(|(from, to)| (from.range(), to.range()));
        for (old, new) in replaced.chain([ends]) {
            let mut unchanged = Vec::new();
            while let Some(span) = inserted.next_if(|span| span.start() < new.start) {
                unchanged.extend_from_slice(&back.bytes[to..span.start()]);
                to = span.end();
            }
            unchanged.extend_from_slice(&back.bytes[to..new.start]);
            assert_eq!(unchanged, source[from..old.start]);
            (from, to) = (old.end, new.end);
        }
        let again = read(&back.bytes, format);
        // White space at the ends of emphasis moves outside.
        let between = if format == Format::Markdown { "" } else { " " };
        let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(between);
        let marked = |document: &Document, span| words(&marked_text(document, span).unwrap());
        for (unit, text) in &translated {
            let unit = again.units().nth(*unit).unwrap();
            let found = match again.target_unit(unit) {
                Some(target) => marked(again.target().unwrap(), target.span()),
                None => marked(&again, unit.span()),
            };
            let text = text.replace("<0/>", "<");
            assert_eq!(found.replace("<0/>", "<"), words(&text));
        }
        let twice = encode(&again, &[], &EncodeOptions::default()).unwrap();
        assert_eq!(twice.bytes, back.bytes);
    }
}

/// Decodes truncated and damaged sources, which must result in an error with a location or in a document.
pub fn survives(source: &[u8], format: Format) {
    let attempt = |bytes: Vec<u8>| match decode(bytes.clone(), format, &DecodeOptions::default()) {
        Ok(document) => {
            let same = encode(&document, &[], &EncodeOptions::default()).unwrap();
            assert_eq!(same.bytes, bytes);
            translated(&document, |marked| Some(marked.to_uppercase()));
        }
        Err(error) => {
            let place = error.location().unwrap().bytes();
            assert!(place.end <= bytes.len(), "{error}");
        }
    };
    (0..source.len()).for_each(|end| attempt(source[..end].to_vec()));
    let mut numbers = Numbers(7);
    for _ in 0..1_000 {
        let mut bytes = if source.is_empty() { vec![b' '] } else { source.to_vec() };
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(bytes.len());
            match numbers.below(3) {
                0 => bytes[at] = numbers.below(256) as u8,
                1 => bytes[at] = b"\"\\{}<>%\n\r#:=[],/*'$&u "[numbers.below(22)],
                _ => drop(bytes.drain(at..(at + numbers.below(4)).min(source.len().min(at + 1)))),
            }
            if bytes.is_empty() {
                return;
            }
        }
        attempt(bytes);
    }
}

/// Reads and writes a long source. Fails when this takes much longer than linear time.
pub fn is_fast(source: String, format: Format) {
    let start = Stopwatch::start();
    let document = read(source.as_bytes(), format);
    let back = translated(&document, |marked| Some(marked.to_uppercase()));
    assert!(!back.replaced.is_empty());
    assert!(start.elapsed().as_secs() < count(10, 30) as u64, "{:?}", start.elapsed());
}

fn syntax() -> Syntax {
    Syntax::with(Notations::COMMON.and(Notations::COLON_NAMES))
}

fn placeholders(text: &str) -> Vec<&str> {
    let all = find(text, 0..text.len(), syntax(), false);
    all.iter().map(|placeholder| &text[placeholder.at.clone()]).collect()
}

#[test]
fn placeholders_are_told_from_texts() {
    let cases: [(&str, &[&str]); 25] = [
        ("Hello {name}, {0} of { n }", &["{name}", "{0}", "{ n }"]),
        ("{{count}} and {{{raw}}} {}", &["{{count}}", "{{{raw}}}", "{}"]),
        (
            "{0, number, #.##} {0:N2} {a!r} {x.y[0]}",
            &["{0, number, #.##}", "{0:N2}", "{a!r}", "{x.y[0]}"],
        ),
        ("a { b c } {d e} {", &[]),
        (
            "%s %d %1$s %(name)s %.2f %% %@ %ld %{x}",
            &["%s", "%d", "%1$s", "%(name)s", "%.2f", "%%", "%@", "%ld", "%{x}"],
        ),
        ("100 % sure, 50%off 5%, % d", &[]),
        ("v1%s", &["%s"]),
        ("%#@files@ in %1$#@a b@, %#@", &["%#@files@", "%1$#@a b@"]),
        (
            "${user.name} $t(other.key) $NAME$ costs $5 or $",
            &["${user.name}", "$t(other.key)", "$NAME$"],
        ),
        ("<b>a</b> <a href=\"x\">b</a><br/>", &["<b>", "</b>", "<a href=\"x\">", "</a>", "<br/>"]),
        ("usage: x <file> [<dir>]", &[]),
        ("<0>a</0> <Trans>b</Trans> <1/>", &["<0>", "</0>", "<Trans>", "</Trans>", "<1/>"]),
        ("a < b > c, a<b", &[]),
        ("Tom &amp; Jerry &#8230; R&D; & co;", &["&amp;", "&#8230;", "&D;"]),
        (
            "{n, plural, one {# file} other {# files}}",
            &["{n, plural, one {# file} other {# files}}"],
        ),
        ("{n, plural, one {# file} other {# files}", &[]),
        (
            "{g, select, male {he} other {they}} {x}",
            &["{g, select, male {he} other {they}}", "{x}"],
        ),
        ("{n, plural}", &[]),
        ("{n, plural, }", &[]),
        ("{n, plural, offset:1 =0 {a} one{b}}", &["{n, plural, offset:1 =0 {a} one{b}}"]),
        ("#", &[]),
        ("{{", &[]),
        ("{{a}", &["{a}"]),
        ("{{a\n}}", &[]),
        ("<p>a<p>b", &["<p>", "<p>"]),
    ];
    for (text, expected) in cases {
        assert_eq!(placeholders(text), expected, "{text}");
    }
}

#[test]
fn each_notation_is_found_and_nothing_like_it() {
    let cases: [(&str, &[&str]); 16] = [
        ("%name% has %count% posts, %%site%%", &["%name%", "%count%", "%%site%%"]),
        ("%user.name%: %d%, 50%a 60%", &["%user.name%", "%d"]),
        ("in :count minutes, (:Name) /:id", &[":count", ":Name", ":id"]),
        ("a:b 10:30 :D ::x x :-) http://y:port Foo::bar", &[]),
        ("\u{5171}:count\u{4ef6}", &[":count"]),
        (
            "@:a.b, @.lower:key. @:(a.b) @:{'k'} me@x.org",
            &["@:a.b", "@.lower:key", "@:(a.b)", "@:{'k'}"],
        ),
        ("%B %d, %Y %H:%M", &["%B", "%d", "%Y", "%H", "%M"]),
        ("%Hh%M %-d. %m. 100 %Baumwolle, 5%Y", &["%H", "%M", "%-d", "%m"]),
        ("%<count>d of %<total>.2f", &["%<count>d", "%<total>.2f"]),
        (
            "<%= user.name %> {% if a %} {# b #} #{x} <?php e(1) ?>",
            &["<%= user.name %>", "{% if a %}", "{# b #}", "#{x}", "<?php e(1) ?>"],
        ),
        (
            "{0,choice,0#none|1#one {1}|1<{0,number} files} x",
            &["{0,choice,0#none|1#one {1}|1<{0,number} files}"],
        ),
        ("{0,choice,none}", &["{0,choice,none}"]),
        ("{n, plural, one {l'{x}'} other {l''{x}}}", &["{n, plural, one {l'{x}'} other {l''{x}}}"]),
        ("{n, plural, one {l'{x}} other {l'{x}}}", &["{n, plural, one {l'{x}} other {l'{x}}}"]),
        ("l'{x}", &["{x}"]),
        ("{n, plural, one {l'{x} other {b}}", &["'{x} other {b}}"]),
    ];
    for (text, expected) in cases {
        let all = find(text, 0..text.len(), syntax().of_message(text), false);
        let all: Vec<_> = all.iter().map(|found| &text[found.at.clone()]).collect();
        assert_eq!(all, expected, "{text}");
    }
}

#[test]
fn the_frame_of_branches_is_codes_if_they_are_no_units() {
    let text = "a {n, plural, =0 {no {x}} other {{g, select, b {#} other {c}} d}} e";
    let all = find(text, 0..text.len(), syntax().without_branches(), false);
    let all: Vec<_> = all.iter().map(|found| &text[found.at.clone()]).collect();
    let expected = ["{n, plural, =0 {", "{x}", "} other {", "{g, select, b {", "#"];
    assert_eq!(all, [&expected[..], &["} other {", "}}", "}}"]].concat());
}

#[test]
fn tags_have_partners_or_are_alone() {
    let text = "<b>a<i>b</b>c</i><x>d<y/>";
    let kinds: Vec<_> = find(text, 0..text.len(), syntax(), false)
        .into_iter()
        .map(|placeholder| placeholder.kind)
        .collect();
    assert_eq!(kinds, [Kind::Open, Kind::Void, Kind::Close, Kind::Void, Kind::Void]);
}

#[test]
fn what_looks_like_many_placeholders_takes_no_quadratic_time() {
    for part in [
        "{",
        "{a,plural,",
        "{a,plural,b{",
        "<a ",
        "%(",
        "${",
        "&a",
        "{{",
        "<b>",
        "{a,select b{c}}",
        "$t(",
        "$a",
        "%a",
        ":a",
        "@:",
        "{a,choice,1#{",
        "{a,plural,b{'{",
        "{%",
    ] {
        let text = part.repeat(200_000);
        let start = Stopwatch::start();
        find(&text, 0..text.len(), syntax(), true);
        assert!(start.elapsed().as_secs() < 10, "{part} {:?}", start.elapsed());
    }
}

#[test]
fn halves_of_a_character_become_one() {
    let mut value = Value::default();
    let mut pending = None;
    for (number, unit) in [0x41, 0xD83D, 0xDE00, 0xD83D, 0x42, 0xDE00].into_iter().enumerate() {
        value.unit(unit, number * 6..number * 6 + 6, &mut pending);
    }
    assert_eq!(value.text, "A\u{1F600}\u{FFFD}B\u{FFFD}");
}
