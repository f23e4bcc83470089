use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;

use crate::{Concept, Tbx, TbxStyle, TermBase};
use glossweave_base::error::ErrorKind;
use glossweave_markup::encoding;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};
use glossweave_markup::xml::{Limits, parse};

const STYLES: [TbxStyle; 3] = [TbxStyle::Dca, TbxStyle::Dct, TbxStyle::Martif];

/// Returns documents in all styles, each with its content: id, domain, language, term, status and part of
/// speech of each term.
fn cases() -> Vec<(String, Vec<u8>, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/tbx");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "tbx"));
    paths.sort();
    let case = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, fs::read(path).unwrap(), fs::read_to_string(path.with_extension("txt")).unwrap())
    };
    paths.iter().map(case).collect()
}

fn summary(concepts: &[Concept]) -> String {
    let mut lines = String::new();
    for concept in concepts {
        for term in &concept.terms {
            lines += &format!(
                "{}|{}|{}|{}|{}|{}\n",
                concept.id,
                concept.domains.join(","),
                term.language,
                term.text,
                term.status.map_or("", |status| status.name()),
                term.part_of_speech.as_deref().unwrap_or_default()
            );
        }
    }
    lines
}

/// Returns all elements, attributes, texts, comments and instructions of a tree, in tree order.
fn inventory(tree: &Tree<'_>) -> Vec<String> {
    let mut all = Vec::new();
    for number in tree.nodes() {
        let node = tree.node(number);
        let depth = tree.ancestors(number).count();
        match node.kind {
            NodeKind::Element => {
                let mut line = format!("{depth} <{:?}", tree.name(number));
                for attribute in tree.attributes(number) {
                    line += &format!(
                        " {:?}={:?}",
                        tree.attribute_name(attribute),
                        tree.value(attribute)
                    );
                }
                for declaration in tree.declared(number) {
                    line += &format!(" xmlns:{}={}", declaration.1, declaration.2);
                }
                all.push(line);
            }
            NodeKind::Instruction => {
                all.push(format!("{depth} ?{:?} {}", tree.name(number), tree.text(number)));
            }
            kind => all.push(format!("{depth} {kind:?} {:?}", tree.text(number))),
        }
    }
    all
}

fn tree(source: &[u8]) -> Tree<'static> {
    let decoded = encoding::decode_xml(source, None).unwrap();
    parse((&*decoded.text).into(), Limits::default()).unwrap().owning()
}

fn without_markup(mut concepts: Vec<Concept>) -> Vec<Concept> {
    concepts.iter_mut().for_each(|concept| concept.markup = None);
    concepts
}

#[test]
fn every_dialect_is_read() {
    let cases = cases();
    assert!(cases.len() >= 30, "{} cases", cases.len());
    for (name, source, expected) in cases {
        let document = Tbx::read(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(summary(&document.concepts().unwrap()), expected, "{name}");
        let style = match name.split('-').next().unwrap() {
            "dca" => TbxStyle::Dca,
            "dct" => TbxStyle::Dct,
            _ => TbxStyle::Martif,
        };
        assert_eq!(document.style(), style, "{name}");
    }
}

#[test]
fn what_is_read_and_written_has_every_element_attribute_and_text() {
    for (name, source, _) in cases() {
        let document = Tbx::read(&source).unwrap();
        let written = document.write(document.style());
        let before = inventory(&tree(&source));
        assert_eq!(inventory(&tree(written.as_bytes())), before, "{name}\n{written}");
        let again = Tbx::read(written.as_bytes()).unwrap();
        assert_eq!(again.concepts().unwrap(), document.concepts().unwrap(), "{name}");
        assert_eq!(again.write(again.style()), written, "{name}");
    }
}

#[test]
fn another_style_says_the_same() {
    for (name, source, _) in cases() {
        let document = Tbx::read(&source).unwrap();
        let concepts = without_markup(document.concepts().unwrap());
        for style in STYLES {
            let written = document.write(style);
            let other = Tbx::read(written.as_bytes())
                .unwrap_or_else(|error| panic!("{name} {style:?}: {error}\n{written}"));
            assert_eq!(other.style(), style, "{name}");
            let same = without_markup(other.concepts().unwrap());
            assert_eq!(same, concepts, "{name} {style:?}\n{written}");
            // A round trip loses nothing, except for elements that only v2 has.
            let texts = |document: &Tbx| document.tree.string(document.tree.root().unwrap());
            assert_eq!(texts(&other), texts(&document), "{name} {style:?}");
        }
    }
}

#[test]
fn a_style_there_and_back_is_the_same_document() {
    let names = ["dca-status", "dca-transactions", "dca-unknown-category", "dct-all", "dca-header"];
    for (name, source, _) in cases().iter().filter(|case| names.contains(&&*case.0)) {
        let document = Tbx::read(source).unwrap();
        let other = if document.style() == TbxStyle::Dca { TbxStyle::Dct } else { TbxStyle::Dca };
        let there = Tbx::read(document.write(other).as_bytes()).unwrap();
        let back = there.write(document.style());
        let mut lines = inventory(&tree(back.as_bytes()));
        let mut expected = inventory(&tree(source));
        // The root may have more declarations, and the order of attributes may differ.
        lines.remove(0);
        expected.remove(0);
        let sorted = |lines: Vec<String>| -> Vec<Vec<String>> {
            let words = |line: &String| {
                let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
                words.sort();
                words
            };
            lines.iter().map(words).collect()
        };
        assert_eq!(sorted(lines), sorted(expected), "{name}\n{back}");
    }
}

#[test]
fn a_term_base_keeps_the_entries_that_it_was_made_of() {
    for (name, source, _) in cases() {
        let document = Tbx::read(&source).unwrap();
        let base = TermBase::builder().tbx(&source).unwrap().build().unwrap();
        let base = TermBase::from_bytes(base.index_file.to_bytes().unwrap()).unwrap();
        let written = base.tbx(document.style()).unwrap();
        // All nodes below the root except white space between entries.
        let kept = |tree: &Tree<'_>| -> Vec<String> {
            let lines = inventory(tree);
            let is_kept = |node: &NodeId| {
                let of = tree.node(*node);
                let parent = of.parent.map(|parent| &*tree.name(parent).local);
                parent.is_some() && !(of.is_text() && parent == Some("body"))
            };
            tree.nodes().filter(is_kept).map(|node| lines[node.index()].clone()).collect()
        };
        let (before, after) = (tree(&source), tree(written.as_bytes()));
        let plain = ["dca-prefixed", "dct-other-prefixes"];
        if plain.contains(&&*name) {
            // Each entry declares its prefixes again.
            assert_eq!(kept(&after).len(), kept(&before).len(), "{name}\n{written}");
        } else {
            assert_eq!(kept(&after), kept(&before), "{name}\n{written}");
        }
        for style in STYLES {
            let again = Tbx::read(base.tbx(style).unwrap().as_bytes()).unwrap();
            let concepts = without_markup(again.concepts().unwrap());
            assert_eq!(concepts, without_markup(document.concepts().unwrap()), "{name} {style:?}");
        }
    }
}

#[test]
fn what_no_tbx_says_is_written_as_tbx() {
    let table = "concept,term,language,status,pos,domain,definition,note,gender\n\
        a b/ü,Haus <1>,de,hidden,noun,Bau|Stadt,ein \"Bau\" & mehr,n,neuter\n\
        a b/ü,house,en,preferred,,,a building,,\n";
    let base = TermBase::builder().csv(table.as_bytes()).unwrap().build().unwrap();
    let concept = Concept { iri: None, ..base.concept(0).unwrap() };
    for style in STYLES {
        let written = base.tbx(style).unwrap();
        let read = without_markup(Tbx::read(written.as_bytes()).unwrap().concepts().unwrap());
        assert_eq!(read, std::slice::from_ref(&concept), "{written}");
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    let whole = |body: &str| format!("<tbx style='dca'>\n<text><body>\n{body}</body></text></tbx>");
    for (source, kind, message) in [
        (
            "<html/>".into(),
            ErrorKind::Malformed,
            "expected `tbx` or `martif` as root element, found `html` at line 1 column 1",
        ),
        (
            "<tbx style='dcx'/>".into(),
            ErrorKind::Malformed,
            "expected `dca` or `dct` as `style`, found `dcx` at line 1 column 1",
        ),
        (
            whole("<conceptEntry>\n <langSec>"),
            ErrorKind::Malformed,
            "expected `</langSec>`, found `</body>` at line 4 column 11",
        ),
        (
            whole(
                "<conceptEntry>\n <langSec><termSec><term>a</term></termSec></langSec></conceptEntry>",
            ),
            ErrorKind::Malformed,
            "`langSec` has no `xml:lang` at line 4 column 2",
        ),
        (
            whole("<conceptEntry><langSec xml:lang='no tag'/></conceptEntry>"),
            ErrorKind::Malformed,
            "`xml:lang` is `no tag`, expected a language tag at line 3 column 15",
        ),
        (
            whole(
                "<conceptEntry><langSec xml:lang='en'>\n<termSec><note/></termSec></langSec></conceptEntry>",
            ),
            ErrorKind::Malformed,
            "`termSec` has no `term` at line 4 column 1",
        ),
        (
            whole(
                "<conceptEntry><langSec xml:lang='en'><termSec><term> </term></termSec></langSec></conceptEntry>",
            ),
            ErrorKind::Malformed,
            "`term` is empty at line 3 column 47",
        ),
        (
            whole("<conceptEntry id='a'/>\n<conceptEntry id='a'/>"),
            ErrorKind::Malformed,
            "`id` `a` is already used by an earlier entry at line 4 column 1",
        ),
        (
            format!(
                "<!DOCTYPE tbx [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>\n{}",
                whole("<conceptEntry><note>&x;</note></conceptEntry>")
            ),
            ErrorKind::Malformed,
            "the entity `x` is external and is not read at line 4 column 21",
        ),
        (
            whole(&format!(
                "<conceptEntry><langSec xml:lang='en'><termSec><term>{}</term></termSec></langSec></conceptEntry>",
                "a".repeat(5000)
            )),
            ErrorKind::TooLarge,
            "`term` has 5000 bytes, limit is 4096 at line 3 column 47",
        ),
        (
            format!("<tbx>{}", "<a>".repeat(2000)),
            ErrorKind::TooLarge,
            "elements nest deeper than 1000 at line 1 column 3003",
        ),
        (
            format!("<!DOCTYPE tbx [<!ENTITY a 'aaaaaaaaaa'>{}]><tbx>&x9;</tbx>", entities()),
            ErrorKind::TooLarge,
            "expected entities that make at most 8388608 bytes in the entity `x2` at line 1 column 532",
        ),
    ] {
        let error = Tbx::read(source.as_bytes()).and_then(|tbx| tbx.concepts()).unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (kind, message.to_owned()), "{source:.200}");
    }
}

/// Returns the billion laughs attack.
fn entities() -> String {
    let line = |number: usize| {
        let before = if number == 1 { "a".to_owned() } else { format!("x{}", number - 1) };
        format!("<!ENTITY x{number} '{}'>", format!("&{before};").repeat(10))
    };
    (1..10).map(line).collect()
}

#[test]
fn references_in_a_circle_are_text() {
    let source = b"<tbx style='dca'><text><body>
        <conceptEntry id='a'><ref type='crossReference' target='b'/><langSec xml:lang='en'>
        <termSec><term>x</term></termSec></langSec></conceptEntry>
        <conceptEntry id='b'><ref type='crossReference' target='a'/></conceptEntry>
        </body></text></tbx>";
    assert_eq!(Tbx::read(source).unwrap().concepts().unwrap().len(), 2);
}

proptest! {
    #[test]
    fn no_damage_breaks_the_reader(case in 0usize..40, at in 0usize..2000, with in "\\PC{0,3}|[<>&/\"= a-z]{0,4}") {
        let cases = cases();
        let (_, source, _) = &cases[case % cases.len()];
        let at = at % source.len();
        let mut damaged = source[..at].to_vec();
        damaged.extend_from_slice(with.as_bytes());
        damaged.extend_from_slice(&source[(at + 1).min(source.len())..]);
        if let Ok(document) = Tbx::read(&damaged) {
            let written = document.write(document.style());
            let again = Tbx::read(written.as_bytes()).unwrap();
            prop_assert_eq!(inventory(&again.tree), inventory(&document.tree));
            let _ = document.concepts();
        }
    }
}
