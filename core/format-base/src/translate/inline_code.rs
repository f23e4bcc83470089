//! Inline codes of a text: the numbered pieces of markup within it.

use crate::fragment::{Tag, TagScanner};
use glossweave_base::text::{ByteSpan, TextSpan};
use glossweave_document::{CodeKind, Document, DocumentExt, ListedCode, Piece, Unit};

/// The role of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A start tag, with the index of its end tag in the codes.
    Open(usize),
    /// An end tag, with the index of its start tag.
    Close(usize),
    /// Markup without text: a void element, a comment, or an element whose content is not text.
    Void,
}

/// A piece of markup within a text.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Its range in the source.
    pub at: ByteSpan,
    /// Its position in the text of the document.
    pub text: usize,
    /// The role of the code.
    pub role: Role,
    /// Its number in markers, starting at 1. Both tags of a pair use the same number.
    pub number: u32,
}

/// A translatable text: runs of characters with codes between them.
#[derive(Clone, Debug)]
pub struct Content {
    /// The text without the white space at its ends.
    pub text: TextSpan,
    /// Its range in the source, including the codes of pairs that end or begin within it.
    pub region: ByteSpan,
    /// The codes in source order.
    pub codes: Vec<Code>,
    /// `true` if the order of the codes must not change because some tags have no partners.
    pub fixed: bool,
    /// The start tag of the element that contains exactly this text, if any. Used to set the language of a
    /// translation.
    pub parent: Option<ByteSpan>,
}

/// A code under construction: its range, and its tag if it is a tag.
#[derive(Clone, Copy, Debug)]
struct CodePart {
    at: ByteSpan,
    text: usize,
    tag: Option<Tag>,
}

pub const NO_WHOLE: &str = "a translation must cover a whole unit or the whole text of an element";

impl Content {
    /// Returns the content of a span. The error is the rule that is violated if the span is not the span of a unit or
    /// an element.
    pub fn of(
        document: &Document,
        gaps: &mut dyn TagScanner,
        span: TextSpan,
    ) -> Result<Content, &'static str> {
        let text = trimmed(document, span);
        let unit = document.unit_at(text.start()).filter(|unit| unit.span().contains(text));
        let unit = unit.ok_or(NO_WHOLE)?;
        let is_unit = trimmed(document, unit.span()) == text;
        if let Some(codes) = document.codes_of(unit) {
            return if is_unit { Content::listed(document, unit, &codes) } else { Err(NO_WHOLE) };
        }
        let span = if is_unit { unit.span() } else { span };
        let listed = document.placeholders_of(unit);
        let listed = if is_unit { &listed[..] } else { &[] };
        let (text, lead, trail) = with_placeholders(unit, text, listed);
        let place = |piece: Piece, at| document.source_edge(piece, at).ok_or(NO_WHOLE);
        // White space at the ends is treated as markup and preserved.
        let mut pieces = document.map().pieces_from(span.start());
        let mut piece = pieces.next().ok_or(NO_WHOLE)?;
        let before = match piece.text.start() < span.start() {
            true => place(piece, span.start())?,
            false => document.source_before(piece),
        };
        while piece.text.end() <= text.start() {
            piece = pieces.next().ok_or(NO_WHOLE)?;
        }
        let start = place(piece, text.start())?;
        let mut parts = Vec::new();
        let characters = (None, Some(text.start()));
        let first = lead.map_or(start, |code| code.source.start());
        let gaps = &mut Gaps { document, gaps, listed };
        gaps.split(ByteSpan::new(before, first), characters, &mut parts);
        let last_close = parts.iter().rposition(|part| part.tag.is_some_and(|tag| !tag.opens));
        parts.drain(..last_close.map_or(0, |index| index + 1));
        let lead = parts.len();
        gaps.split(ByteSpan::new(first, start), characters, &mut parts);
        while piece.text.end() < text.end() {
            let after = pieces.next().ok_or(NO_WHOLE)?;
            let gap = ByteSpan::new(piece.source.end(), after.source.start());
            let between = (piece.text.end().saturating_sub(1), after.text.start());
            if gap.is_empty() || !gaps.gaps.is_separator(gap, between) {
                gaps.split(gap, (Some(between.0), Some(between.1)), &mut parts);
            }
            piece = after;
        }
        let end = place(piece, text.end())?;
        let characters = (text.end().checked_sub(1), None);
        let last = trail.map_or(end, |code| code.source.end());
        gaps.split(ByteSpan::new(end, last), characters, &mut parts);
        let inner = lead..parts.len();
        let mut next = pieces.next();
        while piece.text.end() < span.end()
            && let Some(after) = next
        {
            (piece, next) = (after, pieces.next());
        }
        let behind = match (piece.text.end() > span.end(), next) {
            (true, _) => place(piece, span.end())?,
            (false, Some(next)) => next.source.start(),
            (false, None) => document.source().bytes().len(),
        };
        let behind = behind.max(last);
        gaps.split(ByteSpan::new(last, behind), characters, &mut parts);
        let trail = &parts[inner.end..];
        let first_open = trail.iter().position(|part| part.tag.is_some_and(|tag| tag.opens));
        let sibling = first_open.filter(|index| *index == 0).and_then(|_| trail[0].tag);
        parts.truncate(first_open.map_or(parts.len(), |index| inner.end + index));
        let region = ByteSpan::new(start, end);
        let mut content = Content::made(document, &parts, inner, text, region, is_unit)?;
        // In `<li>a<li>b`, the next start tag ends the element.
        let last_lead = parts[..lead].last().and_then(|part| part.tag);
        if let (None, Some(tag), Some(next)) = (content.parent, last_lead, sibling)
            && tag.name == next.name
            && content.region.start() == start
        {
            content.parent = Some(ByteSpan::new(tag.start as usize, tag.end as usize));
        }
        Ok(content)
    }

    /// Returns the content of a unit whose codes were listed by the reader. Codes at its ends are part of the
    /// content.
    fn listed(
        document: &Document,
        unit: Unit<'_>,
        codes: &[ListedCode<'_>],
    ) -> Result<Content, &'static str> {
        let (text, base) = (unit.text(), unit.span().start());
        let first = text.len() - text.trim_ascii_start().len();
        let last = text.trim_ascii_end().len().max(first);
        let lead = codes.first().filter(|code| code.text <= first);
        let trail = codes.last().filter(|code| code.text >= last);
        let first = lead.map_or(first, |code| code.text);
        let last = trail.map_or(last, |code| code.text);
        let text = TextSpan::new(base + first, base + last);
        let mut pieces = document.map().pieces_from(text.start()).peekable();
        let mut edge = |at: usize, from: usize| {
            while pieces.next_if(|piece| piece.text.end() <= from).is_some() {}
            let piece = pieces.peek();
            piece.and_then(|piece| document.source_edge(*piece, at)).ok_or(NO_WHOLE)
        };
        let start = match lead {
            Some(code) => code.source.start(),
            None => edge(text.start(), text.start())?,
        };
        let end = match trail {
            Some(code) => code.source.end(),
            None => edge(text.end(), text.end().saturating_sub(1))?,
        };
        let region = ByteSpan::checked(start, end).ok_or(NO_WHOLE)?;
        let mut content = Content { text, region, codes: Vec::new(), fixed: false, parent: None };
        let (mut open, mut numbers): (Vec<usize>, u32) = (Vec::new(), 0);
        for (index, code) in codes.iter().enumerate() {
            let role = match code.kind {
                CodeKind::Close | CodeKind::CloseHolder => {
                    let start = open.pop().ok_or(NO_WHOLE)?;
                    content.codes[start].role = Role::Open(index);
                    Role::Close(start)
                }
                CodeKind::Open => {
                    open.push(index);
                    Role::Void
                }
                CodeKind::Void | CodeKind::Holder => Role::Void,
            };
            // If the code moved, the edits of the units within it would have no position.
            content.fixed |= matches!(code.kind, CodeKind::Holder | CodeKind::CloseHolder);
            let number = match role {
                Role::Close(start) => content.codes[start].number,
                _ => {
                    numbers += 1;
                    numbers
                }
            };
            content.codes.push(Code { at: code.source, text: base + code.text, role, number });
        }
        Ok(content)
    }

    fn made(
        document: &Document,
        parts: &[CodePart],
        inner: std::ops::Range<usize>,
        text: TextSpan,
        region: ByteSpan,
        is_unit: bool,
    ) -> Result<Content, &'static str> {
        let partners = pair(parts);
        let is_in = |index: usize| inner.contains(&index);
        let reaches = |index: &usize| partners[*index].is_some_and(is_in);
        let first = (0..inner.start).find(reaches).unwrap_or(inner.start);
        let last = (inner.end..parts.len()).rfind(reaches).map_or(inner.end, |index| index + 1);
        let holds = |index: &usize| partners[*index].is_some_and(|partner| partner >= inner.end);
        let holder = (0..inner.start).rfind(holds);
        if !is_unit && holder.is_none() {
            return Err(NO_WHOLE);
        }
        let parent = holder.and_then(|index| {
            let is_next = index + 1 == first && partners[index] == Some(last);
            let tag = parts[index].tag.filter(|_| is_next)?;
            Some(ByteSpan::new(tag.start as usize, tag.end as usize))
        });
        let mut content = Content {
            text,
            region,
            codes: Vec::with_capacity(last - first),
            fixed: !document.is_regular(),
            parent,
        };
        let encoding = document.source().encoding();
        let contains = |bytes: &[u8], text: &str| {
            let text = encoding.encode(text);
            bytes.windows(text.len()).any(|window| *window == *text)
        };
        let mut numbers = 0;
        for (index, part) in parts.iter().enumerate().take(last).skip(first) {
            let partner = partners[index].filter(|partner| (first..last).contains(partner));
            let role = match (part.tag, partner) {
                (Some(tag), Some(partner)) if tag.opens => Role::Open(partner - first),
                (Some(_), Some(partner)) => Role::Close(partner - first),
                _ => Role::Void,
            };
            let is_half = |text: &[u8]| contains(text, "]]>") || contains(text, "<![CDATA[");
            let bytes = document.source().bytes().get(part.at.range()).unwrap_or_default();
            content.fixed |= role == Role::Void && (part.tag.is_some() || is_half(bytes));
            let number = match role {
                Role::Close(open) => content.codes[open].number,
                _ => {
                    numbers += 1;
                    numbers
                }
            };
            content.codes.push(Code { at: part.at, text: part.text, role, number });
        }
        if let Some(code) = content.codes.first() {
            let start = code.at.start().min(content.region.start());
            content.region = ByteSpan::new(start, content.region.end());
        }
        if let Some(code) = content.codes.last() {
            let end = code.at.end().max(content.region.end());
            content.region = ByteSpan::new(content.region.start(), end);
        }
        Ok(content)
    }

    /// Returns the placeholders in `listed` that are codes of this content, each with the index of its code.
    pub fn placeholders<'d>(&self, listed: &[ListedCode<'d>]) -> Vec<(usize, ListedCode<'d>)> {
        let find = |code: &ListedCode<'d>| {
            let index =
                self.codes.partition_point(|inline| inline.at.start() < code.source.start());
            let found = self.codes.get(index).filter(|found| found.at == code.source);
            found.map(|_| (index, *code))
        };
        listed.iter().filter_map(find).collect()
    }

    /// Returns the source ranges of the texts between the codes. There is one more text than there are codes.
    pub fn runs(&self) -> impl Iterator<Item = ByteSpan> + '_ {
        let starts =
            std::iter::once(self.region.start()).chain(self.codes.iter().map(|code| code.at.end()));
        let ends =
            self.codes.iter().map(|code| code.at.start()).chain(std::iter::once(self.region.end()));
        starts.zip(ends).map(|(start, end)| ByteSpan::new(start, end))
    }

    /// Returns the texts between the codes, as spans in the text of the document.
    pub fn texts(&self) -> impl Iterator<Item = TextSpan> + '_ {
        let starts =
            std::iter::once(self.text.start()).chain(self.codes.iter().map(|code| code.text));
        let ends = self.codes.iter().map(|code| code.text).chain(std::iter::once(self.text.end()));
        starts.zip(ends).map(|(start, end)| TextSpan::new(start, end))
    }
}

/// Returns the span of a unit extended to the placeholders before its first word and after its last word, and these
/// placeholders.
fn with_placeholders<'c, 'd>(
    unit: Unit<'d>,
    text: TextSpan,
    listed: &'c [ListedCode<'d>],
) -> (TextSpan, Option<&'c ListedCode<'d>>, Option<&'c ListedCode<'d>>) {
    let base = unit.span().start();
    let lead = listed.first().filter(|code| base + code.text <= text.start());
    let trail = listed.last().filter(|code| base + code.text >= text.end());
    let start = lead.map_or(text.start(), |code| base + code.text);
    let end = trail.map_or(text.end(), |code| base + code.text);
    (TextSpan::new(start, end.max(start)), lead, trail)
}

/// The ranges of source between the pieces of a text.
struct Gaps<'a, 'd> {
    document: &'d Document,
    gaps: &'a mut dyn TagScanner,
    /// The placeholders of the unit, in order.
    listed: &'a [ListedCode<'d>],
}

impl Gaps<'_, '_> {
    /// Splits a range of source without text into tags whose partners are outside the range, placeholders, and the
    /// markup between them.
    fn split(
        &mut self,
        gap: ByteSpan,
        characters: (Option<usize>, Option<usize>),
        parts: &mut Vec<CodePart>,
    ) {
        let from = parts.len();
        split(self.document, self.gaps, gap, characters, parts);
        let next = self.listed.partition_point(|code| code.source.end() <= gap.start());
        let listed = self.listed.get(next..).unwrap_or_default().iter();
        let mut listed = listed.take_while(|code| code.source.start() < gap.end()).peekable();
        if listed.peek().is_none() {
            return;
        }
        for part in parts.split_off(from) {
            let CodePart { at, text, tag } = part;
            let mut start = at.start();
            while let Some(code) = listed.next_if(|code| code.source.start() < at.end()) {
                for end in [code.source.start(), code.source.end()] {
                    if tag.is_none() && start < end && end < at.end() {
                        parts.push(CodePart { at: ByteSpan::new(start, end), text, tag });
                        start = end;
                    }
                }
            }
            parts.push(CodePart { at: ByteSpan::new(start, at.end()), text, tag });
        }
    }
}

/// Returns a span without the white space at its ends.
pub fn trimmed(document: &Document, span: TextSpan) -> TextSpan {
    let text = document.text().get(span.range()).unwrap_or_default();
    let start = span.start() + text.len() - text.trim_ascii_start().len();
    TextSpan::new(start, start + text.trim_ascii().len())
}

/// Splits a range of source without text into tags whose partners are outside the range, and the markup between them.
/// White space alone belongs to the adjacent tag.
fn split(
    document: &Document,
    gaps: &mut dyn TagScanner,
    gap: ByteSpan,
    characters: (Option<usize>, Option<usize>),
    parts: &mut Vec<CodePart>,
) {
    if gap.is_empty() {
        return;
    }
    let text = characters.1.or(characters.0.map(|last| last + 1)).unwrap_or(0);
    let mut tags = Vec::new();
    gaps.tags_between(gap, characters, document.zone_at(text).0.obstacle, &mut tags);
    let mut open: Vec<usize> = Vec::new();
    let mut lone = vec![true; tags.len()];
    for (index, tag) in tags.iter().enumerate() {
        if tag.opens {
            open.push(index);
        } else if let Some(start) = open.pop_if(|open| tags[*open].name == tag.name) {
            lone[start] = false;
            lone[index] = false;
        } else {
            open.clear();
        }
    }
    let bytes = document.source().bytes();
    let is_blank = |span: ByteSpan| {
        let bytes = bytes.get(span.range()).unwrap_or_default();
        bytes.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0)
    };
    let from = parts.len();
    let mut cursor = gap.start();
    let ends = std::iter::once(gap.end() as u32);
    let lone = tags.iter().zip(lone).filter(|(_, lone)| *lone).map(|(tag, _)| *tag);
    let tags: Vec<Tag> = lone.collect();
    let starts = tags.iter().map(|tag| tag.start).chain(ends);
    for (index, start) in starts.enumerate() {
        let stuff = ByteSpan::new(cursor, start as usize);
        match parts[from..].last_mut() {
            Some(before) if is_blank(stuff) => {
                before.at = ByteSpan::new(before.at.start(), stuff.end());
                cursor = stuff.end();
            }
            None if is_blank(stuff) && index < tags.len() => {}
            _ if stuff.is_empty() => {}
            _ => {
                parts.push(CodePart { at: stuff, text, tag: None });
                cursor = stuff.end();
            }
        }
        if let Some(tag) = tags.get(index) {
            let at = ByteSpan::new(cursor, tag.end as usize);
            parts.push(CodePart { at, text, tag: Some(*tag) });
            cursor = at.end();
        }
    }
}

/// Returns the partners of tags according to their nesting. Tags that cross have no partner.
fn pair(parts: &[CodePart]) -> Vec<Option<usize>> {
    let mut partners = vec![None; parts.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Some(tag) = part.tag else { continue };
        if tag.opens {
            open.push(index);
            continue;
        }
        let is_same =
            |open: &mut usize| parts[*open].tag.is_some_and(|other| other.name == tag.name);
        match open.pop_if(is_same) {
            Some(start) => {
                partners[start] = Some(index);
                partners[index] = Some(start);
            }
            None => open.clear(),
        }
    }
    partners
}
