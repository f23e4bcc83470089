//! The properties of runs: format and language (clause 21.1.2.3.9).

use std::collections::HashMap;
use std::rc::Rc;

use super::element::is_drawing;
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree};

/// The attributes that do not change the appearance of text.
const UNSEEN: [&str; 8] =
    ["lang", "altLang", "noProof", "dirty", "err", "smtClean", "smtId", "bmk"];

/// The properties of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunProperties {
    /// The number of the format. 0 means no visible properties.
    pub format: u32,
    pub language: Option<Language>,
}

/// The properties of the runs of a document, each read only once.
#[derive(Default)]
pub(crate) struct AllRuns {
    default: Rc<RunProperties>,
    /// A cache of the properties of a part, by their source.
    known: HashMap<Box<str>, Rc<RunProperties>>,
    /// The numbers of formats.
    formats: HashMap<String, u32>,
}

impl AllRuns {
    /// Begins another part. Cached properties are dropped because prefixes and relationships may
    /// have other meanings when the part changes.
    pub fn enter(&mut self) {
        self.known.clear();
    }

    /// Returns the properties of a run.
    pub fn of(&mut self, tree: &Tree<'_>, run: NodeId) -> Rc<RunProperties> {
        let first = tree.elements(run).next();
        let Some(properties) = first.filter(|element| is_drawing(tree.name(*element), "rPr"))
        else {
            return Rc::clone(&self.default);
        };
        let node = tree.node(properties);
        let all = node.at().start..node.close().end.max(node.at().end);
        let source = tree.source().get(all.clone()).unwrap_or_default();
        if let Some(known) = self.known.get(source) {
            return Rc::clone(known);
        }
        let mut format = String::new();
        let mut language = None;
        for attribute in tree.attributes(properties) {
            let (name, value) = (tree.attribute_name(attribute), tree.value(attribute));
            if &*name.local == "lang" && name.namespace.is_empty() {
                language = value.parse().ok();
            }
            if !UNSEEN.contains(&&*name.local) {
                format.push_str(&format!("{}={value}\n", name.local));
            }
        }
        format.push_str(tree.source().get(node.at().end..all.end).unwrap_or_default());
        if format.starts_with("</") {
            format.clear();
        }
        let next = self.formats.len() as u32 + 1;
        let format = match format.is_empty() {
            true => 0,
            false => *self.formats.entry(format).or_insert(next),
        };
        let read = Rc::new(RunProperties { format, language });
        self.known.insert(source.into(), Rc::clone(&read));
        read
    }
}
