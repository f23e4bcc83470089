//! XLIFF files as trees, and the texts of their units with codes: versions
//! [1.2](https://docs.oasis-open.org/xliff/xliff-core/xliff-core.html) and
//! [2](https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html).

use std::collections::HashSet;

use crate::inline_element::{Numbers, Role, marked};
use glossweave_base::error::{Error, Location, Result};
use glossweave_markup::encoding;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};
use glossweave_markup::xml::{Limits, parse};

/// The characters that are used to mark the start and the end of a segment, because XML does not allow them.
pub(crate) const SEGMENT_START: char = '\u{FFFE}';
pub(crate) const SEGMENT_END: char = '\u{FFFF}';

/// A parsed file.
pub(crate) struct XliffFile<'t, 's> {
    pub tree: &'t Tree<'s>,
    pub root: NodeId,
    /// `true` for version 1.
    pub is_first: bool,
    place: &'t dyn Fn(NodeId) -> Location,
}

/// Parses a file and passes it to `take`. Returns `ErrorKind::Malformed` with its location if the file is not
/// XLIFF.
pub(crate) fn with_file(
    source: &[u8],
    take: impl FnOnce(&XliffFile<'_, '_>) -> Result<()>,
) -> Result<()> {
    let decoded = encoding::decode_xml(source, None)?;
    let tree = parse((&*decoded.text).into(), Limits::default())
        .map_err(|fault| fault.in_source(source, &decoded))?;
    let place = |node: NodeId| {
        let at = tree.node(node).at();
        let mut back = decoded.way_back();
        let start = back.source(at.start);
        Location::in_source(source, start..back.source(at.end))
    };
    let none = || Error::malformed("no root element, expected `xliff`");
    let root = tree.root().ok_or_else(none)?;
    if &*tree.name(root).local != "xliff" {
        let name = tree.name(root).qualified();
        let message = format!("the root element is `{name}`, expected `xliff`");
        return Err(Error::malformed(message).at(place(root)));
    }
    let is_first = tree.attribute(root, "", "version").unwrap_or_default().starts_with('1');
    take(&XliffFile { tree: &tree, root, is_first, place: &place })
}

impl XliffFile<'_, '_> {
    /// Returns the location of an element in the source.
    pub fn place(&self, element: NodeId) -> Location {
        (self.place)(element)
    }

    /// Returns the `file` elements.
    pub fn files(&self) -> impl Iterator<Item = NodeId> {
        self.tree.elements(self.root).filter(|file| self.is(*file, "file"))
    }

    /// Returns the source and target languages of a `file` element.
    pub fn languages(&self, file: NodeId) -> [Option<&str>; 2] {
        let (holder, names) = match self.is_first {
            true => (file, ["source-language", "target-language"]),
            false => (self.root, ["srcLang", "trgLang"]),
        };
        names.map(|name| self.tree.attribute(holder, "", name))
    }

    /// Returns the units of a `file` element.
    pub fn units(&self, file: NodeId) -> impl Iterator<Item = NodeId> {
        let below = self.tree.below(file);
        below.filter(|unit| self.is(*unit, "trans-unit") || self.is(*unit, "unit"))
    }

    /// Returns `true` if a node is an element with this local name.
    pub fn is(&self, node: NodeId, name: &str) -> bool {
        self.tree.node(node).is_element() && &*self.tree.name(node).local == name
    }

    /// Returns the first child element with this local name.
    pub fn child(&self, of: NodeId, name: &str) -> Option<NodeId> {
        self.tree.elements(of).find(|child| self.is(*child, name))
    }

    /// Returns the text content of an element.
    pub fn text(&self, of: NodeId) -> String {
        let is_text =
            |node: &NodeId| matches!(self.tree.node(*node).kind, NodeKind::Text | NodeKind::Cdata);
        self.tree.below(of).filter(is_text).map(|node| self.tree.text(node)).collect()
    }

    /// Returns `true` if the state of a target is that it awaits translation.
    pub fn is_open(&self, target: NodeId) -> bool {
        let state = self.tree.attribute(target, "", "state").unwrap_or_default();
        matches!(state, "new" | "needs-translation" | "needs-adaptation" | "needs-l10n")
    }

    /// Returns the text of an element with markers for its codes.
    pub fn marked(&self, of: NodeId, numbers: &mut Numbers) -> String {
        marked(self.tree, of, numbers, code)
    }

    /// Returns the text of an XLIFF 1.2 element with markers for its codes, and with [`SEGMENT_START`] and
    /// [`SEGMENT_END`] around each of its segments.
    pub fn segmented(&self, of: NodeId, numbers: &mut Numbers) -> String {
        let segments: HashSet<NodeId> =
            self.segments(of).into_iter().map(|segment| segment.1).collect();
        marked(self.tree, of, numbers, |tree, node| match segments.contains(&node) {
            true => Role::Between(SEGMENT_START, SEGMENT_END),
            false => code(tree, node),
        })
    }

    /// Returns the segments in an XLIFF 1.2 element, with their `mid`. Nested segments are part of the outer
    /// segment.
    pub fn segments(&self, of: NodeId) -> Vec<(&str, NodeId)> {
        let is_segment = |node: NodeId| {
            self.is(node, "mrk") && self.tree.attribute(node, "", "mtype") == Some("seg")
        };
        let mut end = of;
        let mut segments = Vec::new();
        for node in self.tree.below(of) {
            if node >= end && is_segment(node) {
                end = self.tree.node(node).after;
                segments.push((self.tree.attribute(node, "", "mid").unwrap_or_default(), node));
            }
        }
        segments
    }
}

/// Returns the role of an element according to clauses 2.4 of XLIFF 1.2 and 4.2.3 of XLIFF 2.1.
fn code(tree: &Tree<'_>, node: NodeId) -> Role {
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
