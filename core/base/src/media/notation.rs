//! The notations of vocabularies.

use std::fmt;
use std::str::FromStr;

use super::{Format, essence};
use crate::error::{Error, Result, Side};

/// A notation of a vocabulary: a table, lines of JSON, RDF or TBX.
///
/// ```
/// # use glossweave_base as glossweave;
/// use glossweave::{Format, Notation};
/// assert_eq!("text/csv; charset=utf-8".parse::<Notation>()?, Notation::Csv);
/// assert_eq!("text/turtle".parse::<Notation>()?, Notation::Rdf(Format::Turtle));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Rows with a header; commas, tabs, semicolons or bars between the fields.
    #[default]
    Csv,
    /// A JSON object on each line.
    JsonLines,
    /// A notation of RDF.
    Rdf(Format),
    /// TermBase eXchange (ISO 30042): terms only.
    Tbx,
}

const CSV: &[&str] = &[
    "csv",
    "tsv",
    "text",
    "text/csv",
    "text/comma-separated-values",
    "text/tab-separated-values",
    "text/plain",
];
const JSON_LINES: &[&str] = &[
    "json-lines",
    "jsonl",
    "application/jsonl",
    "application/x-ndjson",
    "application/x-jsonlines",
];

const TBX: &[&str] = &["tbx", "application/x-tbx", "application/x-tbx+xml", "application/tbx+xml"];

impl Notation {
    /// Returns the notation of a file name by its extension, or `None` if none has it.
    pub fn of_path(path: &str) -> Option<Notation> {
        let (_, extension) = path.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "csv" | "tsv" => Some(Notation::Csv),
            "jsonl" | "ndjson" => Some(Notation::JsonLines),
            "tbx" => Some(Notation::Tbx),
            _ => Format::of_path(path).filter(|format| format.is_rdf()).map(Notation::Rdf),
        }
    }
}

impl FromStr for Notation {
    type Err = Error;

    /// Parses a name or a media type; case and parameters (`;charset=…`) are ignored.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported` with the parameter `informat` if no notation has the name.
    fn from_str(name: &str) -> Result<Notation> {
        let bare = essence(name);
        let is_one = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(bare));
        if is_one(CSV) {
            return Ok(Notation::Csv);
        }
        if is_one(JSON_LINES) {
            return Ok(Notation::JsonLines);
        }
        if is_one(TBX) {
            return Ok(Notation::Tbx);
        }
        match bare.parse::<Format>() {
            Ok(format) if format.is_rdf() => Ok(Notation::Rdf(format)),
            _ => {
                let rdf = Format::ALL.iter().filter(|format| format.is_rdf());
                let rdf: Vec<_> = rdf.map(|format| format.name()).collect();
                let known = rdf.join(", ");
                let message =
                    format!("no names in `{bare}`, expected csv, json-lines, tbx or {known}");
                Err(Error::unsupported(Side::Input, message).with_parameter("informat"))
            }
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notation::Csv => out.write_str("csv"),
            Notation::JsonLines => out.write_str("json-lines"),
            Notation::Rdf(format) => format.fmt(out),
            Notation::Tbx => out.write_str("tbx"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_notation() {
        for (names, notation) in
            [(CSV, Notation::Csv), (JSON_LINES, Notation::JsonLines), (TBX, Notation::Tbx)]
        {
            for name in names {
                assert_eq!(name.to_uppercase().parse::<Notation>().unwrap(), notation);
            }
            assert_eq!(notation.to_string().parse::<Notation>().unwrap(), notation);
        }
        let error = "text/html".parse::<Notation>().unwrap_err();
        assert!(
            error
                .message()
                .ends_with("csv, json-lines, tbx or turtle, json-ld, n3, n-triples, rdf-xml")
        );
        assert_eq!(Notation::of_path("a.NT"), Some(Notation::Rdf(Format::NTriples)));
        assert_eq!(Notation::of_path("a.html"), None);
    }
}
