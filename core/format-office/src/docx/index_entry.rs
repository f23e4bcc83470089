//! Index entries: the texts of the fields `XE "text:text below"` (clause 17.16.5.77).

use crate::opc::UnitBuilder;
use glossweave_format_base::PartTree;
use glossweave_markup::tree::NodeId;

/// The spellings of a quotation mark in XML.
const QUOTES: [&str; 2] = ["\"", "&quot;"];

/// The position in the code of a field. The code may extend over several elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum IndexEntry {
    /// Before the name of the field.
    #[default]
    Start,
    /// After the name `XE`.
    Named,
    /// In the text of the entry.
    Text,
    /// After the text, or in another field.
    End,
}

impl IndexEntry {
    /// Builds a unit from each level of an entry. Entries that contain a backslash are skipped
    /// because it may be an escape.
    pub fn read(&mut self, xml: &PartTree<'_>, code: NodeId, units: &mut UnitBuilder) {
        let tree = &xml.tree;
        for text in tree.children(code).filter(|child| tree.node(*child).is_text()) {
            let at = tree.node(text).at();
            let mut rest = tree.source().get(at.clone()).unwrap_or_default();
            while !rest.is_empty() {
                let from = xml.base + at.end - rest.len();
                rest = self.step(rest, from, units);
            }
        }
    }

    /// Reads up to the next position, and returns the rest of the code.
    fn step<'t>(&mut self, raw: &'t str, from: usize, units: &mut UnitBuilder) -> &'t str {
        let trimmed = raw.trim_ascii_start();
        match *self {
            IndexEntry::Start | IndexEntry::Named if trimmed.is_empty() => "",
            IndexEntry::Start => match trimmed.split_at_checked(2) {
                Some((name, rest)) if name.eq_ignore_ascii_case("XE") => {
                    *self = IndexEntry::Named;
                    rest
                }
                _ => self.end(),
            },
            IndexEntry::Named => {
                match QUOTES.iter().find_map(|quote| trimmed.strip_prefix(quote)) {
                    Some(rest) => {
                        *self = IndexEntry::Text;
                        rest
                    }
                    None => self.end(),
                }
            }
            IndexEntry::Text => {
                let stops = QUOTES.iter().chain(&[":", "\\"]);
                let stops = stops.filter_map(|stop| Some((raw.find(stop)?, *stop)));
                let Some((end, stop)) = stops.min() else {
                    units.raw(raw, from);
                    return "";
                };
                if stop == "\\" {
                    units.builder.drop_unit();
                    return self.end();
                }
                units.raw(&raw[..end], from);
                units.end_unit();
                if stop != ":" {
                    return self.end();
                }
                &raw[end + stop.len()..]
            }
            IndexEntry::End => "",
        }
    }

    fn end(&mut self) -> &'static str {
        *self = IndexEntry::End;
        ""
    }
}
