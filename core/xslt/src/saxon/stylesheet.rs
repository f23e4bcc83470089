//! The properties of a stylesheet that Saxon does not report.

use std::ffi::{CStr, CString};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use super::own;
use crate::declarations::XSLT;
use crate::{Method, libxslt};
use glossweave_base::error::{Error, Location, Result};
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml;

/// The serialization parameters that a result document can specify, as pairs of the attribute and the name in
/// Saxon (XSLT 3.0, 25.1).
const PARAMETERS: &[(&str, &CStr)] = &[
    ("method", c"!method"),
    ("encoding", c"!encoding"),
    ("indent", c"!indent"),
    ("omit-xml-declaration", c"!omit-xml-declaration"),
    ("doctype-public", c"!doctype-public"),
    ("doctype-system", c"!doctype-system"),
    ("standalone", c"!standalone"),
    ("media-type", c"!media-type"),
    ("byte-order-mark", c"!byte-order-mark"),
    ("include-content-type", c"!include-content-type"),
    ("html-version", c"!html-version"),
    ("output-version", c"!version"),
    ("item-separator", c"!item-separator"),
];

static LAST: AtomicU64 = AtomicU64::new(0);

/// The properties that `xsl:output` requests.
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    pub method: Option<Method>,
    pub encoding: Option<String>,
    pub media_type: Option<String>,
}

/// An `xsl:result-document`.
pub(super) struct Written {
    /// The name of the document: a template whose parts in braces match any text.
    href: String,
    pub parameters: Vec<(&'static CStr, CString)>,
}

/// A stylesheet with its original text.
pub(super) struct SaxonStylesheet {
    /// The unique number of the stylesheet.
    pub number: u64,
    source: String,
    text: CString,
    /// The text without replaced calls, if the stylesheet reads itself.
    pub own: Option<CString>,
    /// The line and the column at which text was inserted into the source, and the length of that text.
    added: (u32, u32, u32),
    /// The IRI against which relative references are resolved, if the stylesheet may read files.
    pub folder: Option<CString>,
    pub output: Output,
    pub written: Vec<Written>,
    /// The location of `xsl:message`, if there is only one.
    pub message: Option<Location>,
    /// `true` if the stylesheet has other modules, which are not examined.
    pub has_modules: bool,
}

impl SaxonStylesheet {
    /// Parses a stylesheet. Returns `ErrorKind::Malformed` if it is not XML, `ErrorKind::Invalid` if the path
    /// of the folder cannot be an IRI, and `ErrorKind::Unsupported` if the stylesheet could read the
    /// environment during compilation.
    pub fn new(text: &str, folder: Option<&Path>) -> Result<SaxonStylesheet> {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let outside = libxslt::outside(folder)?;
        let tree =
            xml::parse_with(body, xml::Limits::default(), outside.clone()).map_err(|fault| {
                let place = Location::in_source(body.as_bytes(), fault.at);
                Error::new(fault.kind, fault.message).at(place)
            })?;
        let whole = xml::complete(body, outside);
        // Saxon would read the external identifier, or refuse the stylesheet because of it.
        let mut text = whole.text.into_owned();
        // Lines and columns do not change.
        let blank = |char: char| if matches!(char, '\n' | '\r') { char } else { ' ' };
        let blanks: String = text[whole.external.clone()].chars().map(blank).collect();
        text.replace_range(whole.external.clone(), &blanks);
        let replaced = own::replaced(&tree, &text, whole.at, whole.length);
        let nul = |_| Error::malformed("the stylesheet has a NUL");
        let (text, own) = match replaced {
            None => (CString::new(text).map_err(nul)?, None),
            Some(made) => {
                (CString::new(made).map_err(nul)?, Some(CString::new(text).map_err(nul)?))
            }
        };
        let elements = |local: &str| -> Vec<NodeId> {
            tree.nodes().filter(|node| tree.is(*node, XSLT, local)).collect()
        };
        let sheet = SaxonStylesheet {
            number: LAST.fetch_add(1, Ordering::Relaxed) + 1,
            source: body.to_owned(),
            text,
            own,
            added: {
                let at = Location::in_source(body.as_bytes(), whole.at..whole.at);
                (at.line(), at.column(), u32::try_from(whole.length).unwrap_or(u32::MAX))
            },
            folder: folder.map(folder_iri).transpose()?,
            output: output(&tree, &elements("output")),
            written: written(&tree, &elements("result-document"), &elements("output")),
            message: match elements("message")[..] {
                [message] => {
                    let node = tree.node(message);
                    let bytes = node.start as usize..node.start as usize;
                    Some(Location::in_source(body.as_bytes(), bytes))
                }
                _ => None,
            },
            has_modules: ["import", "include", "use-package"]
                .iter()
                .any(|local| !elements(local).is_empty()),
        };
        if sheet.writes() {
            check_static(&tree)?;
        }
        Ok(sheet)
    }

    pub fn text(&self) -> &CStr {
        &self.text
    }

    /// Converts a location that Saxon reports to a location in the source.
    pub fn place(&self, line: u32, column: u32) -> Location {
        let (at_line, at_column, length) = self.added;
        let is_behind = line == at_line && column > at_column;
        let column = match is_behind {
            true => column.saturating_sub(length).max(at_column),
            false => column,
        };
        Location::at_line(self.source.as_bytes(), line, column)
    }

    /// Returns `true` if there may be results in addition to the main result.
    pub fn writes(&self) -> bool {
        self.has_modules || self.written.iter().any(|document| !document.href.is_empty())
    }

    /// Returns the serialization parameters of the result document with this name, if known.
    pub fn parameters_of(&self, name: &str) -> &[(&'static CStr, CString)] {
        let found = self.written.iter().find(|document| matches(&document.href, name));
        found.map_or(&[], |document| &document.parameters)
    }
}

/// Returns `true` if a name may be the result of an attribute value template. For example, `a{$n}.xml`
/// matches `a1.xml`.
fn matches(template: &str, name: &str) -> bool {
    let mut rest = name;
    let mut parts = template.split('{');
    let Some(after) = parts.next().and_then(|start| rest.strip_prefix(start)) else {
        return false;
    };
    rest = after;
    let mut is_open = false;
    for part in parts {
        let literal = part.rsplit_once('}').map_or("", |(_, literal)| literal);
        match rest.find(literal) {
            Some(at) => rest = &rest[at + literal.len()..],
            None => return false,
        }
        is_open = literal.is_empty();
    }
    rest.is_empty() || is_open
}

/// Returns the IRI of a folder.
fn folder_iri(folder: &Path) -> Result<CString> {
    let no = || Error::invalid(format!("`{}` cannot be used as the folder", folder.display()));
    let folder = std::path::absolute(folder).map_err(|fault| no().because(fault))?;
    let mut iri = "file://".to_owned();
    for byte in folder.to_str().ok_or_else(no)?.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => iri.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => iri.push(byte.into()),
            byte => iri.push_str(&format!("%{byte:02X}")),
        }
    }
    if !iri.ends_with('/') {
        iri.push('/');
    }
    CString::new(iri).map_err(|_| no())
}

fn output(tree: &Tree<'_>, outputs: &[NodeId]) -> Output {
    let unnamed: Vec<NodeId> = outputs
        .iter()
        .copied()
        .filter(|node| tree.attribute(*node, "", "name").is_none())
        .collect();
    let value = |name: &str| {
        let mut values = unnamed.iter().filter_map(|node| tree.attribute(*node, "", name));
        values.next_back().map(|value| value.trim().to_owned())
    };
    Output {
        method: value("method").and_then(|name| name.parse().ok()),
        encoding: value("encoding"),
        media_type: value("media-type"),
    }
}

fn written(tree: &Tree<'_>, documents: &[NodeId], outputs: &[NodeId]) -> Vec<Written> {
    let values = |node: NodeId| {
        PARAMETERS.iter().filter_map(move |(attribute, name)| {
            let value = tree.attribute(node, "", attribute).filter(|value| !value.contains('{'))?;
            Some((*name, CString::new(value.trim()).ok()?))
        })
    };
    let written = |node: &NodeId| {
        let format = tree.attribute(*node, "", "format").map(str::trim);
        let mut parameters = Vec::new();
        for output in outputs {
            if tree.attribute(*output, "", "name").map(str::trim) == format {
                // The attribute `version` of `xsl:output` is the version of the method.
                parameters.extend(values(*output));
            }
        }
        parameters.extend(values(*node));
        let href = tree.attribute(*node, "", "href").unwrap_or_default().to_owned();
        Written { href, parameters }
    };
    documents.iter().map(written).collect()
}

/// Checks for expressions that are evaluated during compilation. When a stylesheet that writes result
/// documents is compiled, extensions must be enabled in Saxon, so that such expressions could read the
/// environment of the process.
fn check_static(tree: &Tree<'_>) -> Result<()> {
    for node in tree.nodes() {
        if !tree.node(node).is_element() {
            continue;
        }
        let is_xslt = *tree.name(node).namespace == *XSLT;
        let is_static = tree.attribute(node, "", "static").is_some();
        for attribute in tree.attributes(node) {
            let name = tree.attribute_name(attribute);
            let is_evaluated =
                is_static || &*name.local == "use-when" || is_xslt && name.local.starts_with('_');
            // Expressions are not examined, because names can be composed from parts.
            if is_evaluated {
                let message = format!(
                    "`{}` together with `xsl:result-document` is not supported: expressions that are evaluated at compile time could read the environment",
                    name.qualified()
                );
                let place = Location::in_source(tree.source().as_bytes(), tree.node(node).at());
                return Err(
                    Error::new(glossweave_base::error::ErrorKind::Unsupported, message).at(place)
                );
            }
        }
    }
    Ok(())
}
