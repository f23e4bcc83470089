//! Evaluation of the pointers of rules, starting from selected nodes.

use super::{AppliedRules, COST, COST_PER_NODE};
use crate::css;
use crate::rule::{Expression, From, Part};
use crate::xpath_match::{Ordinals, Trail};
use crate::xpath_subset;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_markup::tree::xpath::XPath;
use glossweave_markup::tree::{NodeId, NodeRef, Tree};

/// A prepared pointer.
#[derive(Debug)]
pub(super) enum Pointer {
    Trail {
        trails: Vec<Trail>,
        /// The last result, when it is the same for all children of an element.
        last: Option<(NodeRef, Option<String>)>,
    },
    Css(Vec<css::Selector>),
    XPath,
    /// An expression that has the same result for every node, with that result.
    Absolute(Option<Vec<NodeRef>>),
}

impl Part {
    /// Returns the expression of the value, if any.
    pub(super) fn expression(&self) -> Option<&Expression> {
        match &self.from {
            From::Value(_) => None,
            From::Pointer(one) | From::Domains(one) | From::Target(one) | From::Id(one) => {
                Some(one)
            }
        }
    }
}

/// Returns `true` if an expression is a single absolute path.
fn is_absolute_path(text: &str) -> bool {
    text.trim_start().starts_with('/') && !text.contains('|')
}

impl AppliedRules<'_> {
    /// Prepares the pointers of a rule.
    pub(super) fn point(&mut self, number: usize) -> Result<()> {
        let rule = &self.gathered.rules[number];
        let mut made = Vec::new();
        for (part, one) in rule.parts.iter().enumerate() {
            let Some(expression) = one.expression() else { continue };
            // The value of `idValue` is an XPath expression even when the query language is CSS.
            if rule.is_css() && !matches!(one.from, From::Id(_)) {
                let group = css::read(&expression.text, &rule.scope).map_err(|fault| {
                    self.fault(
                        rule,
                        expression,
                        ErrorKind::Malformed,
                        fault.message,
                        Some(fault.at),
                    )
                })?;
                made.push((part, Pointer::Css(group)));
                continue;
            }
            let trails = xpath_subset::read(&expression.text, &rule.scope);
            // Only single paths: a union would have to return its first node in document order.
            let trails = trails.filter(|paths| paths.len() == 1).and_then(|paths| {
                paths.iter().map(|one| Trail::new(one, self.tree)).collect::<Option<Vec<_>>>()
            });
            let pointer = match trails {
                Some(trails) => Pointer::Trail { trails, last: None },
                None if is_absolute_path(&expression.text) && !matches!(one.from, From::Id(_)) => {
                    Pointer::Absolute(None)
                }
                None => Pointer::XPath,
            };
            made.push((part, pointer));
        }
        let parts = rule.parts.len();
        self.pointers.push(std::iter::repeat_with(|| None).take(parts).collect());
        for (part, pointer) in made {
            let mut is_absolute = false;
            if let Pointer::Trail { trails, .. } = &pointer {
                if trails.iter().any(Trail::counts) {
                    self.ordinals();
                }
                is_absolute = trails.iter().all(|one| one.absolute);
            }
            self.keep(number, part, pointer);
            if is_absolute {
                let found = self.nodes(number, part, NodeRef::Document, usize::MAX)?;
                self.keep(number, part, Pointer::Absolute(Some(found)));
            }
        }
        Ok(())
    }

    fn keep(&mut self, number: usize, part: usize, pointer: Pointer) {
        if let Some(slot) = self.pointers.get_mut(number).and_then(|all| all.get_mut(part)) {
            *slot = Some(pointer);
        }
    }

    /// Returns the text of the node that a pointer leads to, or the value of an expression. Returns
    /// `None` if there is none.
    pub(super) fn pointed(
        &mut self,
        number: usize,
        part: usize,
        at: NodeRef,
    ) -> Result<Option<String>> {
        let is_id = matches!(self.gathered.rules[number].parts[part].from, From::Id(_));
        if let (NodeRef::Node(node), Some(Pointer::Trail { trails, .. })) =
            (at, self.pointer(number, part))
            && let [trail] = trails.as_slice()
            && let Some(found) = trail.attribute(self.tree, node)
        {
            let value = |one| self.tree.value(self.tree.attribute_at(one)).to_owned();
            return Ok(found.map(value).filter(|value| !is_id || !value.is_empty()));
        }
        if is_id && matches!(self.pointer(number, part), Some(Pointer::XPath)) {
            let found = self.evaluate(number, part, at)?;
            return Ok(Some(found).filter(|found| !found.is_empty()));
        }
        let found = match self.shared(number, part, at) {
            Shared::Known(found) => found,
            Shared::Key(key) => {
                let nodes = self.nodes(number, part, at, 1)?;
                let found = nodes.first().map(|node| text(self.tree, *node));
                if let Some(found) = &found {
                    self.spend(number, found.len() as u64 / 16)?;
                }
                if let (Some(key), Some(Pointer::Trail { last, .. })) =
                    (key, self.pointer_mut(number, part))
                {
                    *last = Some((key, found.clone()));
                }
                found
            }
        };
        Ok(found.filter(|found| !is_id || !found.is_empty()))
    }

    /// Returns the last result of a pointer, if the pointer begins at the parent and the node has
    /// the same parent.
    fn shared(&self, number: usize, part: usize, at: NodeRef) -> Shared {
        let Some(Pointer::Trail { trails, last }) = self.pointer(number, part) else {
            return Shared::Key(None);
        };
        let NodeRef::Node(node) = at else { return Shared::Key(None) };
        if !trails.iter().all(Trail::begins_at_parent) {
            return Shared::Key(None);
        }
        let key = self.tree.node(node).parent.map_or(NodeRef::Document, NodeRef::Node);
        match last {
            Some((known, found)) if *known == key => Shared::Known(found.clone()),
            _ => Shared::Key(Some(key)),
        }
    }

    /// Returns up to `most` nodes that a pointer leads to.
    fn nodes(
        &mut self,
        number: usize,
        part: usize,
        at: NodeRef,
        most: usize,
    ) -> Result<Vec<NodeRef>> {
        let none = Ordinals::default();
        match self.pointer(number, part) {
            Some(Pointer::Trail { trails, .. }) => {
                let ordinals = self.ordinals.as_ref().unwrap_or(&none);
                let mut cost = 0;
                let mut found = Vec::new();
                for trail in trails {
                    found.extend(trail.follow(self.tree, ordinals, at, most, &mut cost));
                }
                self.spend(number, cost)?;
                Ok(found)
            }
            Some(Pointer::Css(group)) => {
                let NodeRef::Node(node) = at else { return Ok(Vec::new()) };
                // The siblings are known, because the selector of the rule also uses CSS.
                let Some(siblings) = &self.siblings else { return Ok(Vec::new()) };
                let found = css::select(group, self.tree, siblings, Some(node), self.is_page);
                let size = self.tree.below(node).len() as u64 + 1;
                self.spend(number, size * group.len() as u64)?;
                Ok(found.into_iter().take(most).map(NodeRef::Node).collect())
            }
            Some(Pointer::Absolute(Some(known))) => Ok(known.iter().copied().take(most).collect()),
            _ => {
                let found = self.select_from(number, part, at)?;
                let first = found.iter().copied().take(most).collect();
                if let Some(Pointer::Absolute(known)) = self.pointer_mut(number, part) {
                    *known = Some(found);
                }
                Ok(first)
            }
        }
    }

    fn ready(&mut self, number: usize, at: NodeRef) -> Result<()> {
        if self.xpath.is_none() {
            self.xpath = Some(XPath::new(self.tree)?);
        }
        let place = self.counted.get(&(number as u32)).and_then(|list| {
            list.iter().position(|one| *one == at).map(|position| (position + 1, list.len()))
        });
        if let (Some(xpath), Some((position, size))) = (&mut self.xpath, place) {
            xpath.set_place(position, size);
        }
        Ok(())
    }

    fn select_from(&mut self, number: usize, part: usize, at: NodeRef) -> Result<Vec<NodeRef>> {
        self.ready(number, at)?;
        let rule = &self.gathered.rules[number];
        let (Some(expression), Some(xpath)) = (rule.parts[part].expression(), &mut self.xpath)
        else {
            return Ok(Vec::new());
        };
        let scope = &rule.scope;
        let found = xpath.select(&expression.text, at, &scope.namespaces, &scope.variables);
        let spent = xpath.take_spent();
        let found = found.map_err(|fault| self.xpath_fault(number, Some(part), fault))?;
        self.spend(number, spent)?;
        Ok(found)
    }

    fn evaluate(&mut self, number: usize, part: usize, at: NodeRef) -> Result<String> {
        self.ready(number, at)?;
        let rule = &self.gathered.rules[number];
        let (Some(expression), Some(xpath)) = (rule.parts[part].expression(), &mut self.xpath)
        else {
            return Ok(String::new());
        };
        let scope = &rule.scope;
        let found = xpath.string(&expression.text, at, &scope.namespaces, &scope.variables);
        let spent = xpath.take_spent();
        let found = found.map_err(|fault| self.xpath_fault(number, Some(part), fault))?;
        self.spend(number, spent)?;
        Ok(found)
    }

    fn spend(&mut self, number: usize, cost: u64) -> Result<()> {
        self.cost = self.cost.saturating_add(cost);
        match self.cost > COST + COST_PER_NODE * u64::from(self.tree.len()) {
            true => Err(self.too_much(number)),
            false => Ok(()),
        }
    }

    /// Returns the element that a target pointer leads to.
    pub(super) fn target(
        &mut self,
        number: usize,
        part: usize,
        at: NodeRef,
    ) -> Result<Option<NodeId>> {
        let found = self.nodes(number, part, at, 1)?;
        Ok(found.iter().find_map(|node| match node {
            NodeRef::Node(node) if self.tree.node(*node).is_element() => Some(*node),
            _ => None,
        }))
    }

    /// Returns the domains that a pointer leads to, using the algorithm of clause 8.8.2.
    pub(super) fn domains(
        &mut self,
        number: usize,
        part: usize,
        at: NodeRef,
    ) -> Result<Option<String>> {
        let nodes = self.nodes(number, part, at, usize::MAX)?;
        let mapping = &self.gathered.rules[number].mapping;
        let mut all: Vec<String> = Vec::new();
        let mut length = 0;
        for node in nodes {
            let value = text(self.tree, node);
            length += value.len() as u64;
            for one in value.split(',') {
                let one = one.trim();
                let one = one.strip_prefix(['\'', '"']).unwrap_or(one);
                let one = one.strip_suffix(['\'', '"']).unwrap_or(one);
                if one.is_empty() {
                    continue;
                }
                let mapped = mapping.iter().find(|pair| *pair.0 == *one);
                let domain = mapped.map_or(one, |pair| &pair.1);
                if all.iter().all(|known| known != domain) {
                    all.push(domain.to_owned());
                }
            }
        }
        let known = all.len() as u64;
        self.spend(number, length / 16 + known * known)?;
        Ok(Some(all.join(", ")).filter(|all| !all.is_empty()))
    }
}

enum Shared {
    Known(Option<String>),
    Key(Option<NodeRef>),
}

/// Returns the string-value of a node (XPath 1.0, clause 5).
fn text(tree: &Tree<'_>, node: NodeRef) -> String {
    match node {
        NodeRef::Document => tree.root().map_or_else(String::new, |root| tree.string(root)),
        NodeRef::Node(node) if tree.node(node).is_element() => tree.string(node),
        NodeRef::Node(node) => tree.text(node).to_owned(),
        NodeRef::Attribute(one) => tree.value(tree.attribute_at(one)).to_owned(),
    }
}
