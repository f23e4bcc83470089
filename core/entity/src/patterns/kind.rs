//! The kinds of patterns.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// A kind of patterns that [`Patterns`](super::Patterns) finds.
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
    /// Telephone numbers.
    Telephone,
    /// Numbers of payment cards, with their check digits.
    PaymentCard,
    /// Numbers of passports, identity cards and other documents, behind a word that says so.
    DocumentNumber,
    /// IP addresses, of both versions.
    Ip,
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
        PatternKind::Telephone,
        PatternKind::PaymentCard,
        PatternKind::DocumentNumber,
        PatternKind::Ip,
    ];

    /// Returns the name: `date`, `quantity`, `mail`, `url`, `doi`, `orcid`, `isbn`, `issn`, `iban`, `telephone`,
    /// `payment-card`, `document-number` or `ip`.
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
            PatternKind::Telephone => "telephone",
            PatternKind::PaymentCard => "payment-card",
            PatternKind::DocumentNumber => "document-number",
            PatternKind::Ip => "ip",
        }
    }
}

glossweave_base::option_values!(PatternKind);

impl FromStr for PatternKind {
    type Err = Error;

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) for another word.
    fn from_str(word: &str) -> Result<PatternKind> {
        let known = PatternKind::ALL.iter().copied().find(|kind| kind.name() == word);
        known.ok_or_else(|| {
            let names: Vec<_> = PatternKind::ALL.iter().map(|kind| kind.name()).collect();
            Error::no_such("kind of patterns", word, &format!("one of {}", names.join(", ")))
        })
    }
}
