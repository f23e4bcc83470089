//! Extraction of XLIFF files from documents, and merging of their translations.

use std::collections::HashMap;

use super::negotiate::{check_sole_output, input};
use super::parameters::{Parameters, Short};
use super::services::{GraphInput, Services, check_i18n, written};
use super::{Call, Outcome};
use crate::request::{Request, no_document};
use glossweave_base::error::{Error, Result, Side, Skipped, SkippedExt};
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format::{EncodeOptions, encode};
use glossweave_translate::{XliffOptions, embedded_document, merge_xliff, to_xliff};

/// The names of the [options](EncodeOptions::PARAMETERS) of `/toolbox/xliff/merge`.
pub const MERGE_NAMES: &[&str] = &["verify", "set-lang", "target-state", "max-output-bytes"];

impl Services<'_> {
    /// Writes the texts of a document as an XLIFF file.
    pub(super) fn extract(&self, mut call: Call, handed: Option<&GraphInput>) -> Result<Outcome> {
        refuse_graph(handed)?;
        let mut parameters = Parameters::of(&call, Short::Unknown);
        check_i18n(&mut parameters)?;
        let mut request = document_request(&mut call, &mut parameters)?;
        check_format(&call, &mut parameters, Format::Xliff)?;
        let options = XliffOptions::from_pairs(parameters.iter())?;
        request.decode.language.clone_from(&options.source);
        let services = self.services();
        services.conversion.admit(&mut request);
        let document = services.conversion.document(&mut request, Some(&options.target))?;
        let file = to_xliff(&document, &options)?;
        let mut outcome = Outcome::bytes(file, Format::Xliff.media_type().to_owned());
        outcome.most = request.encode.max_output_bytes;
        Ok(outcome)
    }

    /// Writes the translations of an XLIFF file into the document that is its skeleton. Units whose
    /// translation is not written are reported as skipped.
    pub(super) fn merge(&self, mut call: Call, handed: Option<&GraphInput>) -> Result<Outcome> {
        refuse_graph(handed)?;
        let mut parameters = Parameters::of(&call, Short::Unknown);
        check_i18n(&mut parameters)?;
        let read = input(&mut call, &mut parameters, Format::Xliff, false)?;
        if read.format != Format::Xliff {
            let message = format!("`{}` is not a file in XLIFF", read.format);
            return Err(Error::unsupported(Side::Input, message).with_parameter("informat"));
        }
        let services = self.services();
        let mut options = EncodeOptions { translations: true, ..EncodeOptions::default() };
        options.max_output_bytes = services.conversion.max_output_bytes;
        for (name, value) in parameters.iter().filter(|(name, _)| *name != "outformat") {
            match MERGE_NAMES.contains(&name) {
                true => options.set(name, value)?,
                false => return Err(Error::no_option(name, MERGE_NAMES)),
            }
        }
        let reading =
            DecodeOptions { max_bytes: services.conversion.max_bytes, ..DecodeOptions::default() };
        let document = embedded_document(&read.bytes, &reading)?.ok_or_else(|| {
            let message = "the document is not in the file: extract it with `embed=yes`";
            Error::invalid(message).with_parameter("embed")
        })?;
        let format = document.source().format();
        check_format(&call, &mut parameters, format)?;
        let memory = call.memory.take();
        let size = read.bytes.len();
        options.allowance = Some(memory.unwrap_or_else(|| services.conversion.allowance(size)));
        let found = merge_xliff(&document, &read.bytes)?;
        let encoded = encode(&document, &found, &options)?;
        let units: HashMap<usize, u32> =
            document.units().map(|unit| (unit.span().start(), unit.id())).collect();
        let mut skipped = Vec::new();
        for (index, rule) in encoded.not_placed() {
            let unit = units.get(&found[index].span().start()).map(u32::to_string);
            Skipped::new(unit.unwrap_or_default(), rule).keep(&mut skipped);
        }
        let media_type =
            written(format.media_type().to_owned(), document.source().encoding(), format);
        let mut outcome = Outcome { skipped, ..Outcome::bytes(encoded.bytes, media_type) };
        outcome.most = options.max_output_bytes;
        Ok(outcome)
    }
}

/// Returns an error if a call requests another format for its answer.
fn check_format(call: &Call, parameters: &mut Parameters, format: Format) -> Result<()> {
    let is_name = |name: &str| Format::in_request(name).ok() == Some(format);
    check_sole_output(call, parameters, format.media_types(), is_name)
}

/// Returns a request with the document of a call.
pub(super) fn document_request(call: &mut Call, parameters: &mut Parameters) -> Result<Request> {
    let read = input(call, parameters, Format::Text, false)?;
    let mut request = Request::new(read.bytes, read.format);
    if !request.informat.is_document() {
        return Err(no_document(request.informat));
    }
    request.decode.charset = read.charset;
    request.memory = call.memory.take();
    Ok(request)
}

/// Returns an error if the result of an earlier step is RDF.
pub(super) fn refuse_graph(handed: Option<&GraphInput>) -> Result<()> {
    match handed {
        None => Ok(()),
        Some(GraphInput { format, .. }) => Err(no_document(*format)),
    }
}
