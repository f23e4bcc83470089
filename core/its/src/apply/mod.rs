//! Application of rules to a tree: selection of nodes, and computation of values.

mod pointer;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::cascade;
use super::collect::Gathered;
use super::rule::{Expression, From, Part, Rule};
use super::value::CategoryValue;
use super::xpath_match::{Bits, Ordinals, Pattern};
use super::xpath_subset;
use super::{Options, css, element};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_markup::tree::xpath::{XPath, XPathFault};
use glossweave_markup::tree::{NodeId, NodeRef, Tree};
use pointer::Pointer;

/// The maximum number of nodes visited for pointers. `COST_PER_NODE` is added for each node of the
/// tree.
const COST: u64 = 100_000_000;
const COST_PER_NODE: u64 = 500;
/// The maximum total number of nodes selected by selectors other than patterns.
const SELECTED: usize = 50_000_000;
/// Values shorter than this are not interned.
const SHORT: usize = 48;

/// The rules of a document, prepared for lookup.
pub(super) struct AppliedRules<'t> {
    tree: &'t Tree<'t>,
    options: &'t Options,
    is_page: bool,
    gathered: Gathered<'t>,
    patterns: Vec<(u32, Pattern)>,
    /// The patterns for elements and for attributes, by name number.
    by_name: Vec<Vec<u32>>,
    by_attribute: Vec<Vec<u32>>,
    /// The nodes and attributes selected by other selectors, with their rules, sorted.
    listed: Vec<(NodeId, u32)>,
    listed_attributes: Vec<(u32, u32)>,
    /// The nodes of rules whose pointers use the position of the node among the selected nodes.
    counted: HashMap<u32, Vec<NodeRef>>,
    /// The values of rules without pointers.
    constant: Vec<Option<Arc<CategoryValue>>>,
    /// The pointers of each rule, by part.
    pointers: Vec<Vec<Option<Pointer>>>,
    ordinals: Option<Ordinals>,
    siblings: Option<css::Siblings>,
    xpath: Option<XPath<'t>>,
    cost: u64,
    matched: Vec<u32>,
    /// Long values, interned.
    values: HashSet<Arc<str>>,
    /// Pairs of an element and the element that contains its target.
    pub targets: Vec<(NodeId, NodeId)>,
}

impl<'t> AppliedRules<'t> {
    pub fn new(
        tree: &'t Tree<'t>,
        is_page: bool,
        gathered: Gathered<'t>,
        options: &'t Options,
    ) -> Result<AppliedRules<'t>> {
        let rules = gathered.rules.len();
        let mut book = AppliedRules {
            tree,
            options,
            is_page,
            gathered,
            patterns: Vec::new(),
            by_name: vec![Vec::new(); tree.names().len()],
            by_attribute: vec![Vec::new(); tree.names().len()],
            listed: Vec::new(),
            listed_attributes: Vec::new(),
            counted: HashMap::new(),
            constant: vec![None; rules],
            pointers: Vec::new(),
            ordinals: None,
            siblings: None,
            xpath: None,
            cost: 0,
            matched: Vec::new(),
            values: HashSet::new(),
            targets: Vec::new(),
        };
        for rule in 0..rules {
            book.point(rule)?;
            book.select(rule)?;
        }
        if book.patterns.iter().any(|pattern| pattern.1.counts()) {
            book.ordinals();
        }
        book.listed.sort_unstable();
        book.listed_attributes.sort_unstable();
        Ok(book)
    }

    pub fn into_warnings(self) -> Vec<String> {
        self.gathered.warnings
    }

    fn rule(&self, rule: usize) -> &Rule {
        &self.gathered.rules[rule]
    }

    fn pointer(&self, rule: usize, part: usize) -> Option<&Pointer> {
        self.pointers.get(rule)?.get(part)?.as_ref()
    }

    fn pointer_mut(&mut self, rule: usize, part: usize) -> Option<&mut Pointer> {
        self.pointers.get_mut(rule)?.get_mut(part)?.as_mut()
    }

    fn ordinals(&mut self) -> &Ordinals {
        self.ordinals.get_or_insert_with(|| Ordinals::of(self.tree))
    }

    /// Prepares the selector of a rule.
    fn select(&mut self, number: usize) -> Result<()> {
        let rule = self.rule(number);
        let counted = self.asks_for_positions(rule);
        if rule.is_css() {
            let group = css::read(&rule.selector.text, &rule.scope);
            let group = group.map_err(|fault| {
                self.fault(
                    rule,
                    &rule.selector,
                    ErrorKind::Malformed,
                    fault.message,
                    Some(fault.at),
                )
            })?;
            let siblings = self.siblings.get_or_insert_with(|| css::Siblings::of(self.tree));
            let found = css::select(&group, self.tree, siblings, None, self.is_page);
            return self.list(number, found.into_iter().map(NodeRef::Node).collect(), counted);
        }
        // According to clause 5.3.2.1, selectors are absolute paths.
        if !rule.selector.text.trim_start().starts_with(['/', '(']) {
            let message = "expected a path that begins with `/`".to_owned();
            return Err(self.fault(rule, &rule.selector, ErrorKind::Malformed, message, None));
        }
        let paths = xpath_subset::read(&rule.selector.text, &rule.scope).filter(|_| !counted);
        let patterns = paths.and_then(|paths| {
            paths.iter().map(|path| Pattern::new(path, self.tree)).collect::<Option<Vec<_>>>()
        });
        let Some(patterns) = patterns else {
            let rule = &self.gathered.rules[number];
            let xpath = match &mut self.xpath {
                Some(xpath) => xpath,
                none => none.insert(XPath::new(self.tree)?),
            };
            let scope = &rule.scope;
            let found = xpath.select(
                &rule.selector.text,
                NodeRef::Document,
                &scope.namespaces,
                &scope.variables,
            );
            let found = found.map_err(|fault| self.xpath_fault(number, None, fault))?;
            return self.list(number, found, counted);
        };
        for pattern in patterns {
            let at = self.patterns.len() as u32;
            let (names, index) = match &pattern.attributes {
                Some(names) => (Some(names), &mut self.by_attribute),
                None => (pattern.names(), &mut self.by_name),
            };
            let takes = |number: usize| names.is_some_and(|names: &Bits| names.get(number));
            for (name, list) in index.iter_mut().enumerate() {
                if takes(name) {
                    list.push(at);
                }
            }
            self.patterns.push((number as u32, pattern));
        }
        Ok(())
    }

    fn list(&mut self, number: usize, found: Vec<NodeRef>, counted: bool) -> Result<()> {
        if self.listed.len() + self.listed_attributes.len() + found.len() > SELECTED {
            return Err(self.too_much(number));
        }
        for node in &found {
            match node {
                NodeRef::Node(node) if self.tree.node(*node).is_element() => {
                    self.listed.push((*node, number as u32));
                }
                NodeRef::Attribute(one) => {
                    self.listed_attributes.push((*one as u32, number as u32));
                }
                _ => {}
            }
        }
        if counted {
            self.counted.insert(number as u32, found);
        }
        Ok(())
    }

    /// Returns `true` if a pointer of a rule uses the position of a node among the selected nodes
    /// (clause 5.3.2.2).
    fn asks_for_positions(&self, rule: &Rule) -> bool {
        let asks = |text: &str| text.contains("position") || text.contains("last");
        !rule.is_css()
            && rule.parts.iter().any(|part| match &part.from {
                From::Value(_) => false,
                From::Pointer(one) | From::Domains(one) | From::Target(one) | From::Id(one) => {
                    asks(&one.text)
                }
            })
    }

    fn fault(
        &self,
        rule: &Rule,
        expression: &Expression,
        kind: ErrorKind,
        message: String,
        at: Option<usize>,
    ) -> Error {
        let shown: String = expression.text.chars().take(80).collect();
        let more = if shown.len() < expression.text.len() { "…" } else { "" };
        let message = match kind {
            ErrorKind::TooLarge => {
                format!("the selector `{shown}{more}` is too expensive: {message}")
            }
            _ => format!("`{shown}{more}` is not a selector: {message}"),
        };
        let place = match at.filter(|_| expression.plain) {
            Some(at) => expression.at.start + at..expression.at.end.max(expression.at.start + at),
            None => expression.at.clone(),
        };
        match self.gathered.origins.get(rule.origin) {
            Some(origin) => origin.error(kind, message, place),
            None => Error::new(kind, message),
        }
    }

    fn xpath_fault(&self, number: usize, part: Option<usize>, fault: XPathFault) -> Error {
        let rule = self.rule(number);
        let expression = part.and_then(|part| rule.parts.get(part)).and_then(Part::expression);
        self.fault(rule, expression.unwrap_or(&rule.selector), fault.kind, fault.message, fault.at)
    }

    fn too_much(&self, number: usize) -> Error {
        let rule = self.rule(number);
        let message = format!("the rule with `{}` examines too many nodes", rule.selector.text);
        match self.gathered.origins.get(rule.origin) {
            Some(origin) => origin.error(ErrorKind::TooLarge, message, rule.selector.at.clone()),
            None => Error::new(ErrorKind::TooLarge, message),
        }
    }

    /// Adds the values of the rules that match a node, the last rule first.
    fn say(&mut self, at: NodeRef, said: &mut Vec<Arc<CategoryValue>>) -> Result<()> {
        let mut matched = std::mem::take(&mut self.matched);
        matched.sort_unstable_by(|one, other| other.cmp(one));
        matched.dedup();
        for number in &matched {
            let category = self.rule(*number as usize).category;
            if said.iter().all(|one| one.category != category) {
                said.extend(self.value(*number as usize, at)?);
            }
        }
        matched.clear();
        self.matched = matched;
        Ok(())
    }

    /// Returns the value, or an equal value interned before. Interning saves memory when pointers
    /// lead from many nodes to one text.
    fn interned(&mut self, value: Arc<str>) -> Arc<str> {
        if value.len() < SHORT {
            return value;
        }
        if let Some(known) = self.values.get(&value) {
            return Arc::clone(known);
        }
        self.values.insert(Arc::clone(&value));
        value
    }

    /// Returns the values that a rule sets on a node. Returns `None` if its pointers do not lead to
    /// all required values.
    fn value(&mut self, number: usize, at: NodeRef) -> Result<Option<Arc<CategoryValue>>> {
        if let Some(Some(said)) = self.constant.get(number) {
            return Ok(Some(Arc::clone(said)));
        }
        let rule = self.rule(number);
        let mut said = CategoryValue::new(rule.category);
        let mut record = Vec::new();
        let mut constant = true;
        for part in 0..rule.parts.len() {
            let rule = &self.gathered.rules[number];
            let Part { name, record: in_record, from } = &rule.parts[part];
            let (name, in_record) = (*name, *in_record);
            let value = match from {
                From::Value(value) => Some(value.clone()),
                From::Pointer(_) | From::Id(_) => {
                    // An absolute pointer leads to the same value from every node.
                    constant &= matches!(self.pointer(number, part), Some(Pointer::Absolute(_)));
                    let found = self.pointed(number, part, at)?;
                    found.and_then(|found| element::value(name, &found, self.is_page))
                }
                From::Domains(_) => {
                    constant = false;
                    self.domains(number, part, at)?.map(Arc::from)
                }
                From::Target(one) => {
                    constant = false;
                    let written = rule.scope.substituted(&one.text);
                    if let NodeRef::Node(node) = at
                        && let Some(target) = self.target(number, part, at)?
                    {
                        self.targets.push((node, target));
                    }
                    Some(written.into())
                }
            };
            let value = value.map(|value| self.interned(value));
            match (value, in_record) {
                (Some(value), true) => record.push((name, value)),
                (Some(value), false) => said.fields.push((name, value)),
                _ => {}
            }
        }
        if !record.is_empty() {
            said.records.push(record);
        }
        if !element::complete(&mut said) {
            return Ok(None);
        }
        let Gathered { records, warnings, .. } = &mut self.gathered;
        records.look_up(&mut said, self.options, warnings)?;
        let said = Arc::new(said);
        if let Some(slot) = self.constant.get_mut(number).filter(|_| constant) {
            *slot = Some(Arc::clone(&said));
        }
        Ok(Some(said))
    }
}

impl cascade::Rules for AppliedRules<'_> {
    fn element(&mut self, node: NodeId, said: &mut Vec<Arc<CategoryValue>>) -> Result<()> {
        let name = self.tree.name_number(node) as usize;
        let none = Ordinals::default();
        for at in self.by_name.get(name).into_iter().flatten() {
            let Some((rule, pattern)) = self.patterns.get(*at as usize) else { continue };
            if pattern.takes(self.tree, self.ordinals.as_ref().unwrap_or(&none), node) {
                self.matched.push(*rule);
            }
        }
        listed(&self.listed, node, &mut self.matched);
        match self.matched.is_empty() {
            true => Ok(()),
            false => self.say(NodeRef::Node(node), said),
        }
    }

    fn has_attributes(&self) -> bool {
        !self.listed_attributes.is_empty()
            || self.patterns.iter().any(|pattern| pattern.1.attributes.is_some())
    }

    fn attribute(
        &mut self,
        node: NodeId,
        attribute: usize,
        said: &mut Vec<Arc<CategoryValue>>,
    ) -> Result<()> {
        let one = self.tree.attribute_at(attribute);
        let name = self.tree.attribute_name_number(one) as usize;
        let none = Ordinals::default();
        for at in self.by_attribute.get(name).into_iter().flatten() {
            let Some((rule, pattern)) = self.patterns.get(*at as usize) else { continue };
            if pattern.takes(self.tree, self.ordinals.as_ref().unwrap_or(&none), node) {
                self.matched.push(*rule);
            }
        }
        listed(&self.listed_attributes, attribute as u32, &mut self.matched);
        match self.matched.is_empty() {
            true => Ok(()),
            false => self.say(NodeRef::Attribute(attribute), said),
        }
    }

    fn look_up(&mut self, said: &mut CategoryValue) -> Result<()> {
        let Gathered { records, warnings, .. } = &mut self.gathered;
        records.look_up(said, self.options, warnings)
    }
}

fn listed<T: Ord + Copy>(all: &[(T, u32)], number: T, matched: &mut Vec<u32>) {
    if all.is_empty() {
        return;
    }
    let from = all.partition_point(|one| one.0 < number);
    let mine = all.iter().skip(from).take_while(|one| one.0 == number);
    matched.extend(mine.map(|one| one.1));
}
