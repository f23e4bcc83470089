//! Engines from settings.

use std::mem::MaybeUninit;

use glossweave::settings::SettingsSources;
use glossweave::{Engine, Result, Settings};

use crate::guard::{give, guard, require};

use crate::{GwEngine, GwError, GwProviders, GwStatus, GwStr};

/// Opens an engine. `settings` is a text in TOML, or in JSON if it begins with `{`, for example
/// `{"store.location": "data", "limits.source": "64 MiB"}`. Use an empty text for the defaults.
/// docs/settings.md lists all settings; its tables of providers are only for the server. `providers` may be
/// NULL (none), and may be freed after the call. Free the engine with `gw_engine_free`. Returns
/// `GW_STATUS_INVALID` if a setting is unknown or wrong, with the setting as the parameter of the error, or
/// if a translator has no system, with the parameter `system`. Returns `GW_STATUS_STORAGE` if the store
/// cannot be opened or another process has it open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_open(
    settings: GwStr,
    providers: Option<&GwProviders>,
    engine: Option<&mut MaybeUninit<*mut GwEngine>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let engine = require(engine, "engine")?;
        let builder = GwProviders::of(Engine::builder(read_settings(settings)?), providers)?;
        give(engine, GwEngine(builder.open()?));
        Ok(())
    })
}

fn read_settings(text: GwStr) -> Result<Settings> {
    let mut sources = SettingsSources::default();
    sources.add_text(text.get("settings")?)?;
    sources.settings()
}
