//! Computation of all values in one pass over a tree. Local markup takes precedence over rules,
//! rules over inherited values, and inherited values over defaults (clause 5.5).

use std::sync::Arc;

use super::annotators::Annotators;
use super::computed::{Bits, Changes, NONE, Resolved};
use super::element::{self, Own, Words};
use super::html;
use super::value::{CategoryValue, Inheritance};
use super::{Dialect, Result};
use glossweave_document::annotation::Category;
use glossweave_markup::tree::{NodeId, Tree};

/// The index of the slot for tools, which follows the slots of the categories.
const TOOLS: usize = Category::ALL.len();

/// A value that ends after a node, with its slot and the value to restore.
struct Open {
    after: NodeId,
    slot: usize,
    before: u32,
}

/// A source of the values set by rules, for each element in document order.
pub(super) trait Rules {
    /// Adds the values that rules set on an element, at most one for each category.
    fn element(&mut self, node: NodeId, said: &mut Vec<Arc<CategoryValue>>) -> Result<()>;
    /// Returns `true` if any rule can select attributes.
    fn has_attributes(&self) -> bool;
    /// Adds the values that rules set on an attribute of an element.
    fn attribute(
        &mut self,
        node: NodeId,
        attribute: usize,
        said: &mut Vec<Arc<CategoryValue>>,
    ) -> Result<()>;
    /// Looks up the records that the local markup of an element refers to.
    fn look_up(&mut self, said: &mut CategoryValue) -> Result<()>;
}

pub(super) fn resolve(
    tree: &Tree<'_>,
    dialect: Dialect,
    rules: &mut dyn Rules,
) -> Result<Resolved> {
    let words = Words::of(tree, dialect);
    let len = tree.len() as usize;
    let mut all = Resolved {
        translate: Bits::new(len),
        attribute_translate: Bits::new(tree.attribute_len()),
        space: Bits::new(len),
        within: Bits::new(len),
        nested: Bits::new(len),
        force: vec![Changes::default(); Category::ALL.len()],
        ..Resolved::default()
    };
    let page = html::Defaults::of(tree);
    let attributes = rules.has_attributes() || page.is_page();
    let mut state = [NONE; TOOLS + 1];
    let mut open: Vec<Open> = Vec::new();
    let mut said: Vec<Arc<CategoryValue>> = Vec::new();
    let (mut translate, mut space) = (true, false);
    for node in tree.nodes() {
        while let Some(last) = open.pop_if(|last| last.after <= node) {
            state[last.slot] = last.before;
            all.change(last.slot, last.after, last.before);
            if is_flag(last.slot) {
                (translate, space) = all.flags(&state);
            }
        }
        if !tree.node(node).is_element() {
            all.flag(node, translate, space);
            continue;
        }
        rules.element(node, &mut said)?;
        let own = element::read(tree, &words, node);
        if let Some(Own { said: own, annotators }) = own {
            for mut one in own {
                rules.look_up(&mut one)?;
                said.retain(|other| other.category != one.category);
                said.push(Arc::new(one));
            }
            if let Some(value) = annotators {
                let before = state[TOOLS];
                let outer = all.annotators.get(before as usize).map(|outer| outer.with(&value));
                let inner = outer.unwrap_or_else(|| Annotators::default().with(&value));
                all.annotators.push(Arc::new(inner));
                state[TOOLS] = all.annotators.len() as u32 - 1;
                all.change(TOOLS, node, state[TOOLS]);
                open.push(Open { after: tree.node(node).after, slot: TOOLS, before });
            }
        }
        let mut within = None;
        if !said.is_empty() {
            said.sort_by_key(|one| one.category);
            for one in said.drain(..) {
                let slot = one.category as usize;
                if one.category == Category::ElementsWithinText {
                    within = one.field("withinText").map(element::within);
                }
                all.said.push((node, Arc::clone(&one)));
                if Inheritance::of(one.category) != Inheritance::Own {
                    let before = state[slot];
                    state[slot] = all.said.len() as u32 - 1;
                    all.change(slot, node, state[slot]);
                    open.push(Open { after: tree.node(node).after, slot, before });
                }
                if is_flag(slot) {
                    (translate, space) = all.flags(&state);
                }
            }
        }
        all.flag(node, translate, space);
        all.within(node, within.unwrap_or_else(|| page.within(tree, node)));
        if !attributes {
            continue;
        }
        for attribute in tree.attribute_numbers(node) {
            rules.attribute(node, attribute, &mut said)?;
            let mut own = None;
            for one in said.drain(..) {
                if one.category == Category::Translate {
                    own = one.field("translate").map(|value| value == "yes");
                }
                all.attribute_said.push((attribute as u32, one));
            }
            let inherited = || translate && page.is_translatable(tree, node, attribute);
            if own.unwrap_or_else(inherited) {
                all.attribute_translate.set(attribute);
            }
        }
    }
    Ok(all)
}

/// Returns `true` if a category is also stored as bits.
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

    fn flags(&self, state: &[u32]) -> (bool, bool) {
        let value = |category: Category, name| {
            let which = *state.get(category as usize)?;
            self.said.get(which as usize)?.1.field(name)
        };
        (
            value(Category::Translate, "translate") != Some("no"),
            value(Category::PreserveSpace, "space") == Some("preserve"),
        )
    }

    fn flag(&mut self, node: NodeId, translate: bool, space: bool) {
        if translate {
            self.translate.set(node.index());
        }
        if space {
            self.space.set(node.index());
        }
    }

    fn within(&mut self, node: NodeId, within: super::Within) {
        match within {
            super::Within::No => {}
            super::Within::Yes => self.within.set(node.index()),
            super::Within::Nested => self.nested.set(node.index()),
        }
    }
}
