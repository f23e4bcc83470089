//! Matching of simple paths against nodes, from the node upwards.

use std::collections::HashMap;

pub(super) use super::computed::Bits;
use super::xpath_subset::{Axis, Path, Predicate, Step};
use glossweave_markup::tree::{NodeId, NodeRef, Tree};

/// The positions of elements among their siblings, starting from 1: among siblings of the same
/// name, and among all siblings.
#[derive(Debug, Default)]
pub(super) struct Ordinals {
    pub same: Vec<u32>,
    pub any: Vec<u32>,
}

impl Ordinals {
    pub fn of(tree: &Tree<'_>) -> Ordinals {
        Ordinals::counted(tree, tree.nodes())
    }

    /// Counts positions from the last sibling.
    pub fn from_end(tree: &Tree<'_>) -> Ordinals {
        Ordinals::counted(tree, tree.nodes().rev())
    }

    fn counted(tree: &Tree<'_>, nodes: impl Iterator<Item = NodeId>) -> Ordinals {
        let mut first = HashMap::new();
        // Names are equal if their namespaces are equal, even when the prefixes differ.
        let same: Vec<usize> = tree
            .names()
            .iter()
            .enumerate()
            .map(|(number, name)| *first.entry((&name.namespace, &name.local)).or_insert(number))
            .collect();
        let len = tree.len() as usize;
        let mut all = Ordinals { same: vec![0; len], any: vec![0; len] };
        let mut children = vec![0; len + 1];
        // For each name, the open parents, with the number of children counted so far.
        let mut open: Vec<Vec<(Option<NodeId>, u32)>> = vec![Vec::new(); same.len()];
        for node in nodes.filter(|node| tree.node(*node).is_element()) {
            let parent = tree.node(node).parent;
            let count: &mut u32 = &mut children[parent.map_or(len, NodeId::index)];
            *count += 1;
            all.any[node.index()] = *count;
            let Some(open) =
                same.get(tree.name_number(node) as usize).and_then(|n| open.get_mut(*n))
            else {
                continue;
            };
            let is_left =
                |one: Option<NodeId>| one.is_some_and(|one| !tree.below(one).contains(node));
            while open.pop_if(|last| is_left(last.0)).is_some() {}
            match open.last_mut().filter(|last| last.0 == parent) {
                Some(last) => last.1 += 1,
                None => open.push((parent, 1)),
            }
            all.same[node.index()] = open.last().map_or(0, |last| last.1);
        }
        all
    }
}

/// A predicate with the matching names.
#[derive(Debug)]
enum Check {
    Has(Bits),
    Is(Bits, Box<str>),
    NthSame(u32),
    NthAny(u32),
}

#[derive(Debug)]
struct Level {
    /// `true` if other elements may come between this level and the previous one.
    below: bool,
    names: Bits,
    checks: Vec<Check>,
}

/// An absolute path, prepared for matching the nodes of one tree.
#[derive(Debug)]
pub(super) struct Pattern {
    levels: Vec<Level>,
    /// The attribute names, if the path ends with an attribute.
    pub attributes: Option<Bits>,
}

/// Prepares a step. Returns `None` if the step cannot be used in both patterns and pointers.
fn level(step: &Step, tree: &Tree<'_>) -> Option<Level> {
    let mut checks = Vec::new();
    for predicate in &step.predicates {
        checks.push(match predicate {
            Predicate::Has(test) => Check::Has(test.numbers(tree)),
            Predicate::Is(test, value) => Check::Is(test.numbers(tree), value.clone()),
            Predicate::Nth(number) if step.test.is_any() => Check::NthAny(*number),
            Predicate::Nth(_) if step.test.is_open() => return None,
            Predicate::Nth(number) => Check::NthSame(*number),
        });
    }
    Some(Level { below: step.axis == Axis::Descendant, names: step.test.numbers(tree), checks })
}

impl Level {
    fn takes(&self, tree: &Tree<'_>, ordinals: &Ordinals, node: NodeId) -> bool {
        self.names.get(tree.name_number(node) as usize)
            && self.checks.iter().all(|check| check.holds(tree, ordinals, node))
    }
}

impl Check {
    fn holds(&self, tree: &Tree<'_>, ordinals: &Ordinals, node: NodeId) -> bool {
        let nth = |all: &[u32]| all.get(node.index()).copied();
        let mut attributes = tree.attributes(node).iter();
        match self {
            Check::NthSame(number) => nth(&ordinals.same) == Some(*number),
            Check::NthAny(number) => nth(&ordinals.any) == Some(*number),
            Check::Has(names) => {
                attributes.any(|one| names.get(tree.attribute_name_number(one) as usize))
            }
            Check::Is(names, value) => attributes.any(|one| {
                names.get(tree.attribute_name_number(one) as usize) && tree.value(one) == &**value
            }),
        }
    }
}

impl Pattern {
    /// Prepares an absolute path. Returns `None` if the path uses anything other than child and
    /// descendant steps to elements and attributes.
    pub fn new(path: &Path, tree: &Tree<'_>) -> Option<Pattern> {
        if !path.absolute {
            return None;
        }
        let mut pattern = Pattern { levels: Vec::new(), attributes: None };
        for step in &path.steps {
            match step.axis {
                Axis::Child | Axis::Descendant => pattern.levels.push(level(step, tree)?),
                Axis::Attribute => pattern.attributes = Some(step.test.numbers(tree)),
                Axis::Parent | Axis::Own => return None,
            }
        }
        (!pattern.levels.is_empty()).then_some(pattern)
    }

    /// Returns `true` if the path uses positions.
    pub fn counts(&self) -> bool {
        let mut checks = self.levels.iter().flat_map(|level| &level.checks);
        checks.any(|check| matches!(check, Check::NthSame(_) | Check::NthAny(_)))
    }

    /// Returns the names of the elements that the path can select, or whose attributes it can
    /// select.
    pub fn names(&self) -> Option<&Bits> {
        self.levels.last().map(|level| &level.names)
    }

    /// Returns `true` if the path selects the element, or attributes of it.
    ///
    /// The levels form sequences in which each level is the parent of the next. The last sequence
    /// must end at the node. Each earlier sequence is matched as close to the node as possible. No
    /// backtracking is needed, because this choice keeps the most ancestors for the sequences
    /// before it.
    pub fn takes(&self, tree: &Tree<'_>, ordinals: &Ordinals, node: NodeId) -> bool {
        let mut left = self.levels.as_slice();
        let mut at = Some(node);
        let mut bound = true;
        while !left.is_empty() {
            let from = left.iter().rposition(|level| level.below).unwrap_or(0);
            let (before, stretch) = left.split_at(from);
            let anchored = stretch.first().is_some_and(|first| !first.below);
            loop {
                let Some(here) = at else { return false };
                if let Some(above) = fits(stretch, tree, ordinals, here)
                    && (!anchored || above.is_none())
                {
                    (at, left, bound) = (above, before, false);
                    break;
                }
                if bound {
                    return false;
                }
                at = tree.node(here).parent;
            }
        }
        true
    }
}

/// Matches a sequence of levels that ends at a node. Returns the parent of the first level, if the
/// sequence matches.
fn fits(
    stretch: &[Level],
    tree: &Tree<'_>,
    ordinals: &Ordinals,
    node: NodeId,
) -> Option<Option<NodeId>> {
    let mut at = Some(node);
    for level in stretch.iter().rev() {
        let here = at.filter(|here| level.takes(tree, ordinals, *here))?;
        at = tree.node(here).parent;
    }
    Some(at)
}

/// A path to follow from a node.
#[derive(Debug)]
pub(super) struct Trail {
    /// `true` if the path begins at the document, so that it leads to the same nodes from
    /// everywhere.
    pub absolute: bool,
    steps: Vec<(Axis, Level)>,
}

impl Trail {
    /// Prepares a path. Returns `None` if the path uses descendants.
    pub fn new(path: &Path, tree: &Tree<'_>) -> Option<Trail> {
        let step = |step: &Step| match step.axis {
            Axis::Descendant => None,
            axis => Some((axis, level(step, tree)?)),
        };
        let steps = path.steps.iter().map(step).collect::<Option<_>>()?;
        Some(Trail { absolute: path.absolute, steps })
    }

    pub fn counts(&self) -> bool {
        let mut checks = self.steps.iter().flat_map(|step| &step.1.checks);
        checks.any(|check| matches!(check, Check::NthSame(_) | Check::NthAny(_)))
    }

    /// Returns `true` if the path leads to the same nodes from all children of an element.
    pub fn begins_at_parent(&self) -> bool {
        self.steps.first().is_some_and(|step| step.0 == Axis::Parent)
    }

    /// Returns the attribute that the path selects on an element, if the path is a single step to
    /// an attribute.
    pub fn attribute(&self, tree: &Tree<'_>, node: NodeId) -> Option<Option<usize>> {
        let [(Axis::Attribute, level)] = self.steps.as_slice() else { return None };
        Some(tree.attribute_numbers(node).find(|one| {
            level.names.get(tree.attribute_name_number(tree.attribute_at(*one)) as usize)
        }))
    }

    /// Returns up to `most` nodes that the path leads to, in document order. Adds the number of
    /// visited nodes to `cost`.
    pub fn follow(
        &self,
        tree: &Tree<'_>,
        ordinals: &Ordinals,
        from: NodeRef,
        most: usize,
        cost: &mut u64,
    ) -> Vec<NodeRef> {
        let mut found = Vec::new();
        let start = if self.absolute { NodeRef::Document } else { from };
        // Uses an explicit stack, because nested iterators would become as deep as the path is
        // long.
        let mut todo = vec![(start, 0usize)];
        while let Some((at, number)) = todo.pop() {
            let Some((axis, level)) = self.steps.get(number) else {
                found.push(at);
                if found.len() >= most {
                    break;
                }
                continue;
            };
            let mark = todo.len();
            *cost += 1;
            match (axis, at) {
                (Axis::Own, at) => todo.push((at, number + 1)),
                (Axis::Parent, NodeRef::Document) => {}
                (Axis::Parent, NodeRef::Node(node)) => {
                    let parent = tree.node(node).parent;
                    let parent = parent.map_or(NodeRef::Document, NodeRef::Node);
                    todo.push((parent, number + 1));
                }
                (Axis::Parent, NodeRef::Attribute(attribute)) => {
                    todo.push((NodeRef::Node(tree.owner(attribute)), number + 1));
                }
                (Axis::Attribute, NodeRef::Node(node)) => {
                    let takes = |one: &usize| {
                        let name = tree.attribute_name_number(tree.attribute_at(*one));
                        level.names.get(name as usize)
                    };
                    let all = tree.attribute_numbers(node).filter(takes);
                    todo.extend(all.map(|one| (NodeRef::Attribute(one), number + 1)));
                }
                (Axis::Child, NodeRef::Node(node)) => {
                    for child in tree.elements(node) {
                        *cost += 1;
                        if level.takes(tree, ordinals, child) {
                            todo.push((NodeRef::Node(child), number + 1));
                            // If this is the last step, the first match is enough.
                            if most == 1 && number + 1 == self.steps.len() {
                                break;
                            }
                        }
                    }
                }
                (Axis::Child, NodeRef::Document) => {
                    if let Some(root) = tree.root()
                        && level.takes(tree, ordinals, root)
                    {
                        todo.push((NodeRef::Node(root), number + 1));
                    }
                }
                _ => {}
            }
            if let Some(new) = todo.get_mut(mark..) {
                new.reverse();
            }
        }
        found
    }
}
