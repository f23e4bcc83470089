//! Redaction and restoration of documents.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glossweave_base::error::{Error, ErrorKind, Result, Skipped, SkippedExt};
use glossweave_base::options::{is_option, list, option_names};
use glossweave_base::text::ByteSpan;
use glossweave_document::recognizer::Recognizer;
use glossweave_entity::EntityOptions;
use glossweave_redact::{PseudonymKey, RedactOptions, Redaction, redact, restore};
use serde::Serialize;
use serde_json::Value;

use super::chunks::set_reading;
use super::negotiate::{input, output};
use super::parameters::{Parameters, Short, no_parameter};
use super::services::{GraphInput, Services, check_i18n, written};
use super::xliff::{document_request, refuse_graph};
use super::{Call, Outcome};
use glossweave_base::media::Format;

/// The media type of reports.
const JSON: &str = "application/json";

/// The parameters for finding entities.
const RECOGNIZING: [&str; 2] = ["recognizer", "dataset"];

/// A report as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'r> {
    /// The bytes of the document, in Base64.
    document: String,
    media_type: &'r str,
    spans: Vec<Place<'r>>,
    residue: Vec<Place<'r>>,
    removed: &'r [String],
    unchecked: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Value>,
}

/// A span of a document, in bytes of the part that contains it.
#[derive(Serialize)]
struct Place<'r> {
    label: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    replacement: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'r str>,
    start: usize,
    end: usize,
}

impl<'r> Place<'r> {
    fn new(label: &'r str, part: Option<&'r str>, span: ByteSpan) -> Place<'r> {
        Place { label, replacement: None, part, start: span.start(), end: span.end() }
    }
}

impl Services<'_> {
    /// Redacts a document. The parameter `recognizer` names recognizers of the engine, and
    /// `dataset` names the datasets that they use. All other parameters are options of redaction.
    pub(super) fn redact(&self, mut call: Call, handed: Option<&GraphInput>) -> Result<Outcome> {
        refuse_graph(handed)?;
        let mut parameters =
            Parameters::with_repeated(&call, Short::Unknown, RedactOptions::PARAMETERS);
        check_i18n(&mut parameters)?;
        let mut request = document_request(&mut call, &mut parameters)?;
        let format = request.informat;
        let offers: Vec<&'static str> =
            format.media_types().iter().copied().chain([JSON]).collect();
        let wanted = output(&call, &mut parameters, &offers)?.name;
        let is_report = matches!(wanted.as_deref(), Some(JSON | "json"));
        if wanted.is_some_and(|name| !is_report && Format::in_request(&name).ok() != Some(format)) {
            let message =
                format!("a document in `{format}` stays in its format, or is reported as {JSON}");
            return Err(Error::invalid(message).with_parameter("outformat"));
        }
        set_reading(&mut request, &mut parameters)?;
        let [recognizer, dataset] = RECOGNIZING;
        let names = parameters.take(recognizer).unwrap_or_default();
        let mut entities = EntityOptions::default();
        if let Some(datasets) = parameters.take(dataset) {
            if names.is_empty() && !datasets.is_empty() {
                let message =
                    "`dataset` has no effect without `recognizer`, for example `dictionary`";
                return Err(Error::invalid(message).with_parameter(dataset));
            }
            entities.set(dataset, &datasets)?;
        }
        if let Some((name, _)) =
            parameters.iter().find(|(name, _)| !is_option(RedactOptions::PARAMETERS, name))
        {
            let known = [&RECOGNIZING, &*option_names(&[RedactOptions::PARAMETERS])].concat();
            return Err(no_parameter(name, &known));
        }
        let options = RedactOptions::from_pairs(parameters.iter())?;
        let services = self.services();
        let named = list(&names).into_iter();
        let recognizers = named
            .map(|name| services.entities.recognizer(&name, entities.clone()))
            .collect::<Result<Vec<_>>>()
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound if error.parameter().is_none() => {
                    error.with_parameter(recognizer)
                }
                _ => error,
            })?;
        let recognizers: Vec<&dyn Recognizer> =
            recognizers.iter().map(|one| one as &dyn Recognizer).collect();
        services.conversion.admit(&mut request);
        let document = services.conversion.document(&mut request, None)?;
        let redaction = redact(&document, &recognizers, &options)?;
        let media_type =
            written(format.media_type().to_owned(), document.source().encoding(), format);
        let mut outcome = match is_report {
            true => Outcome::bytes(report(&redaction, &media_type)?, JSON.to_owned()),
            false => Outcome::bytes(redaction.bytes, media_type),
        };
        for residue in &redaction.residue {
            let part = residue.part.as_deref().unwrap_or("document");
            Skipped::new(part, format!("a redacted string ({}) remains", residue.label))
                .keep(&mut outcome.skipped);
        }
        outcome.most = request.encode.max_output_bytes;
        Ok(outcome)
    }

    /// Restores a document that was redacted with the pseudonyms of a key.
    pub(super) fn restore(&self, mut call: Call, handed: Option<&GraphInput>) -> Result<Outcome> {
        refuse_graph(handed)?;
        let mut parameters = Parameters::of(&call, Short::Unknown);
        check_i18n(&mut parameters)?;
        let read = input(&mut call, &mut parameters, Format::Text, false)?;
        let key = parameters.take("key").ok_or_else(|| {
            Error::invalid("`key` is missing: the JSON of a key of pseudonyms")
                .with_parameter("key")
        })?;
        if let Some((name, _)) = parameters.iter().find(|(name, _)| *name != "outformat") {
            return Err(Error::no_option(name, &["key"]));
        }
        let key =
            PseudonymKey::from_json(key.as_bytes()).map_err(|error| error.with_parameter("key"))?;
        let media_type = read.format.media_type().to_owned();
        Ok(Outcome::bytes(restore(&read.bytes, &key)?, media_type))
    }
}

fn report(redaction: &Redaction, media_type: &str) -> Result<Vec<u8>> {
    let unwritten =
        |error| Error::new(ErrorKind::Internal, "the report cannot be written").because(error);
    let key = redaction.key.as_ref();
    let key = key.map(|key| serde_json::from_slice(&key.to_json()).map_err(unwritten));
    let spans = redaction.spans.iter().map(|one| Place {
        replacement: Some(&one.replacement),
        ..Place::new(&one.label, one.part.as_deref(), one.span)
    });
    let residue = redaction.residue.iter();
    let report = Report {
        document: STANDARD.encode(&redaction.bytes),
        media_type,
        spans: spans.collect(),
        residue: residue.map(|one| Place::new(&one.label, one.part.as_deref(), one.span)).collect(),
        removed: &redaction.removed,
        unchecked: &redaction.unchecked,
        key: key.transpose()?,
    };
    serde_json::to_vec(&report).map_err(unwritten)
}
