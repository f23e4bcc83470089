//! The units of parts with drawings.

use super::element::{Class, is_drawing};
use super::run::AllRuns;
use crate::opc::{Space, UnitBuilder};
use glossweave_base::text::{ByteSpan, Language};
use glossweave_format_base::PartTree;
use glossweave_markup::tree::{NodeId, Tree};

/// The texts of a part to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    All,
    /// All texts except for placeholders. Layouts use placeholders for prompts.
    NoPlaceholders,
    /// All texts except for the strings of charts, which repeat the strings of cells.
    NoStrings,
}

/// The attributes of shapes that contain text.
const SHAPE_TEXTS: [&str; 4] = ["title", "descr", "alt", "string"];

/// A reader that reads parts into a document, one after the other.
pub(crate) struct DrawingReader {
    pub units: UnitBuilder,
    runs: AllRuns,
}

impl DrawingReader {
    pub fn new(units: UnitBuilder) -> DrawingReader {
        DrawingReader { units, runs: AllRuns::default() }
    }

    /// Reads the texts of a part: paragraphs, alternative texts of shapes, and strings of charts.
    pub fn read(&mut self, xml: &PartTree<'_>, scope: Scope) {
        let tree = &xml.tree;
        let classes: Vec<Class> = tree.names().iter().map(Class::of).collect();
        let class = |node: NodeId| {
            let number = tree.name_number(node) as usize;
            classes.get(number).copied().unwrap_or(Class::Inline)
        };
        self.runs.enter();
        let mut at = NodeId::FIRST;
        while at < tree.end() {
            let node = tree.node(at);
            if !node.is_element() {
                at = at.next();
                continue;
            }
            at = match class(at) {
                Class::Paragraph => {
                    self.paragraph(xml, at, class);
                    node.after
                }
                Class::Shape => {
                    self.shape(xml, at);
                    at.next()
                }
                Class::Strings => {
                    if scope != Scope::NoStrings {
                        self.strings(xml, at);
                    }
                    node.after
                }
                Class::Holder if scope == Scope::NoPlaceholders && is_placeholder(tree, at) => {
                    node.after
                }
                Class::Excluded | Class::Properties => node.after,
                _ => at.next(),
            };
        }
    }

    /// Reads the text of a paragraph.
    fn paragraph(
        &mut self,
        xml: &PartTree<'_>,
        paragraph: NodeId,
        class: impl Fn(NodeId) -> Class,
    ) {
        let tree = &xml.tree;
        let end = tree.node(paragraph).after;
        let mut language: Option<Language> = None;
        self.units.builder.set_format(0);
        let mut at = paragraph.next();
        while at < end {
            let node = tree.node(at);
            if !node.is_element() {
                at = at.next();
                continue;
            }
            at = match class(at) {
                Class::Run => {
                    let run = self.runs.of(tree, at);
                    self.units.builder.set_format(run.format);
                    language.clone_from(&run.language);
                    at.next()
                }
                Class::Text => {
                    for text in tree.children(at).filter(|child| tree.node(*child).is_text()) {
                        let whole = (false, Space::Kept);
                        self.units.text((tree, xml.base), text, language.as_ref(), whole);
                    }
                    node.after
                }
                Class::Break => {
                    let end = node.close().end.max(node.at().end);
                    let span = ByteSpan::new(xml.base + node.at().start, xml.base + end);
                    self.units.builder.atom("\n", span);
                    node.after
                }
                Class::Properties => node.after,
                Class::Inline | Class::Paragraph => at.next(),
                // Visible content other than text, for example a formula, separates words.
                _ => {
                    self.units.builder.part_words();
                    node.after
                }
            };
        }
        self.units.end_unit();
        self.units.builder.set_format(0);
    }

    /// Reads the title and the description of a shape. VML uses the attribute `alt` for
    /// descriptions, and `string` for the text of WordArt, for example a watermark (part 4, clause
    /// 19.1.2.22).
    pub fn shape(&mut self, xml: &PartTree<'_>, shape: NodeId) {
        for attribute in xml.tree.attributes(shape) {
            let name = xml.tree.attribute_name(attribute);
            let is_text = name.namespace.is_empty() && SHAPE_TEXTS.contains(&&*name.local);
            if is_text && !attribute.at().is_empty() {
                self.units.attribute(xml, attribute.at());
            }
        }
    }

    /// Reads the strings of a chart (clause 21.2).
    fn strings(&mut self, xml: &PartTree<'_>, cache: NodeId) {
        let tree = &xml.tree;
        let namespace = &tree.name(cache).namespace;
        for value in tree.below(cache).filter(|node| tree.node(*node).is_element()) {
            if tree.name(value).is(namespace, "v") {
                self.units.element(xml, value, Space::Kept);
            }
        }
    }
}

/// Returns `true` if a shape fills a placeholder of a layout (clause 19.3.1.36).
fn is_placeholder(tree: &Tree<'_>, shape: NodeId) -> bool {
    let Some(first) = tree.elements(shape).next() else { return false };
    let properties = tree.elements(first).filter(|element| &*tree.name(*element).local == "nvPr");
    let mut inner = properties.flat_map(|element| tree.elements(element));
    inner.any(|element| &*tree.name(element).local == "ph")
}

/// Returns the language that a list of styles specifies for its text.
pub(crate) fn language_of_styles(tree: &Tree<'_>, styles: NodeId) -> Option<Language> {
    let mut below = tree.below(styles).filter(|node| tree.node(*node).is_element());
    let default = below.find(|node| is_drawing(tree.name(*node), "defRPr"))?;
    tree.attribute(default, "", "lang")?.parse().ok()
}
