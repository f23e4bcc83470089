//! The case in which a label must be written to be found.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};

/// The case in which a label must be written in a text to be found.
///
/// Tables have it in the column `case`, as [`LabelCase::name`] returns it.
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
    /// As [`LabelCase::Term`] in a vocabulary of which a quarter of the labels or more are terms, and as
    /// [`LabelCase::Name`] in any other. Labels are terms if they are marked so, if they have no capital, and if only
    /// their first word has one.
    #[default]
    Auto,
    /// The case of a name: as [`LabelCase::Term`], but a label with a capital whose words are all common ones is found
    /// with a first capital only, and only where the capital is not due to its place. One that is a single word which
    /// is never a name is not found at all.
    Name,
    /// Any case, except that a label of at most four letters, all of them capitals, is found in capitals only.
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
