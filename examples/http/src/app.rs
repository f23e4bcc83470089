//! The state that all requests share.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use glossweave::{Engine, Result};

use crate::body::BodyLimits;
use crate::config::Server;
use crate::load::Pools;
use crate::metrics::Metrics;
use crate::quota::Quota;

/// The state that all requests share.
pub struct App {
    /// The engine behind the service.
    pub engine: Engine,
    /// The thread pools that handlers run in.
    pub pools: Pools,
    /// The bytes of the bodies of requests and responses in memory.
    pub bodies: Quota,
    /// The estimated bytes of the results that are computed from bodies.
    pub results: Quota,
    /// The datasets that are being received.
    pub uploads: Quota,
    /// The addresses of proxies, whose `X-Forwarded-For` is trusted.
    pub proxies: Vec<IpAddr>,
    /// The limits on the size and the time of bodies.
    pub body_limits: BodyLimits,
    /// The counters.
    pub metrics: Metrics,
    is_stopping: AtomicBool,
}

impl App {
    /// Creates the state of a service whose bodies have at most `max_bytes`. Returns `ErrorKind::Internal` if no
    /// threads can be created.
    pub fn new(
        engine: Engine,
        settings: &Server,
        proxies: Vec<IpAddr>,
        max_bytes: usize,
    ) -> Result<App> {
        Ok(App {
            engine,
            proxies,
            pools: Pools::new(settings)?,
            bodies: Quota::new(settings.memory, settings.share),
            results: Quota::new(settings.memory, settings.share),
            uploads: Quota::new(settings.max_receiving(), settings.share),
            body_limits: settings.body_limits(max_bytes),
            metrics: Metrics::default(),
            is_stopping: AtomicBool::new(false),
        })
    }

    /// Returns `true` if the service is about to stop.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    /// Announces that the service is about to stop.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }
}
