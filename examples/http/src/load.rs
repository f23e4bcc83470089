//! The weight of a request, and the pools for what is light, heavy, or takes a password.

use std::time::Duration;

use glossweave::Result;

use crate::config::Server;
use crate::request::Request;
use crate::route::Route;
use crate::thread_pool::{Pool, Size};

/// From how many bytes on a document is heavy.
const LARGE_DOCUMENT: usize = 256 << 10;
/// From how many bytes on it is heavy to unpack a body, which may become a thousand times as large.
const LARGE_ENCODED: usize = 16 << 10;

/// The niceness of heavy work: it gets about a tenth of a core that light work wants as well.
const NICE: i32 = 10;
/// The same of passwords, whose users wait for an answer.
const NICE_OF_PASSWORDS: i32 = 5;

/// The time that jobs may wait while none ends before work cannot be done.
const STUCK_AFTER: Duration = Duration::from_secs(60);

/// The weight of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// It takes some milliseconds.
    Light,
    /// It takes as long as its limits allow, or waits for other services.
    Heavy,
    /// It hashes a password, which takes memory and time on purpose.
    Password,
}

/// Paths of requests that run stylesheets, queries and chains, or wait for others.
const HEAVY: [&str; 6] = [
    "/e-link/documents",
    "/e-translation/",
    "/pipelining/chain",
    "/reconcile/",
    "/toolbox/convert/documents/",
    "/toolbox/xslt-converter/",
];

/// Recognizers that are part of the engine.
const BUILT_IN: [&str; 2] = ["dictionary", "trained"];

impl Load {
    /// The load of a request, whose body has so many bytes.
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

    /// The load of unpacking a body.
    pub fn of_decoding(bytes: usize) -> Load {
        if bytes > LARGE_ENCODED { Load::Heavy } else { Load::Light }
    }
}

/// The pools of a service.
#[derive(Debug)]
pub struct Pools {
    light: Pool,
    heavy: Pool,
    passwords: Pool,
    /// The pool in which datasets are unpacked, written and loaded.
    pub uploads: Pool,
}

impl Pools {
    /// Pools by the settings. Kind Internal where no threads can be made.
    pub fn new(settings: &Server) -> Result<Pools> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let Server { workers, queue, share, heavy_workers, uploads, .. } = *settings;
        // More than cores, since now and then one is off its core in the middle of a job.
        let light =
            Size { threads: workers, base_threads: 2 * cores, waiting: queue, share, nice: 0 };
        let heavy = Size { threads: heavy_workers, base_threads: cores, nice: NICE, ..light };
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

    /// The pool for a load.
    pub fn of(&self, load: Load) -> &Pool {
        match load {
            Load::Light => &self.light,
            Load::Heavy => &self.heavy,
            Load::Password => &self.passwords,
        }
    }

    /// Returns `true` if light requests are worked on, and passwords: the rest may take its time.
    pub fn are_responsive(&self) -> bool {
        ![&self.light, &self.passwords].iter().any(|pool| pool.is_stuck(STUCK_AFTER))
    }
}
