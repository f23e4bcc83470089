//! TMX, versions 1.1 to 1.4 ([TMX 1.4b](https://www.gala-global.org/tmx-14b)).

use std::io::Read;

use super::SegmentPair;
use super::xml_chunks::{self, Problem, fault};
use crate::inline_element::{Numbers, Role, marked};
use glossweave_base::error::{Error, Result, Skipped};
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree, XML};

/// The maximum number of texts in a unit that translate each other in all directions: the number of
/// pairs is their square.
const MAX_EACH_WAY: usize = 100;

/// The maximum number of characters of a unit's name in a message.
const MAX_NAME: usize = 100;

/// The defaults of the header for all units.
#[derive(Default)]
struct Header {
    source: Option<String>,
    domain: Option<String>,
    changed: Option<u64>,
}

/// Calls `add` with each translation of a file. Malformed units are left out if there is a list
/// `skipped` for them.
pub(super) fn read(
    reader: impl Read,
    skipped: Option<&mut Vec<Skipped>>,
    add: &mut dyn FnMut(&SegmentPair<'_>) -> Result<()>,
) -> Result<()> {
    let mut header: Option<Header> = None;
    let is_lenient = skipped.is_some();
    let mut number = 0_u64;
    xml_chunks::read(reader, "body", skipped.unwrap_or(&mut Vec::new()), &mut |tree, left_out| {
        let none = || Error::malformed("no root element, expected `tmx`");
        let root = tree.root().ok_or_else(none)?;
        if &*tree.name(root).local != "tmx" {
            let name = tree.name(root).qualified();
            return Err(fault(tree, root, format!("the root element is `{name}`, expected `tmx`")));
        }
        let mut has_body = false;
        for child in tree.elements(root) {
            match &*tree.name(child).local {
                "header" if header.is_none() => header = Some(read_header(tree, child)?),
                "body" => {
                    has_body = true;
                    let Some(header) = &header else {
                        return Err(fault(tree, child, "`body` comes before `header`"));
                    };
                    for unit in tree.elements(child) {
                        number += 1;
                        match read_unit(tree, unit, header, add) {
                            Err(Problem::At(fault)) if is_lenient => {
                                if left_out.len() < Skipped::MOST {
                                    left_out.push((name(tree, unit, number), fault));
                                }
                            }
                            done => done?,
                        }
                    }
                }
                _ => {}
            }
        }
        if !has_body {
            return Err(fault(tree, root, "`tmx` has no `body`"));
        }
        Ok(())
    })
}

/// Returns the name of a unit: its `tuid`, else its number.
fn name(tree: &Tree<'_>, unit: NodeId, number: u64) -> Box<str> {
    match tree.attribute(unit, "", "tuid").map(str::trim).filter(|id| !id.is_empty()) {
        Some(id) => id.chars().take(MAX_NAME).collect::<String>().into(),
        None => format!("tu {number}").into(),
    }
}

fn read_header(tree: &Tree<'_>, header: NodeId) -> std::result::Result<Header, Problem> {
    let source = tree.attribute(header, "", "srclang").map(str::trim);
    if let Some(tag) = source.filter(|tag| !is_all(tag))
        && Language::parse(tag).is_none()
    {
        let message = format!("`srclang` is `{tag}`, expected a language tag or `*all*`");
        return Err(fault(tree, header, message));
    }
    Ok(Header {
        source: source.map(str::to_owned),
        domain: domain(tree, header),
        changed: changed(tree, header),
    })
}

fn is_all(tag: &str) -> bool {
    tag.eq_ignore_ascii_case("*all*")
}

/// One text of a unit.
struct Variant {
    language: Language,
    text: String,
    domain: Option<String>,
    changed: Option<u64>,
}

fn read_unit(
    tree: &Tree<'_>,
    unit: NodeId,
    header: &Header,
    add: &mut dyn FnMut(&SegmentPair<'_>) -> Result<()>,
) -> std::result::Result<(), Problem> {
    if &*tree.name(unit).local != "tu" {
        let name = tree.name(unit).qualified();
        return Err(fault(tree, unit, format!("`body` has an element `{name}`, expected `tu`")));
    }
    let mut numbers = Numbers::default();
    let mut variants = Vec::new();
    for child in tree.elements(unit).filter(|child| &*tree.name(*child).local == "tuv") {
        variants.push(read_variant(tree, child, &mut numbers)?);
    }
    let source = tree.attribute(unit, "", "srclang").map(str::trim).or(header.source.as_deref());
    let source = source.filter(|tag| !is_all(tag));
    if source.is_none() && variants.len() > MAX_EACH_WAY {
        let count = variants.len();
        let message = format!(
            "the unit has {count} texts that translate each other, allowed are {MAX_EACH_WAY}"
        );
        let error = glossweave_base::error::Error::new(
            glossweave_base::error::ErrorKind::TooLarge,
            message,
        );
        return Err(error.at_fault(tree, unit));
    }
    let (unit_domain, unit_changed) = (domain(tree, unit), changed(tree, unit));
    for (index, from) in variants.iter().enumerate() {
        // A file may say en and its units en-US, or the reverse.
        let is_source = source.is_none_or(|tag| {
            from.language.is(tag)
                || Language::parse(tag).is_some_and(|tag| tag.is(from.language.as_str()))
        });
        if !is_source {
            continue;
        }
        for (other, to) in variants.iter().enumerate() {
            if index == other || from.language == to.language {
                continue;
            }
            let domains = [&to.domain, &from.domain, &unit_domain, &header.domain];
            let domain = domains.into_iter().flatten().next();
            let pair = SegmentPair::new(
                &from.text,
                from.language.as_str(),
                &to.text,
                to.language.as_str(),
            )
            .about(domain.map(String::as_str))
            .changed(to.changed.or(unit_changed).or(header.changed));
            add(&pair).map_err(|error| match error.location() {
                None => error.at_fault(tree, unit),
                Some(_) => Problem::Else(error),
            })?;
        }
    }
    Ok(())
}

trait AtFault {
    fn at_fault(self, tree: &Tree<'_>, node: NodeId) -> Problem;
}

impl AtFault for glossweave_base::error::Error {
    /// Adds the place of a node to an error.
    fn at_fault(self, tree: &Tree<'_>, node: NodeId) -> Problem {
        let (kind, message) = (self.kind(), self.message().to_owned());
        Problem::At(glossweave_markup::xml::Fault { kind, message, at: tree.node(node).at() })
    }
}

fn read_variant(
    tree: &Tree<'_>,
    variant: NodeId,
    numbers: &mut Numbers,
) -> std::result::Result<Variant, Problem> {
    let tag = tree.attribute(variant, XML, "lang").or_else(|| tree.attribute(variant, "", "lang"));
    let Some(tag) = tag else {
        return Err(fault(tree, variant, "`tuv` has no `xml:lang`"));
    };
    let Some(language) = Language::parse(tag) else {
        let message = format!("`xml:lang` is `{tag}`, expected a language tag");
        return Err(fault(tree, variant, message));
    };
    let segment = tree.elements(variant).find(|child| &*tree.name(*child).local == "seg");
    let Some(segment) = segment else {
        return Err(fault(tree, variant, "`tuv` has no `seg`"));
    };
    let text = marked(tree, segment, numbers, |tree, node| code(tree, node, segment));
    Ok(Variant { language, text, domain: domain(tree, variant), changed: changed(tree, variant) })
}

/// Returns the role of an element by clause 2.3 of TMX 1.4b: `x` links codes of the texts of a
/// unit, `i` two of one text.
fn code(tree: &Tree<'_>, node: NodeId, segment: NodeId) -> Role {
    let name = &*tree.name(node).local;
    let attribute = |of: NodeId, name: &str| tree.attribute(of, "", name);
    let pair = |node: NodeId| match attribute(node, "x") {
        Some(x) => format!("x{x}"),
        None => format!("i{}", attribute(node, "i").unwrap_or_default()),
    };
    let single = || match attribute(node, "x") {
        Some(x) => format!("{name}{x}"),
        None => {
            let is_same = |other: &NodeId| {
                tree.node(*other).is_element() && &*tree.name(*other).local == name
            };
            format!(
                "{name}#{}",
                tree.below(segment).take_while(|other| *other < node).filter(is_same).count()
            )
        }
    };
    match name {
        "bpt" => Role::Start(pair(node)),
        "ept" => {
            let i = attribute(node, "i");
            let is_start = |other: &NodeId| {
                tree.node(*other).is_element()
                    && &*tree.name(*other).local == "bpt"
                    && attribute(*other, "i") == i
            };
            let start = tree.below(segment).take_while(|other| *other < node).find(is_start);
            Role::End(pair(start.unwrap_or(node)))
        }
        "ph" | "it" | "ut" => Role::Empty(single()),
        "hi" => Role::Pair(single()),
        _ => Role::Text,
    }
}

/// Returns the subject of an element: the first `prop` that states it.
fn domain(tree: &Tree<'_>, element: NodeId) -> Option<String> {
    let mut props = tree.elements(element).filter(|child| &*tree.name(*child).local == "prop");
    let named = props.find(|prop| {
        let kind = tree.attribute(*prop, "", "type").unwrap_or_default().to_ascii_lowercase();
        matches!(kind.trim_start_matches("x-"), "domain" | "subject")
    });
    named.map(|prop| tree.string(prop).trim().to_owned()).filter(|domain| !domain.is_empty())
}

/// Returns the time at which an element was changed, else created.
fn changed(tree: &Tree<'_>, element: NodeId) -> Option<u64> {
    let dates = ["changedate", "creationdate"].map(|name| tree.attribute(element, "", name));
    dates.into_iter().flatten().find_map(digits)
}

/// Returns a date and time as its 14 digits.
pub(super) fn digits(date: &str) -> Option<u64> {
    let digits: String = date.chars().filter(char::is_ascii_digit).take(14).collect();
    if digits.len() < 8 { None } else { format!("{digits:0<14}").parse().ok() }
}
