//! Chunks of documents.

use super::negotiate::check_sole_output;
use super::parameters::{Parameters, Short, no_parameter};
use super::services::{GraphInput, Services, check_i18n};
use super::xliff::{document_request, refuse_graph};
use super::{Call, Outcome};
use crate::request::Request;
use glossweave_base::error::{Error, Result};
use glossweave_base::media::VocabularyFormat;
use glossweave_base::options::{is_option, option_names};
use glossweave_document::DecodeOptions;
use glossweave_document::chunk::{ChunkOptions, chunks};
use glossweave_entity::EntityOptions;
use glossweave_nif::chunk_lines;

/// The media types of chunks.
const LINES: &[&str] = &[chunk_lines::MEDIA_TYPE];

/// The parameter for the recognizers of entities in chunks.
const RECOGNIZER: &str = "recognizer";

/// Moves the options for reading from the parameters to a request.
pub(super) fn set_reading(request: &mut Request, parameters: &mut Parameters) -> Result<()> {
    let names = option_names(&[DecodeOptions::PARAMETERS]).into_iter();
    let mut given = names.filter_map(|name| Some((name, parameters.take(name)?)));
    given.try_for_each(|(name, value)| request.set(name, &value))
}

impl Services<'_> {
    /// Divides a document into chunks. With the parameter `recognizer`, the chunks contain
    /// entities.
    pub(super) fn chunks(&self, mut call: Call, handed: Option<&GraphInput>) -> Result<Outcome> {
        refuse_graph(handed)?;
        let mut parameters = Parameters::of(&call, Short::Unknown);
        check_i18n(&mut parameters)?;
        let mut request = document_request(&mut call, &mut parameters)?;
        let is_lines = |name: &str| matches!(name.parse(), Ok(VocabularyFormat::JsonLines));
        check_sole_output(&call, &mut parameters, LINES, is_lines)?;
        set_reading(&mut request, &mut parameters)?;
        let recognizer = parameters.take(RECOGNIZER);
        let (mut options, mut wanted) = (ChunkOptions::default(), EntityOptions::default());
        for (name, value) in parameters.iter() {
            if is_option(ChunkOptions::PARAMETERS, name) {
                options.set(name, value)?;
            } else if !is_option(EntityOptions::PARAMETERS, name) {
                let known = option_names(&[EntityOptions::PARAMETERS, ChunkOptions::PARAMETERS]);
                return Err(no_parameter(name, &[&[RECOGNIZER], &*known].concat()));
            } else if recognizer.is_none() {
                let message =
                    format!("`{name}` is for a recognizer, but `{RECOGNIZER}` is missing");
                return Err(Error::invalid(message).with_parameter(RECOGNIZER));
            } else {
                wanted.set(name, value)?;
            }
        }
        let services = self.services();
        services.conversion.admit(&mut request);
        options.max_output_bytes = options.max_output_bytes.or(request.encode.max_output_bytes);
        let document = services.conversion.document(&mut request, None)?;
        let language = request.decode.language.as_ref();
        let found = match recognizer {
            Some(name) => services.entities.recognize_with(&name, &document, &wanted, language)?,
            None => Vec::new(),
        };
        let all = chunks(&document, &found, &options)?;
        let lines = chunk_lines::write(&document, &all, &options)?;
        Ok(Outcome::bytes(lines, chunk_lines::MEDIA_TYPE.to_owned()))
    }
}
