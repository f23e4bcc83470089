//! Providers: recognizers, term finders, translators and endpoints.

use std::mem::MaybeUninit;
use std::sync::Arc;

use glossweave::Result;
use glossweave::engine::Builder;
use glossweave::entity::Recognizer;
use glossweave::provider::{Provider, protocols};
use glossweave::translate::System;

use crate::bytes::json;
use crate::guard::{give, guard, require};
use crate::{GwBuffer, GwDictionary, GwError, GwParams, GwStatus, GwStr};

/// A set of providers with the names that callers use, for `gw_engine_open`. Free it with
/// `gw_providers_free`. Do not change it while another thread uses it.
#[derive(Default)]
pub struct GwProviders(Vec<(String, Provider, Option<System>)>);

impl GwProviders {
    /// Adds a provider under a name, which replaces a provider with the same name.
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

    /// Adds the providers to the builder of an engine.
    pub(crate) fn of(mut builder: Builder, providers: Option<&GwProviders>) -> Result<Builder> {
        for (name, provider, system) in providers.iter().flat_map(|all| &all.0) {
            builder = builder.provider(name, provider.clone(), system.clone())?;
        }
        Ok(builder)
    }
}

/// Creates an empty set. Free it with `gw_providers_free`.
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

/// Opens a provider, and adds it under `name`, where it replaces an existing provider. `kind` is
/// `recognizer`, `term-finder`, `translator` or `endpoint` (`name` is then the URL of the endpoint).
/// `gw_protocols` lists the protocols of each kind, the meaning of `place`, and the names in `options`,
/// which may be NULL (none). `system` describes the system of a translator, as in
/// `gw_providers_add_translator`; use NULL for other kinds. Returns `GW_STATUS_INVALID`, with the
/// parameter, if an argument is not known.
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

/// Adds a dictionary as a recognizer under `name`, where it replaces an existing provider. The dictionary
/// may be freed after the call.
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

/// Frees a set. `providers` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_providers_free(providers: Option<Box<GwProviders>>) {
    drop(providers);
}

/// Writes the protocols for `gw_providers_open` as a JSON array of objects with `kind`, `name`, `place`
/// (`file`, `url`, `mode`, `words`), `text`, and `parameters`. Each parameter has `name`, `type` and
/// `text`, and may have `words`, `default`, `unit`, `repeats` and `required`. Free the bytes with
/// `gw_buffer_free`.
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
