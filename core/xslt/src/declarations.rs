//! The properties that a stylesheet declares, which are read before a processor runs.

use serde::{Deserialize, Serialize};

use super::Method;
use glossweave_base::error::{Error, Result};
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_store::resource::{ResourceKind, check_parameter};

/// The namespace of XSLT, <https://www.w3.org/TR/xslt-10/#xslt-namespace>.
pub(super) const XSLT: &str = "http://www.w3.org/1999/XSL/Transform";

/// A global parameter of a stylesheet, which a caller can set by name.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name, in the form `{namespace}local` if it is in a namespace.
    pub name: String,
    /// The default value, if it is known without a run because it is a literal or text.
    pub default: Option<String>,
    /// The expression for the default value, if it is not a literal.
    pub select: Option<String>,
    /// `true` if the caller must set a value (XSLT 2.0, 9.2).
    pub required: bool,
}

/// The declared properties of a stylesheet.
#[derive(Clone, Debug)]
pub(super) struct StylesheetInfo {
    /// The version, as written in the stylesheet.
    pub version: String,
    pub parameters: Vec<Parameter>,
    /// The method that `xsl:output` requests.
    pub method: Option<Method>,
    pub media_type: Option<String>,
}

impl StylesheetInfo {
    /// Returns the properties of a stylesheet. Returns `ErrorKind::Invalid` if it is not a stylesheet.
    pub fn at(tree: &Tree<'_>) -> Result<StylesheetInfo> {
        let no_stylesheet = |found: &str| {
            Error::invalid(format!(
                "expected `xsl:stylesheet` or `xsl:transform` as root element, found {found}"
            ))
        };
        let root = tree.root().ok_or_else(|| no_stylesheet("none"))?;
        let is = |local: &str| tree.is(root, XSLT, local);
        let version = match is("stylesheet") || is("transform") || is("package") {
            true => Some(tree.attribute(root, "", "version").ok_or_else(|| {
                let name = tree.name(root).qualified();
                Error::invalid(format!("`{name}` has no `version`"))
            })?),
            // A literal result element (XSLT 1.0, 2.3).
            false => tree.attribute(root, XSLT, "version"),
        };
        let Some(version) = version else {
            return Err(no_stylesheet(&format!("`{}`", tree.name(root).qualified())));
        };
        let version = version.trim();
        if number(version).is_none() {
            let message = format!("expected a number such as 1.0 as version, found `{version}`");
            return Err(Error::invalid(message));
        }
        let parameters = tree.elements(root).filter(|node| tree.is(*node, XSLT, "param"));
        let parameters: Vec<_> = parameters.filter_map(|node| parameter(tree, node)).collect();
        for parameter in &parameters {
            check_parameter(ResourceKind::Converter, &parameter.name)?;
        }
        let output = |name: &str| {
            let outputs = tree.elements(root).filter(|node| tree.is(*node, XSLT, "output"));
            let unnamed = outputs.filter(|node| tree.attribute(*node, "", "name").is_none());
            unnamed.filter_map(|node| tree.attribute(node, "", name)).last()
        };
        Ok(StylesheetInfo {
            version: version.to_owned(),
            parameters,
            method: output("method").and_then(|name| name.trim().parse().ok()),
            media_type: output("media-type").map(|name| name.trim().to_owned()),
        })
    }

    /// Returns `true` if the version is XSLT 1.0, or 1.1, which was never completed.
    pub fn is_first(&self) -> bool {
        number(&self.version).is_some_and(|version| version < 2.0)
    }
}

fn number(version: &str) -> Option<f64> {
    let is_decimal = version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    version.parse().ok().filter(|_| is_decimal)
}

/// Returns a parameter, or `None` for a static parameter (XSLT 3.0, 9.5), which a run cannot set.
fn parameter(tree: &Tree<'_>, node: NodeId) -> Option<Parameter> {
    let says = |name: &str| {
        let answer = tree.attribute(node, "", name);
        answer.is_some_and(|answer| matches!(answer.trim(), "yes" | "true" | "1"))
    };
    if says("static") {
        return None;
    }
    let name = tree.attribute(node, "", "name")?.trim();
    let name = match name.split_once(':') {
        Some((prefix, local)) => format!("{{{}}}{local}", tree.namespace_of(node, prefix)?),
        None => name.to_owned(),
    };
    let select = tree.attribute(node, "", "select");
    let is_text = tree.children(node).all(|child| !tree.node(child).is_element());
    let default = match select {
        Some(select) => literal(select),
        None if is_text => Some(tree.string(node)),
        None => None,
    };
    let select = select.filter(|_| default.is_none()).map(str::to_owned);
    let required = says("required");
    Some(Parameter { name, default: default.filter(|_| !required), select, required })
}

/// Returns the value of an expression that is a literal (XPath 1.0, 3.7).
fn literal(expression: &str) -> Option<String> {
    let text = expression.trim();
    for quote in ['"', '\''] {
        let inside = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inside) = inside.filter(|inside| !inside.contains(quote)) {
            return Some(inside.to_owned());
        }
    }
    number(text).map(|_| text.to_owned())
}
