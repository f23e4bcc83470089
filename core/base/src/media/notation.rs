//! The formats of vocabularies.

use std::fmt;
use std::str::FromStr;

use super::{Format, essence};
use crate::error::{Error, Result, Side};

/// A format of a vocabulary: a table, JSON Lines, RDF or TBX.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VocabularyFormat {
    /// Rows with a header, with commas, tabs, semicolons or bars between fields.
    #[default]
    Csv,
    /// A JSON object on each line.
    JsonLines,
    /// A format of RDF.
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

impl VocabularyFormat {
    /// Returns the format of a file by its extension, or `None` if the extension is unknown.
    pub fn of_path(path: &str) -> Option<VocabularyFormat> {
        let (_, extension) = path.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "csv" | "tsv" => Some(VocabularyFormat::Csv),
            "jsonl" | "ndjson" => Some(VocabularyFormat::JsonLines),
            "tbx" => Some(VocabularyFormat::Tbx),
            _ => Format::of_path(path).filter(|format| format.is_rdf()).map(VocabularyFormat::Rdf),
        }
    }
}

impl FromStr for VocabularyFormat {
    type Err = Error;

    /// Parses a name or a media type. Case and parameters (`;charset=…`) are ignored.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unsupported`, with the parameter `informat`, if there is no such format.
    fn from_str(name: &str) -> Result<VocabularyFormat> {
        let bare = essence(name);
        let is_one = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(bare));
        if is_one(CSV) {
            return Ok(VocabularyFormat::Csv);
        }
        if is_one(JSON_LINES) {
            return Ok(VocabularyFormat::JsonLines);
        }
        if is_one(TBX) {
            return Ok(VocabularyFormat::Tbx);
        }
        match bare.parse::<Format>() {
            Ok(format) if format.is_rdf() => Ok(VocabularyFormat::Rdf(format)),
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

impl fmt::Display for VocabularyFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VocabularyFormat::Csv => out.write_str("csv"),
            VocabularyFormat::JsonLines => out.write_str("json-lines"),
            VocabularyFormat::Rdf(format) => format.fmt(out),
            VocabularyFormat::Tbx => out.write_str("tbx"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_notation() {
        for (names, notation) in [
            (CSV, VocabularyFormat::Csv),
            (JSON_LINES, VocabularyFormat::JsonLines),
            (TBX, VocabularyFormat::Tbx),
        ] {
            for name in names {
                assert_eq!(name.to_uppercase().parse::<VocabularyFormat>().unwrap(), notation);
            }
            assert_eq!(notation.to_string().parse::<VocabularyFormat>().unwrap(), notation);
        }
        let error = "text/html".parse::<VocabularyFormat>().unwrap_err();
        assert!(
            error
                .message()
                .ends_with("csv, json-lines, tbx or turtle, json-ld, n3, n-triples, rdf-xml")
        );
        assert_eq!(
            VocabularyFormat::of_path("a.NT"),
            Some(VocabularyFormat::Rdf(Format::NTriples))
        );
        assert_eq!(VocabularyFormat::of_path("a.html"), None);
    }
}
