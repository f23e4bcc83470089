//! Traces of calls, in the format of W3C Trace Context.
//!
//! For example, a host runs calls within its own trace, and its exporter receives the spans:
//!
//! ```
//! use glossweave::trace::{TraceContext, clear_span_listener, set_span_listener};
//! set_span_listener(|span| eprintln!("{} in trace {}", span.name, span.context.trace_id()));
//! // `parent` is that of the request which the host answers.
//! let parent = TraceContext::new(1.0);
//! let own = parent.child();
//! assert_ne!(own.span_id(), parent.span_id());
//! own.run(|| {
//!     // … calls, whose requests to remote services have these headers:
//!     let headers: Vec<_> = own.headers().collect();
//!     assert_eq!(headers, [("traceparent", own.traceparent())]);
//! });
//! clear_span_listener();
//! ```

#[doc(inline)]
pub use glossweave_base::trace::{
    Span, SpanKind, SpanValue, TraceContext, clear_span_listener, set_span_listener,
};
