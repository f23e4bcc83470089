//! Positions of texts on pages.
//!
//! A line of text is stored with its page, its direction, and two bytes for each character, so that
//! the positions use about as much memory as the text.

use super::Document;
use glossweave_base::text::TextSpan;

/// An upright rectangle on a page. It uses PDF units: points of 1/72 inch from an origin that is
/// usually the lower left corner of the page, before the page is rotated for display (ISO 32000-1,
/// clause 8.3.2.3).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PageBox {
    /// The page number, starting from 1.
    pub page: u32,
    /// The left edge.
    pub left: f32,
    /// The lower edge.
    pub bottom: f32,
    /// The right edge.
    pub right: f32,
    /// The upper edge.
    pub top: f32,
}

impl PageBox {
    /// Returns the smallest box that contains this box and another one on the same page.
    #[must_use]
    pub fn union(&self, other: &PageBox) -> PageBox {
        PageBox {
            page: self.page,
            left: self.left.min(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.max(other.right),
            top: self.top.max(other.top),
        }
    }
}

/// The resolution of character edges: the number of steps along the length of a record.
const PARTS: f32 = u16::MAX as f32;

/// The maximum number of characters in one record. A lookup has to count at most this many
/// characters.
const RECORD: usize = 1024;

/// Formats a number with at most two decimals.
fn rounded(number: f32) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        _ => text.to_owned(),
    }
}

/// A line of text on a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageLine {
    /// The page number, starting from 1.
    pub page: u32,
    /// The start of the baseline.
    pub origin: (f32, f32),
    /// The unit vector of the text direction.
    pub direction: (f32, f32),
    /// The distance from the baseline to the upper edge.
    pub ascent: f32,
    /// The distance from the baseline to the lower edge.
    pub descent: f32,
}

impl PageLine {
    /// Returns `true` if two parts of lines are adjacent on one baseline.
    fn continues(&self, other: &PageLine, part: &PageBox, next: &PageBox) -> bool {
        let height = (self.ascent - self.descent).max(other.ascent - other.descent);
        let ((x, y), (dx, dy)) = (self.origin, self.direction);
        let away = (other.origin.1 - y) * dx - (other.origin.0 - x) * dy;
        let turned = (other.direction.0 - dx).abs().max((other.direction.1 - dy).abs());
        let gap = 0.5 * height;
        self.page == other.page
            && turned < 0.01
            && away.abs() < 0.1 * height
            && part.left - gap <= next.right
            && next.left - gap <= part.right
            && part.bottom - gap <= next.top
            && next.bottom - gap <= part.top
    }
}

#[derive(Clone, Copy, Debug)]
struct Record {
    text: u32,
    end: u32,
    line: PageLine,
    /// The distance from the origin to the first edge, and the distance from the first to the last
    /// edge. The length is negative for right-to-left text.
    start: f32,
    length: f32,
    /// The index of the first edge.
    edge: u32,
}

/// The positions of the lines of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct PageMap {
    /// The visible areas of the pages, in order.
    pub areas: Vec<PageBox>,
    records: Vec<Record>,
    edges: Vec<u16>,
}

impl PageMap {
    pub fn heap_size(&self) -> usize {
        size_of::<PageMap>()
            + self.areas.capacity() * size_of::<PageBox>()
            + self.records.capacity() * size_of::<Record>()
            + self.edges.capacity() * size_of::<u16>()
    }

    pub fn push(&mut self, text: usize, words: &str, line: PageLine, edges: &[f32]) {
        let mut at = text;
        let mut chars = words.chars();
        // Each record ends at the edge where the next one starts.
        let mut rest = edges;
        while let [first, ..] = rest {
            let count = rest.len().saturating_sub(1).min(RECORD);
            let bytes: usize = chars.by_ref().take(count).map(char::len_utf8).sum();
            let Some(last) = rest.get(count).filter(|_| bytes > 0) else { return };
            let length = last - first;
            self.records.push(Record {
                text: at as u32,
                end: (at + bytes) as u32,
                line,
                start: *first,
                length,
                edge: self.edges.len() as u32,
            });
            let part = |edge: &f32| match length != 0.0 {
                true => ((edge - first) / length * PARTS).round().clamp(0.0, PARTS) as u16,
                false => 0,
            };
            self.edges.extend(rest.iter().take(count + 1).map(part));
            at += bytes;
            rest = rest.get(count..).unwrap_or_default();
        }
    }

    /// Returns the parts of a span with their boxes, one for each line. A line has several parts if
    /// other text separates them.
    fn within(&self, text: &str, span: TextSpan) -> Vec<(TextSpan, PageBox)> {
        let first = self.records.partition_point(|record| record.end as usize <= span.start());
        let inside = self.records.iter().skip(first);
        let inside = inside.take_while(move |record| (record.text as usize) < span.end());
        let mut parts: Vec<(&PageLine, TextSpan, PageBox)> = Vec::new();
        for record in inside {
            let Some(mut whole) = self.part(record, text, span) else { continue };
            let mut start = (record.text as usize).max(span.start());
            let end = (record.end as usize).min(span.end());
            while let Some((_, before, part)) =
                parts.pop_if(|(line, _, part)| line.continues(&record.line, part, &whole))
            {
                (start, whole) = (before.start(), part.union(&whole));
            }
            parts.push((&record.line, TextSpan::new(start, end), whole));
        }
        parts.into_iter().map(|(_, span, part)| (span, part)).collect()
    }

    /// Returns the box of the part of a record within a span.
    fn part(&self, record: &Record, text: &str, span: TextSpan) -> Option<PageBox> {
        let (start, end) = (record.text as usize, record.end as usize);
        let count = |to: usize| Some(text.get(start..to.clamp(start, end))?.chars().count());
        let edge = |char: usize| {
            let part = *self.edges.get(record.edge as usize + char)?;
            Some(record.start + f32::from(part) / PARTS * record.length)
        };
        let (from, to) = (edge(count(span.start())?)?, edge(count(span.end())?)?);
        let PageLine { page, origin, direction: (dx, dy), ascent, descent } = record.line;
        let corner = |along: f32, up: f32| {
            (origin.0 + along * dx - up * dy, origin.1 + along * dy + up * dx)
        };
        let corners =
            [corner(from, descent), corner(to, descent), corner(to, ascent), corner(from, ascent)];
        let point = |(x, y): (f32, f32)| PageBox { page, left: x, bottom: y, right: x, top: y };
        corners.into_iter().map(point).reduce(|left, right| left.union(&right))
    }
}

impl Document {
    /// Returns the boxes of a span of the text on the pages of the source, in text order. There is
    /// one box for each line, or several if other text separates the parts of a line.
    ///
    /// Returns an empty list for formats without pages, and for text that is not on a page, for
    /// example the title in the properties of a PDF.
    pub fn page_boxes(&self, span: TextSpan) -> Vec<PageBox> {
        let Some(pages) = &self.extras.pages else { return Vec::new() };
        pages.within(&self.text, span).into_iter().map(|(_, part)| part).collect()
    }

    /// Returns the fragment identifiers of a span of the text, one for each page, with the part of
    /// the span on that page.
    ///
    /// The identifiers follow RFC 8118, clause 3: `page=2&viewrect=LEFT,TOP,WIDTH,HEIGHT` with the
    /// box of the part, and `highlight=LEFT,RIGHT,TOP,BOTTOM` for each line if there are several.
    /// The unit is points from the upper left corner of the visible area of the page, to the right
    /// and down.
    pub fn page_fragments(&self, span: TextSpan) -> Vec<(TextSpan, String)> {
        let Some(pages) = &self.extras.pages else { return Vec::new() };
        let mut fragments = Vec::new();
        let boxes = pages.within(&self.text, span);
        for group in boxes.chunk_by(|(_, left), (_, right)| left.page == right.page) {
            let ([(first, start), ..], [.., (last, _)]) = (group, group) else { continue };
            let whole = group.iter().fold(*start, |whole, (_, part)| whole.union(part));
            let area = pages.areas.get((start.page as usize).saturating_sub(1));
            let area = area.copied().unwrap_or_default();
            let numbers = |numbers: [f32; 4]| numbers.map(rounded).join(",");
            let (width, height) = (whole.right - whole.left, whole.top - whole.bottom);
            let corner = [whole.left - area.left, area.top - whole.top, width, height];
            let mut value = format!("page={}&viewrect={}", start.page, numbers(corner));
            for (_, part) in group.iter().filter(|_| group.len() > 1) {
                let across = [part.left - area.left, part.right - area.left];
                let down = [area.top - part.top, area.top - part.bottom];
                value.push_str("&highlight=");
                value.push_str(&numbers([across[0], across[1], down[0], down[1]]));
            }
            fragments.push((TextSpan::new(first.start(), last.end()), value));
        }
        fragments
    }

    /// Returns the visible areas of the pages of the source, in order. Empty for formats without
    /// pages.
    pub fn page_areas(&self) -> &[PageBox] {
        self.extras.pages.as_ref().map_or(&[], |pages| &pages.areas)
    }
}
