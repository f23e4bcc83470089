//! The kinds of built-in patterns.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// A kind of pattern that [`Patterns`](super::Patterns) finds.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatternKind {
    /// Dates in ISO 8601, in numeric notations, and in English, German, French and Spanish.
    Date,
    /// Numbers with units, and amounts of money.
    Quantity,
    /// Mail addresses.
    Mail,
    /// URLs.
    Url,
    /// Digital object identifiers.
    Doi,
    /// ORCID iDs of researchers, with valid check digits.
    Orcid,
    /// ISBNs of books, with valid check digits.
    Isbn,
    /// ISSNs of periodicals, with valid check digits.
    Issn,
    /// IBANs of bank accounts, with valid check digits.
    Iban,
    /// Telephone numbers.
    Telephone,
    /// Payment card numbers, with valid check digits.
    PaymentCard,
    /// Numbers of passports, identity cards and other documents, which follow a word for such a
    /// document.
    DocumentNumber,
    /// IP addresses of both versions.
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

    /// Returns the name of the kind: `date`, `quantity`, `mail`, `url`, `doi`, `orcid`, `isbn`, `issn`,
    /// `iban`, `telephone`, `payment-card`, `document-number` or `ip`.
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

    /// Parses the name of a kind.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the name is unknown.
    fn from_str(word: &str) -> Result<PatternKind> {
        let known = PatternKind::ALL.iter().copied().find(|kind| kind.name() == word);
        known.ok_or_else(|| {
            let names: Vec<_> = PatternKind::ALL.iter().map(|kind| kind.name()).collect();
            Error::no_such("kind of patterns", word, &format!("one of {}", names.join(", ")))
        })
    }
}
