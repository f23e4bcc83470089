//! The elements of a markup profile in XML.

use super::{Elements, Prefix};
use crate::profile_writer::Surroundings;
use glossweave_format_base::annotate::attribute;
use glossweave_format_base::markup_profile::{Attribute, Profile, Rule};

impl Elements<'_> {
    /// Returns the namespace of the element of a rule. By default, this is the namespace of the root element.
    fn namespace<'r>(&'r self, rule: &'r Rule) -> &'r str {
        let root = &self.layout.tree.name(self.layout.root).namespace;
        rule.namespace.as_deref().unwrap_or(root)
    }

    /// Returns the prefix of a namespace for the name of an element at a position. Returns `None` if the namespace is
    /// the default namespace there.
    fn prefix(&self, at: u32, namespace: &str) -> Option<Prefix> {
        let (tree, element) = (&self.layout.tree, self.element(at));
        let default = tree.namespace_of(element, "").unwrap_or_default();
        (default != namespace).then(|| Prefix::of(tree, element, namespace, "v"))
    }

    /// Returns the prefix of a namespace for attributes of a new element, and declares it when necessary. `bound`
    /// contains the prefixes that the element already uses.
    fn bind<'n>(
        &self,
        at: u32,
        (preferred, namespace): (&str, &'n str),
        bound: &mut Vec<(String, &'n str)>,
        out: &mut String,
    ) -> String {
        if let Some(known) = bound.iter().find(|binding| binding.1 == namespace) {
            return known.0.clone();
        }
        let (tree, element) = (&self.layout.tree, self.element(at));
        let mut prefix = Prefix::of(tree, element, namespace, preferred);
        let taken = |name: &str| bound.iter().any(|binding| binding.0 == name);
        while !prefix.declared && taken(&prefix.name) {
            let other = format!("{}_", prefix.name);
            prefix = Prefix::of(tree, element, namespace, &other);
        }
        prefix.declare(namespace, out);
        bound.push((prefix.name.clone(), namespace));
        prefix.name
    }
}

impl Surroundings for Elements<'_> {
    fn is_in(&self, at: u32, local: &str) -> bool {
        let tree = &self.layout.tree;
        let inner = self.element(at);
        std::iter::once(inner)
            .chain(tree.ancestors(inner))
            .any(|element| *tree.name(element).local == *local)
    }

    fn holds(&self, start: u32, end: u32, local: Option<&str>) -> bool {
        let tree = &self.layout.tree;
        let is_meant = |element| local.is_none_or(|local| *tree.name(element).local == *local);
        self.layout.starting_in(start, end).any(is_meant)
    }

    fn unwritable(&self, at: u32, rule: &Rule) -> Option<&'static str> {
        let is_plain = self.namespace(rule).is_empty();
        let reason = "the element has no namespace, but the position has a default namespace";
        (is_plain && self.prefix(at, "").is_some()).then_some(reason)
    }

    fn open_element(
        &self,
        at: u32,
        rule: &Rule,
        profile: &Profile,
        attributes: &[Attribute<'_>],
        out: &mut String,
    ) {
        let namespace = self.namespace(rule);
        self.tag(at, out, |out| {
            out.push('<');
            let prefix = self.prefix(at, namespace);
            match &prefix {
                Some(prefix) => {
                    out.push_str(&prefix.with(&rule.element));
                    prefix.declare(namespace, out);
                }
                None => out.push_str(&rule.element),
            }
            let mut bound: Vec<(String, &str)> = Vec::new();
            bound.extend(prefix.map(|prefix| (prefix.name, namespace)));
            for (name, value) in attributes {
                let known = name.split_once(':').and_then(|(prefix, local)| {
                    let known = profile.prefixes.iter().find(|declared| *declared.0 == *prefix)?;
                    Some((known, local))
                });
                let Some(((preferred, namespace), local)) = known else {
                    attribute(name, &[value], out);
                    continue;
                };
                let prefix = self.bind(at, (preferred, namespace), &mut bound, out);
                attribute(&format!("{prefix}:{local}"), &[value], out);
            }
            out.push('>');
        });
    }

    fn close_element(&self, at: u32, rule: &Rule, out: &mut String) {
        self.tag(at, out, |out| {
            let name = match self.prefix(at, self.namespace(rule)) {
                Some(prefix) => prefix.with(&rule.element),
                None => rule.element.to_string(),
            };
            out.push_str(&format!("</{name}>"));
        });
    }
}
