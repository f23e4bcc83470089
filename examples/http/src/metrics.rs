//! Counters in the text formats of Prometheus and OpenMetrics. OpenMetrics also supports exemplars: traces
//! of requests.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use glossweave::engine::{ProviderUsage, QueueLength};
use glossweave::net::TokenUsage;

/// The upper bounds of the histogram, in microseconds.
const BOUNDS: [u64; 14] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 10_000_000, 60_000_000,
];

/// The media type of OpenMetrics.
pub const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// A finished request.
pub struct Finished {
    /// The route.
    pub route: &'static str,
    /// The method.
    pub method: &'static str,
    /// The status of the response.
    pub status: u16,
    /// The duration of the request.
    pub took: Duration,
}

/// The values at one point in time.
pub struct Readings {
    /// The use of language models.
    pub usage: Vec<ProviderUsage>,
    /// The number of running and waiting jobs of each pool.
    pub pools: [(&'static str, (usize, usize)); 4],
    /// The reserved bytes for bodies and for results.
    pub reserved: [(&'static str, usize); 2],
    /// The length of the queue of the store. `None` if the store does not respond.
    pub queue: Option<QueueLength>,
}

/// The counters of a service.
#[derive(Debug, Default)]
pub struct Metrics {
    /// The number of running requests.
    running: AtomicU64,
    /// The number of open connections.
    connections: AtomicU64,
    routes: Mutex<BTreeMap<Key, Series>>,
    exemplars: Mutex<BTreeMap<&'static str, [Option<Exemplar>; BOUNDS.len() + 1]>>,
}

/// The trace of the last request of a bucket.
#[derive(Clone, Debug)]
struct Exemplar {
    trace: String,
    took: Duration,
    time: SystemTime,
}

/// Routes are rows of a table, and only HTTP methods are used, so clients cannot add arbitrary
/// keys.
type Key = (&'static str, &'static str, u16);

#[derive(Clone, Copy, Debug, Default)]
struct Series {
    /// The counts by bucket. The last bucket is beyond all bounds.
    counts: [u64; BOUNDS.len() + 1],
    /// The sum in microseconds.
    sum: u64,
}

/// A unit of a gauge, which is subtracted when it is dropped.
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

    /// Counts a finished request, and stores its trace as an exemplar.
    pub fn count(&self, done: &Finished, trace: Option<String>) {
        let Finished { route, method, status, took } = *done;
        let micros = took.as_micros() as u64;
        let bucket = BOUNDS.iter().position(|bound| micros <= *bound).unwrap_or(BOUNDS.len());
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let series = routes.entry((route, method, status)).or_default();
        series.counts[bucket] += 1;
        series.sum = series.sum.saturating_add(micros);
        drop(routes);
        if let Some(trace) = trace {
            let mut all = self.exemplars.lock().unwrap_or_else(PoisonError::into_inner);
            let exemplar = Exemplar { trace, took, time: SystemTime::now() };
            all.entry(route).or_default()[bucket] = Some(exemplar);
        }
    }

    /// Returns all metrics in the text format of Prometheus or OpenMetrics.
    pub fn to_text(&self, readings: &Readings, is_open: bool) -> String {
        let mut text = Text { text: String::new(), is_open };
        text.describe("glossweave_build_info", "gauge", "The version of the program.");
        let version = concat!("version=\"", env!("CARGO_PKG_VERSION"), "\"");
        text.sample("glossweave_build_info", version, 1.0, None);
        for (name, help, value) in [
            ("glossweave_requests_running", "Requests that are being answered.", &self.running),
            ("glossweave_connections", "Connections that are open.", &self.connections),
        ] {
            text.describe(name, "gauge", help);
            text.sample(name, "", value.load(Ordering::Relaxed) as f64, None);
        }
        gauges(&mut text, readings);
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner).clone();
        text.describe("glossweave_requests", "counter", "Requests that were answered.");
        for ((route, method, status), series) in &routes {
            let count: u64 = series.counts.iter().sum();
            let labels = format!("route=\"{route}\",method=\"{method}\",status=\"{status}\"");
            text.sample("glossweave_requests_total", &labels, count as f64, None);
        }
        self.histogram(&mut text, &routes);
        models(&mut text, &readings.usage);
        if is_open {
            text.text.push_str("# EOF\n");
        }
        text.text
    }

    /// Writes the histogram of request durations by route.
    fn histogram(&self, text: &mut Text, routes: &BTreeMap<Key, Series>) {
        let mut all: BTreeMap<&str, Series> = BTreeMap::new();
        for ((route, ..), series) in routes {
            let sum = all.entry(route).or_default();
            sum.sum = sum.sum.saturating_add(series.sum);
            sum.counts.iter_mut().zip(series.counts).for_each(|(sum, count)| *sum += count);
        }
        let exemplars = self.exemplars.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let name = "glossweave_request_seconds";
        text.describe(name, "histogram", "How long requests took.");
        for (route, series) in all {
            let bounds = BOUNDS.iter().map(|bound| (*bound as f64 / 1e6).to_string());
            let mut cumulative = 0;
            for (index, bound) in bounds.chain(["+Inf".to_owned()]).enumerate() {
                cumulative += series.counts[index];
                let exemplar = exemplars.get(route).and_then(|all| all[index].as_ref());
                let labels = format!("route=\"{route}\",le=\"{bound}\"");
                text.sample(&format!("{name}_bucket"), &labels, cumulative as f64, exemplar);
            }
            let labels = format!("route=\"{route}\"");
            text.sample(&format!("{name}_sum"), &labels, series.sum as f64 / 1e6, None);
            text.sample(&format!("{name}_count"), &labels, cumulative as f64, None);
        }
    }
}

/// A text that is being written.
struct Text {
    text: String,
    is_open: bool,
}

impl Text {
    /// Writes the help and the type of a metric. OpenMetrics omits `_total` in the names of counters.
    fn describe(&mut self, name: &str, kind: &str, help: &str) {
        let total = if kind == "counter" && !self.is_open { "_total" } else { "" };
        let _ = write!(self.text, "# HELP {name}{total} {help}\n# TYPE {name}{total} {kind}\n");
    }

    fn sample(&mut self, name: &str, labels: &str, value: f64, exemplar: Option<&Exemplar>) {
        let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let _ = write!(self.text, "{name}{labels} {value}");
        if let Some(Exemplar { trace, took, time }) = exemplar.filter(|_| self.is_open) {
            let time = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
            let took = took.as_secs_f64();
            let _ = write!(self.text, " # {{trace_id=\"{trace}\"}} {took} {time:.3}");
        }
        self.text.push('\n');
    }
}

/// Writes gauges for running and waiting jobs, the memory and the store.
fn gauges(text: &mut Text, readings: &Readings) {
    let mut gauge = |name: &str, help: &str, samples: &[(String, usize)]| {
        text.describe(name, "gauge", help);
        for (labels, value) in samples {
            text.sample(name, labels, *value as f64, None);
        }
    };
    let of_pools = |count: fn((usize, usize)) -> usize| {
        readings.pools.map(|(pool, counts)| (format!("pool=\"{pool}\""), count(counts)))
    };
    gauge("glossweave_pool_running", "Requests that a pool processes.", &of_pools(|all| all.0));
    gauge("glossweave_pool_waiting", "Requests that wait for a pool.", &of_pools(|all| all.1));
    let reserved = readings.reserved.map(|(kind, bytes)| (format!("for=\"{kind}\""), bytes));
    gauge("glossweave_reserved_bytes", "Bytes that are reserved for requests.", &reserved);
    let is_up = usize::from(readings.queue.is_some());
    gauge("glossweave_store_up", "1 if the store answers, otherwise 0.", &[(String::new(), is_up)]);
    if let Some(QueueLength { jobs, webhooks }) = readings.queue {
        let counts = [("kind=\"job\"".to_owned(), jobs), ("kind=\"webhook\"".to_owned(), webhooks)];
        gauge("glossweave_queue_length", "Jobs and webhooks in the queue of the store.", &counts);
    }
    if let Some(bytes) = resident_bytes() {
        gauge("process_resident_memory_bytes", "Resident memory.", &[(String::new(), bytes)]);
    }
}

/// Returns the resident memory of the process, or `None` if the system does not report it.
fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: usize = resident.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Writes the use of language models by provider.
fn models(text: &mut Text, usage: &[ProviderUsage]) {
    let mut write = |name: &str, help: &str, count: &dyn Fn(&TokenUsage) -> f64| {
        if usage.is_empty() {
            return;
        }
        let name = format!("glossweave_language_model_{name}");
        text.describe(&name, "counter", help);
        for ProviderUsage { kind, name: provider, system, usage, .. } in usage {
            let system = system.as_deref().map(|name| format!(",system=\"{}\"", escaped(name)));
            let (provider, system) = (escaped(provider), system.unwrap_or_default());
            let labels = format!("kind=\"{kind}\",provider=\"{provider}\"{system}");
            text.sample(&format!("{name}_total"), &labels, count(usage), None);
        }
    };
    write("calls", "Calls of language models.", &|usage| usage.calls as f64);
    write("cached", "Questions that were answered from the cache.", &|usage| usage.cached as f64);
    write("prompt_tokens", "Tokens of questions.", &|usage| usage.prompt_tokens as f64);
    write("completion_tokens", "Tokens of answers.", &|usage| usage.completion_tokens as f64);
    write("cost", "Cost by the prices that are set.", &|usage| usage.cost);
}

/// Returns the value of a label with the escapes of the format.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn gauge_guard(count: &AtomicU64) -> GaugeGuard<'_> {
    count.fetch_add(1, Ordering::Relaxed);
    GaugeGuard(count)
}
