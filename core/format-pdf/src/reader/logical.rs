//! Lines in logical order.

use super::direction::{Words, mirrored, runs, seen_brackets};
use super::order::Line;
use super::segment::{Segment, is_space};

/// A character of a line, with the index of its segment.
struct Cell {
    char: char,
    left: f64,
    right: f64,
    segment: usize,
}

/// The conventions that a page uses for right-to-left text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writing {
    /// `true` if most words of the page are read from right to left.
    page: bool,
    /// `true` if brackets are stored as they are seen, `false` if they are stored as characters of
    /// the text.
    is_seen: bool,
}

impl Writing {
    /// Detects the conventions of a page. Brackets are assumed to be stored as they are seen when
    /// no pairs determine the convention, because most producers store them so.
    pub fn of(blocks: &[Vec<Line>], page: bool) -> Writing {
        let seen: i64 = blocks.iter().map(|block| brackets(block, page)).sum();
        Writing { page, is_seen: seen >= 0 }
    }

    pub fn is_from_right(self, block: &[Line]) -> bool {
        is_from_right(block, self.page)
    }
}

fn is_from_right(block: &[Line], page: bool) -> bool {
    let mut words = Words::default();
    block.iter().flat_map(|line| &line.segments).for_each(|segment| words.add(segment.words));
    words.is_right_to_left(page)
}

/// Returns the characters of a line from left to right.
fn cells(line: &Line) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut before: Option<&Segment> = None;
    for (index, segment) in line.segments.iter().enumerate() {
        if let Some(before) = before.replace(segment)
            && is_space(segment.left - before.right, before.size)
        {
            let (left, right) = (before.right, segment.left);
            cells.push(Cell { char: ' ', left, right, segment: index - 1 });
        }
        let edges = segment.edges.windows(2);
        cells.extend(segment.text.chars().zip(edges).filter_map(|(char, edges)| {
            let [left, right] = edges else { return None };
            let (left, right) = (segment.left + f64::from(*left), segment.left + f64::from(*right));
            Some(Cell { char, left, right, segment: index })
        }));
    }
    // The gaps of a segment may contain numbers from other segments.
    cells.sort_by(|first, second| first.left.total_cmp(&second.left));
    cells
}

/// Returns the number of bracket pairs of a block that are stored as seen, minus the number of
/// other pairs.
fn brackets(block: &[Line], page: bool) -> i64 {
    let from_right = is_from_right(block, page);
    let of_line = |line: &Line| {
        let chars: Vec<char> = cells(line).iter().map(|cell| cell.char).collect();
        seen_brackets(&chars, &runs(&chars, from_right))
    };
    let has_bracket =
        |line: &&Line| line.segments.iter().any(|segment| segment.text.contains(['(', '[', '{']));
    block.iter().filter(has_bracket).map(of_line).sum()
}

/// Returns the parts of a line in reading order. In right-to-left parts, edges are in descending
/// order.
pub(super) fn parts(line: &Line, from_right: bool, writing: Writing) -> Vec<Segment> {
    let cells = cells(line);
    let chars: Vec<char> = cells.iter().map(|cell| cell.char).collect();
    let mut parts = Vec::new();
    for run in runs(&chars, from_right) {
        let inside = cells.get(run.chars.clone()).unwrap_or_default();
        let same = inside.chunk_by(|first, second| first.segment == second.segment);
        let groups: Vec<&[Cell]> = match run.from_right {
            true => same.rev().collect(),
            false => same.collect(),
        };
        for group in groups {
            let segment = group.first().and_then(|cell| line.segments.get(cell.segment));
            parts.extend(segment.map(|segment| part(segment, group, run.from_right, writing)));
        }
    }
    parts
}

fn part(segment: &Segment, cells: &[Cell], from_right: bool, writing: Writing) -> Segment {
    let edge = |place: f64| (place - segment.left) as f32;
    let (mut text, mut edges) = (String::new(), Vec::with_capacity(cells.len() + 1));
    let mut push = |char: char, edge: [f32; 2]| {
        if text.is_empty() {
            edges.push(edge[0]);
        }
        text.push(char);
        edges.push(edge[1]);
    };
    match from_right {
        true => {
            for cell in cells.iter().rev() {
                let other = mirrored(cell.char).filter(|_| writing.is_seen);
                push(other.unwrap_or(cell.char), [edge(cell.right), edge(cell.left)]);
            }
        }
        false => {
            cells.iter().for_each(|cell| push(cell.char, [edge(cell.left), edge(cell.right)]));
        }
    }
    Segment { text, edges, ..segment.like() }
}
