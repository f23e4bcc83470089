//! The elements of XSLT 1.0 and the kinds of their attributes (XSLT 1.0, appendix B).

/// The kind of an attribute value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Text, a name or a keyword.
    Plain,
    /// An XPath expression.
    Expression,
    /// A pattern.
    Pattern,
    /// An attribute value template.
    Template,
}

use Value::{Expression, Pattern, Plain, Template};

type Row = (&'static str, &'static [(&'static str, Value)]);

/// The elements with their attributes.
const ROWS: &[Row] = &[
    ("apply-imports", &[]),
    ("apply-templates", &[("mode", Plain), ("select", Expression)]),
    ("attribute", &[("name", Template), ("namespace", Template)]),
    ("attribute-set", &[("name", Plain), ("use-attribute-sets", Plain)]),
    ("call-template", &[("name", Plain)]),
    ("choose", &[]),
    ("comment", &[]),
    ("copy", &[("use-attribute-sets", Plain)]),
    ("copy-of", &[("select", Expression)]),
    (
        "decimal-format",
        &[
            ("decimal-separator", Plain),
            ("digit", Plain),
            ("grouping-separator", Plain),
            ("infinity", Plain),
            ("minus-sign", Plain),
            ("name", Plain),
            ("NaN", Plain),
            ("pattern-separator", Plain),
            ("per-mille", Plain),
            ("percent", Plain),
            ("zero-digit", Plain),
        ],
    ),
    ("element", &[("name", Template), ("namespace", Template), ("use-attribute-sets", Plain)]),
    ("fallback", &[]),
    ("for-each", &[("select", Expression)]),
    ("if", &[("test", Expression)]),
    ("import", &[("href", Plain)]),
    ("include", &[("href", Plain)]),
    ("key", &[("match", Pattern), ("name", Plain), ("use", Expression)]),
    ("message", &[("terminate", Plain)]),
    ("namespace-alias", &[("result-prefix", Plain), ("stylesheet-prefix", Plain)]),
    (
        "number",
        &[
            ("count", Pattern),
            ("format", Template),
            ("from", Pattern),
            ("grouping-separator", Template),
            ("grouping-size", Template),
            ("lang", Template),
            ("letter-value", Template),
            ("level", Plain),
            ("value", Expression),
        ],
    ),
    ("otherwise", &[]),
    (
        "output",
        &[
            ("cdata-section-elements", Plain),
            ("doctype-public", Plain),
            ("doctype-system", Plain),
            ("encoding", Plain),
            ("indent", Plain),
            ("media-type", Plain),
            ("method", Plain),
            ("omit-xml-declaration", Plain),
            ("standalone", Plain),
            ("version", Plain),
        ],
    ),
    ("param", &[("name", Plain), ("select", Expression)]),
    ("preserve-space", &[("elements", Plain)]),
    ("processing-instruction", &[("name", Template)]),
    (
        "sort",
        &[
            ("case-order", Template),
            ("data-type", Template),
            ("lang", Template),
            ("order", Template),
            ("select", Expression),
        ],
    ),
    ("strip-space", &[("elements", Plain)]),
    ("stylesheet", ROOT),
    ("template", &[("match", Pattern), ("mode", Plain), ("name", Plain), ("priority", Plain)]),
    ("text", &[("disable-output-escaping", Plain)]),
    ("transform", ROOT),
    ("value-of", &[("disable-output-escaping", Plain), ("select", Expression)]),
    ("variable", &[("name", Plain), ("select", Expression)]),
    ("when", &[("test", Expression)]),
    ("with-param", &[("name", Plain), ("select", Expression)]),
];

const ROOT: &[(&str, Value)] = &[
    ("exclude-result-prefixes", Plain),
    ("extension-element-prefixes", Plain),
    ("id", Plain),
    ("version", Plain),
];

/// The XSLT attributes that are allowed on literal result elements (XSLT 1.0, 7.1.1).
pub(super) const ON_LITERALS: &[&str] =
    &["exclude-result-prefixes", "extension-element-prefixes", "use-attribute-sets", "version"];

/// Returns the attributes of an XSLT element, or `None` if XSLT 1.0 does not define the element.
pub(super) fn attributes(element: &str) -> Option<&'static [(&'static str, Value)]> {
    ROWS.iter().find(|(name, _)| *name == element).map(|(_, attributes)| *attributes)
}

/// Returns the names of all elements.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|(name, _)| *name)
}
