//! The options for compiling a stylesheet.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::limits::Limits;
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
    /// SaxonC-HE: XSLT 3.0, and 2.0 and 1.0 as a 3.0 processor runs them. It is an optional library.
    Saxon,
}

impl Processor {
    /// Every processor.
    pub const ALL: &[Processor] = &[Processor::Libxslt, Processor::Saxon];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Processor::Libxslt => "libxslt",
            Processor::Saxon => "saxon",
        }
    }
}

impl FromStr for Processor {
    type Err = Error;

    /// Parses a name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) for another name.
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

/// The options for compiling a stylesheet.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The processor; chosen by the stylesheet's version if not given.
    pub processor: Option<Processor>,
    /// A Saxon that is already open.
    pub saxon: Option<Arc<Saxon>>,
    /// The library of SaxonC-HE, or the folder with it, to be opened when a stylesheet needs it; the path
    /// in the environment variable SAXONC_HE_LIB if not given.
    pub library: Option<PathBuf>,
    /// A program that runs stylesheets in place of this process, so that they can be ended: it is started with
    /// the argument [`worker::ARGUMENT`](super::worker::ARGUMENT), and calls
    /// [`worker::work`](super::worker::work).
    pub worker: Option<PathBuf>,
    /// The folder of the stylesheet, whose files it may then read: modules that it imports and includes,
    /// and documents. Without it a stylesheet reads nothing. Saxon cannot be restricted to a folder: with
    /// one it may read every file that the process may.
    pub folder: Option<PathBuf>,
    /// The encoding of the stylesheet as the transport declares it, whatever the stylesheet itself
    /// says.
    pub charset: Option<Encoding>,
    /// The limits of its runs.
    pub limits: Limits,
}

impl Options {
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

    /// Sets an option by its name: `processor` to `libxslt` or `saxon`, `saxon` to the path of a library,
    /// `worker` to that of a program that runs it, `folder` to that of a folder, `charset` to the label
    /// of an encoding, `milliseconds`, `memory` (bytes), `output` (bytes), `depth` and `recursion` to a
    /// number.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the name as parameter, if the name
    /// or the value is not known.
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
