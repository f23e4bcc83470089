//! Stored stylesheets that turn one markup into another.

mod options;
#[allow(dead_code)]
mod program;
#[allow(dead_code)]
mod saxon;
#[cfg(test)]
mod tests;

pub use options::{Limits, Options, Processor};
pub use program::{Document, Message, Method};
pub use saxon::Saxon;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Location, Result};
use crate::markup::tree::NONE;
use crate::markup::xml;
use crate::resource::{Content, Draft, Kind, as_text, check_parameter};

/// The namespace of XSLT, <https://www.w3.org/TR/xslt-10/#xslt-namespace>.
const XSLT: &str = "http://www.w3.org/1999/XSL/Transform";

/// The content of an XSLT converter.
///
/// Its body is the stylesheet, in UTF-8.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stylesheet {
    /// The stylesheet.
    pub stylesheet: String,
}

impl Content for Stylesheet {
    const KIND: Kind = Kind::Converter;

    fn parse(body: &[u8], _: Option<&Stylesheet>, _: &mut Draft<'_>) -> Result<Stylesheet> {
        let text = as_text(body)?;
        check(text)?;
        Ok(Stylesheet { stylesheet: text.to_owned() })
    }
}

/// Refuses what is not a stylesheet. Kinds: Malformed for what is not XML, Invalid for other XML.
fn check(text: &str) -> Result<()> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skip = text.len() - body.len();
    let tree = xml::parse(body.into(), xml::Limits::default()).map_err(|fault| {
        let at = fault.at.start + skip..fault.at.end + skip;
        Error::new(fault.kind, fault.message).at(Location::in_source(text.as_bytes(), at))
    })?;
    let root = tree.root();
    let is_stylesheet = root != NONE
        && (tree.is(root, XSLT, "stylesheet")
            || tree.is(root, XSLT, "transform")
            // A literal result element, XSLT 1.0, 2.3.
            || tree.attribute(root, XSLT, "version").is_some());
    if is_stylesheet {
        let parameters = tree.elements(root).filter(|node| tree.is(*node, XSLT, "param"));
        let mut names = parameters.filter_map(|node| tree.attribute(node, "", "name"));
        return names.try_for_each(|name| check_parameter(Kind::Converter, name));
    }
    let found = match root {
        NONE => "none".into(),
        root => format!("`{}`", tree.name(root).qualified()),
    };
    Err(Error::invalid(format!(
        "expected `xsl:stylesheet` or `xsl:transform` as root element, found {found}"
    )))
}
