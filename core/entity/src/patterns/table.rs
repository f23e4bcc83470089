//! The regular expressions for all kinds of patterns.

use std::ops::Range;
use std::sync::OnceLock;

use super::hit::Hit;
use super::kind::PatternKind;
use super::{date, doi, identifier, personal, quantity, telephone, web};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_document::annotation::Entity;
use regex::Regex;

type Read = fn(&Hit<'_, '_>) -> Option<(Range<usize>, Entity)>;

/// A regular expression for a kind of pattern, and the function that validates its matches.
pub struct Row {
    pub kind: PatternKind,
    expression: fn() -> String,
    pub read: Read,
    compiled: OnceLock<std::result::Result<Regex, regex::Error>>,
}

impl Row {
    const fn new(kind: PatternKind, expression: fn() -> String, read: Read) -> Row {
        Row { kind, expression, read, compiled: OnceLock::new() }
    }

    /// Returns `true` if no other match can start within a rejected match.
    pub fn is_skipped(&self) -> bool {
        self.kind == PatternKind::Mail
    }

    /// Returns `true` if the simplified text is searched instead of the original text.
    pub fn is_plain(&self) -> bool {
        matches!(
            self.kind,
            PatternKind::Iban
                | PatternKind::PaymentCard
                | PatternKind::DocumentNumber
                | PatternKind::Telephone
                | PatternKind::Ip
                | PatternKind::Mail
        )
    }

    /// Returns the regular expression, which is compiled when it is used for the first time.
    pub fn regex(&self) -> Result<&Regex> {
        let compiled = self.compiled.get_or_init(|| Regex::new(&(self.expression)()));
        compiled.as_ref().map_err(|error| Error::new(ErrorKind::Internal, error.to_string()))
    }
}

/// All regular expressions. When two of them match the same text, the first one is used.
pub static ROWS: [Row; 17] = [
    Row::new(PatternKind::Doi, doi::doi, doi::read_doi),
    Row::new(PatternKind::Orcid, identifier::orcid, identifier::read_orcid),
    Row::new(PatternKind::Isbn, identifier::isbn, identifier::read_isbn),
    Row::new(PatternKind::Issn, identifier::issn, identifier::read_issn),
    Row::new(PatternKind::Iban, identifier::iban, identifier::read_iban),
    Row::new(PatternKind::PaymentCard, personal::card, personal::read_card),
    Row::new(PatternKind::DocumentNumber, personal::document, personal::read_document),
    Row::new(PatternKind::Telephone, telephone::telephone, telephone::read_telephone),
    Row::new(PatternKind::Ip, personal::address, personal::read_address),
    Row::new(PatternKind::Date, date::iso, date::read_iso),
    Row::new(PatternKind::Date, date::numeric, date::read_numeric),
    Row::new(PatternKind::Date, date::day_first, date::read_day_first),
    Row::new(PatternKind::Date, date::month_first, date::read_month_first),
    Row::new(PatternKind::Date, date::no_day, date::read_no_day),
    Row::new(PatternKind::Quantity, quantity::expression, quantity::read),
    Row::new(PatternKind::Mail, web::mail, web::read_mail),
    Row::new(PatternKind::Url, web::url, web::read_url),
];
