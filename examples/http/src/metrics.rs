//! Counters in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use glossweave::engine::ProviderUsage;
use glossweave::net::TokenUsage;

/// The upper bounds of the histogram, in microseconds.
const BOUNDS: [u64; 14] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 10_000_000, 60_000_000,
];

/// Counters of a service.
#[derive(Debug, Default)]
pub struct Metrics {
    /// The number of running requests.
    running: AtomicU64,
    /// The number of open connections.
    connections: AtomicU64,
    routes: Mutex<BTreeMap<Key, Series>>,
}

/// Routes are rows of a table, and methods are those of HTTP, so clients cannot add keys at will.
type Key = (&'static str, &'static str, u16);

#[derive(Clone, Copy, Debug, Default)]
struct Series {
    /// The counts by bucket; the last is beyond all bounds.
    counts: [u64; BOUNDS.len() + 1],
    /// The sum in microseconds.
    sum: u64,
}

/// A unit of a gauge, subtracted when it is dropped.
#[derive(Debug)]
pub struct GaugeGuard<'m>(&'m AtomicU64);

impl Drop for GaugeGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    /// Counts a running request.
    pub fn running_request(&self) -> GaugeGuard<'_> {
        gauge_guard(&self.running)
    }

    /// Counts an open connection.
    pub fn open_connection(&self) -> GaugeGuard<'_> {
        gauge_guard(&self.connections)
    }

    /// Counts a finished request.
    pub fn count(&self, route: &'static str, method: &'static str, status: u16, took: Duration) {
        let micros = took.as_micros() as u64;
        let bucket = BOUNDS.iter().position(|bound| micros <= *bound).unwrap_or(BOUNDS.len());
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let series = routes.entry((route, method, status)).or_default();
        series.counts[bucket] += 1;
        series.sum = series.sum.saturating_add(micros);
    }

    /// Returns all metrics as text, with the use of language models.
    pub fn to_text(&self, usage: &[ProviderUsage]) -> String {
        let mut text = String::new();
        for (name, help, value) in [
            ("glossweave_requests_running", "Requests that are being answered.", &self.running),
            ("glossweave_connections", "Connections that are open.", &self.connections),
        ] {
            let value = value.load(Ordering::Relaxed);
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}\n");
        }
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let name = "glossweave_requests_total";
        let _ = write!(text, "# HELP {name} Requests that were answered.\n# TYPE {name} counter\n");
        for ((route, method, status), series) in &routes {
            let count: u64 = series.counts.iter().sum();
            let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
            let _ = writeln!(text, "{name}{{{labels}}} {count}");
        }
        histogram(&mut text, &routes);
        models(&mut text, usage);
        text
    }
}

/// Writes the use of language models by provider.
fn models(text: &mut String, usage: &[ProviderUsage]) {
    let mut write = |name: &str, help: &str, count: &dyn Fn(&TokenUsage) -> f64| {
        if usage.is_empty() {
            return;
        }
        let name = format!("glossweave_language_model_{name}_total");
        let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} counter\n");
        for ProviderUsage { kind, name: provider, system, usage, .. } in usage {
            let system = system.as_deref().map(|name| format!(",system=\"{}\"", escaped(name)));
            let (provider, system) = (escaped(provider), system.unwrap_or_default());
            let labels = format!("kind=\"{kind}\",provider=\"{provider}\"{system}");
            let _ = writeln!(text, "{name}{{{labels}}} {}", count(usage));
        }
    };
    write("calls", "Calls of language models.", &|usage| usage.calls as f64);
    write("cached", "Questions that were answered before.", &|usage| usage.cached as f64);
    write("prompt_tokens", "Tokens of questions.", &|usage| usage.prompt_tokens as f64);
    write("completion_tokens", "Tokens of answers.", &|usage| usage.completion_tokens as f64);
    write("cost", "Cost by the prices that are set.", &|usage| usage.cost);
}

/// Returns the value of a label, escaped as the format demands.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Writes the histogram of the time of requests by route.
fn histogram(text: &mut String, routes: &BTreeMap<Key, Series>) {
    let mut all: BTreeMap<&str, Series> = BTreeMap::new();
    for ((route, ..), series) in routes {
        let sum = all.entry(route).or_default();
        sum.sum = sum.sum.saturating_add(series.sum);
        sum.counts.iter_mut().zip(series.counts).for_each(|(sum, count)| *sum += count);
    }
    let name = "glossweave_request_seconds";
    let _ = write!(text, "# HELP {name} How long requests took.\n# TYPE {name} histogram\n");
    for (route, series) in all {
        let mut cumulative = 0;
        for (bound, count) in BOUNDS.iter().zip(series.counts) {
            cumulative += count;
            let bound = *bound as f64 / 1e6;
            let _ =
                writeln!(text, "{name}_bucket{{route=\"{route}\",le=\"{bound}\"}} {cumulative}");
        }
        cumulative += series.counts[BOUNDS.len()];
        let seconds = series.sum as f64 / 1e6;
        let _ = writeln!(text, "{name}_bucket{{route=\"{route}\",le=\"+Inf\"}} {cumulative}");
        let _ = writeln!(text, "{name}_sum{{route=\"{route}\"}} {seconds}");
        let _ = writeln!(text, "{name}_count{{route=\"{route}\"}} {cumulative}");
    }
}

fn gauge_guard(count: &AtomicU64) -> GaugeGuard<'_> {
    count.fetch_add(1, Ordering::Relaxed);
    GaugeGuard(count)
}
