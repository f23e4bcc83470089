//! Built-in ITS rules for XML vocabularies.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// A set of ITS rules for an XML vocabulary. The rules declare which elements contain text, which
/// elements are within text, and where white space is significant. Without a set, the ITS 2.0
/// defaults apply: all element content is text, and every element splits the text.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// The set for the vocabulary of the root element, or no set when the vocabulary is unknown.
    Auto,
    /// No set. All element content is text.
    None,
    /// Akoma Ntoso 3.0.
    AkomaNtoso,
    /// Android string resources.
    Android,
    /// DITA topics and maps.
    Dita,
    /// DocBook 4 and 5.
    DocBook,
    /// JATS.
    Jats,
    /// .NET resources.
    Resx,
    /// SVG: visible text, titles and descriptions.
    Svg,
    /// TEI P5.
    Tei,
}

impl RuleSet {
    /// All sets and their names.
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

    /// Returns the name of the set.
    pub fn name(self) -> &'static str {
        RuleSet::NAMES.iter().find(|row| row.1 == self).map_or("none", |row| row.0)
    }

    /// Returns the rules as an XML document. Returns `None` for [`RuleSet::Auto`] and
    /// [`RuleSet::None`].
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
    /// Returns `ErrorKind::Invalid`, with the parameter `rule-set`, if the name is unknown.
    fn from_str(word: &str) -> Result<RuleSet> {
        let found = RuleSet::NAMES.iter().find(|named| named.0 == word);
        found.map(|named| named.1).ok_or_else(|| {
            let known: Vec<_> = RuleSet::NAMES.iter().map(|named| named.0).collect();
            let known = format!("one of {}", known.join(", "));
            Error::no_such("set of rules", word, &known).with_parameter("rule-set")
        })
    }
}
