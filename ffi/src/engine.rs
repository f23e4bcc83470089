//! Engines, and sessions of their callers.

use std::mem::MaybeUninit;

use glossweave::{Caller, Engine};

use crate::guard::{give, guard, require};
use crate::params::{GwParams, settings};
use crate::{GwError, GwRecognizers, GwStatus};

/// An engine: settings and recognizers. Any number of threads may use it at once. Free it with
/// `gw_engine_free`.
#[derive(Debug)]
pub struct GwEngine(Engine);

/// An engine on behalf of a caller, which it keeps alive. Any number of threads may use it at once.
/// Free it with `gw_session_free`.
#[derive(Debug)]
pub struct GwSession(pub(crate) Engine, pub(crate) Caller);

/// Opens an engine. `params` may be NULL, or have `prefix` (what the IRIs of documents begin with)
/// and `max-bytes` (of the largest document). `recognizers` may be NULL (none), and may be freed
/// afterwards. Free the engine with `gw_engine_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_open(
    params: Option<&GwParams>,
    recognizers: Option<&GwRecognizers>,
    engine: Option<&mut MaybeUninit<*mut GwEngine>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let engine = require(engine, "engine")?;
        let mut builder = Engine::builder(settings(params)?);
        for (name, recognizer) in recognizers.iter().flat_map(|all| &all.0) {
            builder = builder.recognizer(name, recognizer.clone());
        }
        give(engine, GwEngine(builder.open()?));
        Ok(())
    })
}

/// Begins to act on behalf of nobody in particular. Free the session with `gw_session_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_session(
    engine: Option<&GwEngine>,
    session: Option<&mut MaybeUninit<*mut GwSession>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (engine, session) = (require(engine, "engine")?, require(session, "session")?);
        give(session, GwSession(engine.0.clone(), Caller::Anonymous));
        Ok(())
    })
}

/// Frees an engine; its sessions go on. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_free(engine: Option<Box<GwEngine>>) {
    drop(engine);
}

/// Frees a session. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_session_free(session: Option<Box<GwSession>>) {
    drop(session);
}
