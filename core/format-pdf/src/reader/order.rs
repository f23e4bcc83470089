//! The reading order. A page is recursively cut into columns and rows (as in an XY-cut) until no
//! two segments of a part are side by side.

use super::direction::Words;
use super::segment::Segment;
use super::table::{cells, column_of, is_table};

/// The minimum gap between two columns, in font sizes.
const GUTTER: f64 = 1.2;

/// The minimum gap between two columns with many lines, in font sizes.
const NARROW_GUTTER: f64 = 0.95;

/// The number of segments that count as many lines. Spaces of more lines rarely align by chance.
const MANY: usize = 4;

/// The minimum width of a column, in font sizes. Narrower columns are numbers or bullets of a list.
const COLUMN: f64 = 3.0;

/// The maximum depth of nested cuts.
const DEPTH: usize = 48;

/// The maximum number of gaps at which a cut is tried from each end of a part, and the maximum
/// number of segments of such a part.
const TRIES: usize = 40;
const TRIED: usize = 2_000;

/// A line: segments side by side on a base line.
#[derive(Debug)]
pub(super) struct Line {
    pub segments: Vec<Segment>,
    pub left: f64,
    pub right: f64,
    pub base: f64,
    pub size: f64,
    /// `true` if most words of the line are read from right to left.
    pub from_right: bool,
}

impl Line {
    /// Returns the start and the end of the line as distances that increase in the reading
    /// direction of a block.
    pub fn edges(&self, from_right: bool) -> (f64, f64) {
        if from_right { (-self.right, -self.left) } else { (self.left, self.right) }
    }
}

/// Returns the columns of a page in reading order, each with its lines from top to bottom. Segments
/// of different rotations are ordered separately, by the first occurrence of the rotation.
/// `from_right` is `true` if most words of the page are read from right to left.
pub(super) fn columns(segments: Vec<Segment>, from_right: bool) -> Vec<Vec<Line>> {
    let mut turns: Vec<(i32, Vec<Segment>)> = Vec::new();
    for segment in segments {
        match turns.iter_mut().find(|(turn, _)| *turn == segment.turn) {
            Some((_, list)) => list.push(segment),
            None => turns.push((segment.turn, vec![segment])),
        }
    }
    let mut columns = Vec::new();
    for (_, segments) in turns {
        cut(segments, from_right, 0, &mut columns);
    }
    columns
}

/// Returns the vertical range of a segment that other lines do not overlap.
fn band(segment: &Segment) -> (f64, f64) {
    (segment.base, segment.base + 0.5 * segment.size)
}

/// Returns the edges of a segment in the reading direction, and its band.
fn span(segment: &Segment, from_right: bool) -> (f64, f64, f64, f64) {
    let (bottom, top) = band(segment);
    match from_right {
        true => (-segment.right, -segment.left, bottom, top),
        false => (segment.left, segment.right, bottom, top),
    }
}

/// Returns the edges of a segment in the reading direction.
fn edges(segment: &Segment, from_right: bool) -> (f64, f64) {
    let (start, end, ..) = span(segment, from_right);
    (start, end)
}

fn words(segments: &[Segment]) -> Words {
    let mut words = Words::default();
    segments.iter().for_each(|segment| words.add(segment.words));
    words
}

fn median_size(segments: &[Segment]) -> f64 {
    let mut sizes: Vec<f64> = segments.iter().map(|segment| segment.size).collect();
    let middle = sizes.len() / 2;
    sizes.sort_by(f64::total_cmp);
    sizes.get(middle).copied().unwrap_or_default()
}

fn cut(mut segments: Vec<Segment>, page: bool, depth: usize, columns: &mut Vec<Vec<Line>>) {
    let from_right = words(&segments).is_right_to_left(page);
    segments.sort_by(|first, second| second.base.total_cmp(&first.base));
    if depth >= DEPTH || !has_neighbours(&segments) {
        columns.push(lines(segments, from_right));
        return;
    }
    let places = split_columns(&segments, from_right);
    if has_table(&segments, places.as_deref(), from_right) {
        let size = median_size(&segments);
        let cells = cells(segments, size, GUTTER * size, |segment| edges(segment, from_right));
        columns.extend(cells.into_iter().map(|cell| lines(cell, from_right)));
        return;
    }
    let parts = match places {
        Some(places) => by_columns(segments, &places, from_right),
        None => match split_rows(&segments, from_right) {
            Some(places) => by_rows(segments, &places),
            None => {
                columns.push(lines(segments, from_right));
                return;
            }
        },
    };
    parts.into_iter().for_each(|part| cut(part, page, depth + 1, columns));
}

/// Returns `true` if two segments are side by side. The segments are sorted from top to bottom.
fn has_neighbours(segments: &[Segment]) -> bool {
    let mut lowest = f64::INFINITY;
    segments.iter().any(|segment| {
        let (bottom, top) = band(segment);
        let beside = top > lowest;
        lowest = lowest.min(bottom);
        beside
    })
}

/// Returns the cuts between columns: gaps through all segments between columns that are wide enough
/// and side by side. The cuts are in reading order. They are negative when the part is read from
/// right to left.
fn split_columns(segments: &[Segment], from_right: bool) -> Option<Vec<f64>> {
    let is_narrow = || segments.len() >= 2 * MANY;
    let narrow =
        || is_narrow().then(|| split_at(segments, from_right, NARROW_GUTTER, COLUMN, MANY))?;
    split_at(segments, from_right, GUTTER, COLUMN, 1).or_else(narrow)
}

/// Returns `true` if a part is a table, judging by its wide columns or by three or more columns of
/// any width.
fn has_table(segments: &[Segment], wide: Option<&[f64]>, from_right: bool) -> bool {
    let size = median_size(segments);
    let is_table =
        |places: &[f64]| is_table(segments, places, size, |segment| edges(segment, from_right));
    let all = split_at(segments, from_right, GUTTER, 0.0, 1);
    all.is_some_and(|places| places.len() > 1 && is_table(&places)) || wide.is_some_and(is_table)
}

/// Returns the cuts between columns that a gap separates. Each column must have the minimum width
/// and the minimum number of segments.
fn split_at(
    segments: &[Segment],
    from_right: bool,
    gutter: f64,
    min_width: f64,
    min_segments: usize,
) -> Option<Vec<f64>> {
    let size = median_size(segments);
    let mut spans: Vec<(f64, f64, f64, f64)> =
        segments.iter().map(|segment| span(segment, from_right)).collect();
    spans.sort_by(|first, second| first.0.total_cmp(&second.0));
    let mut places = Vec::new();
    let mut column: Option<(f64, f64, f64, f64)> = None;
    let mut before: Option<(f64, f64, f64, f64)> = None;
    let mut count = 0;
    for span in spans {
        count += 1;
        column = match column {
            None => Some(span),
            Some(open) if span.0 - open.1 < gutter * size || open.1 - open.0 < min_width * size => {
                Some((open.0, open.1.max(span.1), open.2.min(span.2), open.3.max(span.3)))
            }
            Some(open) => {
                // If two columns are not side by side, the gap does not separate columns.
                if before.is_some_and(|before| before.2 >= open.3 || open.2 >= before.3) {
                    return None;
                }
                if std::mem::replace(&mut count, 1) <= min_segments {
                    return None;
                }
                places.push((open.1 + span.0) / 2.0);
                before = Some(open);
                Some(span)
            }
        };
    }
    if count < min_segments {
        return None;
    }
    // A narrow last column contains, for example, page numbers.
    if column.is_some_and(|open| open.1 - open.0 < min_width * size) {
        places.pop();
        return (!places.is_empty()).then_some(places);
    }
    if let (Some(open), Some(before)) = (column, before)
        && (before.2 >= open.3 || open.2 >= before.3)
    {
        return None;
    }
    (!places.is_empty()).then_some(places)
}

fn by_columns(segments: Vec<Segment>, places: &[f64], from_right: bool) -> Vec<Vec<Segment>> {
    let mut parts: Vec<Vec<Segment>> = (0..=places.len()).map(|_| Vec::new()).collect();
    for segment in segments {
        let part = column_of(span(&segment, from_right).0, places);
        if let Some(part) = parts.get_mut(part) {
            part.push(segment);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the indices at which a part is cut into rows. The segments are sorted from top to
/// bottom. The preferred cut is a gap such that the segments after it, or otherwise before it, have
/// columns. When no such gap exists, the largest gaps are used.
fn split_rows(segments: &[Segment], from_right: bool) -> Option<Vec<usize>> {
    let mut gaps = Vec::new();
    let mut lowest = f64::INFINITY;
    for (index, segment) in segments.iter().enumerate() {
        let (bottom, top) = band(segment);
        if index > 0 && top < lowest {
            gaps.push((index, lowest - top));
        }
        lowest = lowest.min(bottom);
    }
    if segments.len() <= TRIED {
        let has_columns =
            |part: &[Segment]| has_neighbours(part) && split_columns(part, from_right).is_some();
        let below = |(index, _): &&(usize, f64)| has_columns(&segments[*index..]);
        let above = |(index, _): &&(usize, f64)| has_columns(&segments[..*index]);
        let found = gaps.iter().take(TRIES).find(below);
        if let Some((index, _)) = found.or_else(|| gaps.iter().rev().take(TRIES).find(above)) {
            return Some(vec![*index]);
        }
    }
    let largest = gaps.iter().map(|(_, gap)| *gap).fold(0.0, f64::max);
    let cuts: Vec<usize> =
        gaps.iter().filter(|(_, gap)| *gap >= 0.9 * largest).map(|(index, _)| *index).collect();
    (!cuts.is_empty()).then_some(cuts)
}

fn by_rows(mut segments: Vec<Segment>, places: &[usize]) -> Vec<Vec<Segment>> {
    let mut parts: Vec<Vec<Segment>> =
        places.iter().rev().map(|place| segments.split_off(*place)).collect();
    parts.push(segments);
    parts.reverse();
    parts
}

/// Groups segments, sorted from top to bottom, into lines.
fn lines(segments: Vec<Segment>, from_right: bool) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for segment in segments {
        match lines.last_mut() {
            Some(line) if line.base - segment.base <= 0.45 * line.size.max(segment.size) => {
                line.left = line.left.min(segment.left);
                line.right = line.right.max(segment.right);
                if segment.size > line.size {
                    (line.size, line.base) = (segment.size, segment.base);
                }
                line.segments.push(segment);
            }
            _ => lines.push(Line {
                left: segment.left,
                right: segment.right,
                base: segment.base,
                size: segment.size,
                from_right,
                segments: vec![segment],
            }),
        }
    }
    for line in &mut lines {
        line.segments.sort_by(|first, second| first.left.total_cmp(&second.left));
        line.from_right = words(&line.segments).is_right_to_left(from_right);
    }
    lines
}
