//! What a stylesheet is compiled by, and what its runs may take.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::saxon::Saxon;
use glossweave_base::error::{Error, Result};
use glossweave_markup::Encoding;

/// A processor of stylesheets.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Processor {
    /// libxslt with libexslt: XSLT 1.0 and EXSLT. It is built in.
    Libxslt,
    /// SaxonC-HE: XSLT 3.0, and 2.0 and 1.0 as a 3.0 processor runs them. A library that is there
    /// or not.
    Saxon,
}

impl Processor {
    /// Every processor.
    pub const ALL: &[Processor] = &[Processor::Libxslt, Processor::Saxon];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Processor::Libxslt => "libxslt",
            Processor::Saxon => "saxon",
        }
    }
}

impl FromStr for Processor {
    type Err = Error;

    /// Reads a name. Kind Invalid for another.
    fn from_str(name: &str) -> Result<Processor> {
        let found = Processor::ALL.iter().copied().find(|processor| processor.name() == name);
        found.ok_or_else(|| Error::no_such("XSLT processor", name, "one of libxslt, saxon"))
    }
}

impl fmt::Display for Processor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// What one run of a stylesheet may take.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long it may run.
    pub time: Duration,
    /// How many bytes it may hold at once, the source included. For Saxon the heap of the thread
    /// that it runs on, with the stylesheets compiled there; 64 MiB at least.
    pub memory: usize,
    /// How many bytes its results may have.
    pub output: usize,
    /// How deep elements of the source may nest.
    pub depth: usize,
    /// How deep templates may call each other. Saxon bounds that itself.
    pub recursion: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory: 512 << 20,
            output: 64 << 20,
            depth: 1_000,
            recursion: 3_000,
        }
    }
}

impl Limits {
    /// Sets how long a run may take.
    pub fn with_time(mut self, time: Duration) -> Limits {
        self.time = time;
        self
    }

    /// Sets how many bytes it may hold.
    pub fn with_memory(mut self, bytes: usize) -> Limits {
        self.memory = bytes;
        self
    }

    /// Sets how many bytes its results may have.
    pub fn with_output(mut self, bytes: usize) -> Limits {
        self.output = bytes;
        self
    }

    /// Sets how deep the elements of a source may nest.
    pub fn with_depth(mut self, depth: usize) -> Limits {
        self.depth = depth;
        self
    }

    /// Sets how deep templates may call each other.
    pub fn with_recursion(mut self, calls: usize) -> Limits {
        self.recursion = calls;
        self
    }
}

/// How a stylesheet is compiled.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The processor; by the stylesheet's version where it is not given.
    pub processor: Option<Processor>,
    /// Saxon, opened already.
    pub saxon: Option<Arc<Saxon>>,
    /// The library of SaxonC-HE, or the folder with it, to be opened when a stylesheet needs it;
    /// where the environment variable SAXONC_HE_LIB says if it is not given.
    pub library: Option<PathBuf>,
    /// A program that runs Saxon in place of this process, so that it can be ended: it is called with
    /// the argument [`worker::ARGUMENT`](super::worker::ARGUMENT), and calls
    /// [`worker::work`](super::worker::work).
    pub worker: Option<PathBuf>,
    /// The folder of the stylesheet, whose files it may then read: modules that it imports and
    /// includes, and documents. Without it a stylesheet reads nothing. Saxon cannot be held to a
    /// folder: with one it may read every file that the process may.
    pub folder: Option<PathBuf>,
    /// The encoding of the stylesheet as the transport declares it, whatever the stylesheet itself
    /// says.
    pub charset: Option<Encoding>,
    /// What its runs may take.
    pub limits: Limits,
}

impl Options {
    /// Sets the processor.
    pub fn with_processor(mut self, processor: Processor) -> Options {
        self.processor = Some(processor);
        self
    }

    /// Lets stylesheets run on Saxon.
    pub fn with_saxon(mut self, saxon: Arc<Saxon>) -> Options {
        self.saxon = Some(saxon);
        self
    }

    /// Says where Saxon is, which is opened when it is needed.
    pub fn with_library(mut self, path: impl Into<PathBuf>) -> Options {
        self.library = Some(path.into());
        self
    }

    /// Says which program runs Saxon.
    pub fn with_worker(mut self, program: impl Into<PathBuf>) -> Options {
        self.worker = Some(program.into());
        self
    }

    /// Lets the stylesheet read the files of a folder.
    pub fn reading(mut self, folder: impl Into<PathBuf>) -> Options {
        self.folder = Some(folder.into());
        self
    }

    /// Sets what its runs may take.
    pub fn with_limits(mut self, limits: Limits) -> Options {
        self.limits = limits;
        self
    }

    /// The names that [`Options::set`] knows.
    pub const NAMES: &[&str] = &[
        "processor",
        "saxon",
        "worker",
        "folder",
        "charset",
        "milliseconds",
        "memory",
        "output",
        "depth",
        "recursion",
    ];

    /// Sets one of them by its name: `processor` to `libxslt` or `saxon`, `saxon` to the path of a
    /// library, `worker` to that of a program that runs it, `folder` to that of a folder, `charset` to the label of an encoding, `milliseconds`, `memory` (bytes), `output` (bytes),
    /// `depth` and `recursion` to a number. Kind Invalid, with the name as parameter, for a name or
    /// value that is not known.
    ///
    /// ```
    /// # mod glossweave { pub use {glossweave_base::*, glossweave_store::*, glossweave_xslt as xslt}; }
    /// use glossweave::xslt::{Options, Processor};
    /// let mut options = Options::default();
    /// options.set("processor", "libxslt")?;
    /// options.set("depth", "100")?;
    /// assert_eq!((options.processor, options.limits.depth), (Some(Processor::Libxslt), 100));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let named = |error: Error| error.with_parameter(name);
        let number = || {
            let number = value.parse::<usize>();
            number.map_err(|_| named(Error::no_such("number", value, "digits")))
        };
        match name {
            "processor" => self.processor = Some(value.parse().map_err(named)?),
            "saxon" => self.library = Some(PathBuf::from(value)),
            "worker" => self.worker = Some(PathBuf::from(value)),
            "folder" => self.folder = Some(PathBuf::from(value)),
            "charset" => {
                let known = value.parse().map_err(|_: Error| {
                    named(Error::no_such("encoding", value, "a label such as utf-8"))
                });
                self.charset = Some(known?);
            }
            "milliseconds" => self.limits.time = Duration::from_millis(number()? as u64),
            "memory" => self.limits.memory = number()?,
            "output" => self.limits.output = number()?,
            "depth" => self.limits.depth = number()?,
            "recursion" => self.limits.recursion = number()?,
            _ => return Err(Error::no_option(name, Options::NAMES)),
        }
        Ok(())
    }
}
