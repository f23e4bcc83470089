//! HTML defaults: phrasing content (clause 8.7) and translatable attributes (HTML Standard,
//! 3.2.6.2).

use super::Within;
use glossweave_markup::tree::{NodeId, Tree, XHTML};

/// Phrasing content (HTML Standard, 3.2.5.2.5) except elements with separate text. It includes the
/// root elements of SVG and MathML, but not the elements inside them.
const PHRASING: &[&str] = &[
    "a", "abbr", "acronym", "area", "audio", "b", "basefont", "bdi", "bdo", "big", "br", "button",
    "canvas", "cite", "code", "command", "data", "datalist", "del", "dfn", "em", "embed", "font",
    "i", "img", "input", "ins", "kbd", "keygen", "label", "map", "mark", "math", "meter", "object",
    "output", "picture", "progress", "q", "ruby", "s", "samp", "select", "slot", "small", "span",
    "strike", "strong", "sub", "sup", "svg", "template", "time", "tt", "u", "var", "video", "wbr",
];

/// Elements that contain separate text.
const NESTED: &[&str] = &["iframe", "noscript", "script", "textarea"];

/// The defaults of an HTML page by name number. For other documents, the ITS defaults.
#[derive(Debug)]
pub(super) struct Defaults {
    within: Vec<Within>,
    page: bool,
}

impl Defaults {
    pub fn of(tree: &Tree<'_>) -> Defaults {
        let names = tree.names().iter();
        let page = tree.root().is_some_and(|root| tree.is(root, XHTML, "html"));
        let within = |local: &str| match local {
            local if NESTED.contains(&local) => Within::Nested,
            local if PHRASING.contains(&local) => Within::Yes,
            _ => Within::No,
        };
        let of = |name: &glossweave_markup::tree::Name| match &*name.namespace {
            XHTML if page => within(&name.local),
            super::MATHML if page && *name.local == *"math" => Within::Yes,
            super::SVG if page && *name.local == *"svg" => Within::Yes,
            _ => Within::No,
        };
        Defaults { within: names.map(of).collect(), page }
    }

    pub fn is_page(&self) -> bool {
        self.page
    }

    pub fn within(&self, tree: &Tree<'_>, node: NodeId) -> Within {
        let within = self.within.get(tree.name_number(node) as usize).copied();
        match within {
            // These two elements are phrasing content only when they are used for microdata.
            Some(Within::No) if self.page && tree.attribute(node, "", "itemprop").is_some() => {
                match &*tree.name(node).local {
                    "link" | "meta" => Within::Yes,
                    _ => Within::No,
                }
            }
            within => within.unwrap_or(Within::No),
        }
    }

    /// Returns `true` if the value of an attribute is translatable when its element is.
    pub fn is_translatable(&self, tree: &Tree<'_>, node: NodeId, attribute: usize) -> bool {
        if !self.page || *tree.name(node).namespace != *XHTML {
            return false;
        }
        let name = tree.attribute_name(tree.attribute_at(attribute));
        let element = &*tree.name(node).local;
        let has = |name: &str, known: &[&str]| {
            let value = tree.attribute(node, "", name).unwrap_or_default();
            known.iter().any(|one| one.eq_ignore_ascii_case(value.trim()))
        };
        match (&*name.local, element) {
            _ if !name.namespace.is_empty() => false,
            ("lang" | "style" | "title", _) => true,
            ("abbr", "th") => true,
            ("alt", "area" | "img" | "input") => true,
            ("content", "meta") => {
                has("name", &["application-name", "author", "description", "keywords"])
            }
            ("download", "a" | "area") => true,
            ("label", "menuitem" | "menu" | "optgroup" | "option" | "track") => true,
            ("placeholder", "input" | "textarea") => true,
            ("srcdoc", "iframe") => true,
            ("value", "input") => has("type", &["button", "reset", "submit"]),
            _ => false,
        }
    }
}

/// Returns `true` if an element is an ITS script (clause 6.3).
pub(super) fn is_script(tree: &Tree<'_>, node: NodeId) -> bool {
    let kind = || tree.attribute(node, "", "type").unwrap_or_default().trim();
    tree.is(node, XHTML, "script") && kind().eq_ignore_ascii_case("application/its+xml")
}
