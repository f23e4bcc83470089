//! String items: the texts of cells and comments (clause 18.4.8).

use std::collections::HashMap;

use crate::opc::{SHEET, Space, UnitBuilder};
use glossweave_format_base::PartTree;
use glossweave_markup::tree::{Name, NodeId};

/// Returns `true` if a name is in SpreadsheetML and has this local name.
pub(super) fn is_sheet(name: &Name, local: &str) -> bool {
    *name.local == *local && SHEET.contains(&&*name.namespace)
}

/// A reader of string items.
#[derive(Default)]
pub(super) struct Strings {
    /// The numbers of formats.
    formats: HashMap<String, u32>,
}

impl Strings {
    /// Builds a unit from an item: its text, or the texts of its runs. Phonetic texts are skipped.
    pub fn item(&mut self, xml: &PartTree<'_>, item: NodeId, units: &mut UnitBuilder) {
        let tree = &xml.tree;
        units.builder.set_format(0);
        for child in tree.elements(item) {
            let name = tree.name(child);
            if is_sheet(name, "t") {
                text(xml, child, units);
            } else if is_sheet(name, "r") {
                for inner in tree.elements(child) {
                    let name = tree.name(inner);
                    if is_sheet(name, "rPr") {
                        units.builder.set_format(self.format(xml, inner));
                    } else if is_sheet(name, "t") {
                        text(xml, inner, units);
                    }
                }
                units.builder.set_format(0);
            }
        }
        units.end_unit();
    }

    /// Returns the number of a format.
    fn format(&mut self, xml: &PartTree<'_>, properties: NodeId) -> u32 {
        let node = xml.tree.node(properties);
        let all = node.at().end..node.close().start.max(node.at().end);
        let source = xml.tree.source().get(all).unwrap_or_default();
        if source.is_empty() {
            return 0;
        }
        let next = self.formats.len() as u32 + 1;
        match self.formats.get(source) {
            Some(known) => *known,
            None => *self.formats.entry(source.to_owned()).or_insert(next),
        }
    }
}

fn text(xml: &PartTree<'_>, element: NodeId, units: &mut UnitBuilder) {
    let tree = &xml.tree;
    for text in tree.children(element).filter(|child| tree.node(*child).is_text()) {
        units.text((tree, xml.base), text, None, (false, Space::Escaped));
    }
}
