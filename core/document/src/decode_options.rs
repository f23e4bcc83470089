//! Options for reading.

use std::sync::Arc;

use crate::its_options::{self as its, Folder};
use crate::{Columns, Notations, RuleSet};
use glossweave_base::error::{Error, Result};
use glossweave_base::options::YES_NO;
use glossweave_base::text::Language;
use glossweave_base::{option_values, request_options};
use glossweave_markup::{Encoding, InvalidBytes, UnknownEntities};

request_options! {
    /// Options for reading a source.
    #[derive(Clone, Debug)]
    pub struct DecodeOptions {
        /// The encoding that the transport declares (the `charset` of a media type). A byte order mark takes precedence
        /// over it; it takes precedence over a declaration in the document.
        pub charset: Option<Encoding> => "charset": Text,
        /// The language of text for which the document states none (BCP 47).
        pub language: Option<Language> => "language": Language,
        /// The maximum size of a source; 512 MiB by default.
        pub max_bytes: usize => "max-bytes": Integer default "536870912" unit "bytes" is for_hosts,
        /// External ITS rules, and the resolver for the files that the source refers to.
        pub its: its::Options =>
            /// A document with ITS rules for markup. May be repeated; later ones take precedence.
            "rules": File is repeated is for_hosts with add_rules;
            /// The folder of the rules and records that the source links to; without it none are read.
            "rules-folder": Path is for_hosts with open_rules_folder;
            /// The path of the source in the folder of rules.
            "base": Path is for_hosts with read_base;
            /// The value of a variable in selectors of ITS rules, as `NAME=VALUE`. May be repeated.
            "parameters": Pair is repeated is for_hosts with add_parameter,
        /// The bundled ITS rules for a vocabulary of XML, such as `dita`; all other rules take precedence over them. In
        /// requests also `auto`, which is the default where the document is translated, and `none`.
        pub rule_set: Option<RuleSet> => "rule-set": Text,
        /// The replacement of references to external and undeclared entities in XML: nothing, U+FFFD, both with a warning of
        /// the document for each, or an error.
        pub unknown_entities: UnknownEntities
            => "unknown-entities": Word(&["omit", "replace", "refuse"]) default "omit",
        /// The handling of bytes that are invalid in the encoding of plain text and of formats of strings: an error with
        /// its position, or U+FFFD.
        pub invalid_bytes: InvalidBytes => "invalid-bytes": Word(&["refuse", "replace"]) default "refuse",
        /// Make the values of translatable attributes of HTML, such as `alt` and `title`, separate units.
        pub translatable_attributes: bool => "translatable-attributes": Word(YES_NO) default "no",
        /// Make the numbers and dates of cells of XLSX, ODS, CSV and TSV separate units.
        pub numeric_cells: bool => "numeric-cells": Word(YES_NO) default "no",
        /// The columns of a table in CSV or TSV, such as `source=English,target=German`, also with `id`, `context` and
        /// `note`. By default they are those with usual names.
        pub columns: Option<Columns> => "columns": Text,
        /// The language of the targets of a source with translations into several languages, such as a string catalog. By
        /// default it has targets if there is one other language.
        pub target_language: Option<Language> => "target-language": Language,
        /// The notations of placeholders in formats of strings, XLIFF and XML. By default each format has its own, and XML
        /// of an unknown vocabulary has none.
        pub placeholders: Option<Notations> => "placeholders": List,
    }
}

option_values!(RuleSet, Columns, Notations);

fn add_rules(its: &mut its::Options, value: &str) -> Result<()> {
    its.rules.push(value.into());
    Ok(())
}

fn open_rules_folder(its: &mut its::Options, value: &str) -> Result<()> {
    let folder = Folder::new(value).map_err(|error| {
        let message = format!("{}, expected one that can be read", error.message());
        Error::new(error.kind(), message).because(error)
    })?;
    its.resolver = Some(Arc::new(folder));
    Ok(())
}

fn read_base(its: &mut its::Options, value: &str) -> Result<()> {
    its.base = value.to_owned();
    Ok(())
}

fn add_parameter(its: &mut its::Options, value: &str) -> Result<()> {
    let (name, value) =
        value.split_once('=').ok_or_else(|| Error::no_such("parameter", value, "`NAME=VALUE`"))?;
    its.parameters.push((name.to_owned(), value.to_owned()));
    Ok(())
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
