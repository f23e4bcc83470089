//! The options for compiling a stylesheet.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::limits::{self, Limits};
use super::saxon::Saxon;
use glossweave_base::error::{Error, Result};
use glossweave_base::{option_values, request_options};
use glossweave_markup::Encoding;

/// An XSLT processor.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Processor {
    /// libxslt with libexslt, which is built in. It supports XSLT 1.0 and EXSLT.
    Libxslt,
    /// SaxonC-HE, an optional library. It supports XSLT 3.0, and runs 2.0 and 1.0 as a 3.0 processor.
    Saxon,
}

impl Processor {
    /// All processors.
    pub const ALL: &[Processor] = &[Processor::Libxslt, Processor::Saxon];

    /// Returns the name of the processor.
    pub const fn name(self) -> &'static str {
        match self {
            Processor::Libxslt => "libxslt",
            Processor::Saxon => "saxon",
        }
    }
}

impl FromStr for Processor {
    type Err = Error;

    /// Parses the name of a processor.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) for any other name.
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

option_values!(Processor);

request_options! {
    /// The options for compiling a stylesheet.
    #[derive(Clone, Debug, Default)]
    pub struct Options {
        /// The processor. By default, it depends on the version of the stylesheet.
        pub processor: Option<Processor> => "processor": Word(&["libxslt", "saxon"]),
        /// An open Saxon library. By default, Saxon is opened at the path `library`.
        pub saxon: Option<Arc<Saxon>>,
        /// The library of SaxonC-HE, or the folder that contains it. It is opened when a stylesheet needs it.
        /// By default, the path in the environment variable `SAXONC_HE_LIB` is used.
        pub library: Option<PathBuf> => "saxon": Path,
        /// A program that runs stylesheets instead of this process, so that runs can be stopped. It is
        /// started with the argument [`worker::ARGUMENT`](super::worker::ARGUMENT), and must call
        /// [`worker::work`](super::worker::work). By default, stylesheets run in this process.
        pub worker: Option<PathBuf> =>
            /// A program that runs stylesheets instead of this process, so that runs can be stopped. By
            /// default, stylesheets run in this process.
            "worker": Path,
        /// The folder of the stylesheet, whose files the stylesheet may read: imported and included modules,
        /// and documents. By default, a stylesheet cannot read files. Saxon cannot be restricted to a folder.
        /// When a folder is set, Saxon can read all files that the process can read.
        pub folder: Option<PathBuf> => "folder": Path,
        /// The encoding of the stylesheet, as declared by the transport. It takes precedence over the XML
        /// declaration.
        pub charset: Option<Encoding> => "charset": Text,
        /// The limits of the runs.
        pub limits: Limits =>
            /// The maximum time of a run.
            "milliseconds": Integer default "10000" unit "milliseconds" with limits::read_time;
            /// The maximum memory that a run uses at the same time, including the source. For Saxon, the heap
            /// of its thread, including the stylesheets that are compiled there, at least 64 MiB.
            "memory": Integer default "536870912" unit "bytes" with limits::read_memory;
            /// The maximum size of all results.
            "output": Integer default "67108864" unit "bytes" with limits::read_output;
            /// The maximum nesting of elements in the source.
            "depth": Integer default "1000" with limits::read_depth;
            /// The maximum nesting of template calls. Saxon has a separate limit.
            "recursion": Integer default "3000" with limits::read_recursion,
    }
}
