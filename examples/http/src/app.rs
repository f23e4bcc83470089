//! The state that all requests share.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::HeaderMap;
use glossweave::trace::{Span, SpanKind, SpanValue, TraceContext};
use glossweave::{Engine, Result};
use ipnet::IpNet;

use crate::body::BodyLimits;
use crate::config::Server;
use crate::load::Pools;
use crate::metrics::{Finished, Metrics};
#[cfg(feature = "otlp")]
use crate::otlp::Exporter;
use crate::quota::Quota;
use crate::rate::Rates;
use crate::store_check::StoreCheck;

/// The state that all requests share.
pub struct App {
    /// The engine behind the service.
    pub engine: Engine,
    /// The thread pools that handlers run in.
    pub pools: Pools,
    /// The memory for the bodies of requests and responses, in bytes.
    pub bodies: Quota,
    /// The estimated memory for results that are computed from bodies, in bytes.
    pub results: Quota,
    /// The number of datasets that are being received.
    pub uploads: Quota,
    /// The number of responses that are computed while they are sent.
    pub streams: Quota,
    /// The requests of clients per minute.
    pub rates: Rates,
    /// The networks of proxies, whose `X-Forwarded-For` is trusted.
    pub proxies: Vec<IpNet>,
    /// The limits on the size and the time of bodies.
    pub body_limits: BodyLimits,
    /// The check of the store.
    pub store_check: StoreCheck,
    /// The counters.
    pub metrics: Metrics,
    #[cfg(feature = "otlp")]
    exporter: Option<Exporter>,
    /// The share of requests without `traceparent` that start a sampled trace, from 0 to 1.
    sampled: f64,
    is_stopping: AtomicBool,
}

impl App {
    /// Creates the state of a service whose bodies have at most `max_bytes` bytes. Returns
    /// `ErrorKind::Internal` if no threads can be created.
    pub fn new(
        engine: Engine,
        settings: &Server,
        proxies: Vec<IpNet>,
        max_bytes: usize,
    ) -> Result<App> {
        let (sampled, share) = (settings.sampled()?, settings.share()?);
        #[cfg(feature = "otlp")]
        let start = |url: &str| Exporter::start(url, engine.network());
        Ok(App {
            proxies,
            pools: Pools::new(settings)?,
            bodies: Quota::new(settings.memory.as_usize(), share),
            results: Quota::new(settings.memory.as_usize(), share),
            rates: Rates::new(settings.requests_per_minute),
            uploads: Quota::new(settings.max_receiving(), share),
            streams: Quota::new(settings.heavy_threads(), share),
            body_limits: settings.body_limits(max_bytes),
            store_check: StoreCheck::default(),
            metrics: Metrics::default(),
            #[cfg(feature = "otlp")]
            exporter: settings.otlp.as_deref().map(start).transpose()?,
            sampled,
            is_stopping: AtomicBool::new(false),
            engine,
        })
    }

    /// Starts the span of a request: in the trace of its headers, or in a new trace if spans are exported.
    pub fn begin_span(&self, headers: &HeaderMap) -> Option<Span> {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let parent =
            text("traceparent").and_then(|parent| TraceContext::parse(parent, text("tracestate")));
        let context = match &parent {
            Some(parent) => parent.child(),
            None if self.sampled > 0.0 => TraceContext::new(self.sampled),
            None => return None,
        };
        Some(Span::begin(SpanKind::Server, "HTTP", context, parent.as_ref()))
    }

    /// Counts a finished request, and ends its span.
    pub fn count(&self, done: &Finished, span: Option<Span>) {
        let Finished { route, method, status, .. } = *done;
        let sampled = span.as_ref().filter(|span| span.context.is_sampled());
        self.metrics.count(done, sampled.map(|span| span.context.trace_id()));
        #[cfg(feature = "otlp")]
        if let Some(exporter) = &self.exporter {
            exporter.count(done);
        }
        if let Some(mut span) = span {
            span.name = format!("{method} {route}");
            span.attributes = vec![
                ("http.request.method", SpanValue::Text(method.to_owned())),
                ("http.route", SpanValue::Text(route.to_owned())),
                ("http.response.status_code", SpanValue::Number(status.into())),
            ];
            span.error = (status >= 500).then(|| status.to_string());
            span.finish();
        }
    }

    /// Returns `true` if the service is about to stop.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// Marks the service as about to stop.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }
}
