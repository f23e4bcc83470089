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

/// A session: an engine on behalf of a caller. It keeps the engine alive. Any number of threads may use it
/// at once. Free it with `gw_session_free`.
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

/// Returns the session, and allows its cancellation to end the current call. Returns an error if the
/// pointer is NULL or the calls of the session were cancelled.
pub(crate) fn open(session: Option<&GwSession>) -> Result<Session<'_>> {
    let GwSession { engine, caller, cancellation } = require(session, "session")?;
    cancelled_by(cancellation)?;
    Ok(engine.session(caller.clone()))
}

/// Opens an anonymous session. Free it with `gw_session_free`.
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

/// Opens a session for the user of a token: a token from `gw_user_authenticate`, the secret of an API key,
/// or a token of the OpenID provider of the settings. The token is not checked here; later calls return
/// `GW_STATUS_UNAUTHENTICATED` if it is not valid. Free the session with `gw_session_free`.
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

/// Opens a session for the local user, an admin without a password. Use it in programs with a single user.
/// If the user `local` does not exist, the call creates it. Free the session with `gw_session_free`.
/// Returns `GW_STATUS_CONFLICT` if that user is not an admin.
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

/// Deletes expired resources from the store, for example pipelines after a week, and writes their number to
/// `count`, which may be NULL. Callers cannot see expired resources even before, and opening an engine
/// deletes them too, so call this once a day only if an engine runs for a long time.
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

/// Writes the token usage of each language model since the engine was opened, as a JSON array of objects
/// with `kind` (`recognizer` or `translator`), `name`, `system` (only for translators), `calls`, `cached`
/// (calls that were answered from the cache), `prompt_tokens`, `completion_tokens` and `cost`. Free the
/// bytes with `gw_buffer_free`.
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

/// Frees an engine. Its sessions continue to work. `engine` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_engine_free(engine: Option<Box<GwEngine>>) {
    drop(engine);
}

/// Cancels the calls of a session, both those in progress in any thread and later calls: they return
/// `GW_STATUS_UNAVAILABLE`. A running call ends at its next check of limits, usually soon, and makes no
/// further changes. Streams and batches of the session also end. Any thread may call this function. Open
/// another session to continue. `session` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_session_cancel(session: Option<&GwSession>) {
    if let Some(session) = session {
        session.cancellation.cancel();
    }
}

/// Frees a session. `session` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_session_free(session: Option<Box<GwSession>>) {
    drop(session);
}
