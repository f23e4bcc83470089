//! The laws of XML. They use roxmltree as the oracle, instead of the code under test.

use std::collections::HashMap;
use std::ops::Range;

use encoding_rs::Encoding;
use glossweave::annotation::Annotation;
use glossweave::{DecodeOptions, Document, EncodeOptions, Format};
use roxmltree::{Node, NodeType, ParsingOptions};

use crate::annotate::{Counts, count_up, is_new, unchanged};
use crate::annotations;
use crate::laws::{self, Verdict, Woven};
use crate::random::Random;
use crate::reading::{Reading, line};

/// The nodes in document order: the depth and the content of each node.
pub type Tree = Vec<(usize, String)>;

/// Reads XML.
pub fn read(bytes: &[u8], options: &DecodeOptions) -> Result<Document, glossweave::Error> {
    glossweave::decode(bytes, Format::Xml, options)
}

/// A source as text, and the positions of some of its bytes in that text.
struct Decoded {
    text: String,
    places: Vec<usize>,
}

fn decode(bytes: &[u8], charset: &str, places: &[usize]) -> Decoded {
    let encoding = Encoding::for_label(charset.as_bytes()).expect("a name of the standard");
    let mut decoded = Decoded { text: String::new(), places: Vec::new() };
    let mut at = Encoding::for_bom(bytes).map_or(0, |(_, length)| length);
    for place in places.iter().copied().chain([bytes.len()]) {
        let part = &bytes[at.min(place)..place];
        let part = encoding.decode_without_bom_handling(part).0;
        // Line ends as in clause 2.11. The oracle confuses them with references to CR.
        let part = part.replace("\r\n", "\n").replace('\r', "\n");
        decoded.text.push_str(&part.replace("&#13;", "\u{F8FF}").replace("&#xD;", "\u{F8FF}"));
        decoded.places.push(decoded.text.len());
        at = at.max(place);
    }
    decoded
}

fn parse(text: &str) -> Result<roxmltree::Document<'_>, String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    roxmltree::Document::parse_with_options(text, options).map_err(|error| error.to_string())
}

/// Returns the tree of a source without the elements and attributes whose bytes are in `inserted`.
pub fn tree(bytes: &[u8], charset: &str, inserted: &[Range<usize>]) -> Result<Tree, String> {
    let places: Vec<usize> = inserted.iter().flat_map(|range| [range.start, range.end]).collect();
    let decoded = decode(bytes, charset, &places);
    let ranges: Vec<&[usize]> = decoded.places.chunks_exact(2).take(inserted.len()).collect();
    let is_inserted = |at: usize| ranges.iter().any(|range| range[0] <= at && at < range[1]);
    let document = parse(&decoded.text)?;
    let mut tree = Tree::new();
    let mut open: Vec<(usize, Node<'_, '_>)> = vec![(0, document.root())];
    while let Some((depth, node)) = open.pop() {
        let mut below = depth + 1;
        match node.node_type() {
            NodeType::Root => {}
            NodeType::Comment => {
                tree.push((depth, format!("comment {}", node.text().unwrap_or_default())));
            }
            NodeType::PI => tree.push((depth, format!("instruction {:?}", node.pi()))),
            NodeType::Text => {
                let text = node.text().unwrap_or_default();
                match tree.last_mut() {
                    Some((before, last)) if *before == depth && last.starts_with("text ") => {
                        last.push_str(text);
                    }
                    _ if text.is_empty() => {}
                    _ => tree.push((depth, format!("text {text}"))),
                }
            }
            // The location of an expanded entity is in its declaration.
            NodeType::Element if is_inserted(node.range().start) => below = depth,
            NodeType::Element => {
                let mut shown = format!("element {:?}", node.tag_name());
                for attribute in node.attributes() {
                    if !is_inserted(attribute.range().start) {
                        let (namespace, name) = (attribute.namespace(), attribute.name());
                        shown.push_str(&format!(" {namespace:?} {name}={:?}", attribute.value()));
                    }
                }
                tree.push((depth, shown));
            }
        }
        let children: Vec<_> = node.children().collect();
        open.extend(children.into_iter().rev().map(|child| (below, child)));
    }
    Ok(tree)
}

/// Returns the first node that differs between two trees.
fn difference(expected: &Tree, found: &Tree) -> Verdict {
    match crate::reference::difference(expected, found) {
        Some(what) => Err(what),
        None => Ok(()),
    }
}

/// The extent of the oracle's checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    Whole,
    /// The oracle does not read the declarations of entities as XML specifies them.
    NoEntities,
    /// The oracle rejects the source.
    Nothing,
}

impl Oracle {
    /// Returns the extent to which the oracle supports a document. Returns an error if the oracle
    /// rejects a document that it should support.
    pub fn for_document(document: &Document) -> Result<Oracle, String> {
        let reading = Reading::of(document);
        let text = decode(&reading.source, &reading.charset, &[]).text;
        let head = text.split("?>").next().unwrap_or_default();
        let is_older = !head.starts_with("<?xml") || head.contains("1.0");
        match parse(&text) {
            _ if !is_older => Ok(Oracle::Nothing),
            Ok(_) if text.contains("<!DOCTYPE") => Ok(Oracle::NoEntities),
            Err(_) if text.contains("<!DOCTYPE") => Ok(Oracle::Nothing),
            Ok(_) => Ok(Oracle::Whole),
            Err(what) => Err(what),
        }
    }
}

/// The replacement texts of references, from the document type.
pub struct References {
    oracle: Oracle,
    doctype: String,
    known: HashMap<String, Option<String>>,
}

impl References {
    pub fn of(reading: &Reading, oracle: Oracle) -> References {
        let text = decode(&reading.source, &reading.charset, &[]).text;
        let doctype = text.find("<!DOCTYPE").and_then(|start| {
            let root = parse(&text).ok()?.root_element().range().start;
            text.get(start..root).map(str::to_owned)
        });
        let doctype = doctype.unwrap_or_default();
        References { oracle, doctype, known: HashMap::new() }
    }

    fn value(&mut self, reference: &str) -> Option<&str> {
        let doctype = &self.doctype;
        let value = self.known.entry(reference.to_owned()).or_insert_with(|| {
            let source = format!("{doctype}<x xml:space='preserve'>{reference}</x>");
            let document = parse(&source).ok()?;
            let texts = document.descendants().filter(|node| node.is_text());
            Some(texts.filter_map(|text| text.text()).collect())
        });
        value.as_deref()
    }

    /// Returns `true` if the text is the replacement text of the source, with white space ignored.
    fn stands_for(&mut self, found: &str, text: &str) -> bool {
        let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
        // An escape in a value of Android.
        let is_escape = found.starts_with('\\') && text.chars().count() == 1;
        if found == text || is_escape {
            return true;
        }
        if found.contains('&') {
            if self.oracle != Oracle::Whole && !found.starts_with("&#") {
                return true;
            }
            let bare = |text: &str| text.chars().filter(|c| !is_space(*c)).collect::<String>();
            let text = bare(text);
            return self.value(found).is_some_and(|value| bare(value).contains(&text));
        }
        // The last three are line ends of XML 1.1.
        let ends = ["\n", "\r", "\r\n", "\r\u{85}", "\u{85}", "\u{2028}"];
        let once = text != "\n" || ends.contains(&found);
        let blank = found.chars().all(is_space) || ends.contains(&found);
        once && text.chars().all(is_space) && blank && !found.is_empty()
    }
}

/// Checks the law of the same name with the references of XML. The source of a text within another
/// text comes before the end of the outer text, so the order is checked within units. The expansion
/// of an entity has one location.
pub fn text_is_where_it_says(reading: &Reading, oracle: Oracle) -> Verdict {
    if let Some(lost) = reading.lost.first() {
        return Err(format!("`{}` at {lost:?} leads nowhere", &reading.text[lost.clone()]));
    }
    let mut references = References::of(reading, oracle);
    let mut told = 0;
    let mut expansion = String::new();
    for cell in &reading.cells {
        if reading.units.iter().any(|unit| unit.start == cell.text.start) {
            told = 0;
        }
        let (text, place) = (&reading.text[cell.text.clone()], cell.source.clone());
        let fault = |what: &str| Err(format!("{what}: `{}` at {place:?}", text.escape_debug()));
        let Some(bytes) = reading.source.get(place.clone()) else {
            return fault("outside the source");
        };
        if place.start < told {
            return fault("told twice");
        }
        told = place.end;
        let found = match bytes {
            [] => std::mem::take(&mut expansion),
            bytes => crate::reference::decode_part(bytes, &reading.charset),
        };
        if bytes == b"\r" && text == "\n" && reading.source.get(place.end) == Some(&b'\n') {
            return fault("half of a line end");
        }
        let follows_tag = || {
            let before = reading.source[..place.start].iter().rfind(|byte| **byte != 0);
            before == Some(&b'>')
        };
        // An element separates the words around it, or a hyphen divides a word before an element.
        let separates = found.is_empty() && text == " " && follows_tag();
        let divides =
            found.strip_suffix(['-', '\u{AD}', '\u{2010}', '\u{AC}', '\u{2E17}']) == Some(text);
        if !separates && !divides && !references.stands_for(&found, text) {
            return fault("other text");
        }
        expansion = if found.starts_with('&') { found } else { String::new() };
    }
    Ok(())
}

/// Checks that, without ITS, the units are the texts between the tags of the tree, with white space
/// ignored.
pub fn units_are_those_of_the_tree(reading: &Reading) -> Verdict {
    let decoded = decode(&reading.source, &reading.charset, &[]).text;
    let document = parse(&decoded)?;
    let root = document.root_element().tag_name();
    let is_page = root.namespace() == Some("http://www.w3.org/1999/xhtml");
    if is_page || decoded.contains("http://www.w3.org/2005/11/its") {
        return Ok(());
    }
    let bare = |text: &str| -> String {
        text.chars().filter(|c| !matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{F8FF}')).collect()
    };
    let mut expected = vec![String::new()];
    let mut open = vec![(document.root(), false)];
    while let Some((node, closes)) = open.pop() {
        if node.is_element() {
            expected.push(String::new());
        }
        if closes {
            continue;
        }
        if let (true, Some(text), Some(last)) = (node.is_text(), node.text(), expected.last_mut()) {
            last.push_str(&bare(text));
        }
        if node.is_element() {
            open.push((node, true));
        }
        let children: Vec<_> = node.children().collect();
        open.extend(children.into_iter().rev().map(|child| (child, false)));
    }
    expected.retain(|text| !text.is_empty());
    let found: Vec<String> =
        reading.units.iter().map(|unit| bare(&reading.text[unit.clone()])).collect();
    match expected.iter().zip(&found).position(|(one, other)| one != other) {
        Some(at) => Err(format!("unit {at}: expected {:?}, found {:?}", expected[at], found[at])),
        None if expected.len() == found.len() => Ok(()),
        None => Err(format!("expected {} units, found {}", expected.len(), found.len())),
    }
}

/// Checks all laws on a source, with `count` annotations. If the source is not XML, returns the
/// error with its location.
pub fn hold(
    bytes: &[u8],
    options: &DecodeOptions,
    oracle: Oracle,
    seed: u64,
    count: usize,
) -> Result<Result<Counts, String>, String> {
    let document = match read(bytes, options) {
        Ok(document) => document,
        Err(error) => {
            return match error.location() {
                Some(_) => Ok(Err(error.to_string())),
                None => Err(format!("an error without a place: {error}")),
            };
        }
    };
    unchanged(&document)?;
    let reading = Reading::of(&document);
    text_is_where_it_says(&reading, oracle)?;
    if options.rule_set.is_none() && oracle == Oracle::Whole {
        units_are_those_of_the_tree(&reading)?;
    }
    let annotations = annotations::random(&mut Random::new(seed), &document, count);
    hold_with(&document, options, oracle, &annotations, &EncodeOptions::default()).map(Ok)
}

/// Checks the laws of writing on annotations of a document.
pub fn hold_with(
    document: &Document,
    reading_options: &DecodeOptions,
    oracle: Oracle,
    annotations: &[Annotation],
    options: &EncodeOptions,
) -> Result<Counts, String> {
    let bytes = document.source().bytes();
    let reading = Reading::of(document);
    let encoded =
        glossweave::encode(document, annotations, options).map_err(|error| error.to_string())?;
    let inserted: Vec<Range<usize>> = encoded.inserted.iter().map(|span| span.range()).collect();
    let woven = Woven { bytes: encoded.bytes, inserted };
    laws::nothing_else_touched(bytes, &woven)?;
    if oracle != Oracle::Nothing {
        let expected = tree(bytes, &reading.charset, &[])?;
        difference(&expected, &tree(&woven.bytes, &reading.charset, &woven.inserted)?)?;
    }
    let again = read(&woven.bytes, reading_options).map_err(|error| error.to_string())?;
    let again = Reading::of(&again);
    laws::same_text(&reading, &again)?;
    text_is_where_it_says(&again, oracle)?;
    let mut expected = reading.said.clone();
    let new =
        annotations.iter().zip(&encoded.placements).filter(|(_, placement)| is_new(placement));
    expected.extend(new.map(|(annotation, _)| line(annotation)));
    laws::same_statements(&expected, &again.said)?;
    count_up(document, annotations, &encoded.placements)
}
