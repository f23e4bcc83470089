//! Stylesheets that transform markup. XSLT 1.0 is built in, and 2.0 and 3.0 are supported if Saxon is
//! available.
//!
//! A [`Stylesheet`] is a single stylesheet, and [`Converters`] are stored stylesheets. By default, a
//! stylesheet cannot read files, access the network or write anything, and its runs have [`Limits`].

mod check;
mod compatible;
mod converters;
mod declarations;
mod html;
mod instruction;
#[cfg(feature = "libxslt")]
mod libxslt;
mod stylesheet;
#[cfg(not(feature = "libxslt"))]
mod without_libxslt;
#[cfg(not(feature = "libxslt"))]
use without_libxslt as libxslt;
mod limits;
mod options;
mod page_names;
mod program;
mod request;
mod saxon;
mod source;
#[cfg(test)]
mod tests;
pub mod worker;
mod xpath;

use serde::{Deserialize, Serialize};

pub use converters::{Converters, StylesheetCache};
pub use declarations::Parameter;
pub use limits::Limits;
pub use options::{Options, Processor};
pub use program::{Document, Message, Method};
pub use request::{Output, Reply, Request};
pub use saxon::Saxon;
pub use stylesheet::Stylesheet;

use glossweave_base::error::Result;
use glossweave_store::resource::{Content, PendingContent, ResourceKind, as_text};

/// The content of an XSLT converter.
///
/// The body is the stylesheet in UTF-8. It is compiled before it is stored.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStylesheet {
    /// The stylesheet.
    pub stylesheet: String,
    /// The version of XSLT that the stylesheet requests.
    #[serde(default)]
    pub version: String,
    /// The global parameters of the stylesheet.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
}

impl Content for StoredStylesheet {
    const KIND: ResourceKind = ResourceKind::Converter;
    const LARGE: &'static [&'static str] = &["stylesheet", "parameters"];
    type Context = StylesheetCache;

    fn parse(
        body: &[u8],
        _: Option<&StoredStylesheet>,
        _: &mut PendingContent<'_>,
        cache: &StylesheetCache,
    ) -> Result<StoredStylesheet> {
        let stylesheet = as_text(body)?.to_owned();
        let executable = cache.compile(body)?;
        let version = executable.version().to_owned();
        let parameters = executable.parameters().to_vec();
        Ok(StoredStylesheet { stylesheet, version, parameters })
    }
}
