//! Calls of the shim. No other module calls libxslt.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::slice;
use std::sync::Mutex;

use super::deadline::{self, Watch};
use super::messages::{Event, EventKind, Stopped};
use crate::Method;

/// `gwshim_call` in `shim.h`.
#[repr(C)]
struct RawCall {
    data: *mut c_void,
    event: extern "C" fn(*mut c_void, c_int, c_int, usize, c_int, c_int, *const c_char, usize),
    load: extern "C" fn(*mut c_void, *const c_char, *mut *const c_char, *mut usize) -> c_int,
    write: extern "C" fn(*mut c_void, *const c_char, usize) -> c_int,
    depth: c_int,
    levels: c_int,
    descents: c_int,
    deepest: c_int,
    memory: c_long,
    cost: c_long,
    live: c_long,
    stopped: c_int,
    stopping: c_int,
    keeps_places: c_int,
    in_context: c_int,
    transform: *mut c_void,
    floor: *mut c_void,
    pool: *mut c_void,
    is_plain: c_int,
}

/// `gwshim_result` in `shim.h`.
#[repr(C)]
struct RawResult {
    method: c_int,
    encoding: [c_char; 64],
    media_type: [c_char; 128],
    state: c_int,
}

unsafe extern "C" {
    fn gwshim_begin() -> c_int;
    fn gwshim_knows(name: *const c_char, space: *const c_char) -> c_int;
    fn gwshim_compile(
        call: *mut RawCall,
        text: *const c_char,
        length: usize,
        uri: *const c_char,
    ) -> *mut c_void;
    fn gwshim_free(stylesheet: *mut c_void);
    fn gwshim_free_pooled(stylesheet: *mut c_void, pool: *mut c_void);
    fn gwshim_run(
        call: *mut RawCall,
        stylesheet: *mut c_void,
        text: *const c_char,
        length: usize,
        uri: *const c_char,
        parameters: *const *const c_char,
        method: c_int,
        result: *mut RawResult,
    ) -> c_int;
    fn gwshim_stop(call: *mut RawCall, reason: c_int);
    fn gwshim_stack_left() -> usize;
}

/// A function that returns the text of an absolute IRI if a stylesheet may read it.
pub(super) type Load<'a> = &'a mut dyn FnMut(&str) -> Option<String>;

/// The limits of a call.
#[derive(Clone)]
pub(super) struct Bounds {
    pub depth: usize,
    /// The maximum nesting of instructions in templates that call each other.
    pub levels: usize,
    /// The maximum number of `//` in a pattern.
    pub descents: usize,
    pub memory: usize,
    pub output: usize,
    /// The maximum number of steps of a single function.
    pub cost: u64,
    pub watch: Watch,
    /// `true` if each block of memory is allocated by the C library instead of the pool.
    pub is_plain: bool,
}

/// The outcome of a failed call.
#[derive(Debug)]
pub(super) struct Failure {
    pub events: Vec<Event>,
    pub stopped: Option<Stopped>,
    /// The modules and documents that were read, with their IRIs.
    pub read: Vec<(String, Box<str>)>,
}

impl Failure {
    /// Returns the failure of a call that could not begin.
    fn of_setup() -> Failure {
        Failure { events: Vec::new(), stopped: Some(Stopped::Memory), read: Vec::new() }
    }
}

/// The outcome of a successful run.
#[derive(Debug)]
pub(super) struct Written {
    pub bytes: Vec<u8>,
    pub method: Method,
    pub encoding: String,
    pub media_type: Option<String>,
    pub events: Vec<Event>,
    /// The files that were read, if any of them may not be well-formed.
    pub read: Vec<(String, Box<str>)>,
}

/// The state of the callbacks. It outlives the call, and only the thread of the call uses it.
struct State<'a> {
    events: Vec<Event>,
    load: Load<'a>,
    /// Texts that the shim borrows. They do not move when the list grows.
    lent: Vec<(String, Box<str>)>,
    bytes: Vec<u8>,
    output: usize,
}

/// The maximum number of events that are stored for a call.
const EVENTS: usize = 1_000;

impl<'a> State<'a> {
    fn new(load: Load<'a>, output: usize) -> State<'a> {
        State { events: Vec::new(), load, lent: Vec::new(), bytes: Vec::new(), output }
    }

    fn call(&mut self, bounds: &Bounds) -> RawCall {
        let small = |number: usize| c_int::try_from(number).unwrap_or(c_int::MAX);
        RawCall {
            data: ptr::from_mut(self).cast(),
            event: on_event,
            load: on_load,
            write: on_write,
            depth: small(bounds.depth),
            levels: small(bounds.levels),
            descents: small(bounds.descents),
            deepest: 0,
            memory: c_long::try_from(bounds.memory).unwrap_or(c_long::MAX),
            cost: c_long::try_from(bounds.cost).unwrap_or(c_long::MAX),
            live: 0,
            stopped: 0,
            stopping: 0,
            keeps_places: 0,
            in_context: 0,
            transform: ptr::null_mut(),
            floor: ptr::null_mut(),
            pool: ptr::null_mut(),
            is_plain: c_int::from(bounds.is_plain),
        }
    }
}

/// The call, as used by the watch thread.
struct Running(*mut RawCall);

// SAFETY: the pointer is used only for `gwshim_stop`, whose changes are atomic. The watch drops the pointer
// before the call ends.
unsafe impl Send for Running {}

impl Running {
    fn stop(&self) {
        // SAFETY: the watch calls this only while the guard is alive, and the call outlives the guard.
        unsafe { gwshim_stop(self.0, Stopped::Time as c_int) };
    }
}

/// A stylesheet compiled by libxslt.
pub(super) struct Stylesheet {
    raw: NonNull<c_void>,
    /// The memory pool that a run left in use by the stylesheet.
    left: Option<NonNull<c_void>>,
}

// SAFETY: a stylesheet has no data that belongs to a thread. It is not `Sync`, because libxslt modifies a
// stylesheet when it resolves the functions of its expressions for the first time, and when it merges
// imports.
unsafe impl Send for Stylesheet {}

impl Drop for Stylesheet {
    fn drop(&mut self) {
        // SAFETY: `raw` was returned by `gwshim_compile` and has no other owner. `pool` was returned by the
        // only run that left memory in the stylesheet.
        unsafe {
            match self.left {
                None => gwshim_free(self.raw.as_ptr()),
                Some(pool) => gwshim_free_pooled(self.raw.as_ptr(), pool.as_ptr()),
            }
        }
    }
}

/// Initializes libxslt and returns `true` if that succeeds. This is done once for each call, because hosts
/// may initialize libxslt, too.
fn begin() -> bool {
    static SETUP: Mutex<()> = Mutex::new(());
    let _one = SETUP.lock();
    // SAFETY: the lock prevents concurrent calls.
    unsafe { gwshim_begin() == 0 }
}

/// Returns the remaining stack of the thread in bytes, or 0 if unknown.
pub(super) fn stack_left() -> usize {
    // SAFETY: it only queries the system about this thread.
    unsafe { gwshim_stack_left() }
}

/// Returns `true` if libexslt provides a function.
pub(super) fn knows(name: &str, space: &str) -> bool {
    let (Ok(name), Ok(space)) = (CString::new(name), CString::new(space)) else { return false };
    // SAFETY: both strings end with NUL.
    begin() && unsafe { gwshim_knows(name.as_ptr(), space.as_ptr()) != 0 }
}

/// Compiles a stylesheet.
pub(super) fn compile(
    text: &str,
    uri: &CStr,
    load: Load<'_>,
    bounds: &Bounds,
) -> Result<Stylesheet, Failure> {
    let mut state = State::new(load, bounds.output);
    let mut call = state.call(bounds);
    if !begin() {
        return Err(Failure::of_setup());
    }
    let at = ptr::from_mut(&mut call);
    let running = Running(at);
    let guard = deadline::until(bounds.watch, move || running.stop());
    // SAFETY: the text, the name and the call live until this function returns, and only this thread uses the
    // state that `call` points to.
    let found = unsafe { gwshim_compile(at, text.as_ptr().cast(), text.len(), uri.as_ptr()) };
    drop(guard);
    let stopped = Stopped::of(call.stopped);
    match NonNull::new(found).map(|raw| Stylesheet { raw, left: None }) {
        Some(stylesheet) if stopped.is_none() => Ok(stylesheet),
        _ => Err(Failure { events: state.events, stopped, read: state.lent }),
    }
}

impl Stylesheet {
    /// Returns `true` if a run left memory in the stylesheet, so that it must not run again.
    pub fn is_spoilt(&self) -> bool {
        self.left.is_some()
    }

    /// Transforms a source.
    pub fn run(
        &mut self,
        source: &str,
        uri: &CStr,
        parameters: &[CString],
        method: Option<Method>,
        load: Load<'_>,
        bounds: &Bounds,
    ) -> Result<Written, Failure> {
        let mut state = State::new(load, bounds.output);
        let mut call = state.call(bounds);
        let mut pointers: Vec<_> = parameters.iter().map(|parameter| parameter.as_ptr()).collect();
        pointers.push(ptr::null());
        let mut result = RawResult { method: 0, encoding: [0; 64], media_type: [0; 128], state: 0 };
        if !begin() {
            return Err(Failure::of_setup());
        }
        let at = ptr::from_mut(&mut call);
        let running = Running(at);
        let guard = deadline::until(bounds.watch, move || running.stop());
        // SAFETY: everything that is pointed to lives until this function returns. The parameters end with
        // NULL. Only this thread uses the state that `call` points to.
        let status = unsafe {
            gwshim_run(
                at,
                self.raw.as_ptr(),
                source.as_ptr().cast(),
                source.len(),
                uri.as_ptr(),
                pointers.as_ptr(),
                number(method),
                &raw mut result,
            )
        };
        drop(guard);
        self.left = NonNull::new(call.pool);
        let State { events, bytes, lent: read, .. } = state;
        let stopped = Stopped::of(call.stopped);
        // libxslt skips instructions that it cannot compile, and still reports success.
        let left_out = events.iter().any(Event::is_left_out);
        if status != 0 || left_out || stopped.is_some() {
            return Err(Failure { events, stopped, read });
        }
        let media_type = Some(text_of(&result.media_type)).filter(|text| !text.is_empty());
        let encoding = text_of(&result.encoding);
        let method = Method::ALL.get(result.method as usize - 1).copied().unwrap_or(Method::Xml);
        let is_unread = events.iter().any(|event| event.kind == EventKind::Xml);
        let read = if is_unread { read } else { Vec::new() };
        Ok(Written { bytes, method, encoding, media_type, events, read })
    }
}

/// Returns the number of an output method in the shim, or 0 for the method of the stylesheet.
fn number(method: Option<Method>) -> c_int {
    let position = |method| Method::ALL.iter().position(|known| *known == method);
    method.and_then(position).map_or(0, |at| at as c_int + 1)
}

/// Returns the text of a field, up to the first NUL.
fn text_of(field: &[c_char]) -> String {
    let bytes: Vec<u8> =
        field.iter().map(|byte| *byte as u8).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

extern "C" fn on_event(
    data: *mut c_void,
    kind: c_int,
    code: c_int,
    place: usize,
    line: c_int,
    column: c_int,
    text: *const c_char,
    length: usize,
) {
    // SAFETY: `data` is the state of the call that runs on this thread, and there is no other borrow while
    // the shim runs. The text has this length.
    let (state, text) = unsafe {
        (&mut *data.cast::<State<'_>>(), slice::from_raw_parts(text.cast::<u8>(), length))
    };
    if state.events.len() >= EVENTS {
        return;
    }
    let Some(kind) = EventKind::of(kind) else { return };
    let positive = |number: c_int| u32::try_from(number).unwrap_or(0);
    state.events.push(Event {
        kind,
        code: positive(code),
        place: place.checked_sub(1),
        line: positive(line),
        column: positive(column),
        text: String::from_utf8_lossy(text).trim_end_matches('\n').to_owned(),
    });
}

extern "C" fn on_load(
    data: *mut c_void,
    uri: *const c_char,
    text: *mut *const c_char,
    length: *mut usize,
) -> c_int {
    // SAFETY: as in `on_event`. The IRI ends with NUL.
    let (state, uri) =
        unsafe { (&mut *data.cast::<State<'_>>(), CStr::from_ptr(uri).to_string_lossy()) };
    let found = state.lent.iter().position(|(name, _)| *name == uri);
    let at = match found {
        Some(at) => at,
        None => {
            // Panics must not unwind into C.
            let loaded = catch_unwind(AssertUnwindSafe(|| (state.load)(&uri)));
            let Ok(Some(loaded)) = loaded else { return 0 };
            state.lent.push((uri.into_owned(), loaded.into_boxed_str()));
            state.lent.len() - 1
        }
    };
    let lent = &state.lent[at].1;
    // SAFETY: both pointers refer to variables of the caller. The text lives as long as the state.
    unsafe {
        *text = lent.as_ptr().cast();
        *length = lent.len();
    }
    1
}

extern "C" fn on_write(data: *mut c_void, bytes: *const c_char, length: usize) -> c_int {
    // SAFETY: as in `on_event`. The bytes have this length.
    let (state, bytes) = unsafe {
        (&mut *data.cast::<State<'_>>(), slice::from_raw_parts(bytes.cast::<u8>(), length))
    };
    if state.bytes.len() + bytes.len() > state.output {
        return -1;
    }
    state.bytes.extend_from_slice(bytes);
    0
}
