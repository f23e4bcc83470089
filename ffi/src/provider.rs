//! Providers: recognizers, term finders, translators and endpoints.

use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::Result;
use glossweave::engine::Builder;
use glossweave::entity::Recognizer;
use glossweave::provider::{Provider, protocols};
use glossweave::translate::System;

use crate::bytes::json;
use crate::engine::open;
use crate::guard::{give, guard, require};
use crate::{GwBuffer, GwDictionary, GwError, GwParams, GwSession, GwStatus, GwStr};

/// Providers of any kind under the names that callers use, to hand to `gw_engine_open`. Free it with
/// `gw_providers_free`. Not to be changed while another thread uses it.
#[derive(Default)]
pub struct GwProviders(Vec<(String, Provider, Option<System>)>);

impl GwProviders {
    /// Adds a provider under a name, in place of what had that name.
    pub(crate) fn add(&mut self, name: &str, provider: Provider, system: Option<System>) {
        self.0.push((name.to_owned(), provider, system));
    }

    /// Returns the recognizers.
    pub(crate) fn recognizers(&self) -> impl Iterator<Item = &dyn Recognizer> {
        self.0.iter().filter_map(|(_, provider, _)| match provider {
            Provider::Recognizer(recognizer) => Some(&**recognizer),
            _ => None,
        })
    }

    /// Puts them into an engine.
    pub(crate) fn of(mut builder: Builder, providers: Option<&GwProviders>) -> Result<Builder> {
        for (name, provider, system) in providers.iter().flat_map(|all| &all.0) {
            builder = builder.provider(name, provider.clone(), system.clone())?;
        }
        Ok(builder)
    }
}

/// Makes an empty set. Free it with `gw_providers_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_providers_new(
    providers: Option<&mut MaybeUninit<*mut GwProviders>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        give(require(providers, "providers")?, GwProviders::default());
        Ok(())
    })
}

/// Opens a provider and adds it under a name, in place of what had that name. `kind` is `recognizer`,
/// `term-finder`, `translator` or `endpoint` (then `name` is the URL for which it answers); `gw_protocols` lists
/// the protocols of each kind, what `place` is, and the names of `options` (NULL for none). A translator needs
/// the description of its `system`, as `gw_providers_add_translator` has it; NULL for the others.
/// Returns Invalid, with the parameter at fault, for what is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_providers_open(
    providers: Option<&mut GwProviders>,
    kind: GwStr,
    name: GwStr,
    protocol: GwStr,
    place: GwStr,
    options: Option<&GwParams>,
    system: Option<&GwParams>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (providers, name) = (require(providers, "providers")?, name.get("name")?);
        let (protocol, place) = (protocol.get("protocol")?, place.get("place")?);
        let options = GwParams::pairs(options);
        let provider = Provider::open(kind.get("kind")?.parse()?, protocol, place, options)?;
        let system =
            system.map(|one| System::from_fields(GwParams::pairs(Some(one)))).transpose()?;
        providers.add(name, provider, system);
        Ok(())
    })
}

/// Adds a dictionary as a recognizer under a name, in place of what had that name. The dictionary may be freed
/// afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_providers_add_dictionary(
    providers: Option<&mut GwProviders>,
    name: GwStr,
    dictionary: Option<&GwDictionary>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let dictionary = Arc::new(require(dictionary, "dictionary")?.0.clone());
        let name = name.get("name")?;
        require(providers, "providers")?.add(name, Provider::Recognizer(dictionary), None);
        Ok(())
    })
}

/// Frees a set. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_providers_free(providers: Option<Box<GwProviders>>) {
    drop(providers);
}

/// Writes the protocols by which providers are opened, as JSON: an array of objects with `kind`, `name`, `place`
/// (`file`, `url`, `mode`, `words`), `text`, and `parameters`, each with `name`, `type`, `text`, and maybe `words`,
/// `default`, `unit`, `repeats` and `required`. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_protocols(
    all: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let all = require(all, "all")?;
        json(Some(all), serde_json::to_vec(&protocols().collect::<Vec<_>>()))
    })
}

/// Writes the engines that the caller may use, as JSON: an object with the arrays `recognizers`,
/// `term_finders` and `translators`, of objects with `name`, `parameters` (of a request, as `gw_protocols`
/// describes them), and `languages` if they are known. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_session_engines(
    session: Option<&GwSession>,
    engines: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let engines = require(engines, "engines")?;
        json(Some(engines), serde_json::to_vec(&open(session)?.engines()?))
    })
}
