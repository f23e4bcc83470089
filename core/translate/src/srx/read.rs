//! A reader for SRX, versions [1.0](https://www.gala-global.org/srx-10) and 2.0.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::rule::{Map, Rule};
use super::{Rules, Srx};
use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{Limits, parse};
use glossweave_markup::{Encoding, WayBack, encoding};

/// The maximum size of a file, in bytes.
const MOST: usize = 16 << 20;
/// The maximum number of rules, and of maps.
const RULES: usize = 20_000;

struct Source<'s> {
    bytes: &'s [u8],
    back: RefCell<WayBack<'s>>,
    tree: &'s Tree<'s>,
}

pub(super) fn read(bytes: &[u8], encoding: Option<Encoding>) -> Result<Srx> {
    if bytes.len() > MOST {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!("the file has more than {MOST} bytes"),
        ));
    }
    let decoded = encoding::decode_xml(bytes, encoding)?;
    let tree = parse((&*decoded.text).into(), Limits::default())
        .map_err(|fault| fault.in_source(bytes, &decoded))?;
    let source = Source { bytes, back: RefCell::new(decoded.way_back()), tree: &tree };
    let root = tree.root().ok_or_else(|| Error::malformed("no root element, expected `srx`"))?;
    if &*tree.name(root).local != "srx" {
        let message = format!("the root element is `{}`, expected `srx`", tree.name(root).local);
        return Err(source.fault(root, message));
    }
    let cascade = source.elements(root, "header").any(|header| {
        matches!(tree.attribute(header, "", "cascade").map(str::trim), Some("yes" | "true" | "1"))
    });
    let mut names = HashMap::new();
    let mut sets = Vec::new();
    let mut count = 0;
    let body = source.child(root, "body")?;
    let languages = source.child(body, "languagerules")?;
    for set in source.elements(languages, "languagerule") {
        let name = source.attribute(set, "languagerulename")?;
        if names.insert(name.to_owned(), sets.len()).is_some() {
            return Err(source.fault(set, format!("duplicate `languagerule` `{name}`")));
        }
        let rules = source.elements(set, "rule").map(|rule| source.rule(rule));
        let remaining = RULES + 1 - count;
        let rules: Vec<Rule> = rules.take(remaining).collect::<Result<_>>()?;
        count += rules.len();
        if count > RULES {
            let message = format!("the file has more than {RULES} rules");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        sets.push(rules);
    }
    let maps = source.child(body, "maprules")?;
    // In version 1.0, the maps are children of named `maprule` elements.
    let maps = tree.below(maps).filter(|node| source.is(*node, "languagemap"));
    let maps = maps.take(RULES).map(|map| {
        let name = source.attribute(map, "languagerulename")?;
        let unknown = || source.fault(map, format!("no `languagerule` `{name}`"));
        let set = *names.get(name).ok_or_else(unknown)?;
        let made = Map::new(source.attribute(map, "languagepattern")?, set, source.place(map));
        made.map_err(|error| error.at(source.location(map)))
    });
    let maps = maps.collect::<Result<Vec<Map>>>()?;
    Ok(Srx(Arc::new(Rules { sets, maps, cascade, source: bytes.to_vec() })))
}

impl<'s> Source<'s> {
    fn rule(&self, rule: NodeId) -> Result<Rule> {
        let breaks = match self.tree.attribute(rule, "", "break").map(str::trim) {
            None | Some("yes" | "true" | "1") => true,
            Some("no" | "false" | "0") => false,
            Some(other) => {
                let message = format!("`break` is `{other}`, expected `yes` or `no`");
                return Err(self.fault(rule, message));
            }
        };
        let part = |name: &str| {
            let found = self.elements(rule, name).next();
            found.map(|part| self.tree.string(part)).unwrap_or_default()
        };
        let made = Rule::new(breaks, &part("beforebreak"), &part("afterbreak"), self.place(rule));
        made.map_err(|error| error.at(self.location(rule)))
    }

    fn is(&self, node: NodeId, name: &str) -> bool {
        self.tree.node(node).is_element() && &*self.tree.name(node).local == name
    }

    fn elements<'n>(&'n self, of: NodeId, name: &'n str) -> impl Iterator<Item = NodeId> + 'n {
        self.tree.elements(of).filter(move |node| self.is(*node, name))
    }

    fn child(&self, of: NodeId, name: &str) -> Result<NodeId> {
        let parent = &self.tree.name(of).local;
        let missing = || self.fault(of, format!("`{parent}` has no `{name}`"));
        self.elements(of, name).next().ok_or_else(missing)
    }

    fn attribute(&self, node: NodeId, name: &str) -> Result<&'s str> {
        let element = &self.tree.name(node).local;
        let missing = || self.fault(node, format!("`{element}` has no `{name}`"));
        self.tree.attribute(node, "", name).ok_or_else(missing)
    }

    fn fault(&self, node: NodeId, message: String) -> Error {
        Error::malformed(message).at(self.location(node))
    }

    fn location(&self, node: NodeId) -> Location {
        Location::in_source(self.bytes, self.place(node))
    }

    fn place(&self, node: NodeId) -> Range<usize> {
        let at = self.tree.node(node).at();
        let mut back = self.back.borrow_mut();
        let start = back.source(at.start);
        start..back.source(at.end)
    }
}
