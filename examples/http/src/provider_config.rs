//! Recognizers and translation systems of the settings.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use glossweave::engine::Builder;
use glossweave::entity::NifService;
use glossweave::entity::{Dictionary, Spotlight};
use glossweave::net::Service;
use glossweave::translate::System;
use glossweave::translate::{Apertium, TranslationMemory, Translator, remote_translator};
use glossweave::{Error, ErrorKind, Result};
use serde::Deserialize;

/// Names and values.
type Options = BTreeMap<String, String>;

/// A recognizer: the table `recognizer` in a file of settings, which may be repeated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recognizer {
    /// The name in paths.
    pub name: String,
    /// The protocol: `dictionary` (of a file), `nif` or `spotlight` (at a URL).
    pub protocol: String,
    /// The URL, or the path of the file: CSV, or a saved dictionary.
    pub place: String,
    /// Further options, as the engine names them.
    #[serde(default)]
    pub options: Options,
}

/// A translation system: the table `translator` in a file of settings, which may be repeated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranslationSystem {
    /// The name in paths, which several systems may have.
    pub provider: String,
    /// The protocol: `memory` (of a file), `apertium` (local), `libretranslate`, `deepl`, `google` or `apy`
    /// (at a URL).
    pub protocol: String,
    /// The URL, the mode of Apertium, or the path of the file: TMX, XLIFF or a saved memory.
    pub place: String,
    /// Languages, domain and key: the fields of [`System::from_fields`].
    pub system: Options,
    /// Further options, as the engine names them.
    #[serde(default)]
    pub options: Options,
}

/// Adds all of them to an engine. Returns `ErrorKind::Invalid`, with the parameter at fault, `ErrorKind::Storage` if
/// a file cannot be read, and the errors of reading it.
pub fn add(
    mut builder: Builder,
    found: &[Recognizer],
    systems: &[TranslationSystem],
) -> Result<Builder> {
    for one in found {
        builder = recognizer(builder, one)?;
    }
    for one in systems {
        let system = System::from_fields(pairs(&one.system))?;
        builder = builder.translator(&one.provider, system, translator(one)?);
    }
    Ok(builder)
}

fn recognizer(builder: Builder, one: &Recognizer) -> Result<Builder> {
    let Recognizer { name, protocol, place, options } = one;
    Ok(match protocol.as_str() {
        "dictionary" if place.ends_with(".csv") => {
            builder.recognizer(name, Dictionary::from_csv(open(place)?)?)
        }
        "dictionary" => builder.recognizer(name, Dictionary::open(place)?),
        "nif" => {
            let mut service = NifService::at(Service::new(place)?);
            pairs(options).try_for_each(|(name, value)| service.set(name, value))?;
            builder.recognizer(name, service)
        }
        "spotlight" => {
            let mut service = Spotlight::at(Service::new(place)?);
            pairs(options).try_for_each(|(name, value)| service.set(name, value))?;
            builder.recognizer(name, service)
        }
        other => return Err(no_protocol(other, "dictionary, nif, spotlight")),
    })
}

fn translator(one: &TranslationSystem) -> Result<Arc<dyn Translator>> {
    let TranslationSystem { protocol, place, options, .. } = one;
    Ok(match protocol.as_str() {
        "memory" => Arc::new(memory(place, options)?),
        "apertium" => {
            let mut apertium = Apertium::new(place, None)?;
            pairs(options).try_for_each(|(name, value)| apertium.set(name, value))?;
            Arc::new(apertium)
        }
        "apy" => remote_translator("apertium", place, pairs(options))?,
        "libretranslate" | "deepl" | "google" => {
            remote_translator(protocol, place, pairs(options))?
        }
        other => {
            let known = "memory, apertium, apy, libretranslate, deepl, google";
            return Err(no_protocol(other, known));
        }
    })
}

fn memory(location: &str, options: &Options) -> Result<TranslationMemory> {
    let mut builder = TranslationMemory::builder();
    for (name, value) in pairs(options) {
        match (name, value) {
            ("strict", "true") => {}
            ("strict", "false") => drop(builder.lenient()),
            ("strict", _) => {
                let message = "expected true or false as `strict`";
                return Err(Error::invalid(message).with_parameter(name));
            }
            _ => {
                let message = format!("no option `{name}` of a memory, expected `strict`");
                return Err(Error::invalid(message).with_parameter(name));
            }
        }
    }
    if !options.contains_key("strict") {
        builder.lenient();
    }
    match location.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "tmx" => builder.tmx(open(location)?)?,
        "xlf" | "xliff" => builder.xliff(open(location)?)?,
        _ => return TranslationMemory::open(location),
    };
    for one in builder.skipped() {
        tracing::warn!(file = location, unit = one.subject(), "left out: {one}");
    }
    builder.build()
}

fn open(location: &str) -> Result<BufReader<File>> {
    File::open(location).map(BufReader::new).map_err(|error| {
        let message = format!("the file `{location}` cannot be read: {error}");
        Error::new(ErrorKind::Storage, message).with_parameter("place").because(error)
    })
}

fn pairs(options: &Options) -> impl Iterator<Item = (&str, &str)> {
    options.iter().map(|(name, value)| (name.as_str(), value.as_str()))
}

fn no_protocol(word: &str, known: &str) -> Error {
    let message = format!("no protocol `{word}`, expected one of {known}");
    Error::invalid(message).with_parameter("protocol")
}
