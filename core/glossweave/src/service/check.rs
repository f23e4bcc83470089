//! Checks of the translations in documents.

use serde::Serialize;

use super::negotiate::check_sole_output;
use super::parameters::{Parameters, Short};
use super::services::{GraphInput, Services, check_i18n};
use super::xliff::{document_request, refuse_graph};
use super::{Call, Outcome};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::{CharSpan, Language, TextSpan};
use glossweave_document::Document;
use glossweave_translate::{CheckOptions, QualityIssue, check_translations};

/// The parameter that names a term base.
const DATASET: &str = "dataset";

/// The media types of reports.
const JSON: &[&str] = &["application/json"];

/// A report as JSON.
#[derive(Serialize)]
struct Report<'i> {
    issues: Vec<Entry<'i>>,
}

/// An issue as JSON; spans count code points.
#[derive(Serialize)]
struct Entry<'i> {
    unit: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'i str>,
    #[serde(rename = "type")]
    issue_type: &'static str,
    severity: u8,
    comment: &'i str,
    source: Extent,
    target: Extent,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

#[derive(Serialize)]
struct Extent {
    start: usize,
    end: usize,
}

impl From<CharSpan> for Extent {
    fn from(span: CharSpan) -> Extent {
        Extent { start: span.start(), end: span.end() }
    }
}

impl Services<'_> {
    /// Reports the issues of the translations in a document. The parameter `dataset` names a term base of the engine, or a
    /// stored term base, to use instead of `terms`.
    pub(super) fn check(&self, mut call: Call, handed: Option<&GraphInput>) -> Result<Outcome> {
        refuse_graph(handed)?;
        let mut parameters = Parameters::of(&call, Short::Unknown);
        check_i18n(&mut parameters)?;
        let mut request = document_request(&mut call, &mut parameters)?;
        check_sole_output(&call, &mut parameters, JSON, |name| name == "json")?;
        let dataset = parameters.take(DATASET);
        if dataset.is_some() && parameters.iter().any(|(name, _)| name == "terms") {
            let message = "`dataset` and `terms` exclude each other";
            return Err(Error::invalid(message).with_parameter(DATASET));
        }
        let mut options = CheckOptions::from_pairs(parameters.iter())?;
        request.decode.language.clone_from(&options.source);
        let services = self.services();
        services.conversion.admit(&mut request);
        let document = services.conversion.document(&mut request, options.target.as_ref())?;
        if let Some(name) = dataset {
            let [source, target] = languages(&document, &options)?;
            let list = services.terms.open_base(&name)?.term_list(source, target)?;
            options.set("terms", &list)?;
        }
        let issues = check_translations(&document, &options)?;
        let report = Report { issues: issues.iter().map(|one| entry(&document, one)).collect() };
        let json = serde_json::to_vec(&report).map_err(|error| {
            Error::new(ErrorKind::Internal, "the report cannot be written").because(error)
        })?;
        let mut outcome = Outcome::bytes(json, "application/json".to_owned());
        outcome.most = request.encode.max_output_bytes;
        Ok(outcome)
    }
}

/// Returns the languages of the texts and of the translations.
fn languages<'l>(document: &'l Document, options: &'l CheckOptions) -> Result<[&'l Language; 2]> {
    let unknown = |what: &str, name: &str| {
        Error::invalid(format!("the language of the {what} is not known")).with_parameter(name)
    };
    let source = options.source.as_ref().or(document.language());
    let target = options.target.as_ref().or(document.target().and_then(Document::language));
    Ok([
        source.ok_or_else(|| unknown("texts", "source-lang"))?,
        target.ok_or_else(|| unknown("translations", "target-lang"))?,
    ])
}

fn entry<'i>(document: &'i Document, issue: &'i QualityIssue) -> Entry<'i> {
    let unit = document.unit_at(issue.source.start());
    let chars = |document: &Document, span: TextSpan| document.char_span(span).into();
    let location = issue.location.as_ref();
    Entry {
        unit: issue.unit,
        name: unit.and_then(|unit| unit.name()),
        issue_type: issue.issue_type.name(),
        severity: issue.severity,
        comment: &issue.comment,
        source: chars(document, issue.source),
        target: chars(document.target().unwrap_or(document), issue.target),
        line: location.map(|place| place.line()),
        column: location.map(|place| place.column()),
    }
}
