//! Computed values of the nodes of a tree.

use std::sync::Arc;

use super::annotators::Annotators;
use super::value::{CategoryValue, Inheritance, Within};
use glossweave_document::annotation::Category;
use glossweave_markup::tree::NodeId;

/// The index that represents no value.
pub(super) const NONE: u32 = u32::MAX;

/// The nodes at which a value changes, each with the index of the new value.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes(Vec<(NodeId, u32)>);

impl Changes {
    pub fn set(&mut self, node: NodeId, value: u32) {
        match self.0.last_mut() {
            Some(last) if last.0 == node => last.1 = value,
            _ => self.0.push((node, value)),
        }
    }

    pub fn at(&self, node: NodeId) -> Option<usize> {
        let before = self.0.partition_point(|change| change.0 <= node).checked_sub(1)?;
        self.0.get(before).map(|change| change.1).filter(|value| *value != NONE).map(|v| v as usize)
    }
}

/// A bit set.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)])
    }

    pub fn set(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Adds the bits of another set.
    pub fn add(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    pub fn get(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}

/// The computed values of the nodes of a tree. Nodes and attributes are identified by their numbers
/// in the tree.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// The values set on elements and on attributes, sorted by number.
    pub(super) said: Vec<(NodeId, Arc<CategoryValue>)>,
    pub(super) attribute_said: Vec<(u32, Arc<CategoryValue>)>,
    pub(super) translate: Bits,
    pub(super) attribute_translate: Bits,
    pub(super) space: Bits,
    pub(super) within: Bits,
    pub(super) nested: Bits,
    /// The index into `said` of the value in force, by category.
    pub(super) force: Vec<Changes>,
    pub(super) annotators: Vec<Arc<Annotators>>,
    pub(super) annotators_in_force: Changes,
    /// Pairs of an element and the node that contains its target.
    pub(super) targets: Vec<(NodeId, NodeId)>,
    pub(super) warnings: Vec<String>,
}

impl Resolved {
    /// Returns `true` if the content of an element, or a text, is translatable.
    pub fn translate(&self, node: NodeId) -> bool {
        self.translate.get(node.index())
    }

    /// Returns `true` if the value of an attribute is translatable.
    pub fn attribute_translate(&self, attribute: usize) -> bool {
        self.attribute_translate.get(attribute)
    }

    /// Returns the relation of an element to the surrounding text.
    pub fn within_text(&self, node: NodeId) -> Within {
        match (self.within.get(node.index()), self.nested.get(node.index())) {
            (_, true) => Within::Nested,
            (true, _) => Within::Yes,
            _ => Within::No,
        }
    }

    /// Returns `true` if white space is significant in an element or a text.
    pub fn preserves_space(&self, node: NodeId) -> bool {
        self.space.get(node.index())
    }

    /// Returns the language of the content of an element, or of a text. Returns "" if the markup
    /// declares that the text has no language.
    pub fn language(&self, node: NodeId) -> Option<&str> {
        self.in_force(node, Category::LanguageInformation)?.field("lang")
    }

    /// Returns the values that local markup or rules set on this element, at most one for each
    /// category. Inherited values are not included.
    pub fn said(&self, node: NodeId) -> impl Iterator<Item = &Arc<CategoryValue>> {
        of(&self.said, node)
    }

    /// Returns the values that local markup or rules set on an attribute.
    pub fn attribute_said(&self, attribute: usize) -> impl Iterator<Item = &Arc<CategoryValue>> {
        of(&self.attribute_said, u32::try_from(attribute).unwrap_or(u32::MAX))
    }

    /// Returns the value of a category that applies to an element or a text, set on the node or
    /// inherited.
    pub fn in_force(&self, node: NodeId, category: Category) -> Option<&Arc<CategoryValue>> {
        match Inheritance::of(category) {
            Inheritance::Own => self.said(node).find(|said| said.category == category),
            _ => {
                let which = self.force.get(category as usize)?.at(node)?;
                self.said.get(which).map(|said| &said.1)
            }
        }
    }

    /// Returns the tool in force for a category, as specified by `annotatorsRef` (clause 5.7).
    pub fn annotator(&self, node: NodeId, category: Category) -> Option<&str> {
        self.annotators(node)?.get(category.identifier())
    }

    /// Returns all tools in force.
    pub(super) fn annotators(&self, node: NodeId) -> Option<&Arc<Annotators>> {
        self.annotators.get(self.annotators_in_force.at(node)?)
    }

    /// Returns the element that contains the target of an element.
    pub fn target_pointer(&self, node: NodeId) -> Option<NodeId> {
        let at = self.targets.binary_search_by_key(&node, |target| target.0).ok()?;
        self.targets.get(at).map(|target| target.1)
    }

    /// Returns a warning for each skipped link.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

fn of<T: Ord + Copy>(
    all: &[(T, Arc<CategoryValue>)],
    number: T,
) -> impl Iterator<Item = &Arc<CategoryValue>> {
    let from = all.partition_point(|said| said.0 < number);
    all.iter().skip(from).take_while(move |said| said.0 == number).map(|said| &said.1)
}
