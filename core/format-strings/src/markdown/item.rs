//! The texts and codes of a Markdown unit, in source order.

use std::borrow::Cow;
use std::ops::Range;

use glossweave_base::text::Language;
use glossweave_document::InsertionBarrier;
use glossweave_its::HtmlMarkup;

/// The syntactic context of a unit, which determines how its text is escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Context {
    /// A paragraph, a heading, or a list item.
    Block,
    /// A table cell.
    Cell,
    /// The alternative text of an image.
    Alternative,
    /// The title of a link or an image, by its quotes.
    DoubleQuotes,
    SingleQuotes,
    Parentheses,
    /// Text in an HTML block.
    Html,
    /// A value of the metadata.
    Metadata,
}

impl Context {
    const ALL: [Context; 8] = [
        Context::Block,
        Context::Cell,
        Context::Alternative,
        Context::DoubleQuotes,
        Context::SingleQuotes,
        Context::Parentheses,
        Context::Html,
        Context::Metadata,
    ];

    /// Returns the context with a number.
    pub fn of(number: u32) -> Context {
        let found = Context::ALL.into_iter().find(|context| *context as u32 == number);
        found.unwrap_or(Context::Block)
    }

    /// Returns the barrier that prevents elements in this context. Returns `None` if elements are allowed.
    pub fn obstacle(self) -> Option<InsertionBarrier> {
        match self {
            Context::Block | Context::Cell | Context::Html => None,
            Context::Metadata => Some(InsertionBarrier::TextOnly),
            _ => Some(InsertionBarrier::Attribute),
        }
    }
}

/// An HTML start tag.
#[derive(Debug, Default)]
pub(super) struct StartTag {
    pub name: Box<str>,
    /// `true` if its content is not text.
    pub hides: bool,
    pub language: Option<Language>,
    pub markup: Option<HtmlMarkup>,
}

#[derive(Debug)]
pub(super) enum Kind<'t> {
    /// Text that is spelled as in the source.
    Text,
    /// Text that the source range represents.
    Atom(Cow<'t, str>),
    /// White space up to the next item.
    SoftBreak,
    Open,
    Close,
    Void,
    /// A void code that contains nested units, and a closing code that does so.
    Holder,
    CloseHolder,
    /// A hard line break up to the next item.
    HardBreak,
    StartTag(Box<StartTag>),
    EndTag(Box<str>),
}

#[derive(Debug)]
pub(super) struct Item<'t> {
    pub at: Range<usize>,
    pub kind: Kind<'t>,
}

/// A unit, with the units nested in its codes.
#[derive(Debug)]
pub(super) struct Unit<'t> {
    pub context: Context,
    pub items: Vec<Item<'t>>,
    pub inner: Vec<Unit<'t>>,
}

impl<'t> Unit<'t> {
    pub fn new(context: Context) -> Unit<'t> {
        Unit { context, items: Vec::new(), inner: Vec::new() }
    }

    pub fn push(&mut self, kind: Kind<'t>, at: Range<usize>) {
        self.items.push(Item { at, kind });
    }

    /// Returns the end of the last item, but at least `start`.
    pub fn end(&self, start: usize) -> usize {
        self.items.last().map_or(start, |last| last.at.end.max(start))
    }

    /// Appends a text token. Its first character may be escaped by a backslash before the token.
    pub fn text(&mut self, source: &str, text: Cow<'t, str>, at: Range<usize>) {
        let mut at = at;
        let is_same = source.get(at.clone()) == Some(&*text);
        let is_escaped = at.start > self.items.last().map_or(0, |last| last.at.end)
            && source.get(..at.start).is_some_and(|before| before.ends_with('\\'))
            && source.as_bytes().get(at.start).is_some_and(u8::is_ascii_punctuation);
        if !is_same {
            return self.push(Kind::Atom(text), at);
        }
        if is_escaped {
            let first = source.get(at.start..at.start + 1).unwrap_or_default();
            self.push(Kind::Atom(Cow::Owned(first.to_owned())), at.start - 1..at.start + 1);
            at.start += 1;
        }
        if !at.is_empty() {
            self.push(Kind::Text, at);
        }
    }

    /// Makes the items contiguous: breaks extend to the start of the text on the next line, and in HTML the markup
    /// between texts becomes a code.
    pub fn fill_gaps(&mut self) {
        let is_html = self.context == Context::Html;
        let mut done: Vec<Item<'t>> = Vec::with_capacity(self.items.len());
        for item in std::mem::take(&mut self.items) {
            let mut item = item;
            let end = done.last().map_or(item.at.start, |last| last.at.end);
            if item.at.end < end {
                continue;
            }
            item.at.start = item.at.start.max(end);
            match done.last_mut() {
                Some(last) if matches!(last.kind, Kind::SoftBreak | Kind::HardBreak) => {
                    last.at.end = item.at.start;
                }
                Some(_) if is_html && end < item.at.start => {
                    done.push(Item { at: end..item.at.start, kind: Kind::Void });
                }
                // The break includes the white space at the end of the line.
                Some(_) if matches!(item.kind, Kind::SoftBreak | Kind::HardBreak) => {
                    item.at.start = end;
                }
                _ => {}
            }
            done.push(item);
        }
        while done.last().is_some_and(|last| matches!(last.kind, Kind::SoftBreak | Kind::HardBreak))
        {
            done.pop();
        }
        self.items = done;
    }

    /// Replaces the `codes` within texts by code items. The two ends of a directive become a pair around its label.
    pub fn cut_codes(&mut self, source: &str, codes: &[Range<usize>]) {
        let kind = |at: &Range<usize>| match source.as_bytes().get(at.clone()) {
            Some([b':', .., b'[']) => Kind::Open,
            Some([b']', ..]) => Kind::Close,
            _ => Kind::Void,
        };
        let Some(first) = self.items.first() else { return };
        let mut next = codes.partition_point(|code| code.end <= first.at.start);
        let last = self.end(first.at.start);
        if codes.get(next).is_none_or(|code| code.start >= last) {
            return;
        }
        for item in std::mem::take(&mut self.items) {
            let mut at = item.at.start;
            if matches!(item.kind, Kind::Text) {
                while let Some(code) = codes.get(next).filter(|code| code.start < item.at.end) {
                    if at < code.start {
                        self.push(Kind::Text, at..code.start);
                    }
                    let start = code.start.max(at);
                    at = code.end.min(item.at.end);
                    if start < at {
                        self.push(kind(code), start..at);
                    }
                    if code.end > item.at.end {
                        break;
                    }
                    next += 1;
                }
                if at < item.at.end {
                    self.push(Kind::Text, at..item.at.end);
                }
            } else {
                while codes.get(next).is_some_and(|code| code.end <= item.at.end) {
                    next += 1;
                }
                self.items.push(item);
            }
        }
    }

    /// Returns the partner of each item that has one. HTML tags that cross other tags have none.
    pub fn partners(&self) -> Vec<Option<usize>> {
        /// The maximum number of open tags that are searched when an end tag needs its start tag.
        const REACH: usize = 64;
        let mut partners = vec![None; self.items.len()];
        let mut open: Vec<usize> = Vec::new();
        for (index, item) in self.items.iter().enumerate() {
            let start = match &item.kind {
                Kind::Open | Kind::StartTag(_) => {
                    open.push(index);
                    continue;
                }
                Kind::Close | Kind::CloseHolder => loop {
                    match open.pop() {
                        Some(start) if matches!(self.items[start].kind, Kind::Open) => {
                            break Some(start);
                        }
                        Some(_) => {}
                        None => break None,
                    }
                },
                Kind::EndTag(name) => {
                    let is_start = |start: &usize| matches!(&self.items[*start].kind, Kind::StartTag(tag) if tag.name == *name);
                    let is_tag =
                        |start: &&usize| matches!(self.items[**start].kind, Kind::StartTag(_));
                    let mut near = open.iter().rev().take(REACH).take_while(is_tag);
                    match near.position(is_start) {
                        Some(depth) => {
                            open.truncate(open.len() - depth);
                            open.pop()
                        }
                        None => None,
                    }
                }
                _ => continue,
            };
            if let Some(start) = start {
                partners[start] = Some(index);
                partners[index] = Some(start);
            }
        }
        partners
    }
}
