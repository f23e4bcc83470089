//! Right-to-left paragraphs, which use automatic styles (ODF 1.3, part 3, clauses 16.2 and 20.404).

use std::collections::{HashMap, HashSet};

use super::element::{OFFICE, TEXT};
use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, Splice};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::{right_to_left_edits, set_attribute};
use glossweave_format_base::translate::{Edit, Written};
use glossweave_markup::escape::escaped;
use glossweave_markup::tree::{NodeId, Tree};

#[cfg(test)]
mod tests;

const STYLE: &str = "urn:oasis:names:tc:opendocument:xmlns:style:1.0";

/// Returns the edits that make paragraphs right-to-left when their translations are. Each paragraph
/// gets a style that is derived from its current style.
pub(super) fn directions(document: &Document, written: &Written) -> Splice {
    let is_paragraph = |tree: &Tree<'_>, element: NodeId| {
        tree.is(element, TEXT, "p") || tree.is(element, TEXT, "h")
    };
    let edits = right_to_left_edits(document, written, is_paragraph, |xml, paragraphs| {
        let mut styles = Styles::of(xml);
        let edits: Vec<Edit> =
            paragraphs.iter().filter_map(|paragraph| styles.turn(*paragraph)).collect();
        // If the file cannot store styles, paragraphs keep their styles.
        let added = styles.added();
        if added.is_some() { edits.into_iter().chain(added).collect() } else { Vec::new() }
    });
    let mut splice = Splice::default();
    for edit in edits {
        splice.replace(edit.at).extend(edit.bytes);
    }
    splice
}

/// The automatic styles of a part.
struct Styles<'a> {
    xml: &'a PartTree<'a>,
    /// The automatic paragraph styles by their names.
    automatic: HashMap<&'a str, NodeId>,
    names: HashSet<String>,
    /// The names of the new styles, by the names of the styles that they extend.
    turned: HashMap<&'a str, String>,
    new: String,
}

impl<'a> Styles<'a> {
    fn of(xml: &'a PartTree<'a>) -> Styles<'a> {
        let tree = &xml.tree;
        let (mut automatic, mut names) = (HashMap::new(), HashSet::new());
        for style in tree.nodes().filter(|node| tree.node(*node).is_element()) {
            let Some(name) = tree.attribute(style, STYLE, "name") else { continue };
            names.insert(name.to_owned());
            let is_automatic = tree.node(style).parent == automatic_styles(tree);
            if is_automatic && tree.attribute(style, STYLE, "family") == Some("paragraph") {
                automatic.insert(name, style);
            }
        }
        Styles { xml, automatic, names, turned: HashMap::new(), new: String::new() }
    }

    /// Returns the edit that gives a paragraph a right-to-left style. Returns `None` if the
    /// paragraph is already right-to-left or cannot be changed.
    fn turn(&mut self, paragraph: NodeId) -> Option<Edit> {
        let tree = &self.xml.tree;
        let old = tree.attribute(paragraph, TEXT, "style-name").unwrap_or_default();
        let prefix = &*tree.name(paragraph).prefix;
        if prefix.is_empty() {
            // The attribute needs a prefix because it is in the namespace.
            return None;
        }
        if !self.turned.contains_key(old) {
            let base = if old.is_empty() { "P" } else { old };
            let mut names = (0..).map(|number| match number {
                0 => format!("{base}_rtl"),
                number => format!("{base}_rtl{number}"),
            });
            let name = names.find(|name| !self.names.contains(name))?;
            let style = self.derived(old, &name)?;
            self.new.push_str(&style);
            self.names.insert(name.clone());
            self.turned.insert(old, name);
        }
        let name = self.turned.get(old)?;
        let attribute = format!("{prefix}:style-name");
        set_attribute(self.xml, paragraph, (TEXT, &attribute), &escaped(name))
    }

    /// Returns a right-to-left variant of the style `old`. Returns `None` if that style is already
    /// right-to-left or cannot be changed.
    fn derived(&self, old: &str, name: &str) -> Option<String> {
        let tree = &self.xml.tree;
        let name = escaped(name);
        let Some(style) = self.automatic.get(old) else {
            let parent = match old {
                "" => String::new(),
                old => format!(" style:parent-style-name=\"{}\"", escaped(old)),
            };
            return Some(format!(
                "<style:style xmlns:style=\"{STYLE}\" style:name=\"{name}\" \
                 style:family=\"paragraph\"{parent}><style:paragraph-properties \
                 style:writing-mode=\"rl-tb\"/></style:style>"
            ));
        };
        // The style is copied because an automatic style cannot be the parent of another style
        // (clause 19.516).
        let prefix = &*tree.name(*style).prefix;
        let properties =
            tree.elements(*style).find(|element| tree.is(*element, STYLE, "paragraph-properties"));
        let mut edits = Vec::new();
        let attribute = format!("{prefix}:writing-mode");
        match properties {
            _ if prefix.is_empty() => return None,
            Some(properties) => {
                let mode = (STYLE, &*attribute);
                edits.push(set_attribute(self.xml, properties, mode, "rl-tb")?);
            }
            None => {
                let new = format!("<{prefix}:paragraph-properties {attribute}=\"rl-tb\"/>");
                edits.push(first_child(self.xml, *style, &new));
            }
        }
        let attribute = format!("{prefix}:name");
        edits.extend(set_attribute(self.xml, *style, (STYLE, &attribute), &name));
        edits.sort_by_key(|edit| edit.at);
        let node = tree.node(*style);
        let range = node.at().start..node.close().end.max(node.at().end);
        let mut copy = tree.source().get(range.clone())?.to_owned();
        for edit in edits.iter().rev() {
            let start = self.xml.base + range.start;
            let new = str::from_utf8(&edit.bytes).ok()?;
            copy.replace_range(edit.at.start() - start..edit.at.end() - start, new);
        }
        Some(copy)
    }

    /// Returns the edit that adds the new styles.
    fn added(&self) -> Option<Edit> {
        let tree = &self.xml.tree;
        if self.new.is_empty() {
            return None;
        }
        if let Some(styles) = automatic_styles(tree) {
            return Some(first_child(self.xml, styles, &self.new));
        }
        let root = tree.root()?;
        let body = tree.elements(root).find(|element| {
            tree.is(*element, OFFICE, "body") || tree.is(*element, OFFICE, "master-styles")
        })?;
        let at = self.xml.base + tree.node(body).at().start;
        let new = format!(
            "<office:automatic-styles xmlns:office=\"{OFFICE}\">{}</office:automatic-styles>",
            self.new
        );
        Some(Edit { at: ByteSpan::new(at, at), bytes: new.into_bytes() })
    }
}

/// Returns the element that contains the automatic styles of a part.
fn automatic_styles(tree: &Tree<'_>) -> Option<NodeId> {
    let root = tree.root()?;
    tree.elements(root).find(|element| tree.is(*element, OFFICE, "automatic-styles"))
}

/// Returns the edit that adds a first child to an element, which may be empty.
fn first_child(xml: &PartTree<'_>, element: NodeId, new: &str) -> Edit {
    let node = xml.tree.node(element);
    let end = xml.base + node.at().end;
    if node.close().is_empty() {
        let new = format!(">{new}</{}>", xml.tree.name(element).qualified());
        return Edit { at: ByteSpan::new(end - 2, end), bytes: new.into_bytes() };
    }
    Edit { at: ByteSpan::new(end, end), bytes: new.as_bytes().to_vec() }
}
