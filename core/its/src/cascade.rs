//! The cascade: the computed values of all nodes, in one pass over a tree in document order.
//!
//! Clause 5.5 of ITS 2.0 ranks the sources of a value: local markup of the element, then rules,
//! then inheritance from an ancestor, then the default of the category. As in CSS, the highest
//! source wins. It replaces the whole value of the category, and fields of lower sources are not
//! merged into it. Each source is a step of [`Cascade`]:
//!
//! | step | clause |
//! |---|---|
//! | [`Rules::element`] | 5.2.1, global selection |
//! | [`Cascade::override_by_local_markup`] | 5.2.2, local selection |
//! | [`Cascade::extend_annotators`] | 5.7, `annotatorsRef` |
//! | [`Cascade::set`], [`Cascade::end_scopes`] | 8.1, inheritance |
//! | [`Cascade::visit_attributes`] | 8.1, values and defaults of attributes |
//!
//! All positions are numbers of nodes or of attributes in document order, not offsets. The
//! descendants of a node are the nodes between it and [`Node::after`], so a stack of open scopes is
//! enough for inheritance, and values are stored only for nodes at which they change.
//!
//! [`Node::after`]: glossweave_markup::tree::Node::after

use std::sync::Arc;

use super::annotators::Annotators;
use super::computed::{Bits, Changes, NONE, Resolved};
use super::element::{self, Own, Words};
use super::html;
use super::value::{CategoryValue, Inheritance};
use super::{Dialect, Result};
use glossweave_document::annotation::Category;
use glossweave_markup::tree::{NodeId, Tree};

/// The index of the slot for `annotatorsRef`, which follows the slots of the categories.
const ANNOTATORS: usize = Category::ALL.len();

/// The subtree in which an element changes an inherited value.
struct Scope {
    /// The first node after the subtree.
    after: NodeId,
    slot: usize,
    /// The index of the outer value, which is in force again after the subtree.
    outer: u32,
}

/// A source of the values set by rules, for each element in document order.
pub(super) trait Rules {
    /// Adds the values that rules set on an element, at most one for each category.
    fn element(&mut self, node: NodeId, values: &mut Vec<Arc<CategoryValue>>) -> Result<()>;
    /// Returns `true` if any rule can select attributes.
    fn has_attributes(&self) -> bool;
    /// Adds the values that rules set on an attribute of an element.
    fn attribute(
        &mut self,
        node: NodeId,
        attribute: usize,
        values: &mut Vec<Arc<CategoryValue>>,
    ) -> Result<()>;
    /// Looks up the records that the local markup of an element refers to.
    fn look_up(&mut self, value: &mut CategoryValue) -> Result<()>;
}

pub(super) fn resolve(
    tree: &Tree<'_>,
    dialect: Dialect,
    rules: &mut dyn Rules,
) -> Result<Resolved> {
    let mut cascade = Cascade::new(tree, dialect, rules);
    // The buffer is empty between nodes. It is reused because most elements have few values.
    let mut values = Vec::new();
    for node in tree.nodes() {
        cascade.end_scopes(node);
        if tree.node(node).is_element() {
            cascade.visit_element(node, &mut values)?;
        } else {
            // Texts, comments and instructions have no markup, so all their values are inherited.
            cascade.set_flags(node);
        }
    }
    Ok(cascade.resolved)
}

/// The state of the pass at one node.
struct Cascade<'c, 't> {
    tree: &'c Tree<'t>,
    words: Words,
    defaults: html::Defaults,
    rules: &'c mut dyn Rules,
    /// `true` if an attribute can have a value. Otherwise no attribute is visited.
    has_attributes: bool,
    /// For each slot, the index of the value in force at the node: into `resolved.annotators` for
    /// [`ANNOTATORS`], into `resolved.said` for all other slots. [`NONE`] is the default.
    in_force: [u32; ANNOTATORS + 1],
    /// The scopes around the node, the innermost scope last.
    scopes: Vec<Scope>,
    /// The values of Translate and Preserve Space in force, which each node needs.
    translate: bool,
    preserves_space: bool,
    resolved: Resolved,
}

impl<'c, 't> Cascade<'c, 't> {
    /// Creates the state before the first node, with the defaults of clause 8.1 in force.
    fn new(tree: &'c Tree<'t>, dialect: Dialect, rules: &'c mut dyn Rules) -> Cascade<'c, 't> {
        let defaults = html::Defaults::of(tree);
        let len = tree.len() as usize;
        Cascade {
            tree,
            words: Words::of(tree, dialect),
            has_attributes: rules.has_attributes() || defaults.is_page(),
            defaults,
            rules,
            in_force: [NONE; ANNOTATORS + 1],
            scopes: Vec::new(),
            translate: true,
            preserves_space: false,
            resolved: Resolved {
                translate: Bits::new(len),
                attribute_translate: Bits::new(tree.attribute_len()),
                space: Bits::new(len),
                within: Bits::new(len),
                nested: Bits::new(len),
                force: vec![Changes::default(); Category::ALL.len()],
                ..Resolved::default()
            },
        }
    }

    /// Computes the values of an element and of its attributes.
    fn visit_element(&mut self, node: NodeId, values: &mut Vec<Arc<CategoryValue>>) -> Result<()> {
        self.rules.element(node, values)?;
        self.override_by_local_markup(node, values)?;
        // Values are reported in the order of the categories, independent of their sources.
        values.sort_by_key(|value| value.category);
        let mut within = None;
        for value in values.drain(..) {
            if value.category == Category::ElementsWithinText {
                within = value.field("withinText").map(element::within);
            }
            self.set(node, value);
        }
        self.set_flags(node);
        let within = within.unwrap_or_else(|| self.defaults.within(self.tree, node));
        self.resolved.set_within(node, within);
        if self.has_attributes {
            self.visit_attributes(node, values)?;
        }
        Ok(())
    }

    /// Replaces the values of rules by the values of local markup, which takes precedence (clauses
    /// 5.2.2 and 5.5).
    fn override_by_local_markup(
        &mut self,
        node: NodeId,
        values: &mut Vec<Arc<CategoryValue>>,
    ) -> Result<()> {
        let Some(Own { said: local, annotators }) = element::read(self.tree, &self.words, node)
        else {
            return Ok(());
        };
        for mut value in local {
            self.rules.look_up(&mut value)?;
            values.retain(|ruled| ruled.category != value.category);
            values.push(Arc::new(value));
        }
        if let Some(annotators) = annotators {
            self.extend_annotators(node, &annotators);
        }
        Ok(())
    }

    /// Puts an `annotatorsRef` in force below an element. In contrast to the data categories, it is
    /// merged with the inherited tools, because each of its tools replaces only the tool of the
    /// same category (clause 5.7).
    fn extend_annotators(&mut self, node: NodeId, value: &str) {
        let outer = self.resolved.annotators.get(self.in_force[ANNOTATORS] as usize);
        let inner = outer.map(|outer| outer.with(value));
        let inner = inner.unwrap_or_else(|| Annotators::default().with(value));
        self.resolved.annotators.push(Arc::new(inner));
        self.open_scope(node, ANNOTATORS, self.resolved.annotators.len() as u32 - 1);
    }

    /// Stores a value of an element, and lets the descendants of the element inherit it if the table
    /// of clause 8.1 permits this.
    fn set(&mut self, node: NodeId, value: Arc<CategoryValue>) {
        let category = value.category;
        self.resolved.said.push((node, value));
        if Inheritance::of(category) != Inheritance::Own {
            self.open_scope(node, category as usize, self.resolved.said.len() as u32 - 1);
        }
    }

    /// Puts the value with an index in force from an element to the end of its subtree.
    fn open_scope(&mut self, node: NodeId, slot: usize, value: u32) {
        let outer = std::mem::replace(&mut self.in_force[slot], value);
        self.scopes.push(Scope { after: self.tree.node(node).after, slot, outer });
        self.change(node, slot);
    }

    /// Restores the outer values of all subtrees that end before a node (clause 8.1).
    fn end_scopes(&mut self, node: NodeId) {
        // Scopes nest as elements do, so the innermost scope ends first. When several scopes end
        // here, the outermost is restored last and its outer value remains.
        while let Some(scope) = self.scopes.pop_if(|scope| scope.after <= node) {
            self.in_force[scope.slot] = scope.outer;
            self.change(scope.after, scope.slot);
        }
    }

    /// Records the value of a slot that is in force from a node on.
    fn change(&mut self, node: NodeId, slot: usize) {
        self.resolved.change(slot, node, self.in_force[slot]);
        if is_flag(slot) {
            (self.translate, self.preserves_space) = self.resolved.flags(&self.in_force);
        }
    }

    fn set_flags(&mut self, node: NodeId) {
        self.resolved.set_flags(node, self.translate, self.preserves_space);
    }

    /// Computes the values of the attributes of an element. Only rules can select attributes. By
    /// default they are not translatable (clause 8.1), except for attributes of HTML elements whose
    /// content is translatable.
    fn visit_attributes(
        &mut self,
        node: NodeId,
        values: &mut Vec<Arc<CategoryValue>>,
    ) -> Result<()> {
        for attribute in self.tree.attribute_numbers(node) {
            self.rules.attribute(node, attribute, values)?;
            let mut ruled = None;
            for value in values.drain(..) {
                if value.category == Category::Translate {
                    ruled = value.field("translate").map(|value| value == "yes");
                }
                self.resolved.attribute_said.push((attribute as u32, value));
            }
            let default =
                || self.translate && self.defaults.is_translatable(self.tree, node, attribute);
            if ruled.unwrap_or_else(default) {
                self.resolved.attribute_translate.set(attribute);
            }
        }
        Ok(())
    }
}

/// Returns `true` if a category is also stored as bits, because the readers of a document ask for
/// its value at every text.
fn is_flag(slot: usize) -> bool {
    slot == Category::Translate as usize || slot == Category::PreserveSpace as usize
}

impl Resolved {
    fn change(&mut self, slot: usize, node: NodeId, value: u32) {
        match self.force.get_mut(slot) {
            Some(changes) => changes.set(node, value),
            None => self.annotators_in_force.set(node, value),
        }
    }

    /// Returns `true` if text is translatable and `true` if white space is significant, according to
    /// the values in force.
    fn flags(&self, in_force: &[u32]) -> (bool, bool) {
        let value = |category: Category, name| {
            let index = *in_force.get(category as usize)?;
            self.said.get(index as usize)?.1.field(name)
        };
        (
            value(Category::Translate, "translate") != Some("no"),
            value(Category::PreserveSpace, "space") == Some("preserve"),
        )
    }

    fn set_flags(&mut self, node: NodeId, translate: bool, space: bool) {
        if translate {
            self.translate.set(node.index());
        }
        if space {
            self.space.set(node.index());
        }
    }

    fn set_within(&mut self, node: NodeId, within: super::Within) {
        match within {
            super::Within::No => {}
            super::Within::Yes => self.within.set(node.index()),
            super::Within::Nested => self.nested.set(node.index()),
        }
    }
}
