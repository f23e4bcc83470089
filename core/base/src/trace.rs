//! Distributed tracing: the trace that a call belongs to, and the spans of its work.
//!
//! A host that receives requests with the headers of [W3C Trace
//! Context](https://www.w3.org/TR/trace-context/) runs its calls within a [`TraceContext`]. Outgoing calls
//! then contain the headers too, and the work of a call is reported as spans to the listener that
//! [`set_span_listener`] sets. Outside of a context, nothing is traced.
//!
//! A span contains names, paths and hosts. It never contains the text of a document, a query, a token or a
//! key, and only the host of a URL.

use std::cell::RefCell;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use crate::error::Result;

/// The maximum length of a `tracestate` that is passed on, in bytes (W3C Trace Context, 3.3.1.5).
const LONGEST_STATE: usize = 512;

/// The flag of a sampled trace.
const SAMPLED: u8 = 1;

/// The position of a call in a trace: the ids of the trace and of the current span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceContext {
    trace: u128,
    span: u64,
    flags: u8,
    state: Option<Arc<str>>,
}

thread_local! {
    static CURRENT: RefCell<Option<TraceContext>> = const { RefCell::new(None) };
}

impl TraceContext {
    /// Creates the context of a new trace. `probability`, from 0 to 1, is the probability that the trace is
    /// sampled. Only spans of sampled traces are reported.
    pub fn new(probability: f64) -> TraceContext {
        let trace = u128::from(random()) << 64 | u128::from(random());
        let is_sampled = (random() as f64) < probability * u64::MAX as f64;
        TraceContext { trace, span: random(), flags: u8::from(is_sampled), state: None }
    }

    /// Parses the headers `traceparent` and `tracestate`. Returns `None` if `traceparent` is not valid;
    /// start a new trace in this case (W3C Trace Context, 4.3). A `tracestate` of more than 512 bytes is
    /// omitted.
    pub fn parse(traceparent: &str, tracestate: Option<&str>) -> Option<TraceContext> {
        let mut parts = traceparent.trim().split('-');
        let mut part = |length: usize| {
            let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            parts.next().filter(|part| part.len() == length && part.bytes().all(is_hex))
        };
        let (version, trace, span, flags) = (part(2)?, part(32)?, part(16)?, part(2)?);
        // Later versions may have more parts.
        if version == "ff" || version == "00" && parts.next().is_some() {
            return None;
        }
        let trace = u128::from_str_radix(trace, 16).ok().filter(|id| *id != 0)?;
        let span = u64::from_str_radix(span, 16).ok().filter(|id| *id != 0)?;
        let is_header = |state: &&str| {
            (1..=LONGEST_STATE).contains(&state.len())
                && state.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        };
        let state = tracestate.map(str::trim).filter(is_header).map(Arc::from);
        Some(TraceContext { trace, span, flags: u8::from_str_radix(flags, 16).ok()?, state })
    }

    /// Returns the context of a new span within this one.
    pub fn child(&self) -> TraceContext {
        TraceContext { span: random(), ..self.clone() }
    }

    /// Returns the context of the calls of this thread, if any.
    pub fn current() -> Option<TraceContext> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Runs work within this context.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        let _before = Before(CURRENT.replace(Some(self.clone())));
        work()
    }

    /// Returns the id of the trace: 32 hexadecimal digits.
    pub fn trace_id(&self) -> String {
        format!("{:032x}", self.trace)
    }

    /// Returns the id of the span: 16 hexadecimal digits.
    pub fn span_id(&self) -> String {
        format!("{:016x}", self.span)
    }

    /// Returns `true` if the spans of the trace are recorded.
    pub fn is_sampled(&self) -> bool {
        self.flags & SAMPLED != 0
    }

    /// Returns the header `traceparent`.
    pub fn traceparent(&self) -> String {
        // Flags of later versions are unknown (W3C Trace Context, 3.2.2.5).
        format!("00-{:032x}-{:016x}-{:02x}", self.trace, self.span, self.flags & SAMPLED)
    }

    /// Returns the headers for outgoing calls of the trace: `traceparent`, and `tracestate` if there is
    /// one.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, String)> {
        let state = self.state.as_deref().map(|state| ("tracestate", state.to_owned()));
        std::iter::once(("traceparent", self.traceparent())).chain(state)
    }
}

/// Restores the context of a thread when it is dropped.
struct Before(Option<TraceContext>);

impl Drop for Before {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

/// Returns a random number that is not 0. Do not use it as a secret.
fn random() -> u64 {
    RandomState::new().build_hasher().finish().max(1)
}

/// The kind of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    /// Work within the process.
    Internal,
    /// Handling a request.
    Server,
    /// A call to a remote service.
    Client,
}

/// The value of an attribute of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpanValue {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
}

/// Finished work of a call.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Span {
    /// The name, for example `GET` or a path.
    pub name: String,
    /// The kind.
    pub kind: SpanKind,
    /// The ids of the trace and of this span.
    pub context: TraceContext,
    /// The id of the parent span, 16 hexadecimal digits; `None` for the first span of a trace.
    pub parent: Option<String>,
    /// The start time.
    pub start: SystemTime,
    /// The end time.
    pub end: SystemTime,
    /// Attributes, with names from the semantic conventions of OpenTelemetry.
    pub attributes: Vec<(&'static str, SpanValue)>,
    /// The kind of the error if the work failed. For server spans, the status.
    pub error: Option<String>,
}

impl Span {
    /// Starts a span. It is reported by [`Span::finish`].
    pub fn begin(
        kind: SpanKind,
        name: impl Into<String>,
        context: TraceContext,
        parent: Option<&TraceContext>,
    ) -> Span {
        let (start, parent) = (SystemTime::now(), parent.map(TraceContext::span_id));
        let (name, attributes) = (name.into(), Vec::new());
        Span { name, kind, context, parent, start, end: start, attributes, error: None }
    }

    /// Ends the span, and reports it to the listener if its trace is sampled.
    pub fn finish(mut self) {
        if !self.context.is_sampled() {
            return;
        }
        let listener = LISTENER.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(Listener(listener)) = listener {
            self.end = SystemTime::now();
            listener(&self);
        }
    }
}

/// Runs work in a new span if the thread is within a context.
pub fn span<T>(
    kind: SpanKind,
    name: impl FnOnce() -> String,
    attributes: impl FnOnce() -> Vec<(&'static str, SpanValue)>,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let Some(parent) = TraceContext::current() else { return work() };
    let mut span = Span::begin(kind, name(), parent.child(), Some(&parent));
    span.attributes = attributes();
    let done = span.context.run(work);
    span.error = done.as_ref().err().map(|error| error.kind().name().to_owned());
    span.finish();
    done
}

#[derive(Clone)]
struct Listener(Arc<dyn Fn(&Span) + Send + Sync>);

impl fmt::Debug for Listener {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Listener")
    }
}

static LISTENER: RwLock<Option<Listener>> = RwLock::new(None);

/// Reports the spans of sampled traces to a listener, which replaces the previous listener. The listener
/// runs in the thread that did the work, so it must be fast.
pub fn set_span_listener(listener: impl Fn(&Span) + Send + Sync + 'static) {
    let mut state = LISTENER.write().unwrap_or_else(PoisonError::into_inner);
    let before = state.replace(Listener(Arc::new(listener)));
    drop(state);
    // Dropped after the lock is released, because dropping its contents can run other code.
    drop(before);
}

/// Stops reporting spans. Does nothing if there is no listener.
pub fn clear_span_listener() {
    let before = LISTENER.write().unwrap_or_else(PoisonError::into_inner).take();
    drop(before);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_the_specification_says() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assert_eq!(TraceContext::parse(good, None).unwrap().traceparent(), good);
        // A later version with more parts.
        let later = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more";
        assert_eq!(TraceContext::parse(later, None).unwrap().traceparent(), good);
        for wrong in [
            "",
            "00",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-é1",
        ] {
            assert_eq!(TraceContext::parse(wrong, None), None, "{wrong}");
        }
        let state = |text: &str| TraceContext::parse(good, Some(text)).unwrap().state;
        assert_eq!(state("a=1,b=2").as_deref(), Some("a=1,b=2"));
        assert_eq!(state("a=1\r\nX-Evil: 1"), None);
        assert_eq!(state(&"a".repeat(513)), None);
    }

    #[test]
    fn a_panic_restores_the_context() {
        let context = TraceContext::new(0.0);
        let fails = || context.run(|| panic!("as asked"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(fails)).is_err());
        assert_eq!(TraceContext::current(), None);
    }
}
