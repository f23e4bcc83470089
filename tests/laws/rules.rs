//! Rules that are used but match nothing must not change the result of reading.

use glossweave::{DecodeOptions, ErrorKind, Format};
use harness::random::Random;
use harness::reading::Reading;
use harness::{corpus, grammar, mutate, xml_grammar};

use super::seeds;

const NOTHING: &str = "<its:rules xmlns:its='http://www.w3.org/2005/11/its' version='2.0'>\
    <its:translateRule selector='//no-such-element' translate='no'/></its:rules>";

/// Reads a source in both ways and compares the results.
fn hold(bytes: &[u8], format: Format) -> Result<(), String> {
    let has_type = format == Format::Xml && bytes.windows(9).any(|part| part == b"<!DOCTYPE");
    let ways: &[&str] = if has_type { &["omit", "replace", "refuse"] } else { &["omit"] };
    ways.iter().try_for_each(|way| hold_with(bytes, format, way))
}

fn hold_with(bytes: &[u8], format: Format, unknown: &str) -> Result<(), String> {
    let mut options = DecodeOptions::default();
    options.set("unknown-entities", unknown).unwrap();
    options.set("language", "en").unwrap();
    let plain = glossweave::decode(bytes, format, &options);
    options.set("rules", NOTHING).unwrap();
    let ruled = match (plain, glossweave::decode(bytes, format, &options)) {
        (Ok(plain), Ok(ruled)) => (plain, ruled),
        (Err(_), Err(_)) => return Ok(()),
        // The evaluation of rules has additional limits.
        (Ok(_), Err(error)) if error.kind() == ErrorKind::TooLarge => return Ok(()),
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => return Err(error.to_string()),
    };
    let warnings = |document: &glossweave::Document| {
        let all = document.warnings().iter();
        all.map(|one| (one.message().to_owned(), one.span())).collect::<Vec<_>>()
    };
    if warnings(&ruled.0) != warnings(&ruled.1) {
        return Err(format!("the warnings differ: {:?}", warnings(&ruled.0)));
    }
    let (one, other) = (Reading::of(&ruled.0), Reading::of(&ruled.1));
    if one.text != other.text {
        let at = one.text.bytes().zip(other.text.bytes()).take_while(|(a, b)| a == b).count();
        let near = |text: &str| {
            let bytes = text.as_bytes();
            let part = &bytes[at.saturating_sub(20)..bytes.len().min(at + 20)];
            String::from_utf8_lossy(part).into_owned()
        };
        return Err(format!("`{}` with rules, `{}` without", near(&other.text), near(&one.text)));
    }
    for (what, same) in [
        ("units", one.units == other.units),
        ("map", one.cells == other.cells && one.lost == other.lost),
        ("annotations", one.said == other.said),
    ] {
        if !same {
            return Err(format!("the {what} differ: {:?} and {:?}", one.said, other.said));
        }
    }
    let languages = |document: &glossweave::Document| {
        let all = document.units().map(|unit| document.language_at(unit.span().start()).cloned());
        all.collect::<Vec<_>>()
    };
    let (one, other) = (languages(&ruled.0), languages(&ruled.1));
    if one != other {
        return Err(format!("the languages differ: {one:?} without, {other:?} with"));
    }
    Ok(())
}

#[track_caller]
fn all_hold(all: impl Iterator<Item = (String, Vec<u8>, Format)>) {
    let (mut runs, mut faults) = (0, Vec::new());
    for (name, bytes, format) in all {
        runs += 1;
        if let Err(what) = hold(&bytes, format) {
            faults.push(format!("{name}: {what}"));
        }
    }
    let shown = faults[..faults.len().min(12)].join("\n");
    assert!(faults.is_empty(), "{} of {runs} runs went wrong:\n{shown}", faults.len());
    assert!(runs > 10, "only {runs}");
}

#[test]
fn rules_that_touch_nothing_change_nothing_in_small_sources() {
    let html = [
        "<p>a  b<svg xml:space='preserve'><text>c  d</text></svg> e  f",
        "<p>a<svg xml:space='preserve'><g xml:space=default>c  d</g></svg>",
        "<p>a<svg><desc xml:space='preserve'><p>c  d</p></desc></svg>",
        "<p xml:space='preserve'>a  b",
        "<p>a<svg xml:lang=fr lang=de><text>b</text></svg><p lang=''>c",
        "<p translate=' NO '>a<p translate=yes>b<svg translate=no><text>c</text></svg>",
        "<html lang=de><p>a<html lang=fr its-term=yes>b",
        "<p xml:lang=de>a<p lang=fr xml:lang=de>b",
        "<math><mi>a</mi><annotation-xml>b</annotation-xml></math>c",
        "<p id=a its-term=yes its-ta-confidence=0.5>b",
    ];
    let xhtml = |inner: &str| {
        let rest = "xmlns:h='http://www.w3.org/1999/xhtml'";
        format!("<feed xmlns='http://www.w3.org/2005/Atom' {rest}><t>a</t>{inner}</feed>")
    };
    let xml = [
        xhtml("<h:style>p { color: red }</h:style><h:script>f()</h:script>"),
        xhtml("<h:div>a <h:b>b</h:b> <h:p translate='no'>c</h:p></h:div>"),
        xhtml("<h:p>a <h:span its-ta-ident-ref='http://e.example/'>b</h:span> c</h:p>"),
        xhtml("<h:p lang='de'>a</h:p><t xml:lang='fr'>b</t><t xml:lang=''>c</t>"),
        xhtml("<t xml:space=' preserve '>a  b</t><t xml:space='other'>a  b</t>"),
        "<a><b xmlns:i='http://www.w3.org/2005/11&#x2F;its' i:translate='no'>a</b>b</a>".into(),
        "<!DOCTYPE a SYSTEM 'a.dtd' [<!ENTITY e SYSTEM 'e'><!ENTITY i '(&no;)'><!ENTITY m '<b>&e;</b>'>]>\
         <a t='&no;'>x&no; &e;\n&i;&m;<b>&no;&a;</b></a>"
            .into(),
        "<a> <b/> c <b> </b>\n<b>d</b> </a>".into(),
    ];
    let html = html.into_iter().map(|page| (page.to_owned(), page.into(), Format::Html));
    let xml = xml.into_iter().map(|source| (source.clone(), source.into_bytes(), Format::Xml));
    all_hold(html.chain(xml));
}

#[test]
fn rules_that_touch_nothing_change_nothing_in_the_corpus() {
    let folder = |name, format| {
        corpus::folder(name).into_iter().map(move |page| (page.name, page.bytes, format))
    };
    all_hold(folder("html", Format::Html).chain(folder("xml", Format::Xml)));
}

#[test]
fn rules_that_touch_nothing_change_nothing_in_generated_sources() {
    let made = seeds().flat_map(|seed| {
        let mut random = Random::new(seed);
        let mut page = grammar::page(&mut random, 500 + seed as usize % 600).into_bytes();
        let document = xml_grammar::document(&mut random, 600).into_bytes();
        if seed % 3 == 0 {
            mutate::spoil(&mut random, &mut page, 10);
        }
        [(format!("page {seed}"), page, Format::Html), (format!("{seed}"), document, Format::Xml)]
    });
    all_hold(made);
}
