//! Translations of XLIFF files, versions
//! [1.2](https://docs.oasis-open.org/xliff/xliff-core/xliff-core.html) and
//! [2](https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html).

use std::io::Read;

use super::SegmentPair;
use crate::inline_element::{Numbers, Role, marked};
use super::tmx::digits;
use glossweave_base::error::{Error, ErrorKind, Location, Result, Skipped};
use glossweave_markup::Encoding;
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{Limits, parse};

/// The maximum number of skipped units with a location: each is counted from the start of the file.
const PLACES: usize = 100;

/// The maximum size of a file, in bytes.
const MOST: usize = 256 << 20;

/// Calls `add` with each translation of a file. Malformed translations are left out if there is a
/// list `skipped` for them.
pub(super) fn read(
    reader: impl Read,
    mut skipped: Option<&mut Vec<Skipped>>,
    add: &mut dyn FnMut(&SegmentPair<'_>) -> Result<()>,
) -> Result<()> {
    let mut source = Vec::new();
    reader.take(MOST as u64 + 1).read_to_end(&mut source).map_err(|cause| {
        Error::new(ErrorKind::Unavailable, format!("the source cannot be read: {cause}"))
            .because(cause)
    })?;
    if source.len() > MOST {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!("the file has more than {MOST} bytes"),
        ));
    }
    let decoded = Encoding::decode_xml(&source, None)?;
    let tree = parse((&*decoded.text).into(), Limits::default())
        .map_err(|fault| fault.in_source(&source, &decoded))?;
    let place = |node: NodeId| {
        let at = tree.node(node).at();
        let mut back = decoded.way_back();
        let start = back.source(at.start);
        Location::in_source(&source, start..back.source(at.end))
    };
    let none = || Error::malformed("no root element, expected `xliff`");
    let root = tree.root().ok_or_else(none)?;
    if &*tree.name(root).local != "xliff" {
        let name = tree.name(root).qualified();
        let message = format!("the root element is `{name}`, expected `xliff`");
        return Err(Error::malformed(message).at(place(root)));
    }
    let files = tree.elements(root).filter(|file| is(&tree, *file, "file"));
    let version = tree.attribute(root, "", "version").unwrap_or_default();
    for file in files {
        let names = match version.starts_with('1') {
            true => ["source-language", "target-language"],
            false => ["srcLang", "trgLang"],
        };
        let holder = if version.starts_with('1') { file } else { root };
        let [from, to] = names.map(|name| tree.attribute(holder, "", name));
        // Without a target language there are no targets.
        let (Some(from), Some(to)) = (from, to) else { continue };
        let about = |unit: NodeId| {
            let domains = tree
                .attributes(unit)
                .iter()
                .find(|attribute| &*tree.attribute_name(attribute).local == "domains");
            let domains = domains.map(|attribute| tree.value(attribute));
            let domain = domains.or(tree.attribute(file, "", "category"))?.split(',').next()?;
            Some(domain.trim().trim_matches(['"', '\''])).filter(|domain| !domain.is_empty())
        };
        let changed = tree.attribute(file, "", "date").and_then(digits);
        for unit in tree
            .below(file)
            .filter(|unit| is(&tree, *unit, "trans-unit") || is(&tree, *unit, "unit"))
        {
            for (source, target) in texts(&tree, unit) {
                let pair = SegmentPair::new(&source, from, &target, to)
                    .about(about(unit))
                    .changed(changed);
                match (add(&pair), &mut skipped) {
                    (Ok(()), _) => {}
                    (Err(error), Some(list)) if error.kind() != ErrorKind::Internal => {
                        let id = tree.attribute(unit, "", "id").unwrap_or_default();
                        let at = (list.len() < PLACES).then(|| place(unit));
                        Skipped::new(id, error.message()).at(at).keep(list);
                    }
                    (Err(error), _) => return Err(error.at(place(unit))),
                }
            }
        }
    }
    Ok(())
}

fn is(tree: &Tree<'_>, node: NodeId, name: &str) -> bool {
    tree.node(node).is_element() && &*tree.name(node).local == name
}

/// Returns the texts of a unit with their translations.
fn texts(tree: &Tree<'_>, unit: NodeId) -> Vec<(String, String)> {
    let child = |of: NodeId, name: &str| tree.elements(of).find(|child| is(tree, *child, name));
    let mut pairs = Vec::new();
    if is(tree, unit, "unit") {
        for segment in tree.elements(unit).filter(|child| is(tree, *child, "segment")) {
            let is_new = tree.attribute(segment, "", "state") == Some("initial");
            if let (Some(source), Some(target), false) =
                (child(segment, "source"), child(segment, "target"), is_new)
            {
                pairs.push((source, target));
            }
        }
    } else if let (Some(source), Some(target)) = (child(unit, "source"), child(unit, "target")) {
        let state = tree.attribute(target, "", "state").unwrap_or_default();
        if !matches!(state, "new" | "needs-translation" | "needs-adaptation" | "needs-l10n") {
            pairs = segments(tree, child(unit, "seg-source"), target);
            if pairs.is_empty() {
                pairs.push((source, target));
            }
        }
    }
    let mut numbers = Numbers::default();
    let mut text = |of: NodeId| marked(tree, of, &mut numbers, |tree, node| code(tree, node, of));
    pairs.into_iter().map(|(source, target)| (text(source), text(target))).collect()
}

/// Returns the segments of version 1.2: `mrk` with the same `mid` in both texts.
fn segments(tree: &Tree<'_>, source: Option<NodeId>, target: NodeId) -> Vec<(NodeId, NodeId)> {
    let each = |of: NodeId| {
        let is_segment = |node: NodeId| {
            is(tree, node, "mrk") && tree.attribute(node, "", "mtype") == Some("seg")
        };
        let mut end = of;
        // One within another is part of its text.
        let marks = tree.below(of).filter(|node| {
            let is_new = *node >= end && is_segment(*node);
            if is_new {
                end = tree.node(*node).after;
            }
            is_new
        });
        marks.filter_map(|mark| Some((tree.attribute(mark, "", "mid")?, mark))).collect::<Vec<_>>()
    };
    let targets = each(target);
    let sources = source.map(each).unwrap_or_default();
    let pair = |(mid, mark): (&str, NodeId)| {
        targets.iter().find(|one| one.0 == mid).map(|one| (mark, one.1))
    };
    sources.into_iter().filter_map(pair).collect()
}

/// Returns the role of an element by clauses 2.4 of XLIFF 1.2 and 4.2.3 of XLIFF 2.1.
fn code(tree: &Tree<'_>, node: NodeId, _text: NodeId) -> Role {
    let attribute = |name: &str| tree.attribute(node, "", name);
    let first =
        |names: [&str; 2]| names.into_iter().find_map(attribute).unwrap_or_default().to_owned();
    match &*tree.name(node).local {
        "g" | "pc" => Role::Pair(first(["id", "id"])),
        "bx" | "bpt" => Role::Start(first(["rid", "id"])),
        "ex" | "ept" => Role::End(first(["rid", "id"])),
        "sc" => Role::Start(first(["id", "id"])),
        "ec" => Role::End(first(["startRef", "id"])),
        "x" | "ph" | "it" => Role::Empty(first(["id", "id"])),
        "cp" => {
            let number = attribute("hex").and_then(|hex| u32::from_str_radix(hex, 16).ok());
            number.and_then(char::from_u32).map_or(Role::Nothing, Role::Char)
        }
        "sm" | "em" => Role::Nothing,
        _ => Role::Text,
    }
}
