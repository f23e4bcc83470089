//! The kinds of patterns, with the expressions that find them.

use std::ops::Range;
use std::str::FromStr;
use std::sync::OnceLock;

use super::{date, identifier, quantity, web};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::Language;
use glossweave_format::annotation::Entity;
use regex::{Captures, Match, Regex};

/// A kind of patterns that [`Patterns`](super::Patterns) finds.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub mod entity { pub use glossweave_entity::*; } }
/// use glossweave::entity::PatternKind;
/// let names: Vec<_> = PatternKind::ALL.iter().map(|kind| kind.name()).collect();
/// assert_eq!(names, ["date", "quantity", "mail", "url", "doi", "orcid", "isbn", "issn", "iban"]);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatternKind {
    /// Dates of ISO 8601, in numbers, and in English, German, French and Spanish.
    Date,
    /// Numbers with units, and amounts of money.
    Quantity,
    /// Mail addresses.
    Mail,
    /// URLs.
    Url,
    /// Digital object identifiers.
    Doi,
    /// Identifiers of researchers, with their check digits.
    Orcid,
    /// Numbers of books, with their check digits.
    Isbn,
    /// Numbers of periodicals, with their check digits.
    Issn,
    /// Numbers of bank accounts, with their check digits.
    Iban,
}

impl PatternKind {
    /// All kinds.
    pub const ALL: &[PatternKind] = &[
        PatternKind::Date,
        PatternKind::Quantity,
        PatternKind::Mail,
        PatternKind::Url,
        PatternKind::Doi,
        PatternKind::Orcid,
        PatternKind::Isbn,
        PatternKind::Issn,
        PatternKind::Iban,
    ];

    /// Returns the name: `date`, `quantity`, `mail`, `url`, `doi`, `orcid`, `isbn`, `issn` or `iban`.
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub mod entity { pub use glossweave_entity::*; } }
    /// use glossweave::entity::PatternKind;
    /// assert_eq!("doi".parse::<PatternKind>()?.name(), "doi");
    /// assert!("phone".parse::<PatternKind>().is_err());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            PatternKind::Date => "date",
            PatternKind::Quantity => "quantity",
            PatternKind::Mail => "mail",
            PatternKind::Url => "url",
            PatternKind::Doi => "doi",
            PatternKind::Orcid => "orcid",
            PatternKind::Isbn => "isbn",
            PatternKind::Issn => "issn",
            PatternKind::Iban => "iban",
        }
    }
}

impl FromStr for PatternKind {
    type Err = Error;

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] for another word.
    fn from_str(word: &str) -> Result<PatternKind> {
        let known = PatternKind::ALL.iter().copied().find(|kind| kind.name() == word);
        known.ok_or_else(|| {
            let names: Vec<_> = PatternKind::ALL.iter().map(|kind| kind.name()).collect();
            Error::no_such("kind of patterns", word, &format!("one of {}", names.join(", ")))
        })
    }
}

/// A match of an expression in a block of text.
pub(super) struct Hit<'h, 't> {
    /// The whole block.
    pub text: &'t str,
    pub captures: &'h Captures<'t>,
    /// The language of the text, if known.
    pub language: Option<&'h Language>,
}

impl<'t> Hit<'_, 't> {
    /// Returns the range of the match.
    pub fn range(&self) -> Range<usize> {
        self.captures.get(0).map_or(0..0, |whole| whole.range())
    }

    pub fn group(&self, name: &str) -> Option<Match<'t>> {
        self.captures.name(name)
    }

    pub fn number(&self, name: &str) -> Option<u32> {
        self.group(name)?.as_str().parse().ok()
    }

    /// Returns `true` if a range is no part of a longer row of digits with hyphens, slashes or dots.
    pub fn is_alone(&self, range: &Range<usize>) -> bool {
        let joins = |c: char| matches!(c, '-' | '/' | '.' | ',' | ':');
        let mut before = self.text[..range.start].chars().rev();
        let mut after = self.text[range.end..].chars();
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let goes_on = |chars: &mut dyn Iterator<Item = char>| {
            chars.next().is_some_and(joins) && is_digit(chars.next())
        };
        !goes_on(&mut before) && !goes_on(&mut after)
    }
}

/// Returns an entity of a class with an identifier in a collection.
pub(super) fn named(class: &str, source: &str, ident: impl Into<Box<str>>) -> Entity {
    Entity::default().with_class(class).with_source(source, ident)
}

type Read = fn(&Hit<'_, '_>) -> Option<(Range<usize>, Entity)>;

/// An expression of a kind, and the function that checks its matches.
pub(super) struct Row {
    pub kind: PatternKind,
    expression: fn() -> String,
    pub read: Read,
    compiled: OnceLock<std::result::Result<Regex, regex::Error>>,
}

impl Row {
    const fn new(kind: PatternKind, expression: fn() -> String, read: Read) -> Row {
        Row { kind, expression, read, compiled: OnceLock::new() }
    }

    /// Returns the expression, which is compiled once.
    pub fn regex(&self) -> Result<&Regex> {
        let compiled = self.compiled.get_or_init(|| Regex::new(&(self.expression)()));
        compiled.as_ref().map_err(|error| Error::new(ErrorKind::Internal, error.to_string()))
    }
}

/// All expressions. Of two that match the same part, the first one counts.
pub(super) static ROWS: [Row; 13] = [
    Row::new(PatternKind::Doi, identifier::doi, identifier::read_doi),
    Row::new(PatternKind::Orcid, identifier::orcid, identifier::read_orcid),
    Row::new(PatternKind::Isbn, identifier::isbn, identifier::read_isbn),
    Row::new(PatternKind::Issn, identifier::issn, identifier::read_issn),
    Row::new(PatternKind::Iban, identifier::iban, identifier::read_iban),
    Row::new(PatternKind::Date, date::iso, date::read_iso),
    Row::new(PatternKind::Date, date::numeric, date::read_numeric),
    Row::new(PatternKind::Date, date::day_first, date::read_day_first),
    Row::new(PatternKind::Date, date::month_first, date::read_month_first),
    Row::new(PatternKind::Date, date::no_day, date::read_no_day),
    Row::new(PatternKind::Quantity, quantity::expression, quantity::read),
    Row::new(PatternKind::Mail, web::mail, web::read_mail),
    Row::new(PatternKind::Url, web::url, web::read_url),
];
