//! The elements that XPath paths select, and their texts.

use std::collections::HashMap;

use super::piece_table::{places, span_of_bytes};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::{Document, Piece, SourceExt};
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{Limits, parse};
use glossweave_markup::{EncodingExt, html};

/// The maximum number of elements that are visited for the paths of a file, and of characters before their offsets.
const WORK: usize = 50_000_000;

/// The elements of an HTML or XML document.
pub(super) struct Elements<'d> {
    document: &'d Document,
    /// The parsed document. `None` until the first path is evaluated.
    parsed: Option<Result<Parsed, String>>,
    found: HashMap<String, Result<NodeId, String>>,
    /// The texts of elements, each computed once.
    spans: HashMap<NodeId, Option<TextSpan>>,
    remaining: usize,
}

struct Parsed {
    tree: Tree<'static>,
    /// The source byte positions of the edges of elements, by their positions in the decoded text. Used to convert
    /// elements to spans.
    bytes: HashMap<usize, usize>,
    places: Vec<Piece>,
    is_html: bool,
}

/// A step of a path.
#[derive(Debug, PartialEq, Eq)]
struct Step<'p> {
    /// `true` after `//`.
    is_below: bool,
    /// The local name. `None` for `*`.
    name: Option<&'p str>,
    position: Option<usize>,
    id: Option<&'p str>,
}

impl<'d> Elements<'d> {
    pub fn new(document: &'d Document) -> Elements<'d> {
        Elements {
            document,
            parsed: None,
            found: HashMap::new(),
            spans: HashMap::new(),
            remaining: WORK,
        }
    }

    /// Returns the text of the element that a path selects.
    pub fn span(&mut self, path: &str) -> Result<TextSpan, String> {
        let (node, document) = (self.node(path)?, self.document);
        let Some(Ok(parsed)) = &self.parsed else { return Err(no_element(path)) };
        let span = self.spans.entry(node).or_insert_with(|| parsed.span(document, node));
        span.ok_or_else(|| format!("the element `{path}` has no text"))
    }

    /// Returns the position in the text for an offset in the text of an element or of one of its text nodes
    /// (`text()`). The offset counts UTF-16 units, as browsers do. An offset at white space refers to the character
    /// before it, or for the start of a span to the character after it.
    pub fn offset(&mut self, path: &str, offset: usize, is_start: bool) -> Result<usize, String> {
        let (element, number) = text_step(path);
        let span = self.span(element)?;
        let node = self.node(element)?;
        let Some(Ok(parsed)) = &self.parsed else { return Err(no_element(path)) };
        let skipped = number.map_or(Some(0), |number| parsed.units_before(node, number));
        let offset = offset.saturating_add(skipped.ok_or_else(|| no_element(path))?);
        let (mut units, mut before) = (0, 0);
        for c in parsed.texts(node).flat_map(str::chars) {
            if units >= offset {
                break;
            }
            units += c.len_utf16();
            before += usize::from(!c.is_whitespace());
        }
        let remaining = self.remaining.checked_sub(units);
        self.remaining = remaining.ok_or("the file has too many offsets in long elements")?;
        let text = self.document.text().get(span.range()).unwrap_or_default();
        let mut chars = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        let found = match is_start {
            true => chars.nth(before).map(|(at, _)| at),
            false if before == 0 => Some(0),
            false => chars.nth(before - 1).map(|(at, c)| at + c.len_utf8()),
        };
        let outside = || format!("the text of `{path}` has no character {offset}");
        found.map(|at| span.start() + at).ok_or_else(outside)
    }

    fn node(&mut self, path: &str) -> Result<NodeId, String> {
        if let Some(found) = self.found.get(path) {
            return found.clone();
        }
        let document = self.document;
        let parsed = self.parsed.get_or_insert_with(|| Parsed::of(document));
        let found = match parsed {
            Ok(parsed) => parsed.find(path, &mut self.remaining),
            Err(reason) => Err(reason.clone()),
        };
        self.found.insert(path.to_owned(), found.clone());
        found
    }
}

impl Parsed {
    fn of(document: &Document) -> Result<Parsed, String> {
        let source = document.source();
        let is_html = source.format() == Format::Html;
        if !is_html && !matches!(source.format(), Format::Xml | Format::Xliff) {
            return Err(format!("paths refer to elements, but `{}` has none", source.format()));
        }
        let decoded = source.encoding().decode_again(source.bytes());
        let tree = match is_html {
            true => html::page_tree(&decoded).map_err(|error| error.message().to_owned())?,
            false => {
                let limits =
                    Limits { unknown: source.options().unknown_entities, ..Limits::default() };
                let tree = parse((&*decoded.text).into(), limits);
                tree.map_err(|_| "the source is not well-formed XML")?.owning()
            }
        };
        let elements = tree.nodes().filter(|node| tree.node(*node).is_element());
        let mut edges: Vec<usize> = elements.flat_map(|node| extent(&tree, node)).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut back = decoded.way_back();
        let bytes = edges.into_iter().map(|edge| (edge, back.source(edge))).collect();
        Ok(Parsed { bytes, places: places(document), is_html, tree })
    }

    fn span(&self, document: &Document, node: NodeId) -> Option<TextSpan> {
        let [start, end] = extent(&self.tree, node).map(|edge| self.bytes.get(&edge).copied());
        if !self.is_html {
            return span_of_bytes(document, &self.places, start?, end?);
        }
        // In HTML, end tags have no positions, so the length of the text of the element is used to find its end.
        let count = self.texts(node).flat_map(str::chars).filter(|c| !c.is_whitespace()).count();
        let all = span_of_bytes(document, &self.places, start?, usize::MAX)?;
        let text = document.text().get(all.range()).unwrap_or_default();
        let mut chars = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        let (at, last) = chars.nth(count.checked_sub(1)?)?;
        let first = text.len() - text.trim_start().len();
        Some(TextSpan::new(all.start() + first, all.start() + at + last.len_utf8()))
    }

    /// Returns the number of UTF-16 units of text in an element before one of its child text nodes, counted from 1.
    fn units_before(&self, node: NodeId, number: usize) -> Option<usize> {
        let (mut children, mut units) = (0, 0);
        for text in self.text_nodes(node) {
            children += usize::from(self.tree.node(text).parent == Some(node));
            if children == number {
                return Some(units);
            }
            units += self.tree.text(text).chars().map(char::len_utf16).sum::<usize>();
        }
        None
    }

    /// Returns the texts in an element, without scripts and style sheets.
    fn texts(&self, node: NodeId) -> impl Iterator<Item = &str> {
        self.text_nodes(node).map(|node| self.tree.text(node))
    }

    fn text_nodes(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let is_code = |node: &NodeId| {
            let parent = self.tree.node(*node).parent.map(|parent| &*self.tree.name(parent).local);
            matches!(parent, Some("script" | "style"))
        };
        let texts = self.tree.below(node).filter(|node| self.tree.node(*node).is_text());
        texts.filter(move |node| !self.is_html || !is_code(node))
    }

    /// Returns the first element that a path selects from the root or, in HTML, from `body`.
    fn find(&self, path: &str, remaining: &mut usize) -> Result<NodeId, String> {
        let steps = steps(path).ok_or_else(|| {
            format!("the path `{path}` has parts other than names, positions and `@id`")
        })?;
        if let Some(node) = self.walk(None, &steps, remaining) {
            return Ok(node);
        }
        let body = self.tree.nodes().find(|node| {
            self.is_html
                && self.tree.node(*node).is_element()
                && &*self.tree.name(*node).local == "body"
        });
        let found = body.and_then(|body| match steps.is_empty() {
            true => Some(body),
            false => self.walk(Some(body), &steps, remaining),
        });
        found.ok_or_else(|| no_element(path))
    }

    fn walk(
        &self,
        from: Option<NodeId>,
        steps: &[Step<'_>],
        remaining: &mut usize,
    ) -> Option<NodeId> {
        let mut at = vec![from];
        for step in steps {
            let mut next = Vec::new();
            for parent in at {
                self.step(parent, step, &mut next, remaining)?;
            }
            at = next;
        }
        at.into_iter().flatten().next()
    }

    /// Adds the elements that a step selects. Returns `None` if the work limit is reached.
    fn step(
        &self,
        parent: Option<NodeId>,
        step: &Step<'_>,
        next: &mut Vec<Option<NodeId>>,
        remaining: &mut usize,
    ) -> Option<()> {
        let mut parents = vec![parent];
        if step.is_below {
            let below = parent.map_or_else(|| self.tree.nodes(), |parent| self.tree.below(parent));
            parents.extend(below.filter(|node| self.tree.node(*node).is_element()).map(Some));
        }
        for parent in parents {
            let children: Vec<NodeId> = match parent {
                Some(parent) => self.tree.elements(parent).collect(),
                None => self.tree.root().into_iter().collect(),
            };
            *remaining = remaining.checked_sub(children.len() + 1)?;
            let mut position = 0;
            for child in children {
                let name = &self.tree.name(child).local;
                let is_named = step.name.is_none_or(|expected| match self.is_html {
                    true => name.eq_ignore_ascii_case(expected),
                    false => **name == *expected,
                });
                position += usize::from(is_named);
                let is_nth = step.position.is_none_or(|expected| expected == position);
                let has_id = step.id.is_none_or(|id| self.id(child) == Some(id));
                if is_named && is_nth && has_id {
                    next.push(Some(child));
                }
            }
        }
        Some(())
    }

    fn id(&self, node: NodeId) -> Option<&str> {
        let mut all = self.tree.attributes(node).iter();
        let id = all.find(|attribute| &*self.tree.attribute_name(attribute).local == "id")?;
        Some(self.tree.value(id))
    }
}

/// Returns the start and the end of an element in the decoded source.
fn extent(tree: &Tree<'_>, node: NodeId) -> [usize; 2] {
    let (at, close) = (tree.node(node).at(), tree.node(node).close());
    // An element without a tag begins at the first element within it that has a tag.
    let mut tags = tree.below(node).map(|inner| tree.node(inner).at());
    let start = match at.is_empty() {
        true => tags.find(|at| !at.is_empty()).map_or(at.start, |at| at.start),
        false => at.start,
    };
    [start, at.end.max(close.end)]
}

/// Splits a path that selects a text node into the path of the element and the number of the text node.
fn text_step(path: &str) -> (&str, Option<usize>) {
    let found = path.rsplit_once("/text()").and_then(|(element, number)| match number {
        "" => Some((element, 1)),
        _ => Some((element, number.strip_prefix('[')?.strip_suffix(']')?.parse().ok()?)),
    });
    found.map_or((path, None), |(element, number)| (element, Some(number)))
}

fn no_element(path: &str) -> String {
    format!("no element found at `{path}`")
}

/// Returns the steps of a path. Returns `None` if it uses anything other than names, positions and identifiers.
fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut rest = path.trim();
    let mut steps = Vec::new();
    rest = rest.strip_prefix('.').unwrap_or(rest);
    if !rest.is_empty() && !rest.starts_with('/') {
        // A path from the root without its first slash.
        steps.push(step(rest, false, &mut rest)?);
    }
    while let Some(after) = rest.strip_prefix('/') {
        let (is_below, from) = match after.strip_prefix('/') {
            Some(from) => (true, from),
            None => (false, after),
        };
        if from.is_empty() && !is_below {
            return Some(steps);
        }
        // The text of an element has the same position as the element.
        if from.starts_with("text()") && !is_below {
            return Some(steps);
        }
        steps.push(step(from, is_below, &mut rest)?);
    }
    rest.is_empty().then_some(steps)
}

fn step<'p>(from: &'p str, is_below: bool, rest: &mut &'p str) -> Option<Step<'p>> {
    let end = from.find(['/', '[']).unwrap_or(from.len());
    let (name, mut after) = from.split_at(end);
    let name = name.rsplit(':').next().unwrap_or(name);
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
    };
    let name = match name {
        "*" => None,
        name if is_name(name) => Some(name),
        _ => return None,
    };
    let mut step = Step { is_below, name, position: None, id: None };
    while let Some(inner) = after.strip_prefix('[') {
        let (predicate, behind) = inner.split_once(']')?;
        after = behind;
        let predicate = predicate.trim();
        match predicate
            .strip_prefix("@id")
            .map(str::trim_start)
            .and_then(|rest| rest.strip_prefix('='))
        {
            Some(value) => {
                let value = value.trim();
                let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
                step.id = Some(value.strip_prefix(quote)?.strip_suffix(quote)?);
            }
            None => step.position = Some(predicate.parse().ok()?),
        }
    }
    *rest = after;
    Some(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode;
    use glossweave_document::DecodeOptions;

    #[test]
    fn paths_of_browsers_lead_to_texts() {
        let page = "<!DOCTYPE html><title>T</title><div><p>One</p><p id=x>Two <b>three</b>\n four</div>\
            <table><tr><td>Five<td>Six</table>";
        let page = decode(page, Format::Html, &DecodeOptions::default()).unwrap();
        let mut elements = Elements::new(&page);
        for (path, expected) in [
            ("/html[1]/body[1]/div[1]/p[2]", "Two three four"),
            ("/html/body/div/p[2]/b", "three"),
            ("/div[1]/p[1]", "One"),
            ("div[1]/P[1]/text()[1]", "One"),
            ("//*[@id='x']/b[1]", "three"),
            ("//*[@id=\"x\"]", "Two three four"),
            ("//td[2]", "Six"),
            ("/html/body/table/tbody/tr/td", "Five"),
            ("", "One Two three four Five Six"),
        ] {
            let span = elements.span(path);
            assert_eq!(span.map(|span| &page.text()[span.range()]), Ok(expected), "{path}");
        }
        for path in ["//td[3]", "count(//p)", "//p[last()]", "/div[1]//", "//p[@class='a']"] {
            elements.span(path).unwrap_err();
        }
        // The offsets count UTF-16 units of the text of the element, in which a line break is a character.
        let [start, end] = [(10, true), (15, false)]
            .map(|(at, is_start)| elements.offset("//*[@id='x']", at, is_start).unwrap());
        assert_eq!(&page.text()[start..end], "four");
        elements.offset("//*[@id='x']", 99, false).unwrap_or_default();
    }

    #[test]
    fn names_of_xml_have_any_prefix() {
        let source = "<r xmlns:a='urn:a'><a:p>One</a:p><a:p>Zw\u{f6}lf</a:p></r>";
        let bytes: Vec<u8> = format!("<?xml version='1.0' encoding='UTF-8'?>{source}").into();
        let page = decode(bytes, Format::Xml, &DecodeOptions::default()).unwrap();
        let span = Elements::new(&page).span("/r/a:p[2]").unwrap();
        assert_eq!(&page.text()[span.range()], "Zw\u{f6}lf");
        let text = Document::of_text("One".to_owned(), None);
        let reason = Elements::new(&text).span("/p").unwrap_err();
        assert_eq!(reason, "paths refer to elements, but `text` has none");
    }
}
