//! The languages of runs (clause 17.3.2.20).

use super::element::value;
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree};

/// The languages of a run, one for each kind of script (clause 17.3.2.20).
#[derive(Clone, Debug, Default)]
pub(super) struct RunLanguages {
    pub latin: Option<Language>,
    pub east_asian: Option<Language>,
    pub complex: Option<Language>,
}

impl RunLanguages {
    /// Reads `w:lang`.
    pub fn read(tree: &Tree<'_>, element: NodeId) -> RunLanguages {
        let language = |name: &str| value(tree, element, name).and_then(|tag| tag.parse().ok());
        RunLanguages {
            latin: language("val"),
            east_asian: language("eastAsia"),
            complex: language("bidi"),
        }
    }

    /// Returns these languages. Languages that are not set are taken from `others`.
    pub fn or(&self, others: &RunLanguages) -> RunLanguages {
        let either = |stated: &Option<Language>, other: &Option<Language>| {
            stated.as_ref().or(other.as_ref()).cloned()
        };
        RunLanguages {
            latin: either(&self.latin, &others.latin),
            east_asian: either(&self.east_asian, &others.east_asian),
            complex: either(&self.complex, &others.complex),
        }
    }
}
