//! Options and fields as pairs of strings, so that a new one does not change the interface.

use std::mem::MaybeUninit;
use std::str::FromStr;

use glossweave::format::{OnParent, Verify};
use glossweave::markup::Encoding;
use glossweave::text::Language;
use glossweave::{
    DecodeOptions, EncodeOptions, Error, Format, Kind, Request, Result, Settings, nif,
};

use crate::guard::{give, guard, require};
use crate::{GwError, GwStatus, GwStr};

/// Names with values. Free it with `gw_params_free`. Not to be changed while another thread uses
/// it.
#[derive(Debug, Default)]
pub struct GwParams {
    pairs: Vec<(String, String)>,
}

impl GwParams {
    /// Hands each pair to `take`, which says whether it knows the name.
    pub(crate) fn each<'a>(
        params: Option<&'a GwParams>,
        known: &str,
        mut take: impl FnMut(&'a str, &'a str) -> Result<bool>,
    ) -> Result<()> {
        for (name, value) in params.iter().flat_map(|params| &params.pairs) {
            if !take(name, value).map_err(|error| error.with_parameter(name))? {
                let message = format!("parameter `{name}` is unknown, expected one of {known}");
                return Err(Error::invalid(message).with_parameter(name));
            }
        }
        Ok(())
    }
}

/// A value of a type that is read from text.
pub(crate) fn parse<T: FromStr>(name: &str, value: &str, expected: &str) -> Result<T> {
    value.parse().map_err(|_| wrong(name, value, expected))
}

pub(crate) fn language(name: &str, value: &str) -> Result<Language> {
    Language::parse(value).ok_or_else(|| wrong(name, value, "a language tag"))
}

pub(crate) fn wrong(name: &str, value: &str, expected: &str) -> Error {
    Error::invalid(format!("`{name}` is `{value}`, expected {expected}"))
}

fn one_of<T: Copy>(name: &str, value: &str, known: &[(&str, T)]) -> Result<T> {
    let found = known.iter().find(|(word, _)| *word == value).map(|(_, meant)| *meant);
    found.ok_or_else(|| {
        let words: Vec<_> = known.iter().map(|(word, _)| format!("`{word}`")).collect();
        wrong(name, value, &words.join(" or "))
    })
}

fn charset(value: &str) -> Result<Encoding> {
    Encoding::for_label(value).ok_or_else(|| {
        let message = format!("`charset` is `{value}`, which the Encoding Standard does not list");
        Error::new(Kind::Unsupported, message)
    })
}

fn version(name: &str, value: &str) -> Result<nif::Version> {
    one_of(name, value, &[("2.0", nif::Version::V2_0), ("2.1", nif::Version::V2_1)])
}

/// Takes an option of giving back, or says that it is none.
fn take_encode(options: &mut EncodeOptions, name: &str, value: &str) -> Result<bool> {
    let places = [
        ("never", OnParent::Never),
        ("when-needed", OnParent::WhenNeeded),
        ("preferred", OnParent::Preferred),
    ];
    match name {
        "verify" => {
            options.verify = one_of(name, value, &[("on", Verify::On), ("off", Verify::Off)])?;
        }
        "on-parent" => options.on_parent = one_of(name, value, &places)?,
        _ => return Ok(false),
    }
    Ok(true)
}

pub(crate) fn decode_options(params: Option<&GwParams>) -> Result<DecodeOptions> {
    let mut options = DecodeOptions::default();
    GwParams::each(params, "charset, language, max-bytes", |name, value| {
        match name {
            "charset" => options.charset = Some(charset(value)?),
            "language" => options.language = Some(language(name, value)?),
            "max-bytes" => options.max_bytes = parse(name, value, "a number of bytes")?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

pub(crate) fn encode_options(params: Option<&GwParams>) -> Result<EncodeOptions> {
    let mut options = EncodeOptions::default();
    GwParams::each(params, "verify, on-parent", |name, value| {
        take_encode(&mut options, name, value)
    })?;
    Ok(options)
}

pub(crate) fn nif_options(params: Option<&GwParams>) -> Result<nif::Options> {
    let mut options = nif::Options::default();
    GwParams::each(params, "prefix, nif-version, language, fallback-language", |name, value| {
        match name {
            "prefix" => options.prefix = value.to_owned(),
            "nif-version" => options.version = version(name, value)?,
            "language" => options.language = nif::Tagging::Fixed(language(name, value)?),
            "fallback-language" => {
                let fallback = Some(language(name, value)?);
                options.language = nif::Tagging::Document { fallback };
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

pub(crate) fn settings(params: Option<&GwParams>) -> Result<Settings> {
    let mut settings = Settings::default();
    GwParams::each(params, "prefix, max-bytes", |name, value| {
        match name {
            "prefix" => settings.prefix = value.to_owned(),
            "max-bytes" => settings.max_bytes = parse(name, value, "a number of bytes")?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(settings)
}

pub(crate) fn request(input: &[u8], params: Option<&GwParams>) -> Result<Request> {
    let mut request = Request::new(input, Format::Text);
    let mut informat = None;
    let known = "informat, outformat, charset, language, prefix, nif-version, any-language, \
                 verify, on-parent";
    GwParams::each(params, known, |name, value| {
        match name {
            "informat" => informat = Some(value.parse()?),
            "outformat" => request.outformat = value.parse()?,
            "charset" => request.charset = Some(charset(value)?),
            "language" => request.language = Some(language(name, value)?),
            "prefix" => request.prefix = Some(value.to_owned()),
            "nif-version" => request.version = version(name, value)?,
            "any-language" => {
                request.any_language = one_of(name, value, &[("yes", true), ("no", false)])?;
            }
            _ => return take_encode(&mut request.encode, name, value),
        }
        Ok(true)
    })?;
    request.informat = require(informat, "informat")?;
    Ok(request)
}

/// Makes an empty set. Free it with `gw_params_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_params_new(
    params: Option<&mut MaybeUninit<*mut GwParams>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        give(require(params, "params")?, GwParams::default());
        Ok(())
    })
}

/// Adds a name with its value; both are copied. Of options the last value of a name counts, of
/// fields that hold several values each counts. Whether a name is known is found out where the set
/// is used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_params_add(
    params: Option<&mut GwParams>,
    name: GwStr,
    value: GwStr,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let pair = (name.get("name")?.to_owned(), value.get("value")?.to_owned());
        require(params, "params")?.pairs.push(pair);
        Ok(())
    })
}

/// Frees a set. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_params_free(params: Option<Box<GwParams>>) {
    drop(params);
}
