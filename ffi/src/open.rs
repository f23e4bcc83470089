//! Engines from settings.

use std::mem::MaybeUninit;

use glossweave::settings::SettingsSources;
use glossweave::{Engine, Result, Settings};

use crate::guard::{give, guard, require};

use crate::{GwEngine, GwError, GwProviders, GwStatus, GwStr};

/// Opens an engine. `settings` is a text in TOML, or in JSON if it begins with `{`, for example
/// `{"store.location": "data", "limits.source": "64 MiB"}`; an empty text means the defaults. All settings are listed in
/// docs/settings.md; its tables of providers are for the server. `providers` may be NULL (none), and may be freed
/// afterwards. Returns Invalid, with the setting as parameter, for a setting that is unknown or wrong, and with the
/// parameter `system` for a translator without a system; Storage for a store that does not open or that another process has open. Free the engine
/// with `gw_engine_free`.
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
