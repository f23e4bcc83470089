//! The protocols that can be used to open translators.

use std::path::Path;
use std::sync::Arc;

use crate::provider_options::{APERTIUM, APY, CHAT, DEEPL, GOOGLE, KEY, LIBRETRANSLATE, MEMORY};
use crate::translation_memory::open_file;
use crate::{Apertium, Translator};
use glossweave_base::error::Result;
use glossweave_base::provider::{
    self, LANGUAGE_MODEL, Opener, Pairs, Parameter, Place, Protocol, ProviderKind, SERVICE, option,
};

/// Opens a translator by the name of its protocol, with a location and options by name. A file of a memory is
/// read as TMX or XLIFF if it has the extension of one of these formats, and as a saved memory otherwise.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`] with the name of the parameter if the protocol, the location or an option
/// is unknown or a required option is missing, [`ErrorKind::Storage`] if a file cannot be read,
/// [`ErrorKind::Unsupported`] if the library was built without the feature that the protocol needs, and the
/// errors of reading a file.
///
/// [`ErrorKind::Invalid`]: glossweave_base::ErrorKind::Invalid
/// [`ErrorKind::Storage`]: glossweave_base::ErrorKind::Storage
/// [`ErrorKind::Unsupported`]: glossweave_base::ErrorKind::Unsupported
pub fn open_translator<'o>(
    protocol: &str,
    place: &str,
    options: impl IntoIterator<Item = (&'o str, &'o str)>,
) -> Result<Arc<dyn Translator>> {
    provider::open(TRANSLATORS, protocol, place, options)
}

/// Creates a remote translator like [`open_translator`]. The protocol `apertium` means `apy`, and protocols
/// that open files or programs are unknown.
///
/// # Errors
///
/// Returns the errors of [`open_translator`].
pub fn remote_translator<'o>(
    protocol: &str,
    url: &str,
    options: impl IntoIterator<Item = (&'o str, &'o str)>,
) -> Result<Arc<dyn Translator>> {
    let remote = |opener: &&Opener<_>| opener.protocol.place == Place::Url;
    let name = if protocol == "apertium" { "apy" } else { protocol };
    provider::open(TRANSLATORS.iter().filter(remote), name, url, options)
}

/// Returns the protocols of translators.
pub fn protocols() -> impl Iterator<Item = Protocol> {
    TRANSLATORS.iter().map(|translator| translator.protocol)
}

/// Opens a translator over HTTP that is created from a service and has options by name.
#[cfg(feature = "remote")]
macro_rules! remote {
    ($translator:path) => {
        |place, options| {
            let mut remote = <$translator>::at(glossweave_net::Service::new(place)?);
            options.iter().try_for_each(|(name, value)| remote.set(name, value))?;
            Ok(Arc::new(remote))
        }
    };
}

#[cfg(not(feature = "remote"))]
macro_rules! remote {
    ($translator:path) => {
        |_, _| provider::without_feature("net")
    };
}

const TRANSLATORS: &[Opener<Arc<dyn Translator>>] = &[
    Opener {
        protocol: translator(
            "memory",
            Place::File,
            "A translation memory: TMX, XLIFF, or a saved one.",
            &[&MEMORY],
        ),
        open: |place, options| {
            let is_strict = option(options, "strict") == Some("true");
            Ok(Arc::new(open_file(Path::new(place), is_strict)?))
        },
    },
    Opener {
        protocol: translator(
            "apertium",
            Place::Mode,
            "A mode of Apertium, run as a separate process.",
            &[&APERTIUM],
        ),
        open: |place, options| {
            let mut apertium = Apertium::new(place, None)?;
            options.iter().try_for_each(|(name, value)| apertium.set(name, value))?;
            Ok(Arc::new(apertium))
        },
    },
    Opener {
        protocol: translator("apy", Place::Url, "A server of Apertium APY.", &[&SERVICE, &APY]),
        open: remote!(crate::ApertiumApy),
    },
    Opener {
        protocol: translator(
            "libretranslate",
            Place::Url,
            "A server of LibreTranslate.",
            &[&SERVICE, &LIBRETRANSLATE],
        ),
        open: remote!(crate::LibreTranslate),
    },
    Opener {
        protocol: translator(
            "deepl",
            Place::Url,
            "DeepL, version 2 of its API.",
            &[&[KEY.required()], &SERVICE, &DEEPL],
        ),
        open: deepl,
    },
    Opener {
        protocol: translator(
            "google",
            Place::Url,
            "Google Cloud Translation, version 3; the URL ends with the project and location.",
            &[&SERVICE, &GOOGLE],
        ),
        open: remote!(crate::Google),
    },
    Opener {
        protocol: translator(
            "chat-completions",
            Place::Url,
            "A language model with the OpenAI protocol: remote, or served by llama.cpp, Ollama or vLLM.",
            &[&LANGUAGE_MODEL, &SERVICE, &CHAT],
        ),
        open: chat,
    },
];

const fn translator(
    name: &'static str,
    place: Place,
    text: &'static str,
    options: &'static [&'static [Parameter]],
) -> Protocol {
    Protocol::new(ProviderKind::Translator, name, place, text, options)
}

/// Opens DeepL, whose constructor takes the key.
#[cfg(feature = "remote")]
fn deepl(place: &str, options: &Pairs<'_>) -> Result<Arc<dyn Translator>> {
    let service = glossweave_net::Service::new(place)?;
    let mut deepl = crate::DeepL::at(service, option(options, "key").unwrap_or_default());
    let mut others = options.iter().filter(|(name, _)| *name != "key");
    others.try_for_each(|(name, value)| deepl.set(name, value))?;
    Ok(Arc::new(deepl))
}

#[cfg(not(feature = "remote"))]
fn deepl(_: &str, _: &Pairs<'_>) -> Result<Arc<dyn Translator>> {
    provider::without_feature("net")
}

/// Opens a language model, whose constructor takes the name of the model.
#[cfg(feature = "remote")]
fn chat(place: &str, options: &Pairs<'_>) -> Result<Arc<dyn Translator>> {
    let service = glossweave_net::Service::new(place)?;
    let model = option(options, "model").unwrap_or_default();
    let mut chat = crate::ChatCompletions::at(service, model);
    options.iter().try_for_each(|(name, value)| chat.set(name, value))?;
    Ok(Arc::new(chat))
}

#[cfg(not(feature = "remote"))]
fn chat(_: &str, _: &Pairs<'_>) -> Result<Arc<dyn Translator>> {
    provider::without_feature("net")
}
