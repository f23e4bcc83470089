//! Tables, which are read row by row, and not column by column as text is.

use super::segment::Segment;

/// The smallest number of rows of a table.
const ROWS: usize = 3;

/// The smallest part of the rows with cells in several columns.
const SHARED: f64 = 0.6;

/// The smallest width of a column of text, in sizes, and the part of it that its usual line fills.
const WIDTH: f64 = 14.0;
const FILLED: f64 = 0.7;

/// The smallest distance between the base lines of two columns that are a table, in sizes. Two columns of short lines
/// that are closer may be an index.
const LEADING: f64 = 1.5;

/// The largest distance between lines of one row, in usual distances between rows.
const WRAPPED: f64 = 0.7;

/// The columns of a part of a page, with what tells a table from columns of text.
struct Column {
    left: f64,
    right: f64,
    /// The widths of the text of its lines, without the gaps.
    lines: Vec<f64>,
    /// The number of segments, and of those with more digits than letters.
    segments: usize,
    numbers: usize,
}

/// Returns the number of the column that a segment is in.
pub(super) fn column_of(left: f64, places: &[f64]) -> usize {
    places.partition_point(|place| *place <= left)
}

/// Returns `true` if segments, which are sorted from above, are the cells of a table whose columns are divided at
/// `places`. `edges` are those of a segment in the direction of reading.
pub(super) fn is_table(
    segments: &[Segment],
    places: &[f64],
    size: f64,
    edges: impl Fn(&Segment) -> (f64, f64),
) -> bool {
    let mut columns: Vec<Option<Column>> = (0..=places.len()).map(|_| None).collect();
    let mut distances = Vec::new();
    let (mut rows, mut shared) = (0usize, 0usize);
    for row in rows_of(segments, 0.3 * size) {
        rows += 1;
        let mut in_row: Vec<usize> = Vec::new();
        for segment in row {
            let (left, right) = edges(segment);
            let number = column_of(left, places);
            let Some(column) = columns.get_mut(number) else { continue };
            let new = Column { left, right, lines: Vec::new(), segments: 0, numbers: 0 };
            let column = column.get_or_insert(new);
            (column.left, column.right) = (column.left.min(left), column.right.max(right));
            column.segments += 1;
            column.numbers += usize::from(is_number(&segment.text));
            match column.lines.last_mut().filter(|_| in_row.contains(&number)) {
                Some(line) => *line += right - left,
                None => column.lines.push(right - left),
            }
            if !in_row.contains(&number) {
                in_row.push(number);
            }
        }
        shared += usize::from(in_row.len() > 1);
        distances.extend(row.first().map(|segment| segment.base));
    }
    if rows < ROWS || (shared as f64) < SHARED * rows as f64 {
        return false;
    }
    let columns: Vec<Column> = columns.into_iter().flatten().collect();
    let texts = columns.iter().filter(|column| column.is_text(size)).count();
    let has_numbers = columns.iter().any(|column| 2 * column.numbers > column.segments);
    match columns.len() {
        0 | 1 => false,
        2 => has_numbers || texts == 0 && median(gaps(&distances)) >= LEADING * size,
        columns => texts <= columns / 3,
    }
}

/// Divides the segments of a table into its cells, row by row. A row may have several lines. `gutter` is the smallest
/// gap between two cells.
pub(super) fn cells(
    mut segments: Vec<Segment>,
    size: f64,
    gutter: f64,
    edges: impl Fn(&Segment) -> (f64, f64),
) -> Vec<Vec<Segment>> {
    let lines: Vec<(usize, f64)> = rows_of(&segments, 0.3 * size)
        .filter_map(|row| Some((row.len(), row.first()?.base)))
        .collect();
    let usual = median(gaps(&lines.iter().map(|(_, base)| *base).collect::<Vec<f64>>()));
    let mut cells = Vec::new();
    let mut rest = lines.into_iter().peekable();
    while let Some((mut length, mut base)) = rest.next() {
        while let Some((more, below)) = rest.next_if(|(_, below)| base - below < WRAPPED * usual) {
            (length, base) = (length + more, below);
        }
        let below = segments.split_off(length.min(segments.len()));
        let mut row = std::mem::replace(&mut segments, below);
        row.sort_by(|one, other| edges(one).0.total_cmp(&edges(other).0));
        let mut end = f64::NEG_INFINITY;
        for segment in row {
            let (left, right) = edges(&segment);
            match cells.last_mut() {
                Some(cell) if left - end < gutter => {
                    let cell: &mut Vec<Segment> = cell;
                    cell.push(segment);
                    end = end.max(right);
                }
                _ => {
                    cells.push(vec![segment]);
                    end = right;
                }
            }
        }
    }
    for cell in &mut cells {
        cell.sort_by(|one, other| other.base.total_cmp(&one.base));
    }
    cells
}

fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits > text.chars().filter(|char| char.is_alphabetic()).count()
}

/// Returns segments, which are sorted from above, by their base lines.
fn rows_of(segments: &[Segment], reach: f64) -> impl Iterator<Item = &[Segment]> {
    segments.chunk_by(move |one, other| one.base - other.base <= reach)
}

fn gaps(bases: &[f64]) -> Vec<f64> {
    bases.windows(2).map(|pair| pair[0] - pair[1]).collect()
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

impl Column {
    /// Returns `true` if most lines fill a wide column, as those of text do.
    fn is_text(&self, size: f64) -> bool {
        let width = self.right - self.left;
        let is_filled = median(self.lines.clone()) >= FILLED * width;
        width >= WIDTH * size && is_filled && 2 * self.numbers <= self.segments
    }
}
