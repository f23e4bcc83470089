//! Selection of elements in a tree or a subtree.

use super::{Combinator, Namespace, Operator, Selector, Simple};
use crate::xpath_match::{Bits, Ordinals};
use glossweave_markup::tree::{Name, NodeId, Nodes, Tree, XHTML, XML};

/// The positions of elements among their siblings.
#[derive(Debug, Default)]
pub(crate) struct Siblings {
    before: Vec<Option<NodeId>>,
    from_start: Ordinals,
    from_end: Ordinals,
}

impl Siblings {
    pub fn of(tree: &Tree<'_>) -> Siblings {
        let len = tree.len() as usize;
        let mut last = vec![None; len + 1];
        let mut before = vec![None; len];
        for node in tree.nodes().filter(|node| tree.node(*node).is_element()) {
            let parent = tree.node(node).parent.map_or(len, NodeId::index);
            before[node.index()] = last[parent].replace(node);
        }
        let from_end = Ordinals::from_end(tree);
        Siblings { before, from_start: Ordinals::of(tree), from_end }
    }
}

/// Returns the elements that a group selects, in document order. With a root, only the subtree of
/// the root is used, as if the root had no ancestors.
///
/// Each compound is matched once against every element, using the results of the previous compound.
pub(crate) fn select(
    group: &[Selector],
    tree: &Tree<'_>,
    siblings: &Siblings,
    root: Option<NodeId>,
    is_page: bool,
) -> Vec<NodeId> {
    let range = match root {
        Some(root) => Nodes::new(root, tree.node(root).after),
        None => tree.nodes(),
    };
    let shift = root.map_or(0, NodeId::index);
    let of = |node: NodeId| range.contains(node).then(|| node.index() - shift);
    let len = range.len();
    let at = Around { tree, siblings, root: root.or(tree.root()), is_page };
    let mut all = Bits::new(len);
    for selector in group {
        let mut found = Bits::new(len);
        for (number, (combinator, simples)) in selector.compounds.iter().enumerate() {
            let mut next = Bits::new(len);
            // The elements that have a matching ancestor or earlier sibling.
            let mut near = Bits::new(len);
            for node in range.clone().filter(|node| tree.node(*node).is_element()) {
                let here = node.index() - shift;
                let related = match combinator {
                    Combinator::Descendant | Combinator::Child => {
                        tree.node(node).parent.and_then(of)
                    }
                    Combinator::Next | Combinator::Later => {
                        let before = siblings.before.get(node.index()).copied().flatten();
                        // The root of a subtree has no siblings.
                        before.and_then(of).filter(|_| root != Some(node))
                    }
                };
                let reaches = related.is_some_and(|related| {
                    let far = matches!(combinator, Combinator::Descendant | Combinator::Later);
                    found.get(related) || far && near.get(related)
                });
                if reaches {
                    near.set(here);
                }
                if (number == 0 || reaches) && simples.iter().all(|one| at.holds(one, node)) {
                    next.set(here);
                }
            }
            found = next;
        }
        all.add(&found);
    }
    range.clone().filter(|node| all.get(node.index() - shift)).collect()
}

struct Around<'a> {
    tree: &'a Tree<'a>,
    siblings: &'a Siblings,
    root: Option<NodeId>,
    is_page: bool,
}

impl Around<'_> {
    fn holds(&self, simple: &Simple, node: NodeId) -> bool {
        let tree = self.tree;
        match simple {
            Simple::Type(namespace, local) => {
                let name = tree.name(node);
                self.is(name, namespace, local.as_deref())
            }
            Simple::Id(id) => {
                let own =
                    tree.attribute(node, XML, "id").or_else(|| tree.attribute(node, "", "id"));
                own == Some(id)
            }
            Simple::Class(class) => {
                let all = tree.attribute(node, "", "class").unwrap_or_default();
                all.split_ascii_whitespace().any(|one| one == &**class)
            }
            Simple::Attribute(namespace, name, operator, value) => {
                tree.attributes(node).iter().any(|one| {
                    self.is(tree.attribute_name(one), namespace, Some(name))
                        && operator.holds(tree.value(one), value)
                })
            }
            Simple::Root => Some(node) == self.root,
            Simple::Empty => tree.children(node).all(|child| {
                let child_node = tree.node(child);
                !child_node.is_element() && (!child_node.is_text() || tree.text(child).is_empty())
            }),
            Simple::Nth { step, first, last, same } => {
                Some(node) != self.root
                    && self.position(node, *last, *same).is_some_and(|position| {
                        let past = i64::from(position) - first;
                        match step {
                            0 => past == 0,
                            step => past % step == 0 && past / step >= 0,
                        }
                    })
            }
            Simple::Only { same } => {
                let only = |last| self.position(node, last, *same) == Some(1);
                Some(node) != self.root && only(false) && only(true)
            }
            Simple::Lang(tag) => self.language(node).is_some_and(|language| {
                let begin = language.get(..tag.len());
                let after = language.as_bytes().get(tag.len());
                begin.is_some_and(|begin| begin.eq_ignore_ascii_case(tag))
                    && matches!(after, None | Some(b'-'))
            }),
            Simple::Never => false,
            Simple::Not(inner) => !self.holds(inner, node),
        }
    }

    fn is(&self, name: &Name, namespace: &Namespace, local: Option<&str>) -> bool {
        let right = match namespace {
            Namespace::Any => true,
            Namespace::Is(namespace) => *namespace == name.namespace,
        };
        let fold = self.is_page;
        right
            && local.is_none_or(|local| match fold {
                true => name.local.eq_ignore_ascii_case(local),
                false => *name.local == *local,
            })
    }

    fn position(&self, node: NodeId, last: bool, same: bool) -> Option<u32> {
        let from = if last { &self.siblings.from_end } else { &self.siblings.from_start };
        let all = if same { &from.same } else { &from.any };
        all.get(node.index()).copied()
    }

    fn language(&self, node: NodeId) -> Option<&str> {
        let tree = self.tree;
        std::iter::once(node).chain(tree.ancestors(node)).find_map(|node| {
            let html = *tree.name(node).namespace == *XHTML;
            let own = || tree.attribute(node, "", "lang").filter(|_| html);
            tree.attribute(node, XML, "lang").or_else(own)
        })
    }
}

impl Operator {
    fn holds(self, value: &str, asked: &str) -> bool {
        match self {
            Operator::Has => true,
            Operator::Is => value == asked,
            Operator::Word => {
                !asked.is_empty() && value.split_ascii_whitespace().any(|one| one == asked)
            }
            Operator::Dash => value
                .strip_prefix(asked)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
            // An empty value does not select anything (Selectors 3, clause 6.3.2).
            Operator::Begins => !asked.is_empty() && value.starts_with(asked),
            Operator::Ends => !asked.is_empty() && value.ends_with(asked),
            Operator::Contains => !asked.is_empty() && value.contains(asked),
        }
    }
}
