//! YAML parsed by `granit-parser`: the scalars that are values, with their positions and paths.

use std::ops::Range;

use granit_parser::{
    ErrorKind, Event, Options, Parser, Placement, ScalarStyle, StructureStyle, Tag,
};

use super::scalar::{self, Style};
use glossweave_base::call_limits::is_exceeded;
use glossweave_base::text::Language;
use glossweave_format_base::strings::{Fault, Value, push_step};

/// A scalar that is a text.
#[derive(Debug)]
pub(crate) struct Scalar {
    /// Its range in the source, including quotes. For a block scalar, the range contains its lines without the
    /// indentation of the first line.
    pub at: Range<usize>,
    pub style: Style,
    /// The indentation of a block scalar.
    pub indent: usize,
    /// `true` in a collection in brackets.
    pub is_in_flow: bool,
    /// Its path, as in JSON Pointer.
    pub path: String,
    pub value: Value,
    /// The comments that describe it.
    pub note: String,
}

/// The scalars of a source.
#[derive(Debug, Default)]
pub(crate) struct Scalars {
    pub texts: Vec<Scalar>,
    /// The language that the only key of the root names, as in Rails files.
    pub language: Option<Language>,
}

/// The maximum nesting depth of collections. The parser reports an error when it is exceeded.
const DEPTH: usize = 1_000;

/// An open collection.
struct Collection {
    is_mapping: bool,
    is_flow: bool,
    /// `true` within a key, including a key of an outer collection.
    is_key: bool,
    /// The key of the next value, if it is known.
    key: Option<String>,
    items: usize,
    /// The length of its path.
    path: usize,
}

#[derive(Default)]
struct Reader<'t> {
    source: &'t str,
    scalars: Scalars,
    open: Vec<Collection>,
    path: String,
    /// The comments before the next value. `is_after_key` is `true` once its key was parsed.
    comments: String,
    is_after_key: bool,
    /// `true` if the last node is the last text.
    is_after_text: bool,
    /// The number of keys of the first root. `root` is the first key when its value is a mapping.
    root_keys: usize,
    root: Option<String>,
    documents: usize,
}

/// Returns the texts of a source. The error contains its location.
pub(crate) fn parse(source: &str) -> Result<Scalars, Fault> {
    parse_texts(source).or_else(|fault| match without_commas_in_tags(source) {
        Some(source) => parse_texts(&source).map_err(|_| fault),
        None => Err(fault),
    })
}

/// Returns a YAML 1.1 source in which commas in tags are replaced by another character. Returns `None` if no tag
/// contains a comma.
fn without_commas_in_tags(source: &str) -> Option<String> {
    let mut bytes = source.as_bytes().to_vec();
    let mut is_changed = false;
    for (at, _) in source.match_indices('!') {
        let before = source.get(..at).unwrap_or_default();
        let line = before.get(before.rfind('\n').map_or(0, |at| at + 1)..).unwrap_or_default();
        // In a block, a tag is at the start of a node, after `-`, `:` or `?`.
        let is_start = line.is_empty() || line.ends_with([' ', '\t']);
        if !is_start
            || !matches!(line.trim_end().bytes().next_back(), None | Some(b'-' | b':' | b'?'))
        {
            continue;
        }
        let tag = bytes.get_mut(at..).unwrap_or_default().iter_mut();
        for byte in tag.take_while(|byte| !byte.is_ascii_whitespace()).filter(|byte| **byte == b',')
        {
            *byte = b'_';
            is_changed = true;
        }
    }
    if is_changed { String::from_utf8(bytes).ok() } else { None }
}

fn parse_texts(source: &str) -> Result<Scalars, Fault> {
    let mut options = Options::default();
    options.max_buffered_comment_events = usize::MAX;
    options.flow_nesting_limit = DEPTH;
    options.block_nesting_limit = DEPTH;
    // An alias has no text, whether it is known or not.
    options.emit_unresolved_aliases = true;
    let mut reader = Reader { source, ..Reader::default() };
    let events = Parser::new_from_str_with_options(source, options);
    for event in events.take_while(|_| !is_exceeded()) {
        match event {
            Ok((event, span)) => {
                let at = span.byte_range().unwrap_or_default();
                reader.event(event, at, span.indent.unwrap_or(0));
            }
            Err(error) => {
                let at = error.marker().byte_offset().unwrap_or(source.len()).min(source.len());
                return Err(match error.kind() {
                    ErrorKind::RecursionLimitExceeded => {
                        let message = format!("collections are nested deeper than {DEPTH} levels");
                        Fault::too_large(message, at..at)
                    }
                    kind => Fault::new(kind.to_string(), at..at),
                });
            }
        }
    }
    let root = reader.root.filter(|_| reader.root_keys == 1 && reader.documents == 1);
    reader.scalars.language = root.as_deref().and_then(language);
    Ok(reader.scalars)
}

/// Returns the language that a key of a Rails file names.
fn language(key: &str) -> Option<Language> {
    let first = key.split(['-', '_']).next().unwrap_or_default();
    let is_code =
        matches!(first.len(), 2 | 3) && first.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_code { Language::parse(&key.replace('_', "-")) } else { None }
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, at: Range<usize>, indent: usize) {
        let was_after_text = std::mem::take(&mut self.is_after_text);
        match event {
            Event::Comment(text, Placement::Right) => {
                if was_after_text && let Some(last) = self.scalars.texts.last_mut() {
                    push_line(&mut last.note, &text);
                }
            }
            Event::Comment(text, _) => {
                if self.is_after_key {
                    self.comments.clear();
                    self.is_after_key = false;
                }
                push_line(&mut self.comments, &text);
            }
            Event::Scalar(value, style, _, tag) => {
                let is_key = self
                    .open
                    .last()
                    .is_some_and(|collection| collection.is_mapping && collection.key.is_none());
                if is_key {
                    self.key(value.into_owned());
                } else {
                    self.value();
                    self.text(&value, style, tag.as_deref(), at, indent);
                    self.end_value();
                }
            }
            Event::SequenceStart(style, ..) => self.open(false, style),
            Event::MappingStart(style, ..) => self.open(true, style),
            Event::SequenceEnd | Event::MappingEnd => {
                let closed = self.open.pop();
                match self.open.last_mut() {
                    // A key that is a collection has no name.
                    Some(open)
                        if closed.is_some_and(|collection| collection.is_key) && !open.is_key =>
                    {
                        open.key = Some(String::new());
                        self.path.truncate(open.path);
                        self.root_keys += usize::from(self.open.len() == 1);
                        self.is_after_key = true;
                    }
                    _ => self.end_value(),
                }
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                if self
                    .open
                    .last()
                    .is_some_and(|collection| collection.is_mapping && collection.key.is_none())
                {
                    self.key(String::new());
                } else {
                    self.value();
                    self.end_value();
                }
            }
            Event::DocumentStart(..) => {
                self.documents += 1;
                self.comments.clear();
                self.path.clear();
                if self.documents > 1 {
                    self.path.push_str(&format!("{}#", self.documents));
                }
            }
            _ => {}
        }
    }

    fn key(&mut self, key: String) {
        if self.open.len() == 1 && self.documents == 1 {
            self.root_keys += 1;
        }
        if let Some(open) = self.open.last_mut() {
            open.key = Some(key);
        }
        self.is_after_key = true;
    }

    /// Begins a value, and appends its key to the path.
    fn value(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        self.path.truncate(open.path);
        self.path.push('/');
        match &open.key {
            Some(key) if open.is_mapping => {
                push_step(key, &mut self.path);
            }
            _ => self.path.push_str(&open.items.to_string()),
        }
    }

    fn end_value(&mut self) {
        self.comments.clear();
        self.is_after_key = false;
        if let Some(open) = self.open.last_mut() {
            self.path.truncate(open.path);
            open.items += 1;
            open.key = None;
        }
    }

    fn open(&mut self, is_mapping: bool, style: StructureStyle) {
        if self.is_after_key {
            // The comments describe the collection.
            self.comments.clear();
            self.is_after_key = false;
        }
        let outer = self.open.last();
        let is_key = outer.is_some_and(|collection| {
            collection.is_key || collection.is_mapping && collection.key.is_none()
        });
        if self.open.len() == 1 && is_mapping && self.root_keys == 1 {
            self.root = self.open.last().and_then(|root| root.key.clone());
        }
        self.value();
        let is_flow = style == StructureStyle::Flow
            || self.open.last().is_some_and(|collection| collection.is_flow);
        let path = self.path.len();
        self.open.push(Collection { is_mapping, is_flow, is_key, key: None, items: 0, path });
    }

    fn text(
        &mut self,
        value: &str,
        style: ScalarStyle,
        tag: Option<&Tag>,
        at: Range<usize>,
        indent: usize,
    ) {
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::Single,
            ScalarStyle::DoubleQuoted => Style::Double,
            ScalarStyle::Literal => Style::Literal,
            ScalarStyle::Folded => Style::Folded,
        };
        let is_text = match tag {
            Some(tag) => {
                matches!((tag.handle(), tag.suffix()), ("tag:yaml.org,2002:", "str") | ("", "!"))
            }
            None => style != Style::Plain || scalar::is_plain_text(value),
        };
        if !is_text || self.open.last().is_some_and(|open| open.is_key) {
            return;
        }
        // A scalar whose style is not parsed in the expected way is skipped.
        let Some(value) = scalar::read(self.source, at.clone(), style, indent, value) else {
            return;
        };
        self.scalars.texts.push(Scalar {
            at,
            style,
            indent,
            is_in_flow: self.open.last().is_some_and(|open| open.is_flow),
            path: self.path.clone(),
            value,
            note: std::mem::take(&mut self.comments),
        });
        self.is_after_text = true;
    }
}

fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line.trim_start_matches('#').trim());
}
