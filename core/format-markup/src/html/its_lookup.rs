//! ITS values of pages that use more than the attributes of Text Analysis and Terminology, for
//! example other local markup, rules or records. The values are looked up by the positions of start
//! tags.

use glossweave_base::error::Result;
use glossweave_document::annotation::{Body, Category, Metadata};
use glossweave_format_base::its::body_of;
use glossweave_its::{self as its, Dialect, Resolved, Within};
use glossweave_markup::Decoded;
use glossweave_markup::html::page_tree;
use glossweave_markup::tree::{NodeId, Tree, XHTML};

/// Custom attributes used for fields that only rules can set in ITS.
pub(super) const RULES_ONLY: &[(&str, Category, &str)] = &[
    ("data-its-domains", Category::Domain, "domains"),
    ("data-its-external-resource-ref", Category::ExternalResource, "externalResourceRef"),
];

/// Returns `true` if an attribute can only be interpreted by using a tree. `name` is in lower case.
pub(super) fn needs_tree(name: &str) -> bool {
    match name.strip_prefix("its-") {
        Some(name) => {
            !(name.starts_with("ta-") || name.starts_with("term") || name == "annotators-ref")
        }
        None => RULES_ONLY.iter().any(|rule| rule.0 == name),
    }
}

/// The ITS values of the elements of a page.
pub(super) struct Facts {
    tree: Tree<'static>,
    resolved: Resolved,
    /// The positions of start tags in the decoded source, with their elements, sorted.
    places: Vec<(u32, NodeId)>,
    /// The elements `html` and `body`, if their tags are omitted.
    pub unwritten: [Option<NodeId>; 2],
}

impl Facts {
    /// Returns the ITS values of a page. Returns a warning if its tree cannot be built.
    pub fn of(
        decoded: &Decoded<'_>,
        options: &its::Options,
    ) -> Result<std::result::Result<Facts, String>> {
        let tree = match page_tree(decoded) {
            Ok(tree) if tree.root().is_some() => tree,
            Ok(_) => return Ok(Err("rules were not read: the page has no elements".to_owned())),
            Err(error) => return Ok(Err(format!("rules were not read: {}", error.message()))),
        };
        let resolved = its::resolve(&tree, Dialect::Html, options)?;
        let elements = tree.nodes().filter(|node| tree.node(*node).is_element());
        let (written, unwritten): (Vec<NodeId>, Vec<NodeId>) =
            elements.partition(|node| !tree.node(*node).at().is_empty());
        let mut places: Vec<(u32, NodeId)> =
            written.into_iter().map(|node| (tree.node(node).start, node)).collect();
        places.sort_unstable();
        let named = |name| unwritten.iter().copied().find(|node| tree.is(*node, XHTML, name));
        let unwritten = [named("html"), named("body")];
        Ok(Ok(Facts { tree, resolved, places, unwritten }))
    }

    /// Returns the warnings: links that could not be opened.
    pub fn warnings(&self) -> &[String] {
        self.resolved.warnings()
    }

    /// Returns the element with the start tag at a position.
    pub fn node(&self, start: usize) -> Option<NodeId> {
        let index = self.places.partition_point(|place| (place.0 as usize) < start);
        self.places.get(index).filter(|place| place.0 as usize == start).map(|place| place.1)
    }

    /// Returns the value that markup or a rule sets for the element itself, ignoring inheritance.
    fn value(&self, node: NodeId, category: Category, field: &str) -> Option<&str> {
        self.resolved.said(node).find(|value| value.category == category)?.field(field)
    }

    /// Returns `true` if the element splits the text around it. Returns `None` if this is not
    /// specified.
    pub fn splits(&self, node: NodeId) -> Option<bool> {
        self.value(node, Category::ElementsWithinText, "withinText")?;
        Some(self.resolved.within_text(node) != Within::Yes)
    }

    /// Returns `true` if the content of the element is to be translated. Returns `None` if this is
    /// not specified for the element itself.
    pub fn translate(&self, node: NodeId) -> Option<bool> {
        Some(self.value(node, Category::Translate, "translate")? == "yes")
    }

    /// Returns the names of the attributes for which a rule specifies whether to translate them,
    /// with `true` for translatable attributes.
    pub fn attributes(&self, node: NodeId) -> impl Iterator<Item = (&str, bool)> {
        let numbers = self.tree.attribute_numbers(node);
        numbers.filter_map(|number| {
            let mut values = self.resolved.attribute_said(number);
            values.find(|value| value.category == Category::Translate)?;
            let name = self.tree.attribute_name(self.tree.attribute_at(number));
            Some((&*name.local, self.resolved.attribute_translate(number)))
        })
    }

    pub fn preserves_space(&self, node: NodeId) -> Option<bool> {
        Some(self.value(node, Category::PreserveSpace, "space")? == "preserve")
    }

    pub fn language(&self, node: NodeId) -> Option<&str> {
        self.value(node, Category::LanguageInformation, "lang")
    }

    /// Returns the tool in effect for a category.
    pub fn annotator(&self, node: NodeId, category: Category) -> Option<&str> {
        self.resolved.annotator(node, category).filter(|tool| !tool.is_empty())
    }

    /// Returns the annotations of an element. Values from HTML attributes (`translate`, `dir`) are
    /// omitted.
    pub fn bodies(&self, node: NodeId) -> Vec<(Category, Body)> {
        let mut bodies = Vec::new();
        for value in self.resolved.said(node) {
            let attribute = match value.category {
                Category::Translate => self.tree.attribute(node, "", "translate"),
                Category::Directionality => self.tree.attribute(node, "", "dir"),
                _ => None,
            };
            if attribute.is_none() {
                bodies.extend(body_of(value).map(|body| (value.category, body)));
            }
        }
        for (name, category, field) in RULES_ONLY {
            let Some(value) = self.tree.attribute(node, "", name) else { continue };
            let mut metadata = Metadata::new(*category);
            if metadata.set(field, value).is_ok() {
                bodies.retain(|body| body.0 != *category);
                bodies.push((*category, Body::Metadata(metadata)));
            }
        }
        bodies
    }
}

#[cfg(test)]
mod tests;
