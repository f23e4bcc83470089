//! The public items of `core/base/src/trace.rs`.

#[test]
fn trace_context() {
    use glossweave::trace::TraceContext;
    let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let context = TraceContext::parse(header, Some("vendor=1")).unwrap();
    assert_eq!(context.trace_id(), "4bf92f3577b34da6a3ce929d0e0e4736");
    assert!(context.is_sampled());
    context.run(|| assert_eq!(TraceContext::current(), Some(context.clone())));
    assert_eq!(TraceContext::current(), None);
}

#[test]
fn trace_context_new() {
    use glossweave::trace::TraceContext;
    let one = TraceContext::new(1.0);
    assert!(one.is_sampled() && !TraceContext::new(0.0).is_sampled());
    assert_ne!(one.trace_id(), TraceContext::new(1.0).trace_id());
    assert_eq!(TraceContext::parse(&one.traceparent(), None), Some(one));
}

#[test]
fn span_begin() {
    use glossweave::trace::{
        Span, SpanKind, SpanValue, TraceContext, clear_span_listener, set_span_listener,
    };
    use std::sync::mpsc::channel;
    let (sender, spans) = channel();
    set_span_listener(move |span| sender.send(span.name.clone()).unwrap());
    let context = TraceContext::new(1.0);
    let mut span = Span::begin(SpanKind::Server, "GET /", context.clone(), None);
    context.run(|| {
        // … calls …
    });
    span.attributes.push(("http.response.status_code", SpanValue::Number(200)));
    span.finish();
    assert_eq!(spans.recv().unwrap(), "GET /");
    clear_span_listener();
}
