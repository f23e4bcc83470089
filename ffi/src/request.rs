//! Requests and options of an engine, from pairs of strings.

use glossweave::entity::EntityOptions;
use glossweave::link::LinkRequest;
use glossweave::pipeline::BatchOptions;
use glossweave::resource::ResourceUpdate;
use glossweave::term::TerminologyRequest;
use glossweave::text::Language;
use glossweave::translate::TranslationRequest;
use glossweave::{Format, Request, Result, xslt};

use crate::GwParams;
use crate::guard::require;
use crate::params::options;

options! {
    fn changes -> ResourceUpdate;
    fn many_options -> BatchOptions;
    fn xslt_options -> xslt::Options;
}

pub(crate) fn request(input: &[u8], params: Option<&GwParams>) -> Result<Request> {
    let mut request = empty_request(input, params)?;
    GwParams::pairs(params).try_for_each(|(name, value)| request.set(name, value))?;
    Ok(request)
}

pub(crate) fn link_request(input: &[u8], params: Option<&GwParams>) -> Result<LinkRequest> {
    let mut request = LinkRequest::new("", empty_request(input, params)?);
    GwParams::pairs(params).try_for_each(|(name, value)| request.set(name, value))?;
    Ok(request)
}

pub(crate) fn terminology_request(
    input: &[u8],
    params: Option<&GwParams>,
) -> Result<TerminologyRequest> {
    let mut request = TerminologyRequest::new(<_>::default(), empty_request(input, params)?);
    GwParams::pairs(params).try_for_each(|(name, value)| request.set(name, value))?;
    Ok(request)
}

pub(crate) fn translation_request(
    input: &[u8],
    params: Option<&GwParams>,
) -> Result<TranslationRequest> {
    TranslationRequest::from_pairs(empty_request(input, params)?, GwParams::pairs(params))
}

/// Creates a request with only its input.
fn empty_request(input: &[u8], params: Option<&GwParams>) -> Result<Request> {
    let informat = GwParams::pairs(params).find(|(name, _)| *name == "informat");
    let (_, informat) = require(informat, "informat")?;
    let format = informat.parse::<Format>().map_err(|error| error.with_parameter("informat"))?;
    Ok(Request::new(input, format))
}

/// Returns the options of e-Entity and the language.
pub(crate) fn recognition(params: Option<&GwParams>) -> Result<(EntityOptions, Option<Language>)> {
    let (mut wanted, mut language) = (EntityOptions::default(), None);
    GwParams::pairs(params).try_for_each(|(name, value)| match name {
        "language" => value.parse().map(|tag| language = Some(tag)),
        _ => wanted.set(name, value),
    })?;
    Ok((wanted, language))
}

pub(crate) fn xslt_request(input: &[u8], params: Option<&GwParams>) -> Result<xslt::Request> {
    let mut request = xslt::Request::new(input, Format::Xml);
    GwParams::pairs(params).try_for_each(|(name, value)| request.set(name, value))?;
    Ok(request)
}
