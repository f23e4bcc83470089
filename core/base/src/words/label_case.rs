//! The case in which a label must be written to be found.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};

/// The case in which a label must be written in a text to be found.
///
/// Tables contain it in the column `case`, in the form that [`LabelCase::name`] returns.
///
/// ```
/// # use glossweave_base::words::LabelCase;
/// assert_eq!("capital".parse::<LabelCase>()?, LabelCase::Capital);
/// assert_eq!("capitals".parse::<LabelCase>().unwrap_err().parameter(), Some("case"));
/// # Ok::<(), glossweave_base::error::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LabelCase {
    /// Like [`LabelCase::Term`] if at least a quarter of the labels of the vocabulary are terms, otherwise
    /// like [`LabelCase::Name`]. A label is a term if it is marked as a term, has no capital, or has a
    /// capital only in its first word.
    #[default]
    Auto,
    /// The case of a name: like [`LabelCase::Term`], but a label with a capital that consists only of
    /// common words matches only if it starts with a capital that is not explained by its position. A
    /// single word that is never a name is not found at all.
    Name,
    /// Any case, but a label of at most four letters, all of them capitals, matches only capitals.
    Term,
    /// Any case.
    Folded,
    /// The first letter must be a capital.
    Capital,
    /// All letters must be capitals.
    Upper,
    /// All letters must have the case that they have in the label.
    Exact,
}

/// The cases with their names in tables.
const NAMES: [(&str, LabelCase); 7] = [
    ("auto", LabelCase::Auto),
    ("name", LabelCase::Name),
    ("term", LabelCase::Term),
    ("folded", LabelCase::Folded),
    ("capital", LabelCase::Capital),
    ("upper", LabelCase::Upper),
    ("exact", LabelCase::Exact),
];

impl LabelCase {
    /// Returns the name in tables and options.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, case)| *case == self).map_or("auto", |(name, _)| name)
    }
}

impl FromStr for LabelCase {
    type Err = Error;

    fn from_str(name: &str) -> Result<LabelCase> {
        let known = NAMES.iter().find(|(known, _)| *known == name);
        known.map(|(_, case)| *case).ok_or_else(|| {
            let expected = "`auto`, `name`, `term`, `folded`, `capital`, `upper` or `exact`";
            Error::no_such("case", name, expected).with_parameter("case")
        })
    }
}

impl fmt::Display for LabelCase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
