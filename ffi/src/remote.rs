//! Remote recognizers over HTTP.

use std::mem::MaybeUninit;

use glossweave::entity::open_recognizer;

use crate::guard::{guard, require};
use crate::{GwError, GwParams, GwRecognizers, GwStatus, GwStr};

/// Adds a recognizer that takes NIF by POST at an http or https URL and answers with NIF, under a name, in
/// place of what had that name. Names of `params` (NULL for none): `header` (`Name: value`, several),
/// `milliseconds` (for one document in all), `media-type` of what is sent, `nif-version`, `prefix`. The URL
/// may be on the same machine too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_recognizers_add_nif(
    recognizers: Option<&mut GwRecognizers>,
    name: GwStr,
    url: GwStr,
    params: Option<&GwParams>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (recognizers, name) = (require(recognizers, "recognizers")?, name.get("name")?);
        recognizers.add(name, open_recognizer("nif", url.get("url")?, GwParams::pairs(params))?);
        Ok(())
    })
}

/// Adds a server of DBpedia Spotlight, such as `https://…/en` or `http://localhost:2222/rest`, under a
/// name, in place of what had that name. Names of `params` (NULL for none): `header` (`Name: value`,
/// several), `milliseconds` (for one document in all), `confidence`, `support`, `types`, `candidates`
/// (`true`, `false`), `resources` (what IRIs of candidates begin with), `policy`, `sparql`, `spotter`,
/// `disambiguator`. The URL may be on the same machine too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_recognizers_add_spotlight(
    recognizers: Option<&mut GwRecognizers>,
    name: GwStr,
    url: GwStr,
    params: Option<&GwParams>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (recognizers, name) = (require(recognizers, "recognizers")?, name.get("name")?);
        let spotlight = open_recognizer("spotlight", url.get("url")?, GwParams::pairs(params))?;
        recognizers.add(name, spotlight);
        Ok(())
    })
}
