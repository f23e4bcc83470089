//! The weight of a request, and the pools for what is light, heavy, or takes a password.

use std::time::Duration;

use glossweave::Result;

use crate::config::Server;
use crate::request::Ask;
use crate::route::Route;
use crate::thread_pool::{Pool, Size};

/// From how many bytes on a document is heavy.
const LARGE: usize = 256 << 10;
/// From how many bytes on it is heavy to unpack a body, which may become a thousand times as large.
const PACKED: usize = 16 << 10;

/// The niceness of heavy work: it gets about a tenth of a core that light work wants as well.
const NICE: i32 = 10;
/// The same of passwords, whose users wait for an answer.
const NICE_OF_PASSWORDS: i32 = 5;

/// The time that jobs may wait while none ends before work cannot be done.
const STUCK: Duration = Duration::from_secs(60);

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
    pub fn of(route: &Route, ask: &Ask, bytes: usize) -> Load {
        let reads = route.method == axum::http::Method::GET;
        let has_password = ask.parameter("password").is_some() || route.path == "/authenticate";
        let engine = ask.segments.iter().find(|(name, _)| name == "entity_engine");
        let is_elsewhere = route.path.ends_with("/documents")
            && engine.is_some_and(|(_, name)| !BUILT_IN.contains(&name.as_str()));
        let is_heavy = HEAVY.iter().any(|path| route.path.starts_with(path))
            && (!reads || route.path.starts_with("/reconcile/"));
        let filters = ask.parameter("filter").is_some();
        if route.tag == "users" && has_password {
            Load::Password
        } else if is_heavy || is_elsewhere || filters || bytes > LARGE {
            Load::Heavy
        } else {
            Load::Light
        }
    }

    /// The load of unpacking a body.
    pub fn of_packed(bytes: usize) -> Load {
        if bytes > PACKED { Load::Heavy } else { Load::Light }
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
        let light = Size { threads: workers, usual: 2 * cores, waiting: queue, share, nice: 0 };
        let heavy = Size { threads: heavy_workers, usual: cores, nice: NICE, ..light };
        let passwords = Size { threads: cores, usual: cores, nice: NICE_OF_PASSWORDS, ..light };
        let waiting = settings.receiving();
        let uploads = Size { threads: uploads, usual: uploads, waiting, share, nice: NICE };
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
    pub fn work(&self) -> bool {
        ![&self.light, &self.passwords].iter().any(|pool| pool.is_stuck(STUCK))
    }
}
