//! Options for reading.

use std::sync::Arc;

use crate::its_options::{self as its, Folder};
use crate::{Columns, Notations, RuleSet};
use glossweave_base::error::{Error, Result};
use glossweave_base::options::YES_NO;
use glossweave_base::text::Language;
use glossweave_base::{option_values, request_options};
use glossweave_encoding::{Encoding, InvalidBytes, UnknownEntities};

request_options! {
    /// Options for reading a source.
    #[derive(Clone, Debug)]
    pub struct DecodeOptions {
        /// The encoding that the transport declares (the `charset` of a media type). It takes
        /// precedence over a declaration in the document, but not over a byte order mark.
        pub charset: Option<Encoding> => "charset": Text,
        /// The language of text for which the document declares none (BCP 47).
        pub language: Option<Language> => "language": Language,
        /// The maximum size of a source. Default: 512 MiB.
        pub max_bytes: usize => "max-bytes": Integer default "536870912" unit "bytes" is for_hosts,
        /// External ITS rules, and the resolver for files that the source refers to.
        pub its: its::Options =>
            /// A document with ITS rules for markup. May be repeated; later documents take
            /// precedence.
            "rules": File is repeated is for_hosts with add_rules;
            /// The folder that contains the rules and records that the source links to. If unset,
            /// links are not followed.
            "rules-folder": Path is for_hosts with open_rules_folder;
            /// The path of the source, relative to the rules folder.
            "base": Path is for_hosts with read_base;
            /// The value of a variable in the selectors of ITS rules, as `NAME=VALUE`. May be
            /// repeated.
            "parameters": Pair is repeated is for_hosts with add_parameter,
        /// The bundled ITS rules for an XML vocabulary, for example `dita`. All other rules take
        /// precedence over them. Requests also accept `auto`, which is the default for translation,
        /// and `none`.
        pub rule_set: Option<RuleSet> => "rule-set": Text,
        /// The replacement for references to external and undeclared entities in XML: nothing,
        /// U+FFFD, or an error. Each replaced reference adds a warning to the document.
        pub unknown_entities: UnknownEntities
            => "unknown-entities": Word(&["omit", "replace", "refuse"]) default "omit",
        /// The treatment of bytes that are invalid in the encoding of plain text and of string
        /// formats: an error with the position, or replacement by U+FFFD.
        pub invalid_bytes: InvalidBytes => "invalid-bytes": Word(&["refuse", "replace"]) default "refuse",
        /// Make the values of translatable HTML attributes separate units, for example `alt` and
        /// `title`.
        pub translatable_attributes: bool => "translatable-attributes": Word(YES_NO) default "no",
        /// Make numeric and date cells of XLSX, ODS, CSV and TSV separate units.
        pub numeric_cells: bool => "numeric-cells": Word(YES_NO) default "no",
        /// The columns of a CSV or TSV table, for example `source=English,target=German`, also with
        /// `id`, `context` and `note`. If unset, columns are recognized by common names.
        pub columns: Option<Columns> => "columns": Text,
        /// The language of the targets, if the source contains translations into several languages,
        /// as string catalogs do. If unset, the targets are read only when there is exactly one
        /// other language.
        pub target_language: Option<Language> => "target-language": Language,
        /// The notations of placeholders in string formats, XLIFF and XML. If unset, each format
        /// uses its defaults, and XML of an unknown vocabulary has no placeholders.
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
        let message = format!("{}, expected a folder that can be read", error.message());
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
