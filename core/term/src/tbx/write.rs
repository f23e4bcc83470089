//! Serialization of a tree, in its original style or in another style.

use std::borrow::Cow;

use super::category::{category, is_holder};
use super::entry::{is_core, is_entry};
use super::{CORE, FAMILY, MODULES, TbxStyle};
use glossweave_markup::escape::{push_escaped, xml_text, xml_value};
use glossweave_markup::tree::{Name, NodeId, NodeKind, Tree, XML};

/// The elements of TBX v2 that have another name in v3.
const RENAMED: &[(&str, &str)] = &[
    ("martif", "tbx"),
    ("martifHeader", "tbxHeader"),
    ("termEntry", "conceptEntry"),
    ("langSet", "langSec"),
    ("tig", "termSec"),
    ("ntig", "termSec"),
    ("refObjectList", "refObjectSec"),
    ("itemSet", "itemGrp"),
];

/// Returns a whole document.
pub(super) fn document(tree: &Tree<'_>, from: TbxStyle, to: TbxStyle) -> String {
    let mut writer = Writer::new(tree, from, to);
    let Some(root) = tree.root() else { return writer.out };
    let source = tree.source();
    if from == to {
        prolog(&source[..tree.node(root).at().start], &mut writer.out);
        writer.subtree(root);
        let node = tree.node(root);
        writer.out.push_str(&source[node.close().end.max(node.at().end)..]);
        return writer.out;
    }
    writer.out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let mut node = NodeId::FIRST;
    while node < tree.end() {
        // A model belongs to the original style.
        let is_model =
            tree.node(node).kind == NodeKind::Instruction && &*tree.name(node).local == "xml-model";
        if tree.node(node).parent.is_none() && !is_model {
            writer.subtree(node);
            writer.out.push('\n');
        }
        node = tree.node(node).after;
    }
    writer.out
}

/// Writes the part before the root, and changes the declared encoding to UTF-8.
fn prolog(source: &str, out: &mut String) {
    let end = match source.starts_with("<?xml") {
        true => source.find("?>").unwrap_or(0),
        false => 0,
    };
    let (declaration, rest) = source.split_at(end);
    let value = declaration.find("encoding").and_then(|at| {
        let start = at + declaration[at..].find(['"', '\''])?;
        let quote = declaration[start..].chars().next()?;
        let length = declaration[start + 1..].find(quote)?;
        Some((start + 1, start + 1 + length))
    });
    match value {
        Some((start, end)) => {
            out.push_str(&declaration[..start]);
            out.push_str("UTF-8");
            out.push_str(&declaration[end..]);
        }
        None => out.push_str(declaration),
    }
    out.push_str(rest);
}

/// The placeholder that is used for the entries in a document without entries.
pub(super) const ENTRIES: &str = "<?term-base-entries?>";

/// Returns a document in its original style, with the placeholder instead of its entries.
pub(super) fn frame(tree: &Tree<'_>, style: TbxStyle) -> String {
    let mut writer = Writer::new(tree, style, style);
    writer.skipped = Some(0);
    if let Some(root) = tree.root() {
        writer.subtree(root);
    }
    writer.out
}

/// Returns an entry within a new root that declares all namespaces in scope.
pub(super) fn piece(tree: &Tree<'_>, node: NodeId, style: TbxStyle) -> String {
    let mut writer = Writer::new(tree, style, style);
    let (name, attributes) = match style {
        TbxStyle::Dca => ("tbx", " style=\"dca\""),
        TbxStyle::Dct => ("tbx", " style=\"dct\""),
        TbxStyle::Martif => ("martif", ""),
    };
    writer.out.push_str(&format!("<{name}{attributes}"));
    let mut seen = Vec::new();
    for element in tree.ancestors(node) {
        for (_, prefix, namespace) in tree.declared(element) {
            if !seen.contains(&prefix) {
                seen.push(prefix);
                declare(prefix, namespace, &mut writer.out);
            }
        }
    }
    writer.out.push('>');
    writer.subtree(node);
    writer.out.push_str(&format!("</{name}>"));
    writer.out
}

/// Returns the content of the root of a stored entry, for a document that declares the module prefixes.
pub(super) fn inner(tree: &Tree<'_>, from: TbxStyle, to: TbxStyle) -> String {
    let mut writer = Writer::new(tree, from, to);
    writer.is_inner = true;
    for child in tree.root().into_iter().flat_map(|root| tree.children(root)) {
        writer.subtree(child);
    }
    writer.out
}

struct Writer<'t> {
    tree: &'t Tree<'t>,
    from: TbxStyle,
    to: TbxStyle,
    out: String,
    /// `true` if only the children of the root are written.
    is_inner: bool,
    /// The number of entries that were skipped, or `None` if entries are written.
    skipped: Option<usize>,
    /// The prefixes of the modules Min and Basic.
    modules: [Cow<'t, str>; 2],
}

/// The start tag of an element.
struct Tag<'t> {
    name: Cow<'t, str>,
    /// The new value of `type`, if it changes. An empty value removes the attribute.
    kind: Option<&'t str>,
}

impl<'t> Writer<'t> {
    fn new(tree: &'t Tree<'_>, from: TbxStyle, to: TbxStyle) -> Writer<'t> {
        let declared_by_root = tree.root().map_or(&[][..], |root| tree.declared(root));
        let prefix = |module: &'static str| {
            let mut declared = declared_by_root.iter();
            let is_module =
                |namespace: &str| namespace.strip_prefix(MODULES).is_some_and(|end| end == module);
            match declared
                .find(|declaration| is_module(&declaration.2) && !declaration.1.is_empty())
            {
                Some(declaration) => Cow::Borrowed(&*declaration.1),
                None if declared_by_root.iter().any(|declaration| *declaration.1 == *module) => {
                    Cow::Owned(format!("tbx-{module}"))
                }
                None => Cow::Borrowed(module),
            }
        };
        let modules = [prefix("min"), prefix("basic")];
        Writer { tree, from, to, out: String::new(), is_inner: false, skipped: None, modules }
    }

    /// Writes a node with all its descendants.
    fn subtree(&mut self, top: NodeId) {
        let tree = self.tree;
        let mut open: Vec<(NodeId, Option<Cow<'t, str>>)> = Vec::new();
        let mut number = top;
        while number < tree.node(top).after {
            self.close(&mut open, Some(number));
            let node = tree.node(number);
            if let Some(skipped) = self.skipped {
                let is_entry = is_entry(tree, number);
                if is_entry && skipped == 0 {
                    self.out.push_str(ENTRIES);
                }
                self.skipped = Some(skipped + usize::from(is_entry));
                // The white space after each entry is dropped, too.
                let is_space = node.is_text()
                    && node.parent.is_some_and(|parent| is_core(tree, parent, &["body"]))
                    && tree.text(number).trim().is_empty();
                if is_entry || is_space && skipped > 0 {
                    number = node.after;
                    continue;
                }
            }
            match node.kind {
                NodeKind::Element => {
                    let name = self.start(number);
                    let is_empty = node.after == number.next() && node.close().is_empty();
                    match name {
                        Some(_) if is_empty => self.out.push_str("/>"),
                        Some(name) => {
                            self.out.push('>');
                            open.push((node.after, Some(name)));
                        }
                        None => open.push((node.after, None)),
                    }
                }
                NodeKind::Text => escape(tree.text(number), &mut self.out),
                NodeKind::Cdata => {
                    self.out.push_str("<![CDATA[");
                    self.out.push_str(tree.text(number));
                    self.out.push_str("]]>");
                }
                NodeKind::Comment => {
                    self.out.push_str("<!--");
                    self.out.push_str(tree.text(number));
                    self.out.push_str("-->");
                }
                NodeKind::Instruction => {
                    self.out.push_str("<?");
                    self.out.push_str(&tree.name(number).local);
                    let content = tree.text(number);
                    if !content.is_empty() {
                        self.out.push(' ');
                        self.out.push_str(content);
                    }
                    self.out.push_str("?>");
                }
            }
            number = number.next();
        }
        self.close(&mut open, None);
    }

    /// Writes the end tags of all open elements, or only of the elements that end before a node.
    fn close(&mut self, open: &mut Vec<(NodeId, Option<Cow<'t, str>>)>, next: Option<NodeId>) {
        while let Some((after, _)) = open.last() {
            if next.is_some_and(|next| *after > next) {
                break;
            }
            if let Some((_, Some(name))) = open.pop() {
                self.out.push_str("</");
                self.out.push_str(&name);
                self.out.push('>');
            }
        }
    }

    /// Writes a start tag without its end. Returns the name of the element, or `None` if only the content of
    /// the element is kept.
    fn start(&mut self, node: NodeId) -> Option<Cow<'t, str>> {
        let tree = self.tree;
        let root = tree.root();
        let Tag { name, kind } = match self.from == self.to {
            true => Tag { name: tree.name(node).qualified(), kind: None },
            false => self.converted(node)?,
        };
        self.out.push('<');
        self.out.push_str(&name);
        let mut declared: Vec<(&str, &str)> = tree
            .declared(node)
            .iter()
            .map(|declaration| (&*declaration.1, &*declaration.2))
            .collect();
        if self.is_inner && tree.node(node).parent == root {
            let foreign = root.into_iter().flat_map(|root| tree.declared(root));
            let foreign = foreign.map(|declaration| (&*declaration.1, &*declaration.2));
            declared.extend(
                foreign.filter(|declaration| {
                    !declaration.0.is_empty() && !self.is_module(*declaration)
                }),
            );
        }
        let is_legacy = self.to == TbxStyle::Martif && self.from != self.to;
        declared.retain(|declaration| !(is_legacy && declaration.1.starts_with(FAMILY)));
        for (prefix, namespace) in &declared {
            declare(prefix, namespace, &mut self.out);
        }
        if Some(node) == root && self.from != self.to {
            self.declare_root(&declared);
        }
        for attribute in tree.attributes(node) {
            let of = tree.attribute_name(attribute);
            let is_type = of.is("", "type");
            let value = match kind {
                Some("") if is_type => continue,
                _ => tree.value(attribute),
            };
            let is_set =
                Some(node) == root && self.from != self.to && (is_type || of.is("", "style"));
            if !is_set {
                attribute_of(&of.qualified(), value, &mut self.out);
            }
        }
        if let Some(kind) = kind.filter(|kind| !kind.is_empty()) {
            attribute_of("type", kind, &mut self.out);
        }
        Some(name)
    }

    /// Returns `true` if new documents contain this declaration.
    fn is_module(&self, declaration: (&str, &str)) -> bool {
        declaration.1.strip_prefix(MODULES).is_some_and(|module| module == declaration.0)
    }

    /// Writes the style declaration of the root.
    fn declare_root(&mut self, declared: &[(&str, &str)]) {
        if self.from == TbxStyle::Martif
            && declared.iter().all(|declaration| !declaration.0.is_empty())
        {
            declare("", CORE, &mut self.out);
        }
        if self.to == TbxStyle::Dct {
            for (prefix, module) in self.modules.clone().iter().zip(["min", "basic"]) {
                if declared.iter().all(|declaration| declaration.0 != &**prefix) {
                    declare(prefix, &format!("{MODULES}{module}"), &mut self.out);
                }
            }
        }
        if self.to == TbxStyle::Martif {
            return attribute_of("type", "TBX", &mut self.out);
        }
        attribute_of("type", "TBX-Basic", &mut self.out);
        let style = if self.to == TbxStyle::Dct { "dct" } else { "dca" };
        attribute_of("style", style, &mut self.out);
    }

    /// Returns the tag of an element in the other style.
    fn converted(&self, node: NodeId) -> Option<Tag<'t>> {
        let tree = self.tree;
        let name: &'t Name = tree.name(node);
        let core = |local: &'t str| match &*name.prefix {
            _ if self.to == TbxStyle::Martif => Cow::Borrowed(local),
            "" => Cow::Borrowed(local),
            prefix => Cow::Owned(format!("{prefix}:{local}")),
        };
        if name.namespace.starts_with(MODULES) {
            return Some(match category(&name.local).filter(|_| self.to != TbxStyle::Dct) {
                Some(known) => {
                    let element = self.core_name(known.element);
                    Tag { name: element, kind: Some(known.name) }
                }
                None => Tag { name: name.qualified(), kind: None },
            });
        }
        if !(name.namespace.is_empty() || name.namespace.starts_with(FAMILY)) {
            return Some(Tag { name: name.qualified(), kind: None });
        }
        if self.from == TbxStyle::Martif && &*name.local == "termGrp" {
            return None;
        }
        if self.to == TbxStyle::Dct
            && is_holder(&name.local)
            && let Some(known) = tree.attribute(node, "", "type").and_then(category)
            && known.element == &*name.local
        {
            let prefix = &self.modules[usize::from(known.module != "min")];
            return Some(Tag {
                name: Cow::Owned(format!("{prefix}:{}", known.name)),
                kind: Some(""),
            });
        }
        let renamed = RENAMED.iter().find_map(|pair| match (self.from, self.to) {
            (TbxStyle::Martif, _) => (pair.0 == &*name.local).then_some(pair.1),
            (_, TbxStyle::Martif) => (pair.1 == &*name.local).then_some(pair.0),
            _ => None,
        });
        let renamed = renamed.unwrap_or(&*name.local);
        Some(Tag { name: core(renamed), kind: None })
    }

    /// Returns a name of the core structure with the prefix of the root.
    fn core_name(&self, local: &'static str) -> Cow<'t, str> {
        match self.tree.root().map_or("", |root| &*self.tree.name(root).prefix) {
            _ if self.to == TbxStyle::Martif => Cow::Borrowed(local),
            "" => Cow::Borrowed(local),
            prefix => Cow::Owned(format!("{prefix}:{local}")),
        }
    }
}

fn declare(prefix: &str, namespace: &str, out: &mut String) {
    // This prefix is always declared.
    if prefix == "xml" || namespace == XML {
        return;
    }
    match prefix {
        "" => attribute_of("xmlns", namespace, out),
        prefix => attribute_of(&format!("xmlns:{prefix}"), namespace, out),
    }
}

pub(super) fn attribute_of(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push_escaped(value, out, |c| match c {
        '"' => Some("&#34;"),
        c => line_end(c).or_else(|| xml_value(c)),
    });
    out.push('"');
}

/// Appends text with escapes, so that a parser reads it back unchanged, even as XML 1.1.
pub(super) fn escape(text: &str, out: &mut String) {
    push_escaped(text, out, |c| line_end(c).or_else(|| xml_text(c)));
}

/// Returns the reference for a line end that only XML 1.1 recognizes.
fn line_end(c: char) -> Option<&'static str> {
    match c {
        '\u{85}' => Some("&#133;"),
        '\u{2028}' => Some("&#8232;"),
        _ => None,
    }
}
