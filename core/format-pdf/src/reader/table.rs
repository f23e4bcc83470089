//! Tables, which are read row by row, unlike columns of text.

use super::segment::Segment;

/// The minimum number of rows of a table.
const ROWS: usize = 3;

/// The minimum fraction of rows with cells in several columns.
const SHARED: f64 = 0.6;

/// The maximum distance between the base lines of segments on a line, in font sizes.
const SAME_LINE: f64 = 0.3;

/// The minimum width of a column of text, in font sizes, and the minimum fraction of it that a
/// median line fills.
const WIDTH: f64 = 14.0;
const FILLED: f64 = 0.7;

/// The minimum distance between the base lines of a table with two columns, in font sizes. Two
/// columns of short lines that are closer may be an index.
const LEADING: f64 = 1.5;

/// The maximum distance between the lines of a row, relative to the median distance of lines.
const WRAPPED: f64 = 0.7;

/// A column of a part of a page.
struct Column {
    left: f64,
    right: f64,
    /// The widths of the text of its lines, without the gaps.
    lines: Vec<f64>,
    /// The number of the last row with a segment in the column.
    last_row: usize,
    /// The number of segments, and the number of segments with more digits than letters.
    segments: usize,
    numbers: usize,
}

/// Returns the number of the column that contains a segment.
pub(super) fn column_of(left: f64, places: &[f64]) -> usize {
    places.partition_point(|place| *place <= left)
}

/// Returns `true` if segments are the cells of a table. The segments are sorted from top to bottom,
/// `places` are the cuts between columns, and `edges` returns the edges of a segment in the reading
/// direction.
pub(super) fn is_table(
    segments: &[Segment],
    places: &[f64],
    size: f64,
    edges: impl Fn(&Segment) -> (f64, f64),
) -> bool {
    let mut columns: Vec<Option<Column>> = (0..=places.len()).map(|_| None).collect();
    let mut bases = Vec::new();
    let mut shared = 0usize;
    for row in rows_of(segments, size) {
        bases.extend(row.first().map(|segment| segment.base));
        let number = bases.len();
        let mut in_row = 0usize;
        for segment in row {
            let (left, right) = edges(segment);
            let Some(column) = columns.get_mut(column_of(left, places)) else { continue };
            let column = column.get_or_insert_with(|| Column::new(left, right));
            in_row += usize::from(column.add(segment, (left, right), number));
        }
        shared += usize::from(in_row > 1);
    }
    if bases.len() < ROWS || (shared as f64) < SHARED * bases.len() as f64 {
        return false;
    }
    let columns: Vec<Column> = columns.into_iter().flatten().collect();
    let texts = columns.iter().filter(|column| column.is_text(size)).count();
    let has_numbers = columns.iter().any(|column| 2 * column.numbers > column.segments);
    match columns.len() {
        0 | 1 => false,
        2 => has_numbers || texts == 0 && median(gaps(&bases)) >= LEADING * size,
        columns => texts <= columns / 3,
    }
}

/// Divides the segments of a table into cells, row by row. A row may contain several lines.
/// `gutter` is the minimum gap between two cells.
pub(super) fn cells(
    mut segments: Vec<Segment>,
    size: f64,
    gutter: f64,
    edges: impl Fn(&Segment) -> (f64, f64),
) -> Vec<Vec<Segment>> {
    let lines: Vec<(usize, f64)> =
        rows_of(&segments, size).filter_map(|row| Some((row.len(), row.first()?.base))).collect();
    let bases: Vec<f64> = lines.iter().map(|(_, base)| *base).collect();
    let usual = median(gaps(&bases));
    let mut cells: Vec<Vec<Segment>> = Vec::new();
    let mut lines = lines.into_iter().peekable();
    while let Some((mut length, mut base)) = lines.next() {
        while let Some((more, below)) = lines.next_if(|(_, below)| base - below < WRAPPED * usual) {
            (length, base) = (length + more, below);
        }
        let below = segments.split_off(length.min(segments.len()));
        let mut row = std::mem::replace(&mut segments, below);
        row.sort_by(|left, right| edges(left).0.total_cmp(&edges(right).0));
        let mut end = f64::NEG_INFINITY;
        for segment in row {
            let (left, right) = edges(&segment);
            match cells.last_mut() {
                Some(cell) if left - end < gutter => cell.push(segment),
                _ => cells.push(vec![segment]),
            }
            end = end.max(right);
        }
    }
    for cell in &mut cells {
        cell.sort_by(|upper, lower| lower.base.total_cmp(&upper.base));
    }
    cells
}

fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits > text.chars().filter(|char| char.is_alphabetic()).count()
}

/// Groups segments, sorted from top to bottom, by their base lines.
fn rows_of(segments: &[Segment], size: f64) -> impl Iterator<Item = &[Segment]> {
    segments.chunk_by(move |upper, lower| upper.base - lower.base <= SAME_LINE * size)
}

fn gaps(bases: &[f64]) -> Vec<f64> {
    bases.windows(2).map(|pair| pair[0] - pair[1]).collect()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

impl Column {
    fn new(left: f64, right: f64) -> Column {
        Column { left, right, lines: Vec::new(), last_row: 0, segments: 0, numbers: 0 }
    }

    /// Adds a segment with its edges. Returns `true` if it is the first segment of a row in this
    /// column. Row numbers start at 1.
    fn add(&mut self, segment: &Segment, (left, right): (f64, f64), row: usize) -> bool {
        (self.left, self.right) = (self.left.min(left), self.right.max(right));
        self.segments += 1;
        self.numbers += usize::from(is_number(&segment.text));
        let is_first = std::mem::replace(&mut self.last_row, row) != row;
        match self.lines.last_mut().filter(|_| !is_first) {
            Some(line) => *line += right - left,
            None => self.lines.push(right - left),
        }
        is_first
    }

    /// Returns `true` if the column contains running text: it is wide and most of its lines fill
    /// it.
    fn is_text(&self, size: f64) -> bool {
        let width = self.right - self.left;
        let is_filled = median(self.lines.clone()) >= FILLED * width;
        width >= WIDTH * size && is_filled && 2 * self.numbers <= self.segments
    }
}
