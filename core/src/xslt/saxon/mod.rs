//! XSLT 2.0 and 3.0: SaxonC-HE, a library that is opened while the program runs.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::Options;
use super::program::Program;
use crate::error::{Error, Kind, Result};

/// SaxonC-HE, opened.
pub struct Saxon(());

impl Saxon {
    /// Opens the library. Kind Unsupported where there is none, or another version.
    pub fn open(path: &Path) -> Result<Arc<Saxon>> {
        Err(Error::new(Kind::Unsupported, format!("`{}` is not opened yet", path.display())))
    }

    /// Opens the library that a setting names, or that the environment variable SAXONC_HE_LIB does;
    /// none where neither does.
    pub fn find(setting: Option<&Path>) -> Result<Option<Arc<Saxon>>> {
        setting.map(Saxon::open).transpose()
    }

    /// Compiles a stylesheet.
    pub(super) fn compile(
        self: &Arc<Saxon>,
        text: &str,
        options: &Options,
    ) -> Result<Arc<dyn Program>> {
        let _ = (text, options);
        Err(Error::new(Kind::Unsupported, "Saxon is not there yet"))
    }
}

impl fmt::Debug for Saxon {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Saxon")
    }
}
