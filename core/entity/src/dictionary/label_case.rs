//! The case in which a label must be written to be found.

use glossweave_base::error::{Error, Result};

/// The case in which a label must be written in a text to be found.
///
/// In tables the column `case` has it, as `folded`, `capital`, `upper` or `exact`.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
/// use glossweave::entity::{Dictionary, Passage, Recognizer};
/// let table = "uri,label,case\nhttp://example.org/nice,Nice,capital\nhttp://example.org/who,WHO,exact\n";
/// let names = Dictionary::from_csv(table.as_bytes())?;
/// let text = "Who is nice? WHO is in NICE.";
/// let found = names.recognize(&Passage::new(text))?;
/// let found: Vec<_> = found.iter().map(|one| &text[one.span().range()]).collect();
/// assert_eq!(found, ["WHO", "NICE"]);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelCase {
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
const NAMES: [(&str, LabelCase); 4] = [
    ("folded", LabelCase::Folded),
    ("capital", LabelCase::Capital),
    ("upper", LabelCase::Upper),
    ("exact", LabelCase::Exact),
];

impl std::str::FromStr for LabelCase {
    type Err = Error;

    fn from_str(name: &str) -> Result<LabelCase> {
        let known = NAMES.iter().find(|(known, _)| *known == name);
        known.map(|(_, case)| *case).ok_or_else(|| {
            Error::no_such("case", name, "`folded`, `capital`, `upper` or `exact`")
                .with_parameter("case")
        })
    }
}

impl LabelCase {
    pub(super) fn from_number(number: u32) -> LabelCase {
        NAMES[number as usize % NAMES.len()].1
    }
}

/// A stretch of text, whose case is determined when it is asked for.
pub(super) struct Written<'t> {
    text: &'t str,
    has_lower: Option<bool>,
    hash: Option<u16>,
}

impl<'t> Written<'t> {
    pub fn new(text: &'t str) -> Written<'t> {
        Written { text, has_lower: None, hash: None }
    }

    /// Returns `true` if it has the case of a label, which for [`LabelCase::Exact`] has the hash `hash`.
    pub fn has_case(&mut self, case: LabelCase, hash: u16) -> bool {
        let text = self.text;
        match case {
            LabelCase::Folded => true,
            LabelCase::Upper => {
                let has_lower = || text.chars().any(char::is_lowercase);
                !*self.has_lower.get_or_insert_with(has_lower)
            }
            LabelCase::Capital => {
                let first = text.chars().find(|c| c.is_alphabetic());
                first.is_none_or(|first| !first.is_lowercase())
            }
            LabelCase::Exact => *self.hash.get_or_insert_with(|| exact_hash(text)) == hash,
        }
    }
}

/// Returns a hash of the letters of a label with their case.
pub(super) fn exact_hash(label: &str) -> u16 {
    let letters = label.chars().filter(|c| c.is_alphabetic());
    let hash = letters.fold(0xCBF2_9CE4u32, |hash, c| (hash ^ c as u32).wrapping_mul(0x0100_0193));
    (hash ^ hash >> 16) as u16
}
