//! Engines and sessions.

use std::mem::MaybeUninit;

use glossweave::{Caller, Cancellation, Engine, Result, Session};

use crate::bytes::{GwBuffer, json};
use crate::guard::{cancelled_by, give, guard, require};
use crate::{GwError, GwStatus, GwStr};

/// An engine: settings and recognizers. Any number of threads may use it at once. Free it with
/// `gw_engine_free`.
#[derive(Debug)]
pub struct GwEngine(pub(crate) Engine);

/// An engine on behalf of a caller, which it keeps alive. Any number of threads may use it at once.
/// Free it with `gw_session_free`.
#[derive(Debug)]
pub struct GwSession {
    engine: Engine,
    caller: Caller,
    cancellation: Cancellation,
}

impl GwSession {
    fn new(engine: &GwEngine, caller: Caller) -> GwSession {
        GwSession { engine: engine.0.clone(), caller, cancellation: Cancellation::default() }
    }
}

/// Returns the session, whose cancellation ends the call from now on; an error if the pointer is NULL or its calls were
/// cancelled.
pub(crate) fn open(session: Option<&GwSession>) -> Result<Session<'_>> {
    let GwSession { engine, caller, cancellation } = require(session, "session")?;
    cancelled_by(cancellation)?;
    Ok(engine.session(caller.clone()))
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
        give(session, GwSession::new(engine, Caller::Anonymous));
        Ok(())
    })
}

/// Begins to act on behalf of who holds a token (`gw_user_authenticate`), an API key, or a token of the OpenID provider
/// of the settings. Never fails for a wrong
/// one: whose it is, is found out at each call, which is then Unauthenticated. Free the session with
/// `gw_session_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_session_of(
    engine: Option<&GwEngine>,
    token: GwStr,
    session: Option<&mut MaybeUninit<*mut GwSession>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (engine, session) = (require(engine, "engine")?, require(session, "session")?);
        let caller = Caller::token(token.get("token")?);
        give(session, GwSession::new(engine, caller));
        Ok(())
    })
}

/// Begins to act on behalf of the local user, an admin without a password: for programs with a single user.
/// The user is created under the name `local` if there is none. Returns Conflict if that user is not an admin.
/// Free the session with `gw_session_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_local_session(
    engine: Option<&GwEngine>,
    session: Option<&mut MaybeUninit<*mut GwSession>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (engine, session) = (require(engine, "engine")?, require(session, "session")?);
        let caller = engine.0.local_session()?.caller().clone();
        give(session, GwSession::new(engine, caller));
        Ok(())
    })
}

/// Removes expired resources from the store, such as pipelines after their week. It is gone for callers
/// anyway, and removed when an engine is opened; call this once a day if one runs for long. `count` may be
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_expire(
    engine: Option<&GwEngine>,
    count: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let expired = require(engine, "engine")?.0.expire()?;
        if let Some(count) = count {
            count.write(expired);
        }
        Ok(())
    })
}

/// Writes the use of each language model since the engine was opened, as JSON: an array of objects with `kind`
/// (`recognizer` or `translator`), `name`, `system` (of translators), `calls`, `cached` (questions that were answered
/// before), `prompt_tokens`, `completion_tokens` and `cost`. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_token_usage(
    engine: Option<&GwEngine>,
    usage: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let usage = require(usage, "usage")?;
        json(Some(usage), serde_json::to_vec(&require(engine, "engine")?.0.token_usage()))
    })
}

/// Frees an engine; its sessions go on. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_free(engine: Option<Box<GwEngine>>) {
    drop(engine);
}

/// Cancels the calls of a session that are in progress, in whatever thread, and those that begin later: they return
/// Unavailable. A call ends when it next looks at its limits, soon as a rule, and changes nothing that it has not yet
/// changed. Streams and batches that the session began end, too. Any thread may call it; open another session to go on. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_session_cancel(session: Option<&GwSession>) {
    if let Some(session) = session {
        session.cancellation.cancel();
    }
}

/// Frees a session. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_session_free(session: Option<Box<GwSession>>) {
    drop(session);
}
