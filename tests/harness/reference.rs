//! The tree of a page as html5ever parses it. It uses its tokenizer instead of the code under test.

use std::ops::Range;

use encoding_rs::Encoding;
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// The attribute that marks an inserted element.
const WOVEN: &str = "data-woven";
/// The attribute with the names of the attributes that were inserted into an element.
const WOVEN_ATTRIBUTES: &str = "data-woven-attributes";

/// The nodes in document order: the depth and the content of each node.
pub type Tree = Vec<(usize, String)>;

/// Returns the tree of a page.
pub fn tree(page: &[u8], charset: &str) -> Tree {
    flatten(&parse(&decode(page, charset)))
}

/// Returns the parse errors of a page.
pub fn faults(page: &str) -> Vec<String> {
    parse(page).errors.borrow().iter().map(|error| error.to_string()).collect()
}

/// Returns the tree of a page without the elements and attributes whose bytes are in `inserted`.
pub fn tree_without(page: &[u8], charset: &str, inserted: &[Range<usize>]) -> Tree {
    flatten(&parse(&decode(&mark(page, charset, inserted), charset)))
}

/// Parents that cannot contain a `span`, regardless of how the parser handles it.
const NO_SPAN_IN: &[&str] = &[
    "title", "textarea", "option", "optgroup", "select", "datalist", "head", "html", "frameset",
    "table", "tbody", "thead", "tfoot", "tr", "colgroup", "script", "style", "template", "iframe",
];
/// Elements that must be children of certain elements, so that no `span` can be inserted in
/// between.
const BELONGS: &[(&str, &[&str])] = &[
    ("ruby", &["rt", "rp", "rb", "rtc"]),
    ("rtc", &["rt", "rp"]),
    ("select", &["option", "optgroup"]),
    ("datalist", &["option"]),
    ("ul", &["li"]),
    ("ol", &["li"]),
    ("dl", &["dt", "dd"]),
    ("fieldset", &["legend"]),
    ("details", &["summary"]),
    ("figure", &["figcaption"]),
    ("video", &["source", "track"]),
    ("audio", &["source", "track"]),
    ("picture", &["source", "img"]),
    ("object", &["param"]),
    ("svg", &["foreignObject"]),
];

/// Returns an inserted element at a position where HTML does not allow it.
pub fn misplaced(page: &[u8], charset: &str, inserted: &[Range<usize>]) -> Option<String> {
    let dom = parse(&decode(&mark(page, charset, inserted), charset));
    let mut open: Vec<(String, bool, Handle)> = vec![(String::new(), false, dom.document.clone())];
    while let Some((parent, in_woven, node)) = open.pop() {
        let mut name = parent.clone();
        let mut woven = false;
        if let NodeData::Element { name: own, attrs, template_contents, .. } = &node.data {
            woven = attrs.borrow().iter().any(|attribute| &*attribute.name.local == WOVEN);
            if woven && NO_SPAN_IN.contains(&&*parent) {
                return Some(format!("a span stands in `{parent}`"));
            }
            let own = &*own.local;
            let belongs = BELONGS.iter().any(|(to, names)| *to == parent && names.contains(&own));
            if in_woven && belongs {
                return Some(format!("a span stands between `{parent}` and its `{own}`"));
            }
            if !woven {
                name = own.to_string();
            }
            if let Some(contents) = &*template_contents.borrow() {
                open.push((name.clone(), woven, contents.clone()));
            }
        }
        let children = node.children.borrow();
        open.extend(children.iter().map(|child| (name.clone(), woven, child.clone())));
    }
    None
}

/// Returns the names of the ancestors of the first inserted element, from the outermost to the
/// innermost. Returns `None` if the parser did not create an element from it.
pub fn ancestors(page: &[u8], charset: &str, inserted: &[Range<usize>]) -> Option<Vec<String>> {
    let tree = flatten_with(&parse(&decode(&mark(page, charset, inserted), charset)), true);
    let mut open: Vec<(usize, String)> = Vec::new();
    for (depth, node) in tree {
        open.retain(|(above, _)| *above < depth);
        let Some(element) = node.strip_prefix("element ") else { continue };
        if element.split(' ').any(|attribute| attribute.starts_with(WOVEN)) {
            return Some(open.into_iter().map(|(_, name)| name).collect());
        }
        let name = element.split(' ').nth(1).unwrap_or_default().to_string();
        open.push((depth, name));
    }
    None
}

/// Returns the text of a piece of markup that contains only text and references, for example
/// `Caf&eacute;`.
pub fn text_of(markup: &str) -> String {
    let page = format!("<!DOCTYPE html><body>.{markup}<wbr>");
    let tree = flatten(&parse(&page));
    let text = tree.iter().find_map(|(_, node)| node.strip_prefix("text ."));
    text.unwrap_or_default().to_string()
}

/// Returns bytes as text, without the byte order mark.
pub fn decode(bytes: &[u8], charset: &str) -> String {
    let encoding = Encoding::for_label(charset.as_bytes()).expect("a name of the standard");
    encoding.decode_with_bom_removal(bytes).0.into_owned()
}

/// Returns a part of a source as text. A byte order mark in it is kept as a character.
pub fn decode_part(bytes: &[u8], charset: &str) -> String {
    let encoding = Encoding::for_label(charset.as_bytes()).expect("a name of the standard");
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

fn parse(page: &str) -> RcDom {
    let mut options = ParseOpts::default();
    options.tokenizer.discard_bom = false;
    options.tree_builder.scripting_enabled = false;
    parse_document(RcDom::default(), options).one(page)
}

/// Adds the marks to the insertions.
fn mark(page: &[u8], charset: &str, inserted: &[Range<usize>]) -> Vec<u8> {
    let (width, low) = match charset {
        "UTF-16LE" => (2, 0),
        "UTF-16BE" => (2, 1),
        _ => (1, 0),
    };
    let mut output = Vec::with_capacity(page.len() * 2);
    let mut copied = 0;
    for range in inserted {
        output.extend_from_slice(&page[copied..range.start]);
        copied = range.end;
        let units: Vec<u8> =
            page[range.clone()].chunks(width).map(|unit| *unit.get(low).unwrap_or(&0)).collect();
        let text: String = units.iter().map(|unit| char::from(*unit)).collect();
        let ahead = if text.contains('<') {
            String::new()
        } else {
            format!(" {WOVEN_ATTRIBUTES}=\"{}\"", names(&text).join(" "))
        };
        put(&mut output, &ahead, width, low);
        for (index, unit) in page[range.clone()].chunks(width).enumerate() {
            output.extend_from_slice(unit);
            let ends = units.get(index + 1).is_none_or(|next| !is_name(*next));
            if ends && is_name(units[index]) && opens(&units[..=index]) {
                put(&mut output, &format!(" {WOVEN}"), width, low);
            }
        }
    }
    output.extend_from_slice(&page[copied..]);
    output
}

fn put(output: &mut Vec<u8>, text: &str, width: usize, low: usize) {
    for byte in text.bytes() {
        let mut unit = [0, 0];
        unit[low] = byte;
        output.extend_from_slice(&unit[..width]);
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

/// Returns `true` if the name that ends here is the name of a start tag.
fn opens(units: &[u8]) -> bool {
    units.iter().rposition(|unit| !is_name(*unit)).is_some_and(|before| units[before] == b'<')
}

/// Returns the names of attributes that are written as `name="value"`.
fn names(attributes: &str) -> Vec<&str> {
    attributes.split('"').step_by(2).filter_map(|part| part.trim().strip_suffix('=')).collect()
}

fn flatten(dom: &RcDom) -> Tree {
    flatten_with(dom, false)
}

fn flatten_with(dom: &RcDom, inserted_too: bool) -> Tree {
    let mut tree = Tree::new();
    let mut open: Vec<(usize, Handle)> = vec![(0, dom.document.clone())];
    while let Some((depth, node)) = open.pop() {
        let mut below = depth + 1;
        match &node.data {
            NodeData::Document | NodeData::ProcessingInstruction { .. } => {}
            NodeData::Doctype { name, public_id, system_id } => {
                tree.push((depth, format!("doctype {name} {public_id:?} {system_id:?}")));
            }
            NodeData::Text { contents } => {
                let contents = contents.borrow();
                match tree.last_mut() {
                    Some((before, text)) if *before == depth && text.starts_with("text ") => {
                        text.push_str(&contents);
                    }
                    _ => tree.push((depth, format!("text {contents}"))),
                }
            }
            NodeData::Comment { contents } => tree.push((depth, format!("comment {contents}"))),
            NodeData::Element { name, attrs, template_contents, .. } => {
                let attributes = attrs.borrow();
                let of = |name: &str| attributes.iter().find(|a| &*a.name.local == name);
                let inserted =
                    of(WOVEN_ATTRIBUTES).map(|a| a.value.to_string()).unwrap_or_default();
                if of(WOVEN).is_some() && !inserted_too {
                    // The text of an inserted script is not text of the page.
                    if &*name.local == "script" {
                        continue;
                    }
                    below = depth;
                } else {
                    let mut shown = format!("element {} {}", name.ns, name.local);
                    for attribute in attributes.iter() {
                        let local = &*attribute.name.local;
                        if local != WOVEN_ATTRIBUTES && !inserted.split(' ').any(|n| n == local) {
                            shown.push_str(&format!(" {local}={:?}", &*attribute.value));
                        }
                    }
                    tree.push((depth, shown));
                }
                if let Some(contents) = &*template_contents.borrow() {
                    open.push((below, contents.clone()));
                }
            }
        }
        let children = node.children.borrow();
        open.extend(children.iter().rev().map(|child| (below, child.clone())));
    }
    tree
}

/// Returns the first node that differs between two trees.
pub fn difference(expected: &Tree, found: &Tree) -> Option<String> {
    let at = (0..expected.len().max(found.len())).find(|at| expected.get(*at) != found.get(*at))?;
    let show = |tree: &Tree| match tree.get(at) {
        Some((depth, node)) => format!("{node:.120} (depth {depth})"),
        None => "the end".to_string(),
    };
    Some(format!("trees differ at node {at}: expected {}, found {}", show(expected), show(found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserted_elements_and_attributes_are_taken_out() {
        let source = "<p title=x>Dublin <b>and</b> Cork";
        let output = "<p its-term=\"yes\" lang=\"en\" title=x><span a=\"<b\">Dub</span>lin <b><span>an</span>d</b> Cork";
        let inserted = [2..27, 36..49, 52..59, 66..72, 74..81];
        let cut: Vec<&str> = inserted.iter().map(|range| &output[range.clone()]).collect();
        assert_eq!(cut[..3], [" its-term=\"yes\" lang=\"en\"", "<span a=\"<b\">", "</span>"]);
        let expected = tree(source.as_bytes(), "UTF-8");
        assert_eq!(tree_without(output.as_bytes(), "UTF-8", &inserted), expected);
        assert!(difference(&expected, &tree(output.as_bytes(), "UTF-8")).is_some());
        assert!(expected.contains(&(5, "text and".to_string())), "{expected:?}");
    }

    #[test]
    fn wide_units_are_marked_too() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
        let output = wide("<p><span>x</span>");
        let found = tree_without(&output, "UTF-16BE", &[6..18, 20..34]);
        assert_eq!(found, tree(&wide("<p>x"), "UTF-16BE"));
    }

    #[test]
    fn references_are_resolved() {
        assert_eq!(text_of("&eacute;"), "é");
        assert_eq!(text_of("&notit;"), "¬it;");
        assert_eq!(text_of("&NotEqualTilde;"), "\u{2242}\u{338}");
        assert_eq!(text_of("&#10;"), "\n");
    }
}
