//! Decoding of property lists: strings become units.

use super::CDATA;
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{DecodeOptions, Document, Source, SourceExt};
use glossweave_format_base::strings::{Emitter, Syntax, Value, note};
use glossweave_format_base::unknown;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};
use glossweave_markup::xml::{Limits, parse};
use glossweave_markup::{At, encoding};

/// The keys of strings that are not text (Foundation, "Stringsdict File Format").
const NOT_TEXT: &[&str] = &["NSStringFormatSpecTypeKey", "NSStringFormatValueTypeKey"];

/// The maximum nesting depth of dictionaries around a text.
const DEPTH: usize = 8;

/// The maximum length of the name of a unit, in bytes. Longer names are not used.
const NAME: usize = 1_000;

/// A dictionary or an array that contains the current node.
struct Open {
    after: NodeId,
    /// The key of the dictionary itself.
    own_key: String,
    /// The key of its next value.
    key: Option<String>,
    /// The comments before that key.
    comment: String,
}

/// Decodes an XML property list.
pub(super) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    if bytes.starts_with(b"bplist") {
        let message = "the property list is binary, expected one in XML";
        return Err(Error::unsupported(Side::Input, message));
    }
    let decoded = encoding::decode_xml(&bytes, options.charset)?;
    let encoding = decoded.encoding;
    let unknown = options.unknown_entities;
    let limits = Limits { unknown, ..Limits::default() };
    let tree = parse((&*decoded.text).into(), limits)
        .map_err(|fault| fault.in_source(&bytes, &decoded))?;
    let root = tree.root().filter(|root| is(&tree, *root, "plist"));
    let Some(root) = root else {
        return Err(Error::malformed("the root element is not `plist`, expected a property list"));
    };
    let mut emitter = Emitter::new(&decoded);
    emitter.builder.set_language(options.language.as_ref());
    let mut warnings = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for node in tree.below(root) {
        while open.last().is_some_and(|entry| entry.after <= node) {
            open.pop();
        }
        let data = tree.node(node);
        let last = open.last_mut().filter(|_| open_is_parent(&tree, node));
        match data.kind {
            NodeKind::Comment => {
                let Some(last) = last.filter(|entry| entry.key.is_none()) else { continue };
                if !last.comment.is_empty() {
                    last.comment.push('\n');
                }
                last.comment.push_str(tree.text(node).trim());
            }
            NodeKind::Element if is(&tree, node, "key") => {
                if let Some(last) = last {
                    last.key = Some(tree.string(node));
                }
            }
            NodeKind::Element if is(&tree, node, "dict") || is(&tree, node, "array") => {
                let (own_key, comment) = last.map_or_else(Default::default, taken);
                open.push(Open { after: data.after, own_key, key: None, comment });
            }
            NodeKind::Element => {
                let (key, comment) = last.map_or_else(Default::default, taken);
                if !is(&tree, node, "string") || NOT_TEXT.contains(&&*key) || open.len() > DEPTH {
                    continue;
                }
                let Some((value, format)) = value(&tree, node) else {
                    warnings.push(data.at());
                    continue;
                };
                let name = name(&open, &key);
                let comment = comment_of(&mut open, comment);
                let notes: Vec<_> = note(&comment, "description").into_iter().collect();
                let syntax =
                    Syntax::of(Format::Stringsdict, options.placeholders).without_branches();
                emitter.builder.set_format(format);
                emitter.value(&value, &name, syntax, &notes);
            }
            _ => {}
        }
    }
    let mut builder = emitter.builder;
    let mut back = decoded.way_back();
    for at in warnings.into_iter().take(1_000) {
        let span = ByteSpan::new(back.source(at.start), back.source(at.end));
        builder.warn("the string contains markup, expected only text", span);
    }
    unknown::warn(&tree, unknown, decoded.way_back(), &mut builder);
    drop(tree);
    drop(decoded);
    let source = Source::new(bytes, Format::Stringsdict, encoding).read_with(options);
    Ok(builder.finish(source))
}

fn is(tree: &Tree<'_>, node: NodeId, name: &str) -> bool {
    tree.is(node, "", name)
}

/// Returns `true` if a node is a child of a dictionary or an array.
fn open_is_parent(tree: &Tree<'_>, node: NodeId) -> bool {
    let parent = tree.node(node).parent;
    parent.is_some_and(|parent| is(tree, parent, "dict") || is(tree, parent, "array"))
}

/// Takes the key of the next value of a dictionary, and the comments before the key.
fn taken(open: &mut Open) -> (String, String) {
    (open.key.take().unwrap_or_default(), std::mem::take(&mut open.comment))
}

/// Returns the comments of an entry: the comments directly before it, or otherwise the comments before a dictionary
/// in which it is the first entry.
fn comment_of(open: &mut [Open], own_key: String) -> String {
    let outer = open.iter_mut().rev().find(|entry| !entry.comment.is_empty());
    match outer.filter(|_| own_key.is_empty()) {
        Some(outer) => std::mem::take(&mut outer.comment),
        None => own_key,
    }
}

/// Returns the name of a string: the key of its entry, followed in brackets by the variable with its category, the
/// width or the device.
fn name(open: &[Open], key: &str) -> String {
    let outer = open.iter().skip(1).map(|entry| entry.own_key.as_str());
    let keys = || outer.clone().chain([key]).filter(|key| !key.starts_with("NSString"));
    if keys().map(str::len).sum::<usize>() > NAME {
        return String::new();
    }
    let mut keys = keys();
    let entry = keys.next().unwrap_or_default();
    match keys.collect::<Vec<_>>().join("=") {
        path if path.is_empty() => entry.to_owned(),
        path => format!("{entry}[{path}]"),
    }
}

/// Returns the text of an element with its source ranges, and its format. Returns `None` if the element contains more
/// than one text.
fn value(tree: &Tree<'_>, element: NodeId) -> Option<(Value, u32)> {
    let mut children = tree.children(element);
    let Some(child) = children.next() else { return Some((Value::default(), 0)) };
    let node = tree.node(child);
    if children.next().is_some() || !node.is_text() || node.inside {
        return None;
    }
    let mut value = Value::default();
    let mut done = node.at().start;
    for reference in tree.references(child) {
        let At { start, end } = reference.at();
        lines(&mut value, tree.source(), done..start);
        let from = value.text.len();
        let text = tree.text(child).get(from..from + reference.length()).unwrap_or_default();
        value.atom(text, start..end);
        done = end;
    }
    lines(&mut value, tree.source(), done..node.at().end);
    Some((value, if node.kind == NodeKind::Cdata { CDATA } else { 0 }))
}

/// Appends a range of the source with normalized line breaks (XML 1.0, clause 2.11).
fn lines(value: &mut Value, source: &str, at: At) {
    let mut done = at.start;
    while let Some(found) = source.get(done..at.end).and_then(|rest| rest.find('\r')) {
        let start = done + found;
        value.literal(source, done..start);
        done = start
            + if source.get(start..at.end).is_some_and(|s| s.starts_with("\r\n")) { 2 } else { 1 };
        value.atom("\n", start..done);
    }
    value.literal(source, done..at.end);
}
