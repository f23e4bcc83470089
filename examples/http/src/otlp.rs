//! Export of traces and metrics with the protocol of OpenTelemetry (OTLP), as Protobuf over HTTP.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, Response};
use glossweave::net::{HostPolicy, HttpRequest, Network, Service};
use glossweave::trace::{self, Span, SpanValue, TraceContext};
use glossweave::{Error, Result};
use opentelemetry::metrics::{Histogram, MeterProvider};
use opentelemetry::trace::{
    SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState,
};
use opentelemetry::{InstrumentationScope, KeyValue};
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{MetricExporter, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::metrics::{PeriodicReader, SdkMeterProvider};
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, SpanData, SpanEvents, SpanLinks, SpanProcessor,
};

use crate::metrics::Finished;

/// The time limit of a call to the collector.
const TIME: Duration = Duration::from_secs(10);
/// The time between two exports of metrics.
const PERIOD: Duration = Duration::from_secs(30);
/// The time between two exports of spans.
const DELAY: Duration = Duration::from_secs(2);
/// The upper bounds of the duration buckets, in seconds, as recommended by the semantic conventions.
const BOUNDS: [f64; 14] =
    [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];

/// The exporter of a service. When it is dropped, it sends all remaining data.
pub struct Exporter {
    spans: Arc<BatchSpanProcessor>,
    meters: SdkMeterProvider,
    durations: Histogram<f64>,
}

impl fmt::Debug for Exporter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Exporter")
    }
}

impl Exporter {
    /// Starts exporting to a collector at a URL, for example `http://localhost:4318`, with the name of the
    /// service. Returns `ErrorKind::Invalid`, with the parameter `server.otlp`, if the URL is wrong.
    pub fn start(url: &str, network: &Arc<Network>) -> Result<Exporter> {
        Service::new(url).map_err(|error| error.with_parameter("server.otlp"))?;
        let client = Client(network.clone());
        let place = |signal: &str| format!("{}/v1/{signal}", url.trim_end_matches('/'));
        let wrong = |error: opentelemetry_otlp::ExporterBuildError| {
            Error::invalid(format!("`{url}` is not a URL of a collector"))
                .with_parameter("server.otlp")
                .because(error)
        };
        let resource = Resource::builder().with_service_name("glossweave").build();
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(client.clone())
            .with_endpoint(place("traces"))
            .with_timeout(TIME);
        let config = BatchConfigBuilder::default().with_scheduled_delay(DELAY).build();
        let mut processor = BatchSpanProcessor::new(exporter.build().map_err(wrong)?, config);
        processor.set_resource(&resource);
        let spans = Arc::new(processor);
        let listener = spans.clone();
        trace::set_span_listener(move |span| listener.on_end(data(span)));
        let metrics = MetricExporter::builder()
            .with_http()
            .with_http_client(client)
            .with_endpoint(place("metrics"))
            .with_timeout(TIME);
        let reader =
            PeriodicReader::builder(metrics.build().map_err(wrong)?).with_interval(PERIOD).build();
        let meters =
            SdkMeterProvider::builder().with_resource(resource).with_reader(reader).build();
        let durations = meters
            .meter("glossweave")
            .f64_histogram("http.server.request.duration")
            .with_unit("s")
            .with_boundaries(BOUNDS.to_vec())
            .build();
        Ok(Exporter { spans, meters, durations })
    }

    /// Counts a finished request.
    pub fn count(&self, done: &Finished) {
        let Finished { route, method, status, took } = *done;
        let attributes = [
            KeyValue::new("http.request.method", method),
            KeyValue::new("http.route", route),
            KeyValue::new("http.response.status_code", i64::from(status)),
        ];
        self.durations.record(took.as_secs_f64(), &attributes);
    }
}

/// The client of the exporters, which use the network of the engine in separate threads.
#[derive(Clone, Debug)]
struct Client(Arc<Network>);

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(
        &self,
        request: Request<Bytes>,
    ) -> std::result::Result<Response<Bytes>, HttpError> {
        let (head, body) = request.into_parts();
        let text = |name| head.headers.get(name).map_or(Ok(""), |value| value.to_str());
        let mut call = HttpRequest::post(head.uri.to_string(), text(CONTENT_TYPE)?, body)
            .reaching(HostPolicy::Named)
            .with_time(TIME);
        for name in head.headers.keys().filter(|name| **name != CONTENT_TYPE) {
            call = call.with_header(name.as_str(), text(name.clone())?);
        }
        let response = self.0.send(&call)?;
        let status = response.status();
        Ok(Response::builder().status(status).body(response.into_bytes().into())?)
    }
}

impl Drop for Exporter {
    fn drop(&mut self) {
        trace::clear_span_listener();
        let _ = self.spans.shutdown_with_timeout(TIME);
        let _ = self.meters.shutdown_with_timeout(TIME);
    }
}

/// Converts a span for the exporter.
fn data(span: &Span) -> SpanData {
    let kind = match span.kind {
        trace::SpanKind::Server => SpanKind::Server,
        trace::SpanKind::Client => SpanKind::Client,
        trace::SpanKind::Internal => SpanKind::Internal,
    };
    let parent = span.parent.as_deref().and_then(|id| SpanId::from_hex(id).ok());
    let attributes = span.attributes.iter().map(|(name, value)| match value {
        SpanValue::Text(text) => KeyValue::new(*name, text.clone()),
        SpanValue::Number(number) => KeyValue::new(*name, *number),
    });
    let error = span.error.iter().map(|kind| KeyValue::new("error.type", kind.clone()));
    SpanData {
        span_context: context(&span.context),
        parent_span_id: parent.unwrap_or(SpanId::INVALID),
        parent_span_is_remote: kind == SpanKind::Server,
        span_kind: kind,
        name: span.name.clone().into(),
        start_time: span.start,
        end_time: span.end,
        attributes: attributes.chain(error).collect(),
        dropped_attributes_count: 0,
        events: SpanEvents::default(),
        links: SpanLinks::default(),
        status: span.error.clone().map_or(Status::Unset, Status::error),
        instrumentation_scope: InstrumentationScope::builder("glossweave").build(),
    }
}

fn context(context: &TraceContext) -> SpanContext {
    let trace = TraceId::from_hex(&context.trace_id()).unwrap_or(TraceId::INVALID);
    let span = SpanId::from_hex(&context.span_id()).unwrap_or(SpanId::INVALID);
    SpanContext::new(trace, span, TraceFlags::SAMPLED, false, TraceState::NONE)
}
