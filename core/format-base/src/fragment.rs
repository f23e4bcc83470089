//! Splitting of annotations into fragments: ranges of source that an element can wrap.
//!
//! An element cannot begin outside another element and end inside it, so an annotation that crosses the markup of its
//! document is wrapped in several fragments.

use glossweave_base::text::{ByteSpan, TextSpan};
use glossweave_document::{Document, DocumentExt, Fragment, InsertionBarrier, Piece};

/// A tag between two runs of text, using offsets in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The start, in bytes of the source.
    pub start: u32,
    /// The end, in bytes of the source.
    pub end: u32,
    /// The number of the element name, used to pair tags.
    pub name: u64,
    /// `true` for a start tag.
    pub opens: bool,
    /// `true` if no fragment may extend across the tag, even if its partner is known.
    pub cuts: bool,
    /// The effect of its start tag on open elements.
    pub family: ImpliedEnd,
}

impl Tag {
    /// Returns `true` if a fragment may begin before this start tag to contain the whole element.
    fn leads(&self) -> bool {
        self.opens && !self.cuts && self.family != ImpliedEnd::Part
    }
}

/// Elements that end each other without end tags (`rt` and `rp`), and the element that contains them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpliedEnd {
    /// Any other element.
    None,
    /// An element that the next such element ends.
    Part,
    /// The element that contains these elements.
    Whole,
}

/// A scanner for the tags in a range of source that contains no text of the document.
pub trait TagScanner {
    /// Appends the tags in their order. Appends nothing by default.
    fn tags(&mut self, _: ByteSpan, _: Option<InsertionBarrier>, _: &mut Vec<Tag>) {}

    /// Appends the tags between two characters of the text. At the ends of a unit, one of the characters is `None`.
    /// By default, these are the tags in the range.
    fn tags_between(
        &mut self,
        source: ByteSpan,
        _characters: (Option<usize>, Option<usize>),
        obstacle: Option<InsertionBarrier>,
        tags: &mut Vec<Tag>,
    ) {
        self.tags(source, obstacle, tags);
    }

    /// Returns `true` if the markup between two characters of the text is insignificant. A translation then replaces
    /// it together with the texts on both sides.
    fn is_separator(&mut self, _source: ByteSpan, _characters: (usize, usize)) -> bool {
        false
    }

    /// Returns the range of an element that wraps a range. Returns `None` if no element can wrap it.
    fn around(&self, start: u32, end: u32) -> Option<(u32, u32)> {
        Some((start, end))
    }

    /// Returns the start position of an element that contains the text from `at` on.
    fn start(&self, at: u32) -> u32 {
        at
    }

    /// Returns the end position of an element that contains the text up to `at`.
    fn end(&self, at: u32) -> u32 {
        at
    }
}

/// A scanner for formats that have no tags within a text.
pub struct NoTags;

impl TagScanner for NoTags {}

/// The reason why an annotation has no fragments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// An edge between two units.
    Between,
    /// An edge inside a reference for several characters.
    Inside,
    /// More fragments than a result may contain.
    TooMany,
    /// A position at which an element would change the meaning of the adjacent markup.
    Beside,
    /// An edge of a fragment at a position at which the format allows no element.
    InsertionBarrier(InsertionBarrier),
}

impl Refusal {
    /// Returns the message for the annotation.
    pub fn rule(self) -> &'static str {
        match self {
            Refusal::Between => "an edge is between two units",
            Refusal::Inside => "an edge is inside a reference for several characters",
            Refusal::TooMany => "the result would have too many elements",
            Refusal::Beside => "an element would change the markup next to it",
            Refusal::InsertionBarrier(obstacle) => obstacle.rule(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Item {
    /// A range of the source, and the first and the last byte of the text.
    Text {
        start: u32,
        end: u32,
        first: u32,
        last: u32,
        blank: bool,
    },
    Tag {
        tag: Tag,
        paired: bool,
    },
}

/// A splitter of annotations into fragments, which is used for all annotations of one document.
pub struct Fragmenter<'a, G> {
    document: &'a Document,
    gaps: G,
    items: Vec<Item>,
    tags: Vec<Tag>,
    open: Vec<usize>,
}

impl<'a, G: TagScanner> Fragmenter<'a, G> {
    /// Creates a fragmenter that uses a scanner for the tags between texts.
    pub fn new(document: &'a Document, gaps: G) -> Fragmenter<'a, G> {
        Fragmenter { document, gaps, items: Vec::new(), tags: Vec::new(), open: Vec::new() }
    }

    /// Returns the fragments of an annotation, at most `most`. The span must not be empty and must be within the
    /// text.
    pub fn fragments(
        &mut self,
        span: TextSpan,
        owner: u32,
        most: usize,
    ) -> Result<Vec<Fragment>, Refusal> {
        let mut fragments = Vec::new();
        let mut pieces = self.document.map().pieces_from(span.start());
        let mut next = pieces.next();
        match next {
            Some(piece) if piece.text.start() <= span.start() => {}
            _ => return Err(Refusal::Between),
        }
        let mut reached = 0;
        while let Some(first) = next.filter(|piece| piece.text.start() < span.end()) {
            self.items.clear();
            let mut piece = first;
            loop {
                self.text(piece, span)?;
                reached = piece.text.end();
                next = pieces.next();
                let Some(after) = next.filter(|after| {
                    after.text.start() == piece.text.end() && after.text.start() < span.end()
                }) else {
                    break;
                };
                self.gap(piece, after);
                piece = after;
            }
            self.pair();
            self.unpair_parts();
            self.slide_left(first, span);
            self.slide_right(piece, next, span);
            self.cut(owner, &mut fragments)?;
            if fragments.len() > most {
                return Err(Refusal::TooMany);
            }
        }
        if reached < span.end() {
            return Err(Refusal::Between);
        }
        let (count, mut index) = (fragments.len(), 0);
        fragments.retain(|(_, blank)| {
            index += 1;
            index == 1 || index == count || !blank
        });
        Ok(fragments.into_iter().map(|(fragment, _)| fragment).collect())
    }

    fn text(&mut self, piece: Piece, span: TextSpan) -> Result<(), Refusal> {
        let from = piece.text.start().max(span.start());
        let to = piece.text.end().min(span.end());
        let edge = |at| self.document.source_edge(piece, at).ok_or(Refusal::Inside);
        let (start, end) = (edge(from)? as u32, edge(to)? as u32);
        let (start, end) = (self.gaps.start(start), self.gaps.end(end));
        let blank = self.document.text().as_bytes()[from..to].iter().all(u8::is_ascii_whitespace);
        let (first, last) = (from as u32, to.saturating_sub(1) as u32);
        self.items.push(Item::Text { start, end, first, last, blank });
        Ok(())
    }

    fn gap(&mut self, before: Piece, after: Piece) {
        let gap = ByteSpan::new(before.source.end(), after.source.start());
        if gap.is_empty() {
            return;
        }
        self.scan(gap, after.text.start());
        self.items.extend(self.tags.iter().map(|tag| Item::Tag { tag: *tag, paired: false }));
    }

    fn scan(&mut self, gap: ByteSpan, text: usize) {
        self.tags.clear();
        let obstacle = self.document.zone_at(text).0.obstacle;
        self.gaps.tags(gap, obstacle, &mut self.tags);
    }

    /// Pairs start tags with end tags. A pair around a tag without a partner does not count as a pair.
    fn pair(&mut self) {
        self.open.clear();
        for index in 0..self.items.len() {
            let Item::Tag { tag, .. } = self.items[index] else { continue };
            if tag.opens && !tag.cuts && !self.ends_a_sibling(tag) {
                self.open.push(index);
                continue;
            }
            let partner = self.open.last().copied().filter(|open| {
                !tag.opens
                    && matches!(self.items[*open], Item::Tag { tag: start, .. } if start.name == tag.name)
            });
            match partner {
                Some(open) => {
                    self.open.pop();
                    self.mark(open);
                    self.mark(index);
                }
                None => self.open.clear(),
            }
        }
    }

    /// Unpairs parts (`rt`) whose whole (`ruby`) is not paired, and all pairs around them.
    fn unpair_parts(&mut self) {
        let mut again = true;
        while std::mem::take(&mut again) {
            self.open.clear();
            let mut lost = None;
            for (index, item) in self.items.iter().enumerate() {
                let Item::Tag { tag, paired: true } = item else { continue };
                let part = tag.family == ImpliedEnd::Part;
                if tag.opens {
                    self.open.push(index);
                    continue;
                }
                let start = self.open.pop();
                if part && !self.open.iter().any(|open| self.is_whole(*open)) {
                    lost = Some((start, index));
                    break;
                }
            }
            if let Some((start, end)) = lost {
                again = true;
                for index in self.open.drain(..).chain(start).chain([end]) {
                    if let Some(Item::Tag { paired, .. }) = self.items.get_mut(index) {
                        *paired = false;
                    }
                }
                // The pairs around the part lost their start tags, so their end tags are unpaired too.
                self.unpair_ends();
            }
        }
    }

    /// Unpairs end tags whose start tag is not paired.
    fn unpair_ends(&mut self) {
        let mut depth = 0usize;
        for item in &mut self.items {
            let Item::Tag { tag, paired } = item else { continue };
            match (tag.opens, *paired) {
                (true, true) => depth += 1,
                (false, true) if depth == 0 => *paired = false,
                (false, true) => depth -= 1,
                _ => {}
            }
        }
    }

    fn is_whole(&self, index: usize) -> bool {
        matches!(self.items[index], Item::Tag { tag, .. } if tag.family == ImpliedEnd::Whole)
    }

    /// Returns `true` if a start tag ends, or may end, an element that has no end tag.
    fn ends_a_sibling(&self, tag: Tag) -> bool {
        let family = |index: &usize| match self.items[*index] {
            Item::Tag { tag, .. } => tag.family,
            Item::Text { .. } => ImpliedEnd::None,
        };
        tag.family == ImpliedEnd::Part
            && (!self.open.iter().any(|open| family(open) == ImpliedEnd::Whole)
                || self.open.last().map(family) == Some(ImpliedEnd::Part))
    }

    fn mark(&mut self, index: usize) {
        if let Some(Item::Tag { paired, .. }) = self.items.get_mut(index) {
            *paired = true;
        }
    }

    /// Extends the fragment to the left when it contains end tags without a start tag. When their start tags are
    /// directly before the text, the fragment begins before these start tags.
    fn slide_left(&mut self, first: Piece, span: TextSpan) {
        let mut ends = Vec::new();
        let mut depth = 0usize;
        for (index, item) in self.items.iter().enumerate() {
            match item {
                Item::Tag { tag, paired: true } if tag.opens => depth += 1,
                Item::Tag { paired: true, .. } => depth = depth.saturating_sub(1),
                Item::Tag { tag, .. } if !tag.opens && !tag.cuts && depth == 0 => ends.push(index),
                Item::Tag { .. } => break,
                Item::Text { .. } => {}
            }
        }
        if ends.is_empty() || first.text.start() < span.start() {
            return;
        }
        let place = self.gaps.start(first.source.start() as u32) as usize;
        let before = self.document.source_before(first);
        self.scan(ByteSpan::new(before, place), first.text.start());
        let mut lead = Vec::new();
        let mut next = place as u32;
        for (tag, end) in self.tags.iter().rev().zip(&ends) {
            let Item::Tag { tag: end, .. } = self.items[*end] else { break };
            if !tag.leads() || tag.end != next || tag.name != end.name {
                break;
            }
            next = tag.start;
            lead.push(Item::Tag { tag: *tag, paired: true });
        }
        for index in ends.iter().take(lead.len()) {
            self.mark(*index);
        }
        lead.reverse();
        self.items.splice(0..0, lead);
    }

    /// Extends the fragment to the right when it contains start tags without an end tag. When their end tags are
    /// directly after the text, the fragment ends after these end tags.
    fn slide_right(&mut self, last: Piece, next: Option<Piece>, span: TextSpan) {
        let mut starts = Vec::new();
        let mut depth = 0usize;
        for (index, item) in self.items.iter().enumerate().rev() {
            match item {
                Item::Tag { tag, paired: true } if !tag.opens => depth += 1,
                Item::Tag { paired: true, .. } => depth = depth.saturating_sub(1),
                Item::Tag { tag, .. } if tag.leads() && depth == 0 => starts.push(index),
                Item::Tag { .. } => break,
                Item::Text { .. } => {}
            }
        }
        if starts.is_empty() || last.text.end() > span.end() {
            return;
        }
        let place = self.gaps.end(last.source.end() as u32) as usize;
        let after = match next {
            Some(next) => next.source.start().max(place),
            None => self.document.source().bytes().len(),
        };
        self.scan(ByteSpan::new(place, after), last.text.start());
        let mut next = place as u32;
        let mut trail = Vec::new();
        for (tag, start) in self.tags.iter().zip(&starts) {
            let Item::Tag { tag: start, .. } = self.items[*start] else { break };
            if tag.opens || tag.cuts || tag.start != next || tag.name != start.name {
                break;
            }
            next = tag.end;
            trail.push(Item::Tag { tag: *tag, paired: true });
        }
        for index in starts.iter().take(trail.len()) {
            self.mark(*index);
        }
        self.items.extend(trail);
    }

    /// Splits the items into fragments at tags without partners.
    fn cut(&self, owner: u32, fragments: &mut Vec<(Fragment, bool)>) -> Result<(), Refusal> {
        let mut current = Current::default();
        for item in &self.items {
            match *item {
                Item::Text { start, end, first, last, blank } => {
                    current.start.get_or_insert(start);
                    current.first.get_or_insert(first);
                    current.last = last;
                    (current.end, current.text_end) = (end, end);
                    current.blank &= blank;
                }
                Item::Tag { tag, paired: true } if tag.opens => {
                    current.start.get_or_insert(tag.start);
                    current.depth += 1;
                }
                Item::Tag { tag, paired: true } => {
                    current.depth = current.depth.saturating_sub(1);
                    current.end = tag.end;
                    if current.depth == 0 && current.first.is_none() {
                        current.start = None;
                    }
                }
                Item::Tag { .. } => {
                    let finished = std::mem::take(&mut current);
                    fragments.extend(self.placed(finished.fragment(self.document, owner)?)?);
                }
            }
        }
        fragments.extend(self.placed(current.fragment(self.document, owner)?)?);
        Ok(())
    }

    /// Returns a fragment with the range that the format requires for it.
    fn placed(
        &self,
        fragment: Option<(Fragment, bool)>,
    ) -> Result<Option<(Fragment, bool)>, Refusal> {
        let Some((mut fragment, blank)) = fragment else { return Ok(None) };
        let around = self.gaps.around(fragment.start, fragment.end);
        (fragment.start, fragment.end) = around.ok_or(Refusal::Beside)?;
        Ok(Some((fragment, blank)))
    }
}

/// A fragment under construction.
struct Current {
    start: Option<u32>,
    end: u32,
    text_end: u32,
    depth: u32,
    first: Option<u32>,
    last: u32,
    blank: bool,
}

impl Default for Current {
    fn default() -> Current {
        Current { start: None, end: 0, text_end: 0, depth: 0, first: None, last: 0, blank: true }
    }
}

impl Current {
    fn fragment(
        self,
        document: &Document,
        owner: u32,
    ) -> Result<Option<(Fragment, bool)>, Refusal> {
        let (Some(start), Some(first)) = (self.start, self.first) else { return Ok(None) };
        for at in [first, self.last] {
            if let Some(obstacle) = document.zone_at(at as usize).0.obstacle {
                return Err(Refusal::InsertionBarrier(obstacle));
            }
        }
        let fragment = Fragment { start, end: self.end, text_end: self.text_end, owner };
        Ok(Some((fragment, self.blank)))
    }
}
