//! Options and fields as pairs of strings, so that a new one does not change the interface.

use std::mem::MaybeUninit;
use std::str::FromStr;

use glossweave::format::{OnParent, Verify};
use glossweave::markup::Encoding;
use glossweave::text::Language;
use glossweave::{DecodeOptions, EncodeOptions, Error, Kind, Result, nif};

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

pub(crate) fn decode_options(params: Option<&GwParams>) -> Result<DecodeOptions> {
    let mut options = DecodeOptions::default();
    GwParams::each(params, "charset, language, max-bytes", |name, value| {
        match name {
            "charset" => {
                let found = Encoding::for_label(value);
                options.charset = Some(found.ok_or_else(|| unknown_charset(value))?);
            }
            "language" => options.language = Some(language(name, value)?),
            "max-bytes" => options.max_bytes = parse(name, value, "a number of bytes")?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

fn unknown_charset(value: &str) -> Error {
    let message = format!("`charset` is `{value}`, which the Encoding Standard does not list");
    Error::new(Kind::Unsupported, message)
}

pub(crate) fn encode_options(params: Option<&GwParams>) -> Result<EncodeOptions> {
    let mut options = EncodeOptions::default();
    GwParams::each(params, "verify, on-parent", |name, value| {
        match (name, value) {
            ("verify", "on") => options.verify = Verify::On,
            ("verify", "off") => options.verify = Verify::Off,
            ("verify", _) => return Err(wrong(name, value, "`on` or `off`")),
            ("on-parent", "never") => options.on_parent = OnParent::Never,
            ("on-parent", "when-needed") => options.on_parent = OnParent::WhenNeeded,
            ("on-parent", "preferred") => options.on_parent = OnParent::Preferred,
            ("on-parent", _) => {
                return Err(wrong(name, value, "`never`, `when-needed` or `preferred`"));
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
}

pub(crate) fn nif_options(params: Option<&GwParams>) -> Result<nif::Options> {
    let mut options = nif::Options::default();
    GwParams::each(params, "prefix, nif-version, language, fallback-language", |name, value| {
        match (name, value) {
            ("prefix", _) => options.prefix = value.to_owned(),
            ("nif-version", "2.0") => options.version = nif::Version::V2_0,
            ("nif-version", "2.1") => options.version = nif::Version::V2_1,
            ("nif-version", _) => return Err(wrong(name, value, "`2.0` or `2.1`")),
            ("language", _) => options.language = nif::Tagging::Fixed(language(name, value)?),
            ("fallback-language", _) => {
                let fallback = Some(language(name, value)?);
                options.language = nif::Tagging::Document { fallback };
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(options)
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
