//! Built-in ITS rules for vocabularies of XML.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// A set of ITS rules for a vocabulary of XML: text, text within text, significant white space.
/// Without one, all content of elements is text and every element splits it, as is the default of
/// ITS 2.0.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// The set for the vocabulary of the root element; none for an unknown vocabulary.
    Auto,
    /// No set: all content of elements is text.
    None,
    /// Akoma Ntoso 3.0.
    AkomaNtoso,
    /// String resources of Android.
    Android,
    /// DITA topics and maps.
    Dita,
    /// DocBook 4 and 5.
    DocBook,
    /// JATS.
    Jats,
    /// Resources of .NET.
    Resx,
    /// SVG: visible text, titles, descriptions.
    Svg,
    /// TEI P5.
    Tei,
}

impl RuleSet {
    /// All sets, with their names.
    const NAMES: &[(&str, RuleSet)] = &[
        ("auto", RuleSet::Auto),
        ("akoma-ntoso", RuleSet::AkomaNtoso),
        ("android", RuleSet::Android),
        ("dita", RuleSet::Dita),
        ("docbook", RuleSet::DocBook),
        ("jats", RuleSet::Jats),
        ("none", RuleSet::None),
        ("resx", RuleSet::Resx),
        ("svg", RuleSet::Svg),
        ("tei", RuleSet::Tei),
    ];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        RuleSet::NAMES.iter().find(|row| row.1 == self).map_or("none", |row| row.0)
    }

    /// Returns the rules as a document, `None` for [`RuleSet::Auto`] and [`RuleSet::None`].
    pub fn document(self) -> Option<&'static str> {
        Some(match self {
            RuleSet::Auto | RuleSet::None => return None,
            RuleSet::AkomaNtoso => include_str!("rule_set/akoma-ntoso.xml"),
            RuleSet::Android => include_str!("rule_set/android.xml"),
            RuleSet::Dita => include_str!("rule_set/dita.xml"),
            RuleSet::DocBook => include_str!("rule_set/docbook.xml"),
            RuleSet::Jats => include_str!("rule_set/jats.xml"),
            RuleSet::Resx => include_str!("rule_set/resx.xml"),
            RuleSet::Svg => include_str!("rule_set/svg.xml"),
            RuleSet::Tei => include_str!("rule_set/tei.xml"),
        })
    }
}

impl FromStr for RuleSet {
    type Err = Error;

    /// Parses the name of a set.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `rule-set`, for another word.
    fn from_str(word: &str) -> Result<RuleSet> {
        let found = RuleSet::NAMES.iter().find(|one| one.0 == word);
        found.map(|one| one.1).ok_or_else(|| {
            let known: Vec<_> = RuleSet::NAMES.iter().map(|one| one.0).collect();
            let known = format!("one of {}", known.join(", "));
            Error::no_such("set of rules", word, &known).with_parameter("rule-set")
        })
    }
}
