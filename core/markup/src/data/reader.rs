//! A reader for the elements of a source, one after the other.

use std::io::Read;
use std::ops::Range;

use quick_xml::events::{BytesStart, Event};

use super::entities::Entities;
use super::source::Source;
use super::{Child, Element, Wrong, malformed};
use crate::escape::not_xml;
use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The maximum nesting depth of elements.
const MAX_DEPTH: usize = 1_000;
/// The maximum number of attributes of an element.
const MAX_ATTRIBUTES: usize = 100;

/// A part of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The start of an element whose children are separate items.
    Open(Element),
    /// An element including all its children.
    Whole(Element),
}

/// A streaming XML reader that keeps at most one element in memory.
///
/// While it reads, it checks that elements are closed in order, that references are declared, and that there is a
/// single root. It does not access any external resource.
pub struct Reader<R> {
    reader: quick_xml::Reader<Source<R>>,
    buffer: Vec<u8>,
    entities: Entities,
    /// The names of the open elements whose children are separate items.
    open: Vec<Box<str>>,
    has_root: bool,
}

impl<R: Read> Reader<R> {
    /// Creates a reader, and detects the encoding of the source.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unavailable`] if the source cannot be read, and [`ErrorKind::Unsupported`] if its encoding
    /// is not supported.
    pub fn new(source: R) -> Result<Reader<R>> {
        let mut reader = quick_xml::Reader::from_reader(Source::new(source)?);
        reader.config_mut().expand_empty_elements = true;
        Ok(Reader {
            reader,
            buffer: Vec::new(),
            entities: Entities::default(),
            open: Vec::new(),
            has_root: false,
        })
    }

    /// Returns the number of open elements whose children are separate items.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the location of a range of the decoded source. The range must be within the last
    /// item.
    pub fn location(&self, at: Range<usize>) -> Location {
        self.reader.get_ref().location(at)
    }

    /// Returns the next item, or `None` at the end of the source. `is_open` receives the number of
    /// open elements and a local name, and returns `true` if the children of the element are
    /// separate items.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`], with the location, if the source is not XML, and
    /// [`ErrorKind::TooLarge`] if an element is larger than 16 MiB, has more than 100 attributes,
    /// or is nested more than 1,000 levels deep.
    pub fn next(&mut self, is_open: impl Fn(usize, &str) -> bool) -> Result<Option<Item>> {
        self.reader.get_mut().advance();
        // The open elements of the current item.
        let mut parents: Vec<Element> = Vec::new();
        let mut expanded = 0;
        loop {
            self.buffer.clear();
            let start = offset(self.reader.buffer_position());
            let event = self.reader.read_event_into(&mut self.buffer);
            let end = offset(self.reader.buffer_position());
            let source = self.reader.get_ref();
            let fault =
                |(kind, message): Wrong| Error::new(kind, message).at(source.location(start..end));
            let is_inside = !self.open.is_empty() || !parents.is_empty();
            let done = match event {
                Err(cause) => {
                    let failure = self.reader.get_mut().failure.take();
                    return Err(failure.unwrap_or_else(|| {
                        let at = offset(self.reader.error_position());
                        let message = format!("the XML is not well-formed: {cause}");
                        Error::malformed(message).at(self.location(at..end.max(at)))
                    }));
                }
                Ok(Event::Start(tag)) => {
                    let element =
                        element(&tag, start..end, &self.entities, &mut expanded).map_err(fault)?;
                    if !is_inside && std::mem::replace(&mut self.has_root, true) {
                        return Err(fault(malformed(&"expected one root element, found another")));
                    }
                    if self.open.len() + parents.len() == MAX_DEPTH {
                        let message = format!("elements nest deeper than {MAX_DEPTH}");
                        return Err(fault((ErrorKind::TooLarge, message)));
                    }
                    if parents.is_empty() && is_open(self.open.len(), element.local()) {
                        self.open.push(element.name.clone());
                        return Ok(Some(Item::Open(element)));
                    }
                    parents.push(element);
                    None
                }
                Ok(Event::End(_)) => match parents.pop() {
                    Some(element) => Some(element),
                    None => {
                        self.open.pop();
                        None
                    }
                },
                Ok(Event::Text(text)) => {
                    let text = text.xml10_content().map_err(|cause| fault(malformed(&cause)))?;
                    push_text(&text, &mut parents, is_inside).map_err(fault)?;
                    None
                }
                Ok(Event::CData(text)) => {
                    let text = text.xml10_content().map_err(|cause| fault(malformed(&cause)))?;
                    push_text(&text, &mut parents, is_inside).map_err(fault)?;
                    None
                }
                Ok(Event::GeneralRef(reference)) => {
                    let name = reference.decode().map_err(|cause| fault(malformed(&cause)))?;
                    let character =
                        reference.resolve_char_ref().map_err(|cause| fault(malformed(&cause)))?;
                    let mut bytes = [0; 4];
                    let text = match character {
                        Some(character) => &*character.encode_utf8(&mut bytes),
                        None => self.entities.expand(&name, &mut expanded).map_err(fault)?,
                    };
                    push_text(text, &mut parents, is_inside).map_err(fault)?;
                    None
                }
                Ok(Event::DocType(doctype)) => {
                    let doctype = doctype.decode().map_err(|cause| fault(malformed(&cause)))?;
                    self.entities = Entities::read(&doctype).map_err(fault)?;
                    None
                }
                Ok(Event::Eof) => {
                    let open = parents.last().map(|element| &element.name).or(self.open.last());
                    return match open {
                        Some(name) => {
                            let message =
                                format!("expected `</{name}>`, found the end of the source");
                            Err(fault((ErrorKind::Malformed, message)))
                        }
                        None => Ok(None),
                    };
                }
                // The reader expands empty elements to a start and an end.
                Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::Empty(_)) => None,
            };
            let Some(element) = done else { continue };
            match parents.last_mut() {
                Some(parent) => parent.children.push(Child::Element(element)),
                None => return Ok(Some(Item::Whole(element))),
            }
        }
    }
}

fn offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

/// Parses a start tag.
fn element(
    tag: &BytesStart<'_>,
    at: Range<usize>,
    entities: &Entities,
    expanded: &mut usize,
) -> std::result::Result<Element, Wrong> {
    let text =
        |bytes: &[u8]| std::str::from_utf8(bytes).map(Box::from).map_err(|cause| malformed(&cause));
    let mut element = Element { name: text(tag.name().as_ref())?, at, ..Element::default() };
    // The checks of quick-xml are disabled, because they compare each attribute with all others.
    for attribute in tag.attributes().with_checks(false).take(MAX_ATTRIBUTES + 1) {
        let attribute = attribute.map_err(|cause| malformed(&cause))?;
        let name = text(attribute.key.as_ref())?;
        if element.attribute(&name).is_some() {
            return Err(malformed(&format!("the attribute `{name}` is specified twice")));
        }
        let value = std::str::from_utf8(&attribute.value).map_err(|cause| malformed(&cause))?;
        let value = match value.bytes().any(|byte| matches!(byte, b'&' | b'\n' | b'\t' | b'\r')) {
            true => {
                let value = value.replace("\r\n", " ").replace(['\n', '\t', '\r'], " ");
                entities.unescape(&value, expanded)?.into()
            }
            false => value.into(),
        };
        element.attributes.push((name, value));
    }
    if element.attributes.len() > MAX_ATTRIBUTES {
        let message = format!("the element has more than {MAX_ATTRIBUTES} attributes");
        return Err((ErrorKind::TooLarge, message));
    }
    Ok(element)
}

/// Appends text to the innermost element. Text between items is skipped.
fn push_text(
    text: &str,
    parents: &mut [Element],
    is_inside: bool,
) -> std::result::Result<(), Wrong> {
    // The characters that XML disallows are control characters, or start with the byte EF.
    let is_suspect =
        |byte: u8| byte == 0xEF || byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    if text.bytes().any(is_suspect)
        && let Some(wrong) = text.chars().find(|c| not_xml(*c).is_some())
    {
        let message = format!("the character U+{:04X} is not allowed in XML", u32::from(wrong));
        return Err((ErrorKind::Malformed, message));
    }
    if !is_inside && !text.trim_matches([' ', '\t', '\n', '\r']).is_empty() {
        return Err(malformed(&"text is outside the root element"));
    }
    let Some(parent) = parents.last_mut() else { return Ok(()) };
    match parent.children.last_mut() {
        Some(Child::Text(last)) => last.push_str(text),
        _ => parent.children.push(Child::Text(text.into())),
    }
    Ok(())
}
