//! Decoding of Markdown.

use std::ops::Range;

use super::address::addresses;
use super::html;
use super::item::{Context, Kind, StartTag, Unit};
use super::mask::masked;
use super::metadata;
use super::parse::{Block, Inline, Token, parser_memory, tokens};
use glossweave_base::call_limits::{check_for, is_exceeded};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::{
    Builder, CodeKind, DecodeOptions, Document, InsertionBarrier, InsertionContext, Source,
    SourceExt,
};
use glossweave_format_markup::html::ElementAnnotations;
use glossweave_markup::charref::{CharRef, Place};
use glossweave_markup::{Encoding, WayBack, encoding};

/// Decodes Markdown. The units are the texts of blocks, and of the attributes of links and images.
pub(super) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
    let encoding = decoded.encoding;
    let mut builder = Builder::default();
    builder.set_language(options.language.as_ref());
    builder.list_codes();
    let source = &*decoded.text;
    let start = metadata::range(source).map_or(0, |range| range.end);
    check_for(parser_memory(source))?;
    let masked = masked(source, start);
    let mut reader = Reader {
        source,
        masked: &masked.text,
        codes: &masked.codes,
        encoding,
        back: decoded.way_back(),
        builder,
        language: options.language.as_ref(),
        next_id: 1,
        notes: ElementAnnotations::default(),
        context: Context::Block,
        heading: 0,
        open: Vec::new(),
        links: Vec::new(),
        lines: None,
        hidden: 0,
        raw: None,
        endless: Vec::new(),
    };
    for unit in metadata::units(source) {
        reader.emit(unit);
    }
    let tokens = tokens(masked.text.get(start..).unwrap_or_default(), start);
    for (token, at) in tokens.into_iter().take_while(|_| !is_exceeded()) {
        reader.token(token, at);
    }
    reader.end_unit();
    let builder = reader.builder;
    drop(decoded);
    let source = Source::new(bytes, Format::Markdown, encoding).read_with(options);
    Ok(builder.finish(source))
}

struct Reader<'t> {
    source: &'t str,
    /// The source in which the codes of dialects are masked. `codes` contains the codes within texts.
    masked: &'t str,
    codes: &'t [Range<usize>],
    encoding: Encoding,
    back: WayBack<'t>,
    builder: Builder,
    language: Option<&'t Language>,
    next_id: u32,
    notes: ElementAnnotations,
    context: Context,
    /// The level of the open heading, or 0.
    heading: u8,
    /// The current unit, followed by its open alternative texts.
    open: Vec<Unit<'t>>,
    /// The starts of open inline markup, and of its text.
    links: Vec<(usize, usize)>,
    /// The lines of the current HTML block.
    lines: Option<Vec<Range<usize>>>,
    /// The number of open blocks and links without text. Text is skipped when it is not 0.
    hidden: usize,
    /// The script or style sheet that the last HTML block left open, because an empty line ends only the block.
    raw: Option<Box<str>>,
    /// The scripts and style sheets without an end tag in the rest of the source.
    endless: Vec<Box<str>>,
}

impl<'t> Reader<'t> {
    fn token(&mut self, token: Token<'t>, at: Range<usize>) {
        match token {
            Token::OpenBlock(block) => {
                self.end_unit();
                match block {
                    Block::Code => self.hidden += 1,
                    Block::Html => self.lines = Some(Vec::new()),
                    Block::Cell => self.context = Context::Cell,
                    Block::Heading(level) => {
                        let has_sign = |text: &str| text.as_bytes().get(at.start) == Some(&b'#');
                        let is_title = has_sign(self.masked) && !has_sign(self.source);
                        self.heading = if is_title { 0 } else { level };
                    }
                    Block::Other => {}
                }
            }
            Token::CloseBlock(block) => {
                self.end_unit();
                match block {
                    Block::Code => self.hidden = self.hidden.saturating_sub(1),
                    Block::Html => {
                        let lines = self.lines.take().unwrap_or_default();
                        let (units, raw) = html::block(self.masked, &lines, self.raw.take());
                        for unit in units {
                            self.emit(unit);
                        }
                        let end = lines.last().map_or(0, |line| line.end);
                        self.raw = raw.filter(|name| self.has_end(name, end));
                    }
                    Block::Cell => self.context = Context::Block,
                    Block::Heading(_) => self.heading = 0,
                    Block::Other => {}
                }
            }
            Token::Html => {
                if let Some(lines) = &mut self.lines {
                    lines.push(at);
                }
            }
            Token::Open(Inline::Autolink) => {
                if self.hidden == 0 {
                    self.unit().push(Kind::Void, at);
                }
                self.hidden += 1;
            }
            Token::Close(Inline::Autolink) => self.hidden = self.hidden.saturating_sub(1),
            _ if self.hidden > 0 || self.lines.is_some() => {}
            Token::Tag if self.raw.is_some() => {
                let tag = self.source.get(at).and_then(|tag| tag.strip_prefix("</"));
                let name = tag.zip(self.raw.as_ref()).and_then(|(tag, name)| tag.get(..name.len()));
                if name
                    .zip(self.raw.as_deref())
                    .is_some_and(|(tag, name)| tag.eq_ignore_ascii_case(name))
                {
                    self.open.clear();
                    self.links.clear();
                    self.raw = None;
                }
            }
            Token::Open(inline) => self.open_inline(inline, at),
            Token::Close(inline) => self.close_inline(inline, at),
            Token::Text(text) => {
                let source = self.masked;
                self.unit().text(source, text, at);
            }
            Token::Tag => {
                let source = self.masked;
                html::tag(source, at, self.unit());
            }
            Token::Code => self.unit().push(Kind::Void, at),
            Token::SoftBreak => self.unit().push(Kind::SoftBreak, at),
            Token::HardBreak => self.unit().push(Kind::HardBreak, at),
            Token::Mark => {}
        }
    }

    /// Returns the current unit.
    fn unit(&mut self) -> &mut Unit<'t> {
        if self.open.is_empty() {
            self.open.push(Unit::new(self.context));
        }
        let last = self.open.len() - 1;
        &mut self.open[last]
    }

    fn open_inline(&mut self, inline: Inline, at: Range<usize>) {
        let rest = self.masked.get(at.clone()).unwrap_or_default();
        let length = match inline {
            Inline::Emphasis | Inline::Link { .. } | Inline::Autolink => 1,
            Inline::Strong | Inline::Image { .. } => 2,
            Inline::Strikethrough if rest.starts_with("~~") => 2,
            Inline::Strikethrough => 1,
        };
        let text = (at.start + length).min(at.end);
        self.links.push((at.start, text));
        match inline {
            Inline::Image { .. } => {
                self.unit();
                self.open.push(Unit::new(Context::Alternative));
            }
            _ => self.unit().push(Kind::Open, at.start..text),
        }
    }

    fn close_inline(&mut self, inline: Inline, at: Range<usize>) {
        let (start, text) = self.links.pop().unwrap_or((at.start, at.start));
        let mut at = start..at.end;
        let is_collapsed = matches!(
            inline,
            Inline::Link { is_collapsed: true, .. } | Inline::Image { is_collapsed: true, .. }
        );
        // The range that the parser reports does not include the `[]`.
        if is_collapsed && self.masked.get(at.end..).is_some_and(|rest| rest.starts_with("[]")) {
            at.end += 2;
        }
        let title = match inline {
            Inline::Link { has_title: true, .. } | Inline::Image { has_title: true, .. } => {
                title(self.masked, at.clone())
            }
            _ => None,
        };
        if let Inline::Image { is_named, .. } = inline {
            let inner = if self.open.len() > 1 { self.open.pop() } else { None };
            let unit = self.unit();
            unit.push(Kind::Holder, at);
            // An alternative text that is also the name of a reference must not change, so it is not a unit.
            unit.inner.extend(inner.filter(|_| !is_named));
            unit.inner.extend(title);
            return;
        }
        let source = self.masked;
        let unit = self.unit();
        let end = unit.end(text).min(at.end);
        let close = match inline {
            Inline::Emphasis => at.end.saturating_sub(1),
            Inline::Strong => at.end.saturating_sub(2),
            Inline::Strikethrough => at.end.saturating_sub(text - start),
            _ => end + source.get(end..at.end).and_then(|rest| rest.find(']')).unwrap_or(0),
        };
        let kind = if title.is_some() { Kind::CloseHolder } else { Kind::Close };
        unit.push(kind, close.max(end).min(at.end)..at.end);
        unit.inner.extend(title);
    }

    fn end_unit(&mut self) {
        self.links.clear();
        let mut open = std::mem::take(&mut self.open);
        // There is more than one unit only when markup is not closed.
        for unit in open.drain(..) {
            self.emit(unit);
        }
        self.open = open;
    }

    /// Returns `true` if the end tag of a script or a style sheet occurs after a position.
    fn has_end(&mut self, name: &str, from: usize) -> bool {
        if self.endless.iter().any(|endless| **endless == *name) {
            return false;
        }
        let rest = self.source.get(from..).unwrap_or_default();
        let found = rest.match_indices("</").any(|(at, _)| {
            let tag = rest.get(at + 2..at + 2 + name.len());
            tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name))
        });
        if !found {
            self.endless.push(name.into());
        }
        found
    }

    /// Adds a unit to the document, followed by the units within its codes.
    fn emit(&mut self, unit: Unit<'t>) {
        if self.raw.is_some() {
            return;
        }
        let mut units = vec![unit];
        while let Some(mut unit) = units.pop() {
            unit.fill_gaps();
            unit.cut_codes(self.source, self.codes);
            let inner = std::mem::take(&mut unit.inner);
            self.emit_one(&unit);
            units.extend(inner.into_iter().rev());
        }
    }

    fn emit_one(&mut self, unit: &Unit<'t>) {
        let Some(first) = unit.items.first() else { return };
        let obstacle = unit.context.obstacle();
        self.builder.set_zone(InsertionContext { obstacle });
        self.builder.set_format(unit.context as u32);
        let is_heading = unit.context == Context::Block;
        self.builder.set_heading(if is_heading { self.heading } else { 0 });
        let mut back = self.back.clone();
        if obstacle.is_none() {
            // The units within the codes of this unit are added after it.
            self.back.source(first.at.start);
            back = self.back.clone();
        }
        let takes_tags = matches!(unit.context, Context::Block | Context::Cell);
        let range = first.at.start..unit.end(first.at.end);
        let addresses = if takes_tags { addresses(self.masked, range) } else { Vec::new() };
        let partners = unit.partners();
        let mut open: Vec<(u32, u32)> = Vec::new();
        let mut annotators = 0;
        let mut languages = vec![self.language.cloned()];
        let mut index = 0;
        while let Some(item) = unit.items.get(index) {
            let partner = partners[index];
            let kind = match &item.kind {
                Kind::Text => {
                    self.text(&item.at, &addresses, obstacle, &mut back);
                    None
                }
                Kind::Atom(text) => {
                    let span = span(&mut back, &item.at);
                    let address = addresses.partition_point(|address| address.end <= item.at.start);
                    let is_in = addresses.get(address).is_some_and(|at| at.start <= item.at.start);
                    let address = is_in.then_some(InsertionBarrier::Address);
                    self.builder.set_zone(InsertionContext { obstacle: obstacle.or(address) });
                    self.builder.atom(text, span);
                    self.builder.set_zone(InsertionContext { obstacle });
                    None
                }
                Kind::SoftBreak => {
                    let span = span(&mut back, &item.at);
                    self.builder.atom(" ", span);
                    None
                }
                Kind::StartTag(tag) => match partner {
                    Some(end) if tag.hides => {
                        let end_at = unit.items.get(end).map_or(item.at.end, |end| end.at.end);
                        self.code(item.at.start..end_at, CodeKind::Void, &mut back);
                        index = end + 1;
                        continue;
                    }
                    Some(_) => {
                        self.code(item.at.clone(), CodeKind::Open, &mut back);
                        let before = annotators;
                        open.push((self.open_tag(tag, &mut annotators, &mut languages), before));
                        None
                    }
                    None => Some(CodeKind::Void),
                },
                Kind::EndTag(_) => match partner {
                    Some(_) => {
                        if let Some((note, before)) = open.pop() {
                            self.notes.close(&mut self.builder, note);
                            annotators = before;
                            let language = languages.pop().flatten();
                            if languages.last().is_some_and(|outer| *outer != language) {
                                let outer = languages.last().and_then(Option::as_ref);
                                self.builder.set_language(outer);
                            }
                        }
                        Some(CodeKind::Close)
                    }
                    None => Some(CodeKind::Void),
                },
                Kind::Open => Some(partner.map_or(CodeKind::Void, |_| CodeKind::Open)),
                Kind::Close => Some(partner.map_or(CodeKind::Void, |_| CodeKind::Close)),
                Kind::CloseHolder => {
                    Some(partner.map_or(CodeKind::Holder, |_| CodeKind::CloseHolder))
                }
                Kind::Holder => Some(CodeKind::Holder),
                Kind::Void | Kind::HardBreak => Some(CodeKind::Void),
            };
            if let Some(kind) = kind {
                self.code(item.at.clone(), kind, &mut back);
            }
            index += 1;
        }
        if self.builder.unit_text().iter().all(u8::is_ascii_whitespace) {
            self.builder.drop_unit();
            return;
        }
        self.builder.end_unit(self.next_id);
        self.next_id += 1;
    }

    /// Appends a text. Nothing can be inserted into its addresses.
    fn text(
        &mut self,
        at: &Range<usize>,
        addresses: &[Range<usize>],
        obstacle: Option<InsertionBarrier>,
        back: &mut WayBack<'t>,
    ) {
        let mut next = addresses.partition_point(|address| address.end <= at.start);
        let mut from = at.start;
        while from < at.end {
            let address = addresses.get(next).filter(|address| address.start < at.end);
            let (to, is_address) = match address {
                Some(address) if address.start <= from => (address.end.min(at.end), true),
                Some(address) => (address.start, false),
                None => (at.end, false),
            };
            next += usize::from(is_address);
            let address = is_address.then_some(InsertionBarrier::Address);
            self.builder.set_zone(InsertionContext { obstacle: obstacle.or(address) });
            let text = self.source.get(from..to).unwrap_or_default();
            self.builder.decoded(text, from, back, self.encoding);
            from = to;
        }
        self.builder.set_zone(InsertionContext { obstacle });
    }

    /// Opens the annotations of an element and sets the language that its text uses.
    fn open_tag(
        &mut self,
        tag: &StartTag,
        annotators: &mut u32,
        languages: &mut Vec<Option<Language>>,
    ) -> u32 {
        let outer = languages.last().cloned().flatten();
        let language = tag.language.clone().or_else(|| outer.clone());
        if language != outer {
            self.builder.set_language(language.as_ref());
        }
        languages.push(language);
        let markup = tag.markup.clone();
        self.notes.open(&mut self.builder, markup, Vec::new(), annotators)
    }

    fn code(&mut self, at: Range<usize>, kind: CodeKind, back: &mut WayBack<'t>) {
        let chars = self.source.get(at.clone()).unwrap_or_default();
        let span = span(back, &at);
        self.builder.code(span, chars, kind);
    }
}

fn span(back: &mut WayBack<'_>, at: &Range<usize>) -> ByteSpan {
    let start = back.source(at.start);
    ByteSpan::new(start, back.source(at.end))
}

/// Returns the title at the end of an inline link or image as a unit. Returns `None` if the title is not on one line.
fn title<'t>(source: &'t str, at: Range<usize>) -> Option<Unit<'t>> {
    let whole = source.get(at.clone())?.strip_suffix(')')?.trim_end();
    let bytes = whole.as_bytes();
    let (context, opening) = match bytes.last()? {
        b'"' => (Context::DoubleQuotes, b'"'),
        b'\'' => (Context::SingleQuotes, b'\''),
        b')' => (Context::Parentheses, b'('),
        _ => return None,
    };
    let is_escaped = |index: usize| {
        bytes[..index].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
    };
    let last = bytes.len() - 1;
    let first = (0..last)
        .rev()
        .take_while(|index| bytes[*index] != b'\n')
        .find(|index| bytes[*index] == opening && !is_escaped(*index))?;
    let mut unit = Unit::new(context);
    let (mut from, mut cursor) = (first + 1, first + 1);
    let push = |unit: &mut Unit<'t>, from: usize, to: usize| {
        if from < to {
            unit.push(Kind::Text, at.start + from..at.start + to);
        }
    };
    while cursor < last {
        let rest = &bytes[cursor..last];
        let (new, length) = match rest {
            [b'\\', next, ..] if next.is_ascii_punctuation() => ((*next as char).to_string(), 2),
            [b'&', ..] => match CharRef::html(rest, Place::Text) {
                Some(found) if rest.get(found.width - 1) == Some(&b';') => {
                    let mut new = String::new();
                    let width = found.width;
                    found.push_to(&mut new);
                    (new, width)
                }
                _ => {
                    cursor += 1;
                    continue;
                }
            },
            _ => {
                cursor += 1;
                continue;
            }
        };
        push(&mut unit, from, cursor);
        let end = cursor + length;
        unit.push(Kind::Atom(new.into()), at.start + cursor..at.start + end);
        (from, cursor) = (end, end);
    }
    push(&mut unit, from, last);
    Some(unit)
}
