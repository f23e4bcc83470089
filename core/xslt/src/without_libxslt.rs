//! The XSLT 1.0 processor in a build without the feature `libxslt`, which cannot compile stylesheets.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::Limits;
use super::program::Program;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_markup::tree::Tree;
use glossweave_markup::xml;

/// Returns `None`, or `ErrorKind::Unsupported` if a folder is given.
pub(super) fn outside(folder: Option<&Path>) -> Result<Option<Rc<dyn xml::Outside>>> {
    folder.map_or(Ok(None), |_| Err(absent("the folder of a stylesheet cannot be read")))
}

/// Returns `true`, because no function is known to be missing.
pub(super) fn knows(_: &str, _: &str) -> bool {
    true
}

/// Returns `ErrorKind::Unsupported`.
pub(super) fn compile(_: &Tree<'_>, _: Option<&Path>, _: &Limits) -> Result<Arc<dyn Program>> {
    Err(absent("stylesheets of XSLT 1.0 cannot be compiled"))
}

fn absent(what: &str) -> Error {
    let message = format!("{what}: the library was built without the feature `xslt`");
    Error::new(ErrorKind::Unsupported, message)
}
