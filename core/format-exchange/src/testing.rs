//! Functions for the unit tests of the crate.

#![allow(dead_code, clippy::unwrap_used, reason = "functions that the tests of some crates use")]

use crate::{
    AnnotatedDocument, BiocJson, BiocXml, Brat, CasJson, CasXmi, CasXmiZip, Conll2003, Conllu,
    GateJson, GateXml, LabelStudio, PubAnnotation, Tei,
};
use glossweave_format_base::{Formats, PlainText};
use glossweave_format_markup::{Html, Xml};
use glossweave_format_office::Docx;
use glossweave_format_strings::Markdown;

/// The formats that the tests use.
pub const FORMATS: Formats = Formats(&[
    &[
        &Conll2003,
        &Conllu,
        &CasXmi,
        &CasXmiZip,
        &CasJson,
        &Brat,
        &PubAnnotation,
        &LabelStudio(EMBEDDED),
        &BiocXml,
        &BiocJson,
        &GateXml,
        &GateJson,
        &Tei,
        &AnnotatedDocument(EMBEDDED),
    ],
    EMBEDDED.0[0],
]);

const EMBEDDED: Formats = Formats(&[&[&PlainText, &Html, &Xml, &Markdown, &Docx]]);

glossweave_testing::format_functions!();
