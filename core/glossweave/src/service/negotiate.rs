//! Negotiation of the formats of input and output.

use super::Call;
use super::parameters::Parameters;
use glossweave_base::error::shown;
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::{Accept, Format, essence, media_parameter};
use glossweave_markup::Encoding;
use glossweave_rdf::ResultFormat;

/// The input of a call.
pub(super) struct Input {
    /// The body, or the parameter `input`. Empty if an earlier result is the input.
    pub bytes: Vec<u8>,
    pub format: Format,
    pub charset: Option<Encoding>,
}

/// Returns the input and its format: the parameter `informat`, or else the header `Content-Type`,
/// or else `usual`. Returns `ErrorKind::Invalid` if there is no input and no earlier result, and
/// `ErrorKind::Unsupported` for an unknown format or encoding.
pub(super) fn input(
    call: &mut Call,
    parameters: &mut Parameters,
    usual: Format,
    handed_on: bool,
) -> Result<Input> {
    let given = parameters.take("input");
    let overrides = given.is_some();
    let body = std::mem::take(&mut call.body);
    let bytes = given.map_or(body, String::into_bytes);
    if bytes.is_empty() && !handed_on {
        let message = "no input: send a body, or set `input`";
        return Err(Error::invalid(message).with_parameter("input"));
    }
    // A parameter is text. A declared encoding refers to the original bytes.
    let decoded = overrides.then_some(Encoding::UTF_8);
    if let Some(name) = parameters.take_format("informat") {
        let format = Format::in_request(&name);
        let format = format.map_err(|error| error.with_parameter("informat"))?;
        return Ok(Input { bytes, format, charset: decoded.or(charset(&name)?) });
    }
    let Some(declared) = call.header("content-type") else {
        return Ok(Input { bytes, format: usual, charset: decoded });
    };
    match Format::in_request(declared) {
        Ok(format) => Ok(Input { bytes, format, charset: decoded.or(charset(declared)?) }),
        // The header describes the body, which is not used.
        Err(_) if overrides => Ok(Input { bytes, format: usual, charset: decoded }),
        Err(error) => Err(error.with_parameter("Content-Type")),
    }
}

/// Returns the `charset` of a media type.
fn charset(media: &str) -> Result<Option<Encoding>> {
    media_parameter(media, "charset").map(str::parse).transpose()
}

/// The format of the answer of a call.
pub(super) struct Output {
    /// The value for the parameter `outformat` of a request, or `None` for the default.
    pub name: Option<String>,
    /// The requested media type, if there is one.
    pub media_type: Option<String>,
}

/// Returns the format of an answer: the parameter `outformat`, or else one of the media types in
/// `Accept`. Returns `ErrorKind::Unsupported`, with the parameter `Accept`, if none of them is
/// available.
pub(super) fn output(
    call: &Call,
    parameters: &mut Parameters,
    offers: &[&'static str],
) -> Result<Output> {
    if let Some(name) = parameters.take_format("outformat") {
        let media_type = name.contains('/').then(|| essence(&name).to_ascii_lowercase());
        return Ok(Output { name: Some(name), media_type });
    }
    let Some(wanted) = call.header("accept") else {
        return Ok(Output { name: None, media_type: None });
    };
    let accept: Accept = wanted.parse()?;
    match accept.best(offers) {
        // The first media type is the default.
        Some(0) => Ok(Output { name: None, media_type: Some(offers[0].to_owned()) }),
        Some(chosen) => {
            let chosen = offers[chosen].to_owned();
            Ok(Output { name: Some(chosen.clone()), media_type: Some(chosen) })
        }
        None => {
            let message = format!(
                "no accepted media type is available, expected one of {}",
                offers.join(", ")
            );
            Err(Error::unsupported(Side::Output, message).with_parameter("Accept"))
        }
    }
}

/// Checks the requested format for a service with a single output format, which has these media
/// types. Returns the errors of [`output`], and `ErrorKind::Unsupported`, with the parameter
/// `outformat`, if another format is requested.
pub(super) fn check_sole_output(
    call: &Call,
    parameters: &mut Parameters,
    media_types: &[&'static str],
    is_name: impl Fn(&str) -> bool,
) -> Result<()> {
    match output(call, parameters, media_types)?.name {
        Some(name) if !media_types.contains(&&*name) && !is_name(&name) => {
            let known = media_types.first().copied().unwrap_or_default();
            let message = format!("the answer is in `{known}`, not in {}", shown(&name));
            Err(Error::unsupported(Side::Output, message).with_parameter("outformat"))
        }
        _ => Ok(()),
    }
}

/// Returns all media types of documents that can be read, plain text first.
///
/// ```
/// use glossweave::service::input_media_types;
/// assert_eq!(input_media_types()[0], "text/plain");
/// assert!(input_media_types().contains(&"text/html"));
/// ```
pub fn input_media_types() -> Vec<&'static str> {
    let all = Format::ALL.iter().flat_map(|format| format.media_types());
    all.chain(Format::JSON).copied().collect()
}

/// Returns all media types of answers of enrichment services: RDF first, then the tables of
/// filters, and the formats of documents that can be returned or exported.
///
/// ```
/// use glossweave::service::output_media_types;
/// let types = output_media_types();
/// assert!(types.contains(&"text/turtle") && types.contains(&"text/csv"));
/// ```
pub fn output_media_types() -> Vec<&'static str> {
    let returned = Format::ALL
        .iter()
        .filter(|format| format.returns() || format.translates() || format.exports());
    let mut all = offers(Format::Text);
    all.extend(ResultFormat::media_types());
    all.extend(returned.flat_map(|format| format.media_types()));
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|media_type| seen.insert(*media_type));
    all
}

/// Returns the media types of possible answers to a document or NIF, the default first.
pub(super) fn offers(informat: Format) -> Vec<&'static str> {
    let mut offers: Vec<&'static str> = Vec::new();
    for format in Format::ALL.iter().filter(|format| format.is_rdf()) {
        offers.extend(format.media_types());
    }
    offers.extend(Format::JSON);
    // Plain text is returned only when a parameter requests it.
    if informat.returns() || informat.is_converted() && informat.translates() {
        offers.extend(informat.media_types());
    }
    let exported = Format::ALL.iter().filter(|format| format.exports());
    offers.extend(exported.flat_map(|format| format.media_types()));
    offers
}
