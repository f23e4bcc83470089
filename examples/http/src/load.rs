//! The load of a request, and the thread pools for light and heavy requests and for passwords.

use std::time::Duration;

use glossweave::Result;

use crate::config::Server;
use crate::request::Request;
use crate::route::Route;
use crate::thread_pool::{Pool, Size};

/// The size from which a document is heavy.
const LARGE_DOCUMENT: usize = 256 << 10;
/// The size from which decoding a body is heavy, because the result may be a thousand times larger.
const LARGE_ENCODED: usize = 16 << 10;

/// The niceness of heavy jobs. They get about a tenth of a core when light jobs also use it.
const NICE: i32 = 10;
/// The niceness of password jobs, because users wait for the response.
const NICE_OF_PASSWORDS: i32 = 5;

/// The time without a finished job after which a pool with waiting jobs counts as stuck.
const STUCK_AFTER: Duration = Duration::from_secs(60);

/// The load of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// A request that takes a few milliseconds.
    Light,
    /// A request that can take as long as its limits allow, or waits for remote services.
    Heavy,
    /// A request that hashes a password, which uses memory and time on purpose.
    Password,
}

/// The paths of requests that train models, run stylesheets, queries and pipelines, or call remote
/// services.
const HEAVY: [&str; 8] = [
    "/batch",
    "/e-link/documents",
    "/e-translation/",
    "/models/",
    "/pipelining/chain",
    "/reconcile/",
    "/toolbox/convert/documents/",
    "/toolbox/xslt-converter/",
];

/// The recognizers that are part of the engine.
const BUILT_IN: [&str; 3] = ["dictionary", "linker", "trained"];

impl Load {
    /// Returns the load of a request whose body has `bytes` bytes.
    pub fn of(route: &Route, request: &Request, bytes: usize) -> Load {
        let reads = route.method == axum::http::Method::GET;
        let has_password = request.parameter("password").is_some() || route.path == "/authenticate";
        let engine = request.segments.iter().find(|(name, _)| name == "entity_engine");
        let is_remote = route.path.ends_with("/documents")
            && engine.is_some_and(|(_, name)| !BUILT_IN.contains(&name.as_str()));
        let is_heavy = HEAVY.iter().any(|path| route.path.starts_with(path))
            && (!reads || route.path.starts_with("/reconcile/"));
        let filters = request.parameter("filter").is_some();
        if route.tag == "users" && has_password {
            Load::Password
        } else if is_heavy || is_remote || filters || bytes > LARGE_DOCUMENT {
            Load::Heavy
        } else {
            Load::Light
        }
    }

    /// Returns the load of decoding a body.
    pub fn of_decoding(bytes: usize) -> Load {
        if bytes > LARGE_ENCODED { Load::Heavy } else { Load::Light }
    }
}

/// The thread pools of a service.
#[derive(Debug)]
pub struct Pools {
    light: Pool,
    heavy: Pool,
    passwords: Pool,
    /// The pool in which datasets are decoded, written and loaded.
    pub uploads: Pool,
}

impl Pools {
    /// Creates the pools from the settings. Returns `ErrorKind::Internal` if no threads can be created.
    pub fn new(settings: &Server) -> Result<Pools> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let Server { queue, share, uploads, .. } = *settings;
        // More threads than cores, because a thread may lose its core during a job.
        let light = Size {
            threads: settings.light_threads(),
            base_threads: 2 * cores,
            waiting: queue,
            share,
            nice: 0,
        };
        let heavy =
            Size { threads: settings.heavy_threads(), base_threads: cores, nice: NICE, ..light };
        let passwords =
            Size { threads: cores, base_threads: cores, nice: NICE_OF_PASSWORDS, ..light };
        let waiting = settings.max_receiving();
        let uploads = Size { threads: uploads, base_threads: uploads, waiting, share, nice: NICE };
        Ok(Pools {
            light: Pool::new(light)?,
            heavy: Pool::new(heavy)?,
            passwords: Pool::new(passwords)?,
            uploads: Pool::new(uploads)?,
        })
    }

    /// Returns the pool for a load.
    pub fn of(&self, load: Load) -> &Pool {
        match load {
            Load::Light => &self.light,
            Load::Heavy => &self.heavy,
            Load::Password => &self.passwords,
        }
    }

    /// Returns the number of running and waiting jobs of each pool.
    pub fn occupancy(&self) -> [(&'static str, (usize, usize)); 4] {
        [
            ("light", self.light.occupancy()),
            ("heavy", self.heavy.occupancy()),
            ("passwords", self.passwords.occupancy()),
            ("uploads", self.uploads.occupancy()),
        ]
    }

    /// Returns `true` if light and password requests are being processed. Other requests may take long.
    pub fn are_responsive(&self) -> bool {
        ![&self.light, &self.passwords].iter().any(|pool| pool.is_stuck(STUCK_AFTER))
    }
}
