//! Options for reading, which can also be set by name.

use std::sync::Arc;

use super::rule_set::RuleSet;
use super::strings::Notations;
use crate::document::Columns;
use crate::its::{self, Folder};
use glossweave_base::allowance::number_of_bytes;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::{Language, yes};
use glossweave_markup::{Encoding, InvalidBytes, UnknownEntities};

/// Options for reading a source. Options can also be set by name: [`DecodeOptions::set`].
#[derive(Clone, Debug)]
pub struct DecodeOptions {
    /// The encoding that the transport declares (the `charset` of a media type). A byte order mark
    /// takes precedence over it; it takes precedence over a declaration in the document.
    pub charset: Option<Encoding>,
    /// The language of text for which the document states none (BCP 47).
    pub language: Option<Language>,
    /// The maximum size of a source in bytes; 512 MiB by default.
    pub max_bytes: usize,
    /// External ITS rules, and the resolver for the files that the source refers to.
    pub its: its::Options,
    /// Built-in rules for a vocabulary of XML; all other rules take precedence over them.
    pub rule_set: Option<RuleSet>,
    /// The handling of references to unknown entities in XML. By default they are left out, with a
    /// warning of the document for each.
    pub unknown_entities: UnknownEntities,
    /// The handling of bytes that are invalid in the encoding of plain text and of formats of strings. By default they are
    /// an error.
    pub invalid_bytes: InvalidBytes,
    /// `true` if the values of translatable attributes of HTML, such as `alt` and `title`, are units of their own. By default
    /// they are not.
    pub translatable_attributes: bool,
    /// `true` if the numbers and dates of cells of spreadsheets and tables are units of their own. By default they are not.
    pub numeric_cells: bool,
    /// The columns of a table in CSV or TSV. By default they are those with usual names, such as `source` and `target`.
    pub columns: Option<Columns>,
    /// The language of the targets of a source with translations into several languages, such as a string catalog. By
    /// default it has targets if there is one other language.
    pub target_language: Option<Language>,
    /// The notations of placeholders in formats of strings, XLIFF and XML. By default each format has its own, and XML
    /// of an unknown vocabulary has none.
    pub placeholders: Option<Notations>,
}

impl Default for DecodeOptions {
    fn default() -> DecodeOptions {
        DecodeOptions {
            charset: None,
            language: None,
            max_bytes: 512 << 20,
            its: its::Options::default(),
            rule_set: None,
            unknown_entities: UnknownEntities::default(),
            invalid_bytes: InvalidBytes::default(),
            translatable_attributes: false,
            numeric_cells: false,
            columns: None,
            target_language: None,
            placeholders: None,
        }
    }
}

impl DecodeOptions {
    /// Sets the language of text for which the document states none.
    #[must_use]
    pub fn with_language(mut self, language: Language) -> DecodeOptions {
        self.language = Some(language);
        self
    }

    /// Sets built-in rules for a vocabulary of XML.
    #[must_use]
    pub fn with_rule_set(mut self, rules: RuleSet) -> DecodeOptions {
        self.rule_set = Some(rules);
        self
    }

    /// Sets whether the numbers and dates of cells of spreadsheets and tables are units of their own.
    #[must_use]
    pub fn with_numeric_cells(mut self, are_units: bool) -> DecodeOptions {
        self.numeric_cells = are_units;
        self
    }

    /// Sets the columns of a table in CSV or TSV.
    #[must_use]
    pub fn with_columns(mut self, columns: Columns) -> DecodeOptions {
        self.columns = Some(columns);
        self
    }

    /// Sets the notations of placeholders.
    #[must_use]
    pub fn with_placeholders(mut self, notations: Notations) -> DecodeOptions {
        self.placeholders = Some(notations);
        self
    }
}

impl DecodeOptions {
    /// The names that [`DecodeOptions::set`] accepts.
    pub const NAMES: &[&str] = &[
        "charset",
        "language",
        "max-bytes",
        "rules",
        "rule-set",
        "rules-folder",
        "base",
        "parameter",
        "unknown-entities",
        "invalid-bytes",
        "translatable-attributes",
        "numeric-cells",
        "columns",
        "target-language",
        "placeholders",
    ];

    /// Sets an option by name: `charset` to a label, `language` to a tag, `max-bytes` to a number;
    /// `rules` to a document with ITS rules (repeatable), `rule-set` to the name of a
    /// [`RuleSet`](super::RuleSet), `rules-folder` to the folder of linked rules and records,
    /// `base` to the path of the source within it, `parameter` to `NAME=VALUE` of a variable in
    /// selectors (repeatable), `unknown-entities` to a word for [`UnknownEntities`](super::UnknownEntities),
    /// `invalid-bytes` to one for [`InvalidBytes`](super::InvalidBytes), `translatable-attributes` and
    /// `numeric-cells` to `yes` or `no`, `columns` to what [`Columns`] is parsed from, `target-language` to a tag, `placeholders` to names of
    /// [`Notations`].
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for an unknown name or value, `ErrorKind::Unsupported` for an unknown
    /// encoding, and `ErrorKind::NotFound` for a folder that does not exist; the error has the name as
    /// its parameter.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "charset" => self.charset = Some(value.parse()?),
            "language" => self.language = Some(value.parse()?),
            "max-bytes" => self.max_bytes = number_of_bytes(value)?,
            "rules" => self.its.rules.push(value.into()),
            "rule-set" => self.rule_set = Some(value.parse()?),
            "rules-folder" => {
                let folder = Folder::new(value).map_err(|error| {
                    let message = format!("{}, expected one that can be read", error.message());
                    Error::new(error.kind(), message).because(error).with_parameter(name)
                })?;
                self.its.resolver = Some(Arc::new(folder));
            }
            "base" => self.its.base = value.to_owned(),
            "parameter" => {
                let (name, value) = value.split_once('=').ok_or_else(|| {
                    Error::no_such("parameter", value, "`NAME=VALUE`").with_parameter("parameter")
                })?;
                self.its.parameters.push((name.to_owned(), value.to_owned()));
            }
            "unknown-entities" => self.unknown_entities = value.parse()?,
            "invalid-bytes" => self.invalid_bytes = value.parse()?,
            "translatable-attributes" => {
                self.translatable_attributes =
                    yes(value).map_err(|error| error.with_parameter(name))?;
            }
            "numeric-cells" => {
                self.numeric_cells = yes(value).map_err(|error| error.with_parameter(name))?;
            }
            "columns" => self.columns = Some(value.parse()?),
            "target-language" => {
                self.target_language =
                    Some(value.parse().map_err(|error: Error| error.with_parameter(name))?);
            }
            "placeholders" => self.placeholders = Some(value.parse()?),
            _ => return Err(Error::no_option(name, DecodeOptions::NAMES)),
        }
        Ok(())
    }
}
